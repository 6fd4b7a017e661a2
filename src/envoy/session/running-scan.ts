import type { Direction } from '../../chat/segment.ts';
import type { Cancellation } from '../../detection/scan-segments.ts';
import { GatewayError } from '../../errors.ts';
import type { Inspection } from '../../inspect.ts';
import type { Gate } from '../begin/gate.ts';
import type { ScanResult } from './session-types.ts';

/** The scans of one call. */
export type RunningScan = Readonly<{
  /** Scans when it is this call's turn. */
  run: (
    direction: Direction,
    bodyBytes: number,
    work: (cancellation: Cancellation) => Promise<Inspection>,
  ) => void;
  /** Nobody waits for what runs now: nothing is said of it. */
  cancel: () => void;
  /** Nobody waits for anything any more. */
  end: () => void;
}>;

type RunningScanDeps = Readonly<{
  gate: Gate;
  clock: () => number;
  onFault: (error: unknown) => void;
  /** A scan that ended just now was of so many bytes. */
  onTime: (direction: Direction, startMs: number, bodyBytes: number) => void;
  onResult: (direction: Direction, result: ScanResult) => void;
}>;

export const createRunningScan = ({
  gate,
  clock,
  onFault,
  onTime,
  onResult,
}: RunningScanDeps): RunningScan => {
  let cancellation = { aborted: false };
  return {
    run: (direction, bodyBytes, work) => {
      const own = cancellation;
      /** Null while it waits for its turn. */
      let startMs: number | null = null;
      const scanMs = (): number => (startMs === null ? 0 : clock() - startMs);
      const settle = (result: ScanResult): void => {
        if (own.aborted) return;
        if (startMs !== null) onTime(direction, startMs, bodyBytes);
        onResult(direction, result);
      };
      const begin = (): Promise<Inspection> => {
        startMs = clock();
        return work(own);
      };
      gate
        .scan(direction, begin, () => own.aborted)
        .then(
          (inspection) => settle({ type: 'scanned', inspection, scanMs: scanMs() }),
          (error: unknown) => {
            if (!(error instanceof GatewayError) && !own.aborted) onFault(error);
            settle({ type: 'failed', error, scanMs: scanMs() });
          },
        );
    },
    cancel: () => {
      cancellation.aborted = true;
      cancellation = { aborted: false };
    },
    end: () => {
      cancellation.aborted = true;
    },
  };
};
