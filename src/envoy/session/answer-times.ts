import type { SessionDeps } from './session-deps.ts';
import type { Phase } from './to-event.ts';

/** How long Envoy waits for each of our answers. */
export type AnswerTimes = Readonly<{
  /** A message has come. @param phase None where Envoy waits for no answer to it. */
  begin: (phase: Phase | undefined) => void;
  /** An answer has left. */
  end: () => void;
  /** What leaves next is no answer to a message. */
  drop: () => void;
  /** All together. */
  totalMs: () => number;
}>;

export const createAnswerTimes = ({
  clock,
  onAnswered,
}: Pick<SessionDeps, 'clock' | 'onAnswered'>): AnswerTimes => {
  let waiting: Readonly<{ phase: Phase; sinceMs: number }> | null = null;
  let totalMs = 0;
  return {
    begin: (phase) => {
      waiting = phase === undefined ? null : { phase, sinceMs: clock() };
    },
    end: () => {
      if (waiting === null) return;
      const ms = clock() - waiting.sinceMs;
      totalMs += ms;
      onAnswered(waiting.phase, ms);
      waiting = null;
    },
    drop: () => {
      waiting = null;
    },
    totalMs: () => totalMs,
  };
};
