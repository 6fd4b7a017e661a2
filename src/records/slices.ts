import { DAY_MS, floorTo, HOUR_MS, MINUTES_KEPT_MS } from './roll-up.ts';

/** A stretch of time that is told by spans of one length; both ends are multiples of it. */
export type Slice = Readonly<{ spanMs: number; fromMs: number; toMs: number }>;

const ceilTo = (atMs: number, spanMs: number): number => Math.ceil(atMs / spanMs) * spanMs;

/** @param spansMs From long to short. */
const cover = (fromMs: number, toMs: number, spansMs: readonly number[]): readonly Slice[] => {
  const [spanMs, ...shorter] = spansMs;
  if (fromMs >= toMs || spanMs === undefined) return [];
  const first = shorter.length === 0 ? floorTo(fromMs, spanMs) : ceilTo(fromMs, spanMs);
  const last = shorter.length === 0 ? ceilTo(toMs, spanMs) : floorTo(toMs, spanMs);
  if (first >= last) return cover(fromMs, toMs, shorter);
  return [
    ...cover(fromMs, first, shorter),
    { spanMs, fromMs: first, toMs: last },
    ...cover(last, toMs, shorter),
  ];
};

/**
 * Whether times from then on are told by the minute. A day less than minutes are kept: another machine's clock may have
 * swept.
 */
export const hasMinutes = (fromMs: number, nowMs: number): boolean =>
  fromMs >= nowMs - MINUTES_KEPT_MS + DAY_MS;

/**
 * A time in as few spans as tell it: days in the middle, hours and minutes at the edges. Edges are whole minutes, and
 * whole hours where minutes are no longer kept: the time is rounded outwards.
 *
 * @param spansMs What is there, from long to short.
 * @param bucketMs Only spans of which a bucket is a multiple; null where all may be added up.
 */
export const slicesOf = (
  spansMs: readonly number[],
  fromMs: number,
  toMs: number,
  bucketMs: number | null,
  nowMs: number,
): readonly Slice[] => {
  const byMinute = hasMinutes(fromMs, nowMs);
  const spans = spansMs.filter((spanMs) => byMinute || spanMs >= HOUR_MS);
  const shortest = spans.at(-1);
  return cover(
    Math.max(0, fromMs),
    toMs,
    spans.filter((spanMs) => spanMs === shortest || bucketMs === null || bucketMs % spanMs === 0),
  );
};
