import { one, type Search } from './search.ts';

/** Times that a page can be asked for, besides from–to. */
export const RANGES = [
  { value: '1h', label: 'Last hour', ms: 3_600_000 },
  { value: '24h', label: 'Last 24 hours', ms: 86_400_000 },
  { value: '7d', label: 'Last 7 days', ms: 604_800_000 },
  { value: '30d', label: 'Last 30 days', ms: 2_592_000_000 },
] as const;

export type Range = Readonly<{ range: string; fromMs?: number; toMs?: number }>;

const msOf = (text: string | undefined): number | undefined => {
  const ms = text === undefined ? Number.NaN : Number(text);
  return Number.isSafeInteger(ms) && ms >= 0 ? ms : undefined;
};

/** The time that an address names; what is no time in it counts as not said. */
export const rangeFrom = (search: Search): Range => {
  const [fromMs, toMs] = [msOf(one(search, 'fromMs')), msOf(one(search, 'toMs'))];
  const named = one(search, 'range');
  const isKnown = named === 'custom' ? fromMs !== undefined : RANGES.some(({ value }) => value === named);
  return {
    range: named !== undefined && isKnown ? named : RANGES[1].value,
    ...(fromMs === undefined ? {} : { fromMs }),
    ...(toMs === undefined ? {} : { toMs }),
  };
};

/** The bounds at this moment; `toMs` stays open where the range ends now. */
export const boundsOf = (
  { range, fromMs, toMs }: Range,
  nowMs: number,
): { fromMs: number; toMs?: number } => {
  if (range === 'custom' && fromMs !== undefined) return toMs === undefined ? { fromMs } : { fromMs, toMs };
  const found = RANGES.find(({ value }) => value === range) ?? RANGES[1];
  return { fromMs: nowMs - found.ms };
};

/** The same time in an address, so that what a link leads to is what was counted. */
export const rangeSearch = ({ range, fromMs, toMs }: Range): Record<string, string> => ({
  range,
  ...(range === 'custom' && fromMs !== undefined ? { fromMs: String(fromMs) } : {}),
  ...(range === 'custom' && toMs !== undefined ? { toMs: String(toMs) } : {}),
});
