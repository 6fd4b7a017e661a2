import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useEffect, useMemo, useRef, useState } from 'react';
import type { RequestRow } from './types.ts';

type Listener = (rows: readonly RequestRow[]) => void;
type Live = Readonly<{ isConnected: boolean; subscribe: (listener: Listener) => () => void }>;

const Context = createContext<Live>({ isConnected: false, subscribe: () => () => undefined });

const rowsOf = (data: unknown): readonly RequestRow[] => {
  if (typeof data !== 'string') return [];
  try {
    const rows: unknown = JSON.parse(data);
    return Array.isArray(rows) ? rows : [];
  } catch {
    return [];
  }
};

const RETRY_MS = 3000;

/**
 * Follows `/events`. A browser opens a connection anew where it breaks, but gives up for good where the answer is an error, as
 * it is while the store is away or the dashboard starts again behind a proxy; so that is tried again here.
 *
 * @returns Ends it.
 */
const follow = (prepare: (source: EventSource) => void, onState: (isConnected: boolean) => void) => {
  let source: EventSource;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const open = (): void => {
    source = new EventSource('/api/v1/events');
    source.onopen = () => onState(true);
    source.onerror = () => {
      onState(false);
      if (source.readyState === EventSource.CLOSED) timer = setTimeout(open, RETRY_MS);
    };
    prepare(source);
  };
  open();
  return () => {
    clearTimeout(timer);
    source.close();
  };
};

/** One connection to `/events` for all pages. */
export const LiveProvider = ({ children }: { children: ReactNode }) => {
  const [isConnected, setConnected] = useState(false);
  const listeners = useRef(new Set<Listener>());
  const client = useQueryClient();

  useEffect(
    () =>
      follow((source) => {
        source.addEventListener('requests', ({ data }) => {
          const rows = rowsOf(data);
          if (rows.length > 0) for (const each of listeners.current) each(rows);
        });
        source.addEventListener('revision', () => {
          for (const key of ['settings', 'revisions', 'exclusions', 'pii-rules'])
            void client.invalidateQueries({ queryKey: [key] });
        });
      }, setConnected),
    [client],
  );

  const live = useMemo<Live>(
    () => ({
      isConnected,
      subscribe: (listener) => {
        listeners.current.add(listener);
        return () => listeners.current.delete(listener);
      },
    }),
    [isConnected],
  );
  return <Context value={live}>{children}</Context>;
};

export const useIsLive = (): boolean => use(Context).isConnected;

/** Calls the listener for each batch of new requests; the newest listener counts. */
export const useNewRequests = (listener: Listener): void => {
  const { subscribe } = use(Context);
  const latest = useRef(listener);
  useEffect(() => {
    latest.current = listener;
  });
  useEffect(() => subscribe((rows) => latest.current(rows)), [subscribe]);
};
