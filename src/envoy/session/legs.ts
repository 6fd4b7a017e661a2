import type { UnjudgedCounts, UnjudgedReason } from '../../chat/segment.ts';
import { createRequestAddresses } from '../../detection/answers/request-addresses.ts';
import type { SegmentFinding } from '../../detection/scan-segments.ts';
import { type ErrorCode, GatewayError } from '../../errors.ts';
import type { AskedFor, Inspection } from '../../inspect.ts';
import type { Policy, Verdict } from '../../policy/decide.ts';
import { thresholdsFor } from '../../policy/settings.ts';
import { UnreadablePartError } from '../../policy/unreadable-parts.ts';
import type { InputStatus, Outcome, OutputStatus } from '../../records/store.ts';
import { createOwnValues } from '../../redaction/own-values.ts';
import { revealedBy } from '../../redaction/revealed.ts';
import { type ErrorReply, toDetection } from '../answer/error-body.ts';
import { type GatewayHeaders, immediate } from '../answer/reply.ts';
import type { ProcessingResponse } from '../proto.ts';
import {
  CLOSED,
  type Command,
  type Ending,
  type Leg,
  type LegStatus,
  type OpenExchange,
  type Step,
} from './session-types.ts';

export const leg = (status: LegStatus, rest: Partial<Leg> = {}): Leg => ({
  status,
  inspection: null,
  unjudged: [],
  scanMs: 0,
  failure: null,
  ...rest,
});

export const unjudged = (reason: UnjudgedReason): Pick<Leg, 'unjudged'> => ({
  unjudged: [{ reason, pointer: '' }],
});

export const NOT_REACHED = leg('none');
/** A path that the operator lets by unscanned. */
export const PASSED_THROUGH = leg('skipped', unjudged('pass_through'));

const STATUS_BY_ACTION: Readonly<Record<Verdict['action'], InputStatus>> = {
  pass: 'pass',
  flag: 'flagged',
  redact: 'redacted',
  block: 'blocked',
};

export const scannedLeg = (inspection: Inspection, scanMs: number): Leg =>
  leg(STATUS_BY_ACTION[inspection.verdict.action], { inspection, unjudged: inspection.unjudged, scanMs });

/** The four headers are whole milliseconds, rounded up: a scan that ran never reads as 0. */
export const scanTimeMs = (...legs: readonly Leg[]): number =>
  Math.ceil(legs.reduce((sum, { scanMs }) => sum + scanMs, 0));

/** A direction that the request never reached reads as skipped, wherever it is told. */
export const toldStatus = ({ status }: Leg): OutputStatus => (status === 'none' ? 'skipped' : status);

/** What advisory mode tells the caller about: the threat, or else what blocking mode would have replaced. */
const advisoryFinding = (policy: Policy, ...legs: readonly Leg[]): SegmentFinding | null => {
  if (policy.mode !== 'advisory') return null;
  const verdicts = legs.flatMap(({ inspection }) => (inspection === null ? [] : [inspection.verdict]));
  return (
    verdicts.find(({ threat }) => threat !== null)?.threat ??
    verdicts.find(({ redactions }) => redactions.length > 0)?.redactions[0] ??
    null
  );
};

export const countUnjudged = (...legs: readonly Pick<Leg, 'unjudged'>[]): UnjudgedCounts => {
  const counts: Partial<Record<UnjudgedReason, number>> = {};
  for (const { unjudged: parts } of legs)
    for (const { reason } of parts) counts[reason] = (counts[reason] ?? 0) + 1;
  return counts;
};

/** What callers are told was not read of what was scanned: statuses say the rest. Of shadow nobody hears. */
export const toldUnjudged = ({ mode }: Policy, ...legs: readonly Leg[]): UnjudgedCounts | null => {
  const scanned = legs.filter(
    ({ inspection, failure, unjudged: parts }) => inspection !== null && failure === null && parts.length > 0,
  );
  return mode === 'shadow' || scanned.length === 0 ? null : countUnjudged(...scanned);
};

export const gatewayHeaders = (
  exchange: OpenExchange,
  input: Leg,
  output: Leg,
  keepsRequestId: boolean,
): GatewayHeaders => {
  const timeMs = scanTimeMs(input, output);
  const finding = advisoryFinding(exchange.admission.policy, input, output);
  return {
    requestId: exchange.requestId,
    scan: { timeMs, inputStatus: toldStatus(input), outputStatus: toldStatus(output) },
    detection: finding === null ? null : toDetection(finding, exchange.requestId, timeMs),
    unjudged: toldUnjudged(exchange.admission.policy, input, output),
    keepsRequestId,
  };
};

const codeOf = (error: unknown): ErrorCode =>
  error instanceof GatewayError ? error.code : 'SCAN_UNAVAILABLE';

/** Faults of the body itself; anything else is a failure of the scan. */
const BODY_FAULTS: ReadonlySet<ErrorCode> = new Set([
  'INVALID_JSON',
  'INVALID_CHAT_REQUEST',
  'INVALID_ENCODING',
  'REQUEST_TOO_LARGE',
  'TOO_MANY_READINGS',
  'UNREADABLE_PART',
]);

export const isBodyFault = (error: unknown): boolean => BODY_FAULTS.has(codeOf(error));

const UNJUDGED_BY_CODE: Readonly<Partial<Record<ErrorCode, UnjudgedReason>>> = {
  INVALID_JSON: 'invalid_body',
  INVALID_CHAT_REQUEST: 'invalid_body',
  INVALID_ENCODING: 'content_encoding',
  REQUEST_TOO_LARGE: 'too_long',
  TOO_MANY_READINGS: 'too_many_readings',
  SCAN_TIMEOUT: 'timeout',
};

/** Whether an answer may go on unscanned: not where the operator has said that such a part may not. */
export const passesUnscanned = (error: unknown, { onScanError }: Policy): boolean =>
  onScanError.output === 'allow' && !(error instanceof UnreadablePartError);

/** A direction that could not be scanned, and what policy made of that. */
export const failedLeg = (
  status: OutputStatus,
  error: unknown,
  scanMs: number,
  effect: 'open' | 'closed',
): Leg => {
  const code = codeOf(error);
  const reason = error instanceof GatewayError ? UNJUDGED_BY_CODE[code] : undefined;
  const parts = error instanceof UnreadablePartError ? error : unjudged(reason ?? 'scan_error');
  return leg(status, { unjudged: parts.unjudged, scanMs, failure: { code, effect } });
};

/** A body that is refused for what it is: nothing failed. */
export const faultyLeg = (error: unknown, scanMs: number): Leg => ({
  ...failedLeg('error', error, scanMs, 'closed'),
  failure: null,
});

/** What the answer to a request is judged against. Nothing is read before the scan of the answer asks for it. */
export const askedFor = ({ inspection }: Leg, { injectionThresholds }: Policy): AskedFor => {
  const segments = inspection?.segments ?? [];
  const findings = inspection?.findings ?? [];
  const restorer = inspection?.restorer ?? null;
  const { high, medium } = thresholdsFor('prompt_injection', 'untrusted', injectionThresholds);
  const heeded = findings.filter(({ exclusionId }) => exclusionId === undefined);
  const request = createRequestAddresses(segments, heeded, { maybe: high, certain: medium });
  return {
    protectedTexts: segments.filter(({ trust }) => trust === 'trusted').map(({ text }) => text),
    request: restorer === null ? request : { ...request, reveal: revealedBy(restorer) },
    restorer,
    isOwn: createOwnValues(findings),
  };
};

/** The gravest of both directions. */
const outcomeOf = (input: Leg, output: Leg): Outcome =>
  (['blocked', 'error', 'redacted', 'flagged'] as const).find(
    (status) => input.status === status || output.status === status,
  ) ?? 'pass';

export const endingOf = (
  exchange: OpenExchange,
  input: Leg,
  output: Leg,
  rest: Pick<Ending, 'httpStatus'> & Partial<Ending>,
): Ending => ({
  exchange: { requestId: exchange.requestId, receivedAtMs: exchange.receivedAtMs },
  head: exchange.head,
  keyId: exchange.admission.keyId,
  policy: exchange.admission.policy,
  route: exchange.admission.route,
  outcome: outcomeOf(input, output),
  errorCode: null,
  input,
  output,
  ...rest,
});

export const record = (ending: Ending): Command => ({ type: 'record', ending });
export const reply = (message: ProcessingResponse): Command => ({ type: 'reply', message });

/** Ends the exchange with an answer of our own. */
export const answer = (
  exchange: OpenExchange,
  input: Leg,
  output: Leg,
  errorAnswer: ErrorReply,
  outcome: Outcome,
): Step => [
  CLOSED,
  [
    reply(immediate(errorAnswer, gatewayHeaders(exchange, input, output, false))),
    record(
      endingOf(exchange, input, output, {
        httpStatus: errorAnswer.status,
        errorCode: errorAnswer.code,
        outcome,
      }),
    ),
  ],
];
