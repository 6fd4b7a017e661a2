import { decodeContent, decodeUtf8 } from './chat/content-encoding.ts';
import { withoutLogprobs } from './chat/logprobs.ts';
import { readChatRequest } from './chat/request.ts';
import { readChatResponse } from './chat/response.ts';
import type { Direction, Segment, Span, Unjudged } from './chat/segment.ts';
import { replaceStrings } from './chat/splice.ts';
import type { RequestAddresses } from './detection/request-addresses.ts';
import {
  type Cancellation,
  createSegmentScanner,
  type ScanDeps,
  type ScanLimits,
  type ScanSegments,
  type SegmentFinding,
} from './detection/scan-segments.ts';
import { GatewayError } from './errors.ts';
import { decide, type Policy, relevantFindings, type Verdict } from './policy/decide.ts';
import { type Redaction, redact } from './policy/redact.ts';

/** Time spent in each stage, in milliseconds. */
export type StageTimes = Readonly<{ decode: number; segment: number; rules: number; decide: number }>;

/** What one direction of a request came to. */
export type Inspection = Readonly<{
  verdict: Verdict;
  findings: readonly SegmentFinding[];
  segments: readonly Segment[];
  unjudged: readonly Unjudged[];
  model: string | null;
  stream: boolean;
  /** The body to send on in place of the original; null where the original goes on untouched. */
  changedBody: Buffer | null;
  stages: StageTimes;
}>;

export type InspectLimits = ScanLimits &
  Readonly<{
    maxBodyBytes: number;
    maxTextChars: number;
    maxDepth: number;
    maxSegments: number;
  }>;

export type InspectDeps = ScanDeps & Readonly<{ limits: InspectLimits }>;

/** UTF-8's byte order mark; no JSON text begins with this byte. */
const BOM_FIRST_BYTE = 0xef;

/** A body as Envoy handed it over. */
export type Body = Readonly<{ bytes: Uint8Array; contentEncoding: string | null }>;

export type Inspector = Readonly<{
  /**
   * @throws GatewayError `INVALID_JSON`, `INVALID_CHAT_REQUEST`, `INVALID_ENCODING`, `REQUEST_TOO_LARGE` for the
   *   body; `SCAN_TIMEOUT` when time ran out; `SCAN_UNAVAILABLE` when cancelled.
   */
  request: (body: Body, policy: Policy, cancellation: Cancellation) => Promise<Inspection>;
  /**
   * Throws like `request`.
   *
   * @param protectedTexts The request's trusted texts, which the answer must not repeat.
   * @param request What the request's texts name.
   */
  response: (
    body: Body,
    policy: Policy,
    protectedTexts: readonly string[],
    cancellation: Cancellation,
    request?: RequestAddresses,
  ) => Promise<Inspection>;
  /** Scans texts that came without a body, such as a line of `portcullis scan`. Throws `SCAN_TIMEOUT`. */
  segments: ScanSegments;
}>;

/** What lies beyond `maxTextChars` was not scanned and is kept as it is. */
const toEdit = (text: string, { segment, text: value }: Redaction): { source: Span; value: string } => {
  const whole: unknown = JSON.parse(text.slice(segment.source.start, segment.source.end));
  const rest = typeof whole === 'string' ? whole.slice(segment.text.length) : '';
  return { source: segment.source, value: value + rest };
};

const applyRedactions = (text: string, { redactions }: Verdict): string =>
  replaceStrings(
    text,
    redact(redactions)
      .map((edit) => toEdit(text, edit))
      // What was found across a border comes after all that was found within a text.
      .sort((a, b) => a.source.start - b.source.start),
  );

const isCoded = ({ bytes, contentEncoding }: Body): boolean =>
  (contentEncoding !== null && contentEncoding.trim().toLowerCase() !== 'identity') ||
  bytes[0] === BOM_FIRST_BYTE;

/** The whole data path on one screen: bytes → segments → findings → verdict. No I/O but the clock. */
export const createInspector = (deps: InspectDeps): Inspector => {
  const { limits, clock } = deps;

  const scanSegments = createSegmentScanner(deps);

  const inspect = async (
    direction: Direction,
    body: Body,
    policy: Policy,
    protectedTexts: readonly string[],
    cancellation: Cancellation,
    read: (text: string) => Pick<Inspection, 'segments' | 'unjudged' | 'model' | 'stream'>,
    request?: RequestAddresses,
  ): Promise<Inspection> => {
    const startMs = clock();
    const text = decodeUtf8(await decodeContent(body.bytes, body.contentEncoding, limits.maxBodyBytes));
    const decodedMs = clock();
    const chat = read(text);
    if (
      policy.onScanError[direction] === 'block' &&
      chat.unjudged.some(({ reason }) => reason === 'too_long')
    ) {
      throw new GatewayError('REQUEST_TOO_LARGE', `A text is longer than ${limits.maxTextChars} characters.`);
    }
    const segmentedMs = clock();
    const all = await scanSegments(chat.segments, protectedTexts, cancellation, request);
    const scannedMs = clock();
    const findings = relevantFindings(all, policy);
    const verdict = decide(findings, policy);
    const redacted = verdict.action === 'redact' ? applyRedactions(text, verdict) : null;
    const changedText = redacted !== null && direction === 'output' ? withoutLogprobs(redacted) : redacted;
    // A coding that two decoders may read differently ends here: the provider gets the text that was scanned.
    const mustReplace = direction === 'input' && policy.mode !== 'shadow' && isCoded(body);
    const changedBody = changedText !== null || mustReplace ? Buffer.from(changedText ?? text) : null;
    return {
      ...chat,
      findings,
      verdict,
      changedBody,
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
      inspect('input', body, policy, [], cancellation, (text) => readChatRequest(text, limits)),
    response: (body, policy, protectedTexts, cancellation, request) =>
      inspect(
        'output',
        body,
        policy,
        protectedTexts,
        cancellation,
        (text) => ({ ...readChatResponse(text, limits), stream: false }),
        request,
      ),
    segments: scanSegments,
  };
};
