import { PER } from './rules.ts';

export const sum = (inner: string, by: string = PER): string => `sum by (${by}) (${inner})`;
export const rate = (metric: string, window: string): string => `rate(portcullis_${metric}[${window}])`;
export const increase = (metric: string, window: string): string =>
  `increase(portcullis_${metric}[${window}])`;

/** Refused ones are not counted: a flood of bad keys must not hide what happens to the rest. */
export const LET_IN = 'requests_total{outcome!="refused"}';
