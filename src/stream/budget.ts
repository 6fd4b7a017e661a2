import { GatewayError } from '../errors.ts';

/** Memory that all streams together may hold. */
export type StreamBudget = Readonly<{
  /** @throws GatewayError `OVERLOADED` where it is used up. */
  take: (amount: number) => void;
  giveBack: (amount: number) => void;
  used: () => number;
}>;

/** @param total In bytes; a character of text counts as two. */
export const createStreamBudget = (total: number): StreamBudget => {
  let used = 0;
  return {
    take: (amount) => {
      if (used + amount > total) {
        throw new GatewayError('OVERLOADED', 'The streams hold all the memory that they may.');
      }
      used += amount;
    },
    giveBack: (amount) => {
      used = Math.max(0, used - amount);
    },
    used: () => used,
  };
};
