import type { Direction, Role, Trust, UnjudgedCounts } from '../chat/segment.ts';
import type { Category } from '../detection/findings.ts';
import {
  type EntitySettings,
  type Mode,
  type Override,
  REPLACEMENTS,
  type Sensitivity,
} from '../policy/settings.ts';

export type InputStatus = 'pass' | 'flagged' | 'redacted' | 'blocked' | 'skipped' | 'error';
/** As the response headers tell it; `skipped` also where the request never came that far. */
export type OutputStatus = InputStatus | 'streaming';

/** How a request ended for its caller; label of `portcullis_requests_total`. */
export const OUTCOMES = ['pass', 'flagged', 'redacted', 'blocked', 'refused', 'error'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** A finding as it is kept: where and why, never the matched text itself. */
export type RecordedFinding = Readonly<{
  direction: Direction;
  category: Category;
  subType: string;
  confidence: number;
  ruleId: string;
  view: string;
  pointer: string;
  role: Role;
  trust: Trust;
  start: number;
  end: number;
  /** The loosest sensitivity at which it is a threat; null where it is none even at `paranoid`. */
  loosest: Sensitivity | null;
  /** A short piece of text around the finding, after redaction; null where the operator keeps none. */
  excerpt: string | null;
  /** Where the finding itself stands in the excerpt, UTF-16 code units; null where there is no excerpt. */
  excerptSpan: Readonly<{ start: number; end: number }> | null;
  /** Keyed hash of the segment's normalised text, 32 hex digits; names the text without keeping it. '' for texts of streams, and for what only several texts tell. */
  fingerprint: string;
  /** The exclusion that took it out of the verdict; null where none did. */
  exclusionId: string | null;
}>;

/** `remove`: a text was taken out as a whole. */
export const CHANGES = [...REPLACEMENTS, 'remove'] as const;

/** How many values of an entity were replaced in one direction, or how many texts were removed for an injection. */
export type RecordedRedaction = Readonly<{
  direction: Direction;
  /** The entity's name, the kind of a secret, the id of an operator's rule, or the sub-type of an injection. */
  entity: string;
  action: (typeof CHANGES)[number];
  count: number;
}>;

type Changed = Pick<ScanRecord, 'redactions' | 'wouldRedact'>;

const namesRemoval = ({ redactions }: Changed): boolean =>
  redactions.some(({ action }) => action === 'remove');

/** Whether a text of the request was removed for what was found in it. */
export const wasRemoved = (record: Changed): boolean => !record.wouldRedact && namesRemoval(record);

/** Whether one would have been in mode `blocking`, with the rest of the request going on. */
export const wouldRemove = (record: Changed): boolean => record.wouldRedact && namesRemoval(record);

/** What is kept of one request (contract §9: no raw text, no provider key, no gateway key). */
export type ScanRecord = Readonly<{
  requestId: string;
  /** Unix time in milliseconds at which the request's headers arrived. */
  receivedAtMs: number;
  /** Envoy's own id of the request, for correlation with its access log; null where it sent none. */
  envoyRequestId: string | null;
  /** Of the trace that the request belonged to, 32 hexadecimal digits; null where nobody traced. */
  traceId: string | null;
  keyId: string | null;
  path: string;
  model: string | null;
  stream: boolean;
  mode: Mode;
  sensitivity: Sensitivity;
  outcome: Outcome;
  inputStatus: InputStatus;
  outputStatus: OutputStatus;
  /** HTTP status that the caller saw; null where the caller went away first. */
  httpStatus: number | null;
  /** The error code of a refusal or block; null where there was none. */
  errorCode: string | null;
  /** True where the same request would have been blocked in mode `blocking`. */
  wouldBlock: boolean;
  /** The loosest sensitivity at which it would have been blocked; null where at none. */
  loosest: Sensitivity | null;
  /** The one that decided the verdict first, what an exclusion took out last. */
  findings: readonly RecordedFinding[];
  /** What was replaced; where `wouldRedact`, what would have been. */
  redactions: readonly RecordedRedaction[];
  /** True where values or texts went on as they were, and would have been replaced or removed in mode `blocking`. */
  wouldRedact: boolean;
  /** Reason → number of parts that no detector saw, both directions together. */
  unjudged: UnjudgedCounts;
  segmentCount: number;
  inputChars: number;
  outputChars: number;
  inputScanUs: number;
  outputScanUs: number;
  policyRevision: string;
  /** Keyed hash of the input's texts, hex; lets equal requests be found without keeping their text. */
  contentHash: string | null;
  /** Keyed hash of the conversation's beginning, hex, the same at every turn; null where nothing was read. */
  conversation: string | null;
  /** Time between Envoy's messages and our answers, all together, in µs; null where unknown. */
  addedUs: number | null;
  /** Stage of each direction (`input.decode`, `output.rules` …) → µs. */
  stages: Readonly<Record<string, number>>;
  /** True where it went on although its scan had failed. */
  failedOpen: boolean;
  /** The texts themselves, where the operator keeps them; the store encrypts them. Null: not kept. */
  texts: readonly RecordedText[] | null;
}>;

export type RecordedText = Readonly<{ direction: Direction; pointer: string; role: Role; text: string }>;

/** Where records go. Never blocks and never throws: what does not fit the queue is dropped and counted. */
export type RecordWriter = Readonly<{
  write: (record: ScanRecord) => void;
  /** Resolves when all that was accepted so far is stored, or has been dropped. */
  flush: () => Promise<void>;
  queueLength: () => number;
  close: () => Promise<void>;
}>;

export type RecordFilter = Readonly<{
  /** Records received before this time (exclusive, Unix ms), for paging from the newest to the oldest. */
  beforeMs?: number;
  /**
   * With `beforeMs`: of the records received in exactly that millisecond, those with a smaller id too. The next page
   * starts at the last record's `receivedAtMs` and `requestId`; by time alone, its neighbours would be skipped.
   */
  beforeId?: string;
  outcome?: Outcome;
  keyId?: string;
  limit: number;
}>;

/**
 * Reads for people: the command line now, the dashboard later. Not on the request path. Newest first.
 * Rejects with GatewayError `STORE_FAILED`.
 */
export type RecordReader = Readonly<{
  list: (filter: RecordFilter) => Promise<readonly ScanRecord[]>;
  get: (requestId: string) => Promise<ScanRecord | null>;
  count: () => Promise<number>;
}>;

/** A gateway key as stored: the key itself is known only to its owner. */
export type StoredKey = Readonly<{
  id: string;
  name: string;
  /** SHA-256 of the whole key, hex. */
  sha256: string;
  /** The first characters, to recognise a key by; far too few to guess the rest. */
  displayPrefix: string;
  createdAtMs: number;
  expiresAtMs: number | null;
  revokedAtMs: number | null;
  lastUsedAtMs: number | null;
  mode: Mode | null;
  sensitivity: Sensitivity | null;
  override: Override;
  /** Requests a minute; null is no limit. */
  rateLimitPerMinute: number | null;
  /** What is done about entities for its callers, where it differs from the settings; null: nothing differs. */
  entities: EntitySettings | null;
  /** Share of its requests on which its mode is enforced, 0 to 100; the rest goes by `advisory` where the mode is `blocking`. */
  rolloutPercent: number;
  /** What made the key: `cli`, `dashboard`, or `start` (minted for one run of `portcullis start`). */
  origin: 'cli' | 'dashboard' | 'start';
}>;

/** `changed`: the key is not as whoever rotates it has seen it. */
export type Rotated = 'done' | 'changed' | 'expired' | Readonly<{ successorId: string }>;

/** Rejects with GatewayError `STORE_FAILED`. */
export type KeyStore = Readonly<{
  listKeys: () => Promise<readonly StoredKey[]>;
  /** Those of these ids that there are, in no order. */
  keysById: (ids: readonly string[]) => Promise<readonly StoredKey[]>;
  insertKey: (key: StoredKey) => Promise<void>;
  /** One that is revoked already ended when it ended. False where no key has this id. */
  revokeKey: (id: string, atMs: number) => Promise<boolean>;
  /**
   * Stores a key that takes the place of another, which ends at `endsAtMs`: both or neither. Of several at once one is done.
   * It gets copies of the exclusions in force that name the old key, which keeps its own.
   *
   * @param successor Made now: at its `createdAtMs` the old one must be in force.
   * @param old As it was seen. Where it is another one by now nothing changes; when it was last used does not matter.
   * @returns The id of the key that took its place before, where that is still in force; then nothing changes.
   */
  replaceKey: (old: StoredKey, successor: StoredKey, endsAtMs: number) => Promise<Rotated>;
  deleteKey: (id: string) => Promise<boolean>;
  touchKeys: (usedAtMs: ReadonlyMap<string, number>) => Promise<void>;
  /**
   * Changes whenever another process or this one changed a key (last-used times apart); cheap enough to ask every
   * second.
   */
  keysVersion: () => Promise<string>;
}>;
