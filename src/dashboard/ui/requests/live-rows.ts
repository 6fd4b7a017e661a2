import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useNewRequests } from '../lib/live.tsx';

const REFRESH_MS = 1500;
/** So far down nobody looks at what comes in above. */
const FURTHER_DOWN_PX = 200;

/** Whether a mouse is over it or the keyboard is in it. A finger that has touched it is neither, nor is what a mouse clicked. */
const isInUse = (element: HTMLElement): boolean =>
  (element.matches(':hover') && window.matchMedia('(hover: hover)').matches) ||
  element.querySelector(':focus-visible') !== null;

export type LiveRows = Readonly<{
  isLive: boolean;
  setLive: (isLive: boolean) => void;
  /** How many came in that are not shown. */
  waiting: number;
  refresh: () => void;
  /** Of the element that holds the list, and what tells of new ones. */
  area: Readonly<{
    ref: RefObject<HTMLDivElement | null>;
    onPointerLeave: () => void;
    onBlur: () => void;
  }>;
}>;

/**
 * New requests bring the first page anew while one looks at it. Further down, where somebody wants it to stand still, and
 * while somebody is about to choose a row, they are only counted.
 */
export const useLiveRows = (queryKey: readonly unknown[], pages: number): LiveRows => {
  const client = useQueryClient();
  const [isLive, setLive] = useState(true);
  const [waiting, setWaiting] = useState(0);
  /** With those that are about to be shown. */
  const arrived = useRef(0);
  const area = useRef<HTMLDivElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const list = JSON.stringify(queryKey);
  const forget = () => {
    clearTimeout(timer.current);
    timer.current = undefined;
    arrived.current = 0;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list is asked for anew, and nothing waits for it
  useEffect(() => {
    setWaiting(0);
    return forget;
  }, [list]);
  const standsStill = () =>
    !isLive ||
    pages > 1 ||
    window.scrollY > FURTHER_DOWN_PX ||
    (area.current !== null && isInUse(area.current));
  // The timer asks the list as it is then.
  const settle = useRef<() => void>(() => undefined);
  useEffect(() => {
    settle.current = () => {
      timer.current = undefined;
      if (standsStill()) {
        setWaiting(arrived.current);
        return;
      }
      forget();
      setWaiting(0);
      void client.invalidateQueries({ queryKey });
    };
  });
  const soon = () => {
    timer.current ??= setTimeout(() => settle.current(), REFRESH_MS);
  };
  useNewRequests((rows) => {
    arrived.current += rows.length;
    if (standsStill()) setWaiting(arrived.current);
    else soon();
  });
  const goOn = () => {
    if (arrived.current > 0) soon();
  };
  return {
    isLive,
    setLive: (next) => {
      setLive(next);
      if (next) goOn();
    },
    waiting,
    refresh: () => {
      forget();
      setWaiting(0);
      window.scrollTo({ top: 0 });
      void client.resetQueries({ queryKey });
    },
    area: { ref: area, onPointerLeave: goOn, onBlur: goOn },
  };
};
