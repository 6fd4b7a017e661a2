import type { Span } from '../chat/segment.ts';
import { BEHIND_CHARS, mayBecomeHost, readHostBehind } from './host-behind.ts';
import { type AddressTracker, createAddressTracker, isDirect } from './open-address.ts';

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
   * @param address From its beginning to the end of the placeholder, or the placeholder and what of a host stands behind it, as the
   *   answer has it.
   */
  mayFill: (address: string) => boolean;
}>;

/** The restorations of one growing text. Offsets count from its beginning. */
export type Restorations = Readonly<{
  /** @returns What became certain, in order. */
  append: (text: string) => readonly Restored[];
  /** Another text has begun: no placeholder that is complete waits for what stands behind it any more. */
  pause: () => readonly Restored[];
  /**
   * No more text is waited for. What is incomplete now is never restored, for its beginning may leave.
   *
   * @param next The text that the reader finds behind this one as if it were a part of it.
   */
  close: (next?: string) => readonly Restored[];
  /** Text from here on may be the beginning of a placeholder. */
  openAt: () => number;
}>;

/**
 * Within an address a placeholder stays: whoever shows the answer may fetch the address, and an order that was injected into
 * the request would carry the value out. So it does in front of the rest of a host's name, which only has to be looked up.
 *
 * @param tracker Knows the text in front of this one, if the reader finds both as one.
 */
export const createRestorations = (
  { find, openFrom, longest, mayFill }: Restorer,
  tracker: AddressTracker = createAddressTracker(),
): Restorations => {
  /** What may still become a placeholder, and where it stands. */
  let tail = '';
  let base = 0;

  /** Whether the value may stand behind what the tracker has seen. */
  const isInAddress = (token: string): boolean => {
    const address = tracker.address();
    return address !== null && !isDirect(address) && !mayFill(address + token);
  };

  const isInHost = (token: string, behind: string): boolean => {
    const host = readHostBehind(behind);
    return host !== null && !mayFill(token + host);
  };

  const placingOf = (
    token: string,
    behind: string,
    next: string | null,
  ): 'free' | 'in-address' | 'undecided' => {
    if (isInAddress(token)) return 'in-address';
    if (next === null && behind.length < BEHIND_CHARS && mayBecomeHost(behind)) return 'undecided';
    return isInHost(token, (behind + (next ?? '')).slice(0, BEHIND_CHARS)) ? 'in-address' : 'free';
  };

  /** @param next What is certain to stand behind all of it; null where that is not known. */
  const settle = (until: number, next: string | null): readonly Restored[] => {
    const settled: Restored[] = [];
    let from = 0;
    let end = until;
    for (const { span, value, entity } of find(tail)) {
      if (span.end > until) break;
      const token = tail.slice(span.start, span.end);
      tracker.push(tail.slice(from, span.start));
      from = span.start;
      const placing = placingOf(token, tail.slice(span.end, span.end + BEHIND_CHARS), next);
      if (placing === 'undecided') {
        end = span.start;
        break;
      }
      if (placing === 'free')
        settled.push({ span: { start: span.start + base, end: span.end + base }, value, entity });
      tracker.pushToken(token);
      from = span.end;
    }
    tracker.push(tail.slice(from, end));
    base += end;
    tail = tail.slice(end);
    return settled;
  };

  const certainUntil = (): number => Math.max(openFrom(tail), tail.length - longest + 1, 0);

  return {
    append: (text) => {
      tail += text;
      return settle(certainUntil(), null);
    },
    pause: () => settle(certainUntil(), ''),
    close: (next = '') => settle(tail.length, next),
    openAt: () => base,
  };
};
