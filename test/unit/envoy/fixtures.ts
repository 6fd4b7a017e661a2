import type { Segment } from '../../../src/chat/segment.ts';
import type { Category } from '../../../src/detection/findings.ts';
import type { SegmentFinding } from '../../../src/detection/scan-segments.ts';
import type { Admitted } from '../../../src/envoy/begin/admission.ts';
import type { RequestHead, ResponseHead } from '../../../src/envoy/begin/headers.ts';
import type { HeaderMutation, ProcessingResponse } from '../../../src/envoy/proto.ts';
import { initialState, step } from '../../../src/envoy/session/session.ts';
import type { Command, Ending, Event, ScanResult, State } from '../../../src/envoy/session/session-types.ts';
import { GatewayError } from '../../../src/errors.ts';
import type { Inspection } from '../../../src/inspect.ts';
import { decide, type Policy } from '../../../src/policy/decide.ts';
import { effectivePolicy, type PolicySettings } from '../../../src/policy/effective.ts';
import type { Mode } from '../../../src/policy/settings.ts';
import type { HashValue } from '../../../src/redaction/placeholder.ts';
import type { StreamGuard } from '../../../src/stream/guard.ts';

export const EXCHANGE = { requestId: 'req_01TEST', receivedAtMs: 1_800_000_000_000 } as const;

/** The length of a value in place of its hash. */
export const HASH: HashValue = (_entity, value) => String(value.length);

export const SETTINGS: PolicySettings = {
  mode: 'blocking',
  sensitivity: 'medium',
  onInputScanError: 'auto',
  onOutputScanError: 'auto',
  entities: { EMAIL_ADDRESS: { input: 'redact', output: 'redact' } },
  rules: [],
  revision: 'rev1',
};

const NOTHING_ASKED = { mode: null, sensitivity: null } as const;

export const policyOf = (mode: Mode, onScanError: 'auto' | 'block' | 'allow' = 'auto'): Policy =>
  effectivePolicy(
    { ...SETTINGS, mode, onInputScanError: onScanError, onOutputScanError: onScanError },
    { ...NOTHING_ASKED, override: 'ignore' },
    NOTHING_ASKED,
  );

export const segmentOf = (text: string, rest: Partial<Segment> = {}): Segment => ({
  text,
  pointer: '/messages/0/content',
  role: 'user',
  trust: 'user',
  direction: 'input',
  source: { start: 0, end: text.length + 2 },
  ...rest,
});

export const findingOf = (
  segment: Segment,
  category: Category,
  subType: string,
  rest: Partial<SegmentFinding> = {},
): SegmentFinding => ({
  ruleId: 'PI-1001',
  category,
  subType,
  score: 0.97312,
  span: { start: 0, end: segment.text.length },
  view: 'text',
  segment,
  ...rest,
});

const origin = {
  input: { direction: 'input', role: 'user', trust: 'user' },
  output: { direction: 'output', role: 'output', trust: 'output' },
} as const;

/** `removable`: an injection in a text that the request can do without. */
export type Found = 'nothing' | 'injection' | 'removable' | 'email';
export type Failure = 'bad-json' | 'timeout' | 'crash';

/** An inspection as `decide` makes it of what was found. */
export const inspectionOf = (policy: Policy, direction: 'input' | 'output', found: Found): Inspection => {
  const segment = segmentOf('THE CALLER’S TEXT', origin[direction]);
  const injection = findingOf(segment, 'prompt_injection', 'instruction_override');
  const findings = {
    nothing: [],
    injection: [injection],
    removable: [{ ...injection, isRemovable: true }],
    email: [findingOf(segment, 'pii', 'EMAIL_ADDRESS')],
  }[found];
  const verdict = decide(findings, policy);
  return {
    verdict,
    findings,
    unheeded: [],
    segments: [segmentOf('be nice', { role: 'system', trust: 'trusted' }), segment],
    unjudged: [],
    model: 'gpt-4o',
    stream: false,
    text: '{"messages":[{"role":"system","content":"be nice"},{"role":"user","content":"THE CALLER’S TEXT"}]}',
    changedBody: verdict.action === 'redact' ? Buffer.from('{"changed":true}') : null,
    restorer: null,
    restored: new Map(),
    stages: { decode: 0.1, segment: 0.1, rules: 1, decide: 0.1 },
  };
};

const FAILURES: Readonly<Record<Failure, unknown>> = {
  'bad-json': new GatewayError('INVALID_JSON', 'The body is no JSON.'),
  timeout: new GatewayError('SCAN_TIMEOUT', 'The scan ran out of time.'),
  crash: new TypeError('secret internals'),
};

export const resultOf = (
  policy: Policy,
  direction: 'input' | 'output',
  found: Found | Failure,
): ScanResult =>
  found === 'bad-json' || found === 'timeout' || found === 'crash'
    ? { type: 'failed', error: FAILURES[found], scanMs: 1.2 }
    : { type: 'scanned', inspection: inspectionOf(policy, direction, found), scanMs: 1.2 };

export const requestHead = (rest: Partial<RequestHead> = {}): RequestHead => ({
  method: 'POST',
  path: '/v1/chat/completions',
  contentType: 'application/json',
  contentEncoding: null,
  authorization: 'Bearer sk-provider-secret',
  gateway: new Map([['x-gateway-key', ['pcl_gateway-secret']]]),
  endOfStream: false,
  envoyRequestId: 'envoy-1',
  ...rest,
});

export const responseHead = (rest: Partial<ResponseHead> = {}): ResponseHead => ({
  status: 200,
  contentType: 'application/json',
  contentEncoding: null,
  hasRequestId: false,
  gatewayRequestId: null,
  spoofed: [],
  endOfStream: false,
  ...rest,
});

export const admitted = (
  policy: Policy,
  route: Admitted['route'] = 'scan',
  rest: Partial<Pick<Admitted, 'wantsStreamStatus' | 'streamOnBlock' | 'isShed'>> = {},
): Admitted => ({
  type: 'admitted',
  keyId: 'key_1',
  policy,
  route,
  wantsStreamStatus: false,
  streamOnBlock: 'error',
  isShed: false,
  ...rest,
});

/** A guard that has found something, as far as the session asks it. What it does is told by events. */
export const guardOf = (policy: Policy, found: Found = 'nothing'): StreamGuard => {
  const nothing = () => ({ release: Buffer.alloc(0), threat: null });
  return {
    push: nothing,
    end: nothing,
    expire: nothing,
    heldUntilMs: () => null,
    abandon: () => ({ decided: Buffer.alloc(0), held: Buffer.alloc(0) }),
    breakOff: () => undefined,
    hasEnded: () => false,
    identity: () => ({ id: 'chatcmpl-1', model: 'gpt-4o', created: 17, openChoices: [0, 2] }),
    summary: () => ({ inspection: inspectionOf(policy, 'output', found), scanMs: 1.2 }),
    close: () => undefined,
  };
};

/** What a guard makes of a piece of a stream; only one that holds text back may cut it. */
export const guarded = (
  policy: Policy,
  release: string,
  { isLast = false, found = 'nothing' }: Readonly<{ isLast?: boolean; found?: Found }> = {},
): Event => ({
  type: 'stream-guarded',
  step: { release: Buffer.from(release), threat: inspectionOf(policy, 'output', found).verdict.threat },
  isLast,
});

export const BODY = { type: 'request-body', bytes: Buffer.from('{}'), endOfStream: true } as const;
export const ANSWER = { type: 'response-body', bytes: Buffer.from('{}'), endOfStream: true } as const;

export type Run = Readonly<{
  state: State;
  /** Of each event in turn. */
  commands: readonly (readonly Command[])[];
  replies: readonly ProcessingResponse[];
  records: readonly Ending[];
}>;

/** Feeds events to a new session, or to one that has come as far as `from`. */
export const run = (events: readonly Event[], from: State = initialState(EXCHANGE)): Run => {
  let state = from;
  const commands: (readonly Command[])[] = [];
  for (const event of events) {
    const [next, made] = step(state, event);
    state = next;
    commands.push(made);
  }
  const all = commands.flat();
  return {
    state,
    commands,
    replies: all.flatMap((command) => (command.type === 'reply' ? [command.message] : [])),
    records: all.flatMap((command) => (command.type === 'record' ? [command.ending] : [])),
  };
};

export const headersOf = (mutation: HeaderMutation | undefined): Record<string, string> =>
  Object.fromEntries(
    (mutation?.set_headers ?? []).map(({ header }) => [header.key, header.raw_value.toString('latin1')]),
  );

const KINDS = [
  'request_headers',
  'response_headers',
  'request_body',
  'response_body',
  'request_trailers',
  'response_trailers',
  'immediate_response',
] as const;

/** A reply, reduced to what a test compares. */
export const digest = (message: ProcessingResponse | undefined) => {
  const kinds = KINDS.filter((kind) => message?.[kind] !== undefined);
  const immediate = message?.immediate_response;
  const common = (
    message?.request_headers ??
    message?.response_headers ??
    message?.request_body ??
    message?.response_body
  )?.response;
  const mutation = common?.body_mutation;
  const streamed = mutation !== undefined && 'streamed_response' in mutation ? mutation : undefined;
  const whole = mutation !== undefined && 'body' in mutation ? mutation.body : undefined;
  return {
    kind: kinds.join('+'),
    status: immediate?.status.code ?? null,
    headers: headersOf(immediate?.headers ?? common?.header_mutation),
    removed: common?.header_mutation?.remove_headers ?? [],
    body: (immediate?.body ?? streamed?.streamed_response.body ?? whole)?.toString() ?? null,
    /** Of a piece of a stream, whether it is the last; of nothing else. */
    ends: streamed?.streamed_response.end_of_stream,
    override: message?.mode_override ?? null,
  };
};

/** The error object of an immediate reply. */
export const errorOf = (message: ProcessingResponse | undefined): unknown => {
  const parsed: unknown = JSON.parse(message?.immediate_response?.body.toString() ?? 'null');
  return typeof parsed === 'object' && parsed !== null && 'error' in parsed ? parsed.error : undefined;
};

/** How an exchange of one request and one answer ends. */
export const endingOf = (
  mode: Mode,
  input: Found,
  change: (inspection: Inspection) => Inspection = (same) => same,
  path = '/v1/chat/completions?user=ann',
): Ending => {
  const policy = policyOf(mode);
  const events: Event[] = [
    { type: 'request-headers', head: requestHead({ path }) },
    { type: 'admission', admission: admitted(policy) },
    BODY,
    {
      type: 'request-scanned',
      result: { type: 'scanned', scanMs: 1.5, inspection: change(inspectionOf(policy, 'input', input)) },
    },
    { type: 'response-headers', head: responseHead() },
    ANSWER,
    {
      type: 'response-scanned',
      result: { type: 'scanned', scanMs: 0.5, inspection: inspectionOf(policy, 'output', 'nothing') },
    },
  ];
  const [ending] = run(events).records;
  if (ending === undefined) throw new Error('no ending');
  return ending;
};
