import { decodeContent, decodeUtf8 } from './chat/content-encoding.ts';
import { withoutRepeats } from './chat/logprobs.ts';
import { readTurn } from './chat/request.ts';
import { decodeAnswer, OUTPUT, readChatResponse } from './chat/response.ts';
import type { Direction, Segment, Span, Unjudged } from './chat/segment.ts';
import { replaceStrings } from './chat/splice.ts';
import { readBareFile, readTextUrl, writeTextUrl } from './chat/text-url.ts';
import type { RequestAddresses } from './detection/answers/request-addresses.ts';
import type { Beginnings } from './detection/cache/beginnings.ts';
import type { GroupNames } from './detection/cache/cache.ts';
import { isEntity } from './detection/findings.ts';
import {
  type Cancellation,
  createPacer,
  createTurnScanner,
  NO_NAMES,
  type Pace,
  type ScanDeps,
  type ScanLimits,
  type ScanSegments,
  type SegmentFinding,
} from './detection/scan-segments.ts';
import { tooManyReadings } from './detection/views/unread.ts';
import { GatewayError } from './errors.ts';
import {
  decide,
  markExcluded,
  type Policy,
  relevantFindings,
  unheededValues,
  type Verdict,
  valueIn,
} from './policy/decide.ts';
import { blocked, type Left, leftOf, type ScanTexts } from './policy/leave-out.ts';
import { markRemovable } from './policy/removal.ts';
import { refuseUnreadable } from './policy/unreadable-parts.ts';
import { changeAnswer } from './redaction/answer.ts';
import type { RestoredCounts } from './redaction/masks.ts';
import type { IsOwn } from './redaction/own-values.ts';
import type { HashValue } from './redaction/placeholder.ts';
import { type Redaction, redactRequest } from './redaction/request.ts';
import type { Restorer } from './redaction/restorer.ts';
import { inTurns } from './steps/steps.ts';

/** Time spent in each stage, in milliseconds. */
export type StageTimes = Readonly<{ decode: number; segment: number; rules: number; decide: number }>;

/** What one direction of a request came to. */
export type Inspection = Readonly<{
  verdict: Verdict;
  findings: readonly SegmentFinding[];
  /** Values whose entity is switched off, that are allowed, or beyond what is kept of a stream: nothing of the record shows them. */
  unheeded: readonly SegmentFinding[];
  segments: readonly Segment[];
  unjudged: readonly Unjudged[];
  model: string | null;
  stream: boolean;
  /** The body as text, of which the record's hash is made; empty for what comes in pieces. */
  text: string;
  /** The body to send on in place of the original; null where the original goes on untouched. */
  changedBody: Buffer | null;
  /** Of a request that goes on with placeholders: puts the values back into its answer. */
  restorer: Restorer | null;
  /** Of an answer: what was put back into it. */
  restored: RestoredCounts;
  stages: StageTimes;
}>;

export type InspectLimits = ScanLimits &
  Readonly<{
    maxBodyBytes: number;
    maxTextChars: number;
    maxDepth: number;
    maxSegments: number;
  }>;

export type InspectDeps = ScanDeps &
  Readonly<{
    limits: InspectLimits;
    hashValue: HashValue;
    /** What conversations began with; null where each request is read as a whole. */
    beginnings: Beginnings | null;
  }>;

/** What an answer is judged against, and what is put back into it. */
export type AskedFor = Readonly<{
  /** The request's trusted texts, which the answer must not repeat. */
  protectedTexts: readonly string[];
  /** What the request's texts name. */
  request?: RequestAddresses;
  restorer?: Restorer | null;
  isOwn?: IsOwn;
}>;

/** UTF-8's byte order mark; no JSON text begins with this byte. */
const BOM_FIRST_BYTE = 0xef;

/** A body as Envoy handed it over. */
export type Body = Readonly<{ bytes: Uint8Array; contentEncoding: string | null }>;

export type Inspector = Readonly<{
  /**
   * @throws GatewayError `INVALID_JSON`, `INVALID_CHAT_REQUEST`, `INVALID_ENCODING`, `REQUEST_TOO_LARGE` for the
   *   body; `TOO_MANY_READINGS`, `UNREADABLE_PART` where what was not read must not pass; `SCAN_TIMEOUT` when time ran out; `SCAN_UNAVAILABLE` when cancelled.
   */
  request: (body: Body, policy: Policy, cancellation: Cancellation) => Promise<Inspection>;
  /** Throws like `request`. */
  response: (body: Body, policy: Policy, asked: AskedFor, cancellation: Cancellation) => Promise<Inspection>;
  /** Scans texts that came without a body, such as a line of `portcullis scan`. Throws `SCAN_TIMEOUT`. */
  segments: ScanSegments;
}>;

const readFile = (value: string) => readTextUrl(value) ?? readBareFile(value);

/** What lies beyond `maxTextChars` was not scanned and is kept as it is, unless all of the text is removed. */
const toEdit = (
  text: string,
  { segment, text: value, isRemoved }: Redaction,
): { source: Span; value: string } => {
  const whole: unknown = JSON.parse(text.slice(segment.source.start, segment.source.end));
  if (typeof whole !== 'string') return { source: segment.source, value };
  const file = segment.isFile === true ? readFile(whole.toWellFormed()) : null;
  const rest = isRemoved === true ? '' : (file?.text ?? whole).slice(segment.text.length);
  const changed = value + rest;
  return { source: segment.source, value: file === null ? changed : writeTextUrl(file, changed) };
};

const applyRedactions = (text: string, redactions: readonly Redaction[]): string =>
  replaceStrings(
    text,
    redactions
      .map((edit) => toEdit(text, edit))
      // What was found across a border comes after all that was found within a text.
      .sort((a, b) => a.source.start - b.source.start),
  );

/** Marks what the caller himself had written. */
const withOwn = (findings: readonly SegmentFinding[], isOwn: IsOwn | undefined): readonly SegmentFinding[] =>
  isOwn === undefined
    ? findings
    : findings.map((finding) =>
        isEntity(finding.category) && isOwn(finding.subType, valueIn(finding))
          ? { ...finding, isOwn: true }
          : finding,
      );

/** What is sent on in the place of some texts, and what puts their values back. */
type Changed = Readonly<{
  redactions: readonly Redaction[];
  restorer: Restorer | null;
  restored: RestoredCounts;
}>;

const NOTHING_RESTORED: RestoredCounts = new Map();

const UNCHANGED: Changed = { redactions: [], restorer: null, restored: NOTHING_RESTORED };

/** Of a request that can't go on without what is a threat in it. */
const FAILED: Changed = { ...UNCHANGED };

/** Nothing is written into them. */
const TOKENS: Omit<Segment, 'text'> = {
  ...OUTPUT,
  pointer: '/logprobs',
  source: { start: 0, end: 0 },
};

const NOTHING_ASKED: AskedFor = { protectedTexts: [] };

const isCoded = ({ bytes, contentEncoding }: Body): boolean =>
  (contentEncoding !== null && contentEncoding.trim().toLowerCase() !== 'identity') ||
  bytes[0] === BOM_FIRST_BYTE;

/** A coding that two decoders may read differently ends here: the provider gets the text that was scanned. */
const mustReplace = (direction: Direction, body: Body, { mode }: Policy): boolean =>
  direction === 'input' && mode !== 'shadow' && isCoded(body);

/** What is sent on in place of a body; null where that stays. */
const bodyInstead = (
  text: string,
  redactions: readonly Redaction[],
  direction: Direction,
  isReplaced: boolean,
): Buffer | null => {
  if (redactions.length === 0 && !isReplaced) return null;
  const redacted = applyRedactions(text, redactions);
  return Buffer.from(direction === 'output' ? withoutRepeats(redacted) : redacted);
};

/** A body that was read, and what is done with the names of its texts once they are scanned. */
type ReadBody = Readonly<{
  chat: Pick<Inspection, 'segments' | 'unjudged' | 'model' | 'stream'>;
  names: GroupNames;
  remember: (names: GroupNames) => void;
  /** Of an answer: what its tokens say that no text says. */
  unsaid: readonly string[];
}>;

/** The whole data path on one screen: bytes → segments → findings → verdict. No I/O but the clock. */
export const createInspector = (deps: InspectDeps): Inspector => {
  const { limits, clock } = deps;

  const scanTurn = createTurnScanner(deps);

  const readRequest = (text: string): ReadBody => {
    const met = deps.beginnings?.meet(text) ?? null;
    const turn = readTurn(text, limits, met?.known?.beginning ?? null);
    return {
      chat: turn.chat,
      names: met?.known?.names ?? NO_NAMES,
      remember: (names) => met?.remember(turn, names),
      unsaid: [],
    };
  };

  const refuseUnread = (unjudged: readonly Unjudged[]): void => {
    if (!unjudged.some(({ reason }) => reason === 'too_long')) return;
    throw new GatewayError('REQUEST_TOO_LARGE', `A text is longer than ${limits.maxTextChars} characters.`);
  };

  /** What is blocked says more than that not all of it was read. */
  const refuse = (
    direction: Direction,
    { verdict, unjudged }: Left,
    unread: readonly Unjudged[],
    { onScanError, refusesParts }: Policy,
  ): void => {
    if (verdict.action === 'block') return;
    if (unjudged.length > 0 && onScanError[direction] === 'block') throw tooManyReadings();
    refuseUnreadable(unread, refusesParts?.[direction]);
  };

  /** What may not go on for another reason, with a threat that was to be left out, is blocked for the threat. */
  const orBlocked = (left: Left, check: (left: Left) => void): Left => {
    try {
      check(left);
      return left;
    } catch (error) {
      if (left.removed.length === 0) throw error;
      return { ...left, verdict: blocked(left.verdict), removed: [] };
    }
  };

  /** Two looks at a body together have the time of one. */
  const scanRest =
    (startMs: number, { protectedTexts, request }: AskedFor, cancellation: Cancellation): ScanTexts =>
    (segments) => {
      const timeoutMs = limits.timeoutMs - (clock() - startMs);
      const scan = createTurnScanner({ ...deps, limits: { ...limits, timeoutMs } });
      return scan(segments, NO_NAMES, protectedTexts, cancellation, request);
    };

  /** Whether tokens say what an answer may not: they go without a word, as in a stream. */
  const hidesTokens = async (
    unsaid: readonly string[],
    { action }: Verdict,
    policy: Policy,
    asked: AskedFor,
    scan: ScanTexts,
  ): Promise<boolean> => {
    // What is changed loses its tokens whatever they say.
    if (unsaid.length === 0 || action === 'redact' || action === 'block' || policy.mode !== 'blocking')
      return false;
    if (unsaid.some(({ length }) => length > limits.maxTextChars)) return true;
    const { findings, unjudged } = await scan(unsaid.map((text) => ({ ...TOKENS, text })));
    const heard = markExcluded(withOwn(findings, asked.isOwn), policy);
    const { threat, redactions } = decide(relevantFindings(heard, policy), policy);
    return threat !== null || redactions.length > 0 || unjudged.length > 0;
  };

  /** Of a request that goes on with values replaced, or without some texts. */
  const changeRequest = async ({ verdict, segments, removed }: Left, pace: Pace): Promise<Changed> => {
    const { redactions, restorer } = await inTurns(
      redactRequest(segments, verdict.redactions, deps.hashValue),
      pace,
    );
    const notices = removed.map((segment) => ({ segment, text: segment.text, isRemoved: true }) as const);
    return { redactions: [...redactions, ...notices], restorer, restored: NOTHING_RESTORED };
  };

  const changeResponse = async (
    { action, redactions }: Verdict,
    segments: readonly Segment[],
    restorer: Restorer | null,
    pace: Pace,
  ): Promise<Changed> => ({
    ...(await inTurns(
      changeAnswer(segments, action === 'redact' ? redactions : [], restorer, deps.hashValue),
      pace,
    )),
    restorer: null,
  });

  /** Null where all stays as it is, as nearly all does. */
  const change = (
    direction: Direction,
    left: Left,
    restorer: Restorer | null,
    cancellation: Cancellation,
  ): Promise<Changed> | null => {
    const { verdict, segments, removed } = left;
    const isRedacted = verdict.action === 'redact';
    if (direction === 'input') {
      if (!isRedacted) return null;
      const changing = changeRequest(left, createPacer(deps, cancellation));
      return removed.length === 0 ? changing : changing.catch(() => FAILED);
    }
    // What was replaced in the request is put back whatever the answer's own verdict, unless nothing of it may leave.
    if (verdict.action === 'block' || (!isRedacted && restorer === null)) return null;
    return changeResponse(verdict, segments, restorer, createPacer(deps, cancellation));
  };

  const inspect = async (
    direction: Direction,
    body: Body,
    policy: Policy,
    asked: AskedFor,
    cancellation: Cancellation,
    read: (text: string) => ReadBody,
  ): Promise<Inspection> => {
    const startMs = clock();
    const decoding = decodeContent(body.bytes, body.contentEncoding, limits.maxBodyBytes);
    const bytes = decoding instanceof Uint8Array ? decoding : await decoding;
    const text = direction === 'output' ? decodeAnswer(bytes, limits.maxDepth) : decodeUtf8(bytes);
    const decodedMs = clock();
    const { chat, names, remember, unsaid } = read(text);
    if (policy.onScanError[direction] === 'block') refuseUnread(chat.unjudged);
    const segmentedMs = clock();
    const scanned = await scanTurn(
      chat.segments,
      names,
      asked.protectedTexts,
      cancellation,
      asked.request,
    ).catch((error: unknown) => {
      // Whoever lets pass what could not be scanned has still said which parts may not.
      refuseUnreadable(chat.unjudged, policy.refusesParts?.[direction]);
      throw error;
    });
    const scannedMs = clock();
    const all = scanned.findings;
    remember(scanned.names);
    const heard = markExcluded(withOwn(all, asked.isOwn), policy);
    const found = markRemovable(heard, chat.segments, policy.removes);
    const findings = relevantFindings(found, policy);
    const decided = decide(findings, policy);
    const whole = { segments: chat.segments, unjudged: scanned.unjudged };
    const scanMore = scanRest(segmentedMs, asked, cancellation);
    const rest = await leftOf(decided, whole, policy, scanMore);
    const left = orBlocked(rest, (each) => refuse(direction, each, chat.unjudged, policy));
    const { unjudged } = left;
    const changing = change(direction, left, asked.restorer ?? null, cancellation);
    const changed = changing === null ? UNCHANGED : await changing;
    const { redactions, restorer, restored } = changed;
    const verdict = changed === FAILED ? blocked(left.verdict) : left.verdict;
    const hidesSome = await hidesTokens(unsaid, verdict, policy, asked, scanMore);
    const isReplaced = hidesSome || mustReplace(direction, body, policy);
    const changedBody = bodyInstead(text, redactions, direction, isReplaced);
    return {
      ...chat,
      unjudged: unjudged.length === 0 ? chat.unjudged : [...chat.unjudged, ...unjudged],
      text,
      findings,
      unheeded: unheededValues(found, findings),
      verdict,
      changedBody,
      restorer,
      restored,
      stages: {
        decode: decodedMs - startMs,
        segment: segmentedMs - decodedMs,
        rules: scannedMs - segmentedMs,
        decide: clock() - scannedMs,
      },
    };
  };

  return {
    request: (body, policy, cancellation) =>
      inspect('input', body, policy, NOTHING_ASKED, cancellation, readRequest),
    response: (body, policy, asked, cancellation) =>
      inspect('output', body, policy, asked, cancellation, (text) => {
        const { unsaid, ...answer } = readChatResponse(text, limits);
        return {
          chat: { ...answer, stream: false },
          names: NO_NAMES,
          remember: () => undefined,
          unsaid,
        };
      }),
    segments: (segments, protectedTexts, cancellation, request) =>
      scanTurn(segments, NO_NAMES, protectedTexts, cancellation, request),
  };
};
