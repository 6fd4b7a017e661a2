import { GatewayError } from '../errors.ts';

/** Lets work begin, or refuses it. @throws GatewayError `OVERLOADED` where too much is under way. */
export type Gate = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Counts the scans that run at one time, in all sessions together.
 *
 * @param maxInFlight One more than this is not begun.
 * @param onScans Told how many run, whenever that changes.
 */
export const createGate = (maxInFlight: number, onScans: (inFlight: number) => void): Gate => {
  let inFlight = 0;
  return async (work) => {
    if (inFlight >= maxInFlight) throw new GatewayError('OVERLOADED', 'Too many requests are being scanned.');
    inFlight += 1;
    onScans(inFlight);
    try {
      return await work();
    } finally {
      inFlight -= 1;
      onScans(inFlight);
    }
  };
};
