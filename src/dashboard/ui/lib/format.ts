import { titleOf, titleWithin } from '../../api/titles.ts';

const whole = new Intl.NumberFormat('en-US');
const compactForm = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });
const fullTime = new Intl.DateTimeFormat('en-GB', {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'short',
});
const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const dayAndClock = new Intl.DateTimeFormat('en-GB', {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});
const dayOnly = new Intl.DateTimeFormat('en-GB', { month: 'short', day: 'numeric' });
const dayOfUtc = new Intl.DateTimeFormat('en-GB', { month: 'short', day: 'numeric', timeZone: 'UTC' });

export const count = (value: number): string => whole.format(value);
export const compact = (value: number): string =>
  value < 100_000 ? whole.format(value) : compactForm.format(value);
export const plural = (value: number, one: string, many = `${one}s`): string =>
  `${count(value)} ${value === 1 ? one : many}`;
/** `28 Nov, 09:24`. */
export const minuteTime = (ms: number): string => dayAndClock.format(ms);
export const absoluteTime = (ms: number): string => fullTime.format(ms);
/** The zone in which all times are shown: the viewer's own. */
export const TIME_ZONE = new Intl.DateTimeFormat().resolvedOptions().timeZone;
export const shortDate = (ms: number): string => dayOnly.format(ms);

const MINUTE = 60_000;
const HOUR = 3_600_000;
export const DAY = 86_400_000;

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'narrow' });

/** `3 min. ago`, `in 2 days`. */
export const relativeTime = (ms: number, nowMs: number): string => {
  const distance = ms - nowMs;
  const size = Math.abs(distance);
  if (size < 10_000) return 'just now';
  if (size < MINUTE) return relative.format(Math.round(distance / 1000), 'second');
  if (size < HOUR) return relative.format(Math.round(distance / MINUTE), 'minute');
  if (size < 36 * HOUR) return relative.format(Math.round(distance / HOUR), 'hour');
  if (size < 60 * DAY) return relative.format(Math.round(distance / DAY), 'day');
  return relative.format(Math.round(distance / (30 * DAY)), 'month');
};

/** For the axis of a chart whose buckets are this long. Those of days begin at midnight UTC: elsewhere that is another day. */
export const axisTime = (ms: number, bucketMs: number): string => {
  if (bucketMs >= DAY) return `${dayOfUtc.format(ms)}${new Date(ms).getTimezoneOffset() === 0 ? '' : ' UTC'}`;
  return (bucketMs >= HOUR ? dayAndClock : clock).format(ms);
};

/** A bucket that is not over yet says so: that it has less than the one before is no fall. */
export const bucketTime = (ms: number, bucketMs: number, nowMs: number): string =>
  `${axisTime(ms, bucketMs)}${ms + bucketMs > nowMs ? ', so far' : ''}`;

/** Microseconds with the unit that fits. */
export const micros = (us: number): string => {
  if (us < 1000) return `${Math.round(us)} µs`;
  if (us < 10_000) return `${(us / 1000).toFixed(2)} ms`;
  if (us < 1_000_000) return `${(us / 1000).toFixed(us < 100_000 ? 1 : 0)} ms`;
  return `${(us / 1_000_000).toFixed(2)} s`;
};

export const score = (value: number): string => value.toFixed(3);

/** Number and sign stay in one line. */
export const percent = (part: number, all: number): string => {
  if (all === 0) return '0\u00a0%';
  const share = (100 * part) / all;
  if (share > 0 && share < 0.1) return '<\u00a00.1\u00a0%';
  return `${share.toFixed(share < 10 ? 1 : 0)}\u00a0%`;
};

const FIXED: Readonly<Record<string, string>> = {
  prompt_injection: 'Prompt injection',
  data_leak: 'Data leak',
  secret: 'Secret',
  pii: 'Personal data',
  policy: 'Operator rule',
};

/** `instruction_override` → `Instruction override`. Rule ids of operators stay as they are. */
const named = (name: string, write: (name: string) => string): string =>
  /^[a-z]+(_[a-z]+)*$/i.test(name) ? write(name) : name;

export const label = (name: string): string => FIXED[name] ?? named(name, titleOf);

/** The same within a sentence. */
export const labelWithin = (name: string): string => FIXED[name]?.toLowerCase() ?? named(name, titleWithin);

/** For the axis of a chart: short, and never broken over two lines. */
export const axisMicros = (us: number): string => {
  if (us < 1000) return `${Math.round(us)}\u00a0µs`;
  return us < 1_000_000
    ? `${Number((us / 1000).toFixed(1))}\u00a0ms`
    : `${Number((us / 1_000_000).toFixed(1))}\u00a0s`;
};
