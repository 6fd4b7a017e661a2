import { GatewayError } from '../../errors.ts';
import type { StreamGuard } from '../../stream/guard.ts';
import { type Deeds, type StreamEvent, toStreamEvent } from './stream-work.ts';

/** One streamed answer and its guard. */
export type RunningStream = Readonly<{
  /** Runs the guard, and sees to it that nothing is held for longer than it may. */
  run: (deeds: Deeds, isLast: boolean) => void;
  close: () => void;
}>;

type RunningStreamDeps = Readonly<{
  clock: () => number;
  onFault: (error: unknown) => void;
  /** What was held is about to leave for its own sake, not in answer to a message. */
  onExpire: () => void;
  onEvent: (event: StreamEvent) => void;
}>;

export const createRunningStream = (
  opened: StreamGuard,
  { clock, onFault, onExpire, onEvent }: RunningStreamDeps,
): RunningStream => {
  let guard: StreamGuard | null = opened;
  let timer: NodeJS.Timeout | undefined;
  /** When it ends; what has to leave later is looked at then. */
  let timerMs = Number.POSITIVE_INFINITY;

  const run = (deeds: Deeds, isLast: boolean): void => {
    if (guard === null) return;
    const event = toStreamEvent(guard, deeds, isLast);
    if (event.type === 'stream-failed' && !(event.error instanceof GatewayError)) onFault(event.error);
    onEvent(event);
    wakeForHeld();
  };

  /** A timer for each event of a stream would nearly always be cleared by the next one. */
  const wakeForHeld = (): void => {
    const untilMs = guard?.heldUntilMs() ?? null;
    if (untilMs === null || untilMs >= timerMs) return;
    clearTimeout(timer);
    timerMs = untilMs;
    timer = setTimeout(onHeld, Math.max(1, untilMs - clock()));
    timer.unref();
  };

  const onHeld = (): void => {
    timerMs = Number.POSITIVE_INFINITY;
    const untilMs = guard?.heldUntilMs() ?? null;
    if (untilMs === null) return;
    if (untilMs > clock()) {
      wakeForHeld();
      return;
    }
    onExpire();
    run(({ expire }) => [expire], false);
  };

  return {
    run,
    close: () => {
      clearTimeout(timer);
      guard?.close();
      guard = null;
    },
  };
};
