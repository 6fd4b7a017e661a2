import type { Category } from '../../detection/findings.ts';
import type { Sensitivity } from '../../policy/settings.ts';
import type { Outcome } from '../store.ts';

export type Totals = Readonly<{
  requests: number;
  outcomes: Readonly<Partial<Record<Outcome, number>>>;
  /** As recorded: those that were blocked included. */
  wouldBlock: number;
  /** With parts that should have been judged and were not. */
  unjudged: number;
  /** By paths that the settings let by unscanned. */
  passedThrough: number;
  failOpen: number;
}>;

export type Bucket = Readonly<{
  atMs: number;
  outcomes: Readonly<Partial<Record<Outcome, number>>>;
  /** Requests by the category of the finding that weighs most. */
  categories: Readonly<Partial<Record<Category, number>>>;
}>;

export type Quantiles = Readonly<{ p50: number; p95: number; p99: number; count: number }>;

export type LatencyBucket = Readonly<{ atMs: number; scan: Quantiles | null; added: Quantiles | null }>;

/**
 * Counted when records are written. Times are rounded outwards to whole minutes, beyond some seven days to whole hours; buckets
 * begin at multiples of their length since 1970 (UTC).
 */
export type Statistics = Readonly<{
  totals: (fromMs: number, toMs: number, keyId: string | null) => Promise<Totals>;
  /** Buckets without traffic are missing. */
  series: (
    fromMs: number,
    toMs: number,
    bucketMs: number,
    keyId: string | null,
  ) => Promise<readonly Bucket[]>;
  /** By requests. */
  topKeys: (
    fromMs: number,
    toMs: number,
    limit: number,
  ) => Promise<readonly Readonly<{ keyId: string; requests: number; blocked: number; wouldBlock: number }>[]>;
  topSubTypes: (
    fromMs: number,
    toMs: number,
    limit: number,
  ) => Promise<readonly Readonly<{ category: Category; subType: string; count: number }>[]>;
  /** Of requests that were not answered as their provider meant it; those from before it was counted are missing. */
  topErrorCodes: (
    fromMs: number,
    toMs: number,
    limit: number,
  ) => Promise<readonly Readonly<{ code: string; count: number }>[]>;
  /** How many requests of that time are threats from this sensitivity on, whatever was in force. */
  bySensitivity: (
    fromMs: number,
    toMs: number,
    keyId: string | null,
  ) => Promise<Readonly<Record<Sensitivity, number>>>;
  /** Of those of all keys, how many people marked "not an attack". */
  notAttackBySensitivity: (fromMs: number, toMs: number) => Promise<Readonly<Record<Sensitivity, number>>>;
  latency: (fromMs: number, toMs: number, bucketMs: number) => Promise<readonly LatencyBucket[]>;
  latencyTotal: (fromMs: number, toMs: number) => Promise<Omit<LatencyBucket, 'atMs'>>;
}>;
