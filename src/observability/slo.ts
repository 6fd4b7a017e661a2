/** Objectives over thirty days: 99.9 % of requests are not failed by us, 99 % wait no longer than this for their scan. */
export const AVAILABILITY_BUDGET = 0.001;
export const LATENCY_BUDGET = 0.01;
/** A border of a bucket of `added_latency_seconds`. */
export const LATENCY_LIMIT_SECONDS = 0.05;

type Select = (name: string, labels?: string) => string;

const sum = (by: string, inner: string): string =>
  by === '' ? `sum(${inner})` : `sum by (${by}) (${inner})`;

const BODY = 'phase="request_body"';
const inTime = (select: Select): string =>
  select('added_latency_seconds_bucket', `${BODY},le="${LATENCY_LIMIT_SECONDS}"`);
const timed = (select: Select): string => select('added_latency_seconds_count', BODY);

/** Requests refused for their credentials or form are no part of the whole: a flood of them must not hide a failure. */
export const unavailableRatio = (by: string, window: string, select: Select): string =>
  `(${sum(by, `rate(${select('fail_closed_total')}[${window}])`)} / ${sum(by, `rate(${select('requests_total', 'outcome!="refused"')}[${window}])`)})`;

export const slowRatio = (by: string, window: string, select: Select): string =>
  `(1 - ${sum(by, `rate(${inTime(select)}[${window}])`)} / ${sum(by, `rate(${timed(select)}[${window}])`)})`;

/** How many requests spent the budget: of three in a night one is a third, and nothing to wake somebody for. */
export const unavailableCount = (by: string, window: string, select: Select): string =>
  sum(by, `increase(${select('fail_closed_total')}[${window}])`);

export const slowCount = (by: string, window: string, select: Select): string =>
  `(${sum(by, `increase(${timed(select)}[${window}])`)} - ${sum(by, `increase(${inTime(select)}[${window}])`)})`;
