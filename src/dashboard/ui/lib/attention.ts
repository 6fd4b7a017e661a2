import { UNATTENDED } from '../../api/unattended.ts';

/** What only somebody who is there does. */
const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;
/** For so long after the last sign somebody is taken to be there. */
const THERE_MS = 60_000;
/** Whoever is there and asks the server for nothing, as over a long form, is told to it so often. */
const TELL_EVERY_MS = 300_000;

/**
 * Whether somebody is at the page: one that is only open asks for what is new again and again, and must not keep its session
 * alive by that.
 *
 * @param now Milliseconds. Whoever has just opened the page is there.
 */
export const createAttention = (now: () => number = Date.now) => {
  let lastSignMs = now();
  let toldMs = now();
  return {
    /** @param tell Asks the server for anything. */
    follow: (page: EventTarget, tell: () => unknown): void => {
      const note = (): void => {
        lastSignMs = now();
        if (lastSignMs - toldMs < TELL_EVERY_MS) return;
        toldMs = lastSignMs;
        tell();
      };
      for (const sign of SIGNS) page.addEventListener(sign, note, { capture: true, passive: true });
    },
    /** What a request to the server says of it. */
    headers: (): Readonly<Record<string, string>> => {
      if (now() - lastSignMs > THERE_MS) return { [UNATTENDED]: '1' };
      toldMs = now();
      return {};
    },
  };
};

/** Of this page. */
export const attention = createAttention();
