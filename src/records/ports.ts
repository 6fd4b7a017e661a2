// What the dashboard and the running policy ask of the store, besides `store.ts`: requests here, the rest in `ports/`. All calls
// reject with GatewayError `STORE_FAILED`; times are Unix milliseconds; none of them is on the request path.
import type { Category } from '../detection/findings.ts';
import type { Outcome, ScanRecord } from './store.ts';

/** A page of at most `limit` items, newest first; `cursor` is what an earlier page gave as `nextCursor`. */
export type Paging = Readonly<{ cursor: string | null; limit: number }>;

/**
 * `nextCursor` is null on the last page. A page of requests may hold fewer items than its limit, even none, while
 * `nextCursor` is not null: no index served the filter, and the time for one page was over. The next page goes on there.
 */
export type Page<T> = Readonly<{ items: readonly T[]; nextCursor: string | null }>;

export type FeedbackLabel = 'not_attack' | 'missed_attack';

export type RequestFilter = Readonly<{
  fromMs?: number;
  /** Exclusive. */
  toMs?: number;
  /** An empty list is no filter. */
  outcomes?: readonly Outcome[];
  /** Like `subType` and `minConfidence`, of the finding that weighs most, which the list shows. */
  categories?: readonly Category[];
  subType?: string;
  keyIds?: readonly string[];
  /** What the caller was told, or why the exchange ended; an empty list is no filter. */
  errorCodes?: readonly string[];
  model?: string;
  stream?: boolean;
  wouldBlock?: boolean;
  /** As `wouldRemove` of a record says. */
  wouldRemove?: boolean;
  hasUnjudged?: boolean;
  /** By a path that the settings let by unscanned. */
  passedThrough?: boolean;
  minConfidence?: number;
  /** Only those with a finding that is a threat at some sensitivity. */
  threatsOnly?: boolean;
  /** The label of the newest feedback that was not undone. */
  feedback?: 'any' | 'none' | FeedbackLabel;
  /**
   * Text in ids (request, Envoy's), model, path, and findings' excerpts, rule ids and sub-types. `%` and `_` stand for
   * themselves. Case does not matter; with SQLite it does for letters beyond ASCII. A whole request id finds that request.
   */
  search?: string;
  conversation?: string;
}>;

/**
 * A record as a list shows it: findings stay behind, but for what is said of the one that weighs most, and its excerpt.
 */
export type RequestSummary = Omit<ScanRecord, 'findings' | 'unjudged'> &
  Readonly<{
    category: Category | null;
    subType: string | null;
    confidence: number | null;
    findingCount: number;
    excerpt: string | null;
    unjudgedCount: number;
    feedback: FeedbackLabel | null;
  }>;

export type RequestSearch = Readonly<{
  search: (filter: RequestFilter, paging: Paging) => Promise<Page<RequestSummary>>;
  facets: (
    fromMs: number,
    toMs: number,
  ) => Promise<
    Readonly<
      Record<
        'outcome' | 'category' | 'model' | 'key',
        readonly Readonly<{ value: string; count: number }>[]
      > & {
        /** All that were ever recorded, whatever the time. */
        errorCode: readonly string[];
      }
    >
  >;
  /** Records with their findings, newest first, for replays and exports; not more than `limit` at once. */
  records: (filter: RequestFilter, paging: Paging) => Promise<Page<ScanRecord>>;
  /**
   * What came in since a record was the newest; for the live view. Oldest first, at most `limit` of the newest. By the time
   * at which requests arrived: one whose answer took long may be stored after newer ones, and then is not told of.
   */
  since: (afterMs: number, afterId: string, limit: number) => Promise<readonly RequestSummary[]>;
}>;

/** A text as it is kept, where the operator keeps texts: encrypted, `keyId` names the key. */
export type StoredText = Readonly<{
  requestId: string;
  keyId: string;
  nonce: Uint8Array;
  /** zstd, then AES-256-GCM over JSON of the segments; the tag is at the end. */
  ciphertext: Uint8Array;
}>;

export type TextStore = Readonly<{
  getText: (requestId: string) => Promise<StoredText | null>;
}>;
