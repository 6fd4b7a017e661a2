import type { Span } from '../chat/segment.ts';
import { createAddressTracker, isDirect } from './open-address.ts';

/** A placeholder and the value that it stands for. */
export type Restored = Readonly<{
  span: Span;
  value: string;
  /** As in `Finding.subType`. */
  entity: string;
}>;

/**
 * Knows the placeholders that were put into one request in place of values, and puts the values back into its answer.
 * Pure: the texts that it is asked about are parts of one growing text, and it remembers none of them.
 */
export type Restorer = Readonly<{
  /** The placeholders that a text holds whole, in order and without overlap. One that is not known is not among them. */
  find: (text: string) => readonly Restored[];
  /**
   * Where a placeholder may begin that is not complete, or that more text could make another one.
   *
   * @returns An index `0..text.length`; what reaches beyond it in `find` does not count yet.
   */
  openFrom: (text: string) => number;
  /** The longest placeholder in UTF-16 code units: text never waits for more. */
  longest: number;
  /**
   * Whether a value may be put back into an address: only where the request itself had that address.
   *
   * @param address From its beginning to the end of the placeholder, as the answer has it.
   */
  mayFill: (address: string) => boolean;
}>;

/** The restorations of one growing text. Offsets count from its beginning. */
export type Restorations = Readonly<{
  /** @returns What became certain, in order. */
  append: (text: string) => readonly Restored[];
  /** No more text is waited for. What is incomplete now is never restored, for its beginning may leave. */
  close: () => readonly Restored[];
  /** Text from here on may be the beginning of a placeholder. */
  openAt: () => number;
}>;

/**
 * Within an address a placeholder stays: whoever shows the answer may fetch the address, and an order that was injected into
 * the request would carry the value out.
 */
export const createRestorations = ({ find, openFrom, longest, mayFill }: Restorer): Restorations => {
  /** What may still become a placeholder, and where it stands. */
  let tail = '';
  let base = 0;
  const tracker = createAddressTracker();

  /** Whether the value may stand behind what the tracker has seen. */
  const mayRestore = (token: string): boolean => {
    const address = tracker.address();
    return address === null || isDirect(address) || mayFill(address + token);
  };

  const settle = (until: number): readonly Restored[] => {
    const settled: Restored[] = [];
    let from = 0;
    for (const { span, value, entity } of find(tail)) {
      if (span.end > until) break;
      const token = tail.slice(span.start, span.end);
      tracker.push(tail.slice(from, span.start));
      if (mayRestore(token)) {
        settled.push({ span: { start: span.start + base, end: span.end + base }, value, entity });
      }
      tracker.pushToken(token);
      from = span.end;
    }
    tracker.push(tail.slice(from, until));
    base += until;
    tail = tail.slice(until);
    return settled;
  };

  return {
    append: (text) => {
      tail += text;
      return settle(Math.max(openFrom(tail), tail.length - longest + 1, 0));
    },
    close: () => settle(tail.length),
    openAt: () => base,
  };
};
