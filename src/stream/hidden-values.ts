import { isHiddenValue } from '../detection/findings.ts';
import type { SegmentFinding } from '../detection/scan-segments.ts';
import type { Channel } from './channel.ts';

/** Values that are no findings of the record, and that no excerpt in it may show all the same. */
export type HiddenValues = Readonly<{
  add: (channel: Channel, findings: readonly SegmentFinding[]) => void;
  /** Those in the part of a text that is still there; of the rest no excerpt is made. */
  of: (channel: Channel) => readonly SegmentFinding[];
  /** Memory that the values of a text take, in bytes. */
  bytes: (channel: Channel) => number;
}>;

/** So many are kept before it is looked whether their text has gone. */
const LEAST_KEPT = 256;
const BYTES_OF_FINDING = 256;

type Kept = { values: SegmentFinding[]; limit: number };

/** At one place there are few values, so their number is bounded by the text that a channel keeps. */
export const createHiddenValues = (): HiddenValues => {
  const kept = new WeakMap<Channel, Kept>();
  return {
    add: (channel, findings) => {
      const values = findings.filter(isHiddenValue);
      if (values.length === 0) return;
      const own = kept.get(channel) ?? { values: [], limit: LEAST_KEPT };
      kept.set(channel, own);
      own.values.push(...values);
      if (own.values.length < own.limit) return;
      const { start } = channel.kept();
      own.values = own.values.filter(({ span }) => span.end > start);
      own.limit = Math.max(LEAST_KEPT, 2 * own.values.length);
    },
    of: (channel) => kept.get(channel)?.values ?? [],
    bytes: (channel) => BYTES_OF_FINDING * (kept.get(channel)?.values.length ?? 0),
  };
};
