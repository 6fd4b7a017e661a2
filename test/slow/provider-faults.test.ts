import { request as httpRequest } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, BENIGN, chat, errorOf, eventually, type Stack, startStack } from '../contract/stack.ts';
import { FAULT_HEADER, FAULTS, type Fault, startFaultyProvider } from './faulty-provider.ts';

/** What callers see of a provider that does everything wrong, and what is recorded of it. */

const TEST_MS = 60_000;
const IDLE_MS = 3000;

let stack: Stack;
let provider: Awaited<ReturnType<typeof startFaultyProvider>>;
let sent = 0;
beforeAll(async () => {
  provider = await startFaultyProvider();
  stack = await startStack({
    upstream: provider.url,
    env: {
      PORTCULLIS_LOG_LEVEL: 'warn',
      PORTCULLIS_PROXY_IDLE_TIMEOUT_MS: String(IDLE_MS),
      PORTCULLIS_EXT_PROC_MESSAGE_TIMEOUT_MS: String(IDLE_MS),
      PORTCULLIS_SCAN_TIMEOUT_MS: String(IDLE_MS - 500),
      PORTCULLIS_STREAM_MAX_EVENT_BYTES: String(1024 * 1024),
    },
  });
});
afterAll(async () => {
  await stack.stop();
  provider.close();
});

type Mode = 'blocking' | 'shadow';

/** @returns What broke on the caller's side where there is no whole answer. */
const ask = (fault: Fault, mode: Mode): Promise<Answer | Error> => {
  sent += 1;
  return stack
    .call({
      body: chat(BENIGN, { stream: /stream|event/.test(fault) }),
      headers: { [FAULT_HEADER]: fault, 'x-gateway-mode': mode },
    })
    .catch((error: unknown) => (error instanceof Error ? error : new Error(String(error))));
};

const newest = async () => (await stack.records(sent))[0];

type Seen = Readonly<{ status: number; code: string | null }>;

const seenOf = (answer: Answer | Error): Seen => {
  if (answer instanceof Error) return { status: 0, code: null };
  const isError = answer.status !== 200;
  return { status: answer.status, code: isError ? String(errorOf(answer)['code']) : null };
};

const UNAVAILABLE = {
  seen: { status: 503, code: 'provider_unavailable' },
  recorded: { outcome: 'error', httpStatus: 503, inputStatus: 'pass', errorCode: 'provider_unavailable' },
} as const;
const NO_HTTP = {
  seen: { status: 502, code: 'provider_unavailable' },
  recorded: { ...UNAVAILABLE.recorded, httpStatus: 502 },
} as const;
const SILENT = {
  seen: { status: 504, code: 'provider_timeout' },
  recorded: { ...UNAVAILABLE.recorded, httpStatus: 504, errorCode: 'provider_timeout' },
} as const;
/** Envoy has handed over the headers, and does not say why nothing follows. */
const INTERRUPTED = {
  outcome: 'pass',
  httpStatus: null,
  inputStatus: 'pass',
  outputStatus: 'skipped',
  errorCode: 'answer_interrupted',
} as const;
const CUT = { seen: { status: 502, code: 'provider_unavailable' }, recorded: INTERRUPTED } as const;

describe.each(['blocking', 'shadow'] as const)('a provider that answers with (%s)', (mode) => {
  it.each<{ fault: Fault; seen: Seen; recorded: object }>([
    { fault: 'nothing, then the end', ...UNAVAILABLE },
    { fault: 'a reset before its answer', ...UNAVAILABLE },
    { fault: 'a reset within its headers', ...NO_HTTP },
    { fault: 'what is no HTTP', ...NO_HTTP },
    { fault: 'HTTP/0.9', ...NO_HTTP },
    { fault: 'a header with a zero in it', ...NO_HTTP },
    { fault: 'two lengths that differ', ...NO_HTTP },
    { fault: 'a length and chunks', ...NO_HTTP },
    { fault: 'a huge header', ...NO_HTTP },
    { fault: 'ten thousand headers', ...NO_HTTP },
    { fault: 'headers without end', ...NO_HTTP },
    { fault: 'silence before its answer', ...SILENT },
    { fault: 'silence within its headers', ...SILENT },
    { fault: 'interim answers without end', ...SILENT },
    { fault: 'a reset within its body', ...CUT },
    { fault: 'a length that is too large', ...CUT },
    { fault: 'a chunk that is none', ...CUT },
    { fault: 'silence within its body', seen: SILENT.seen, recorded: INTERRUPTED },
    { fault: 'a body without end', seen: { status: 500, code: 'internal_error' }, recorded: INTERRUPTED },
  ])('$fault: $seen.status', { timeout: TEST_MS }, async ({ fault, seen, recorded }) => {
    const answer = await ask(fault, mode);
    expect(seenOf(answer)).toEqual(seen);
    expect(await newest()).toMatchObject({ ...recorded, failedOpen: false });
  });

  it.each<{ fault: Fault; reason: string }>([
    { fault: 'a length that is too small', reason: 'invalid_body' },
    { fault: 'JSON that is none', reason: 'invalid_body' },
    { fault: 'text that is no UTF-8', reason: 'invalid_body' },
    { fault: 'JSON that is no UTF-8', reason: 'content_encoding' },
    { fault: 'no gzip where it says so', reason: 'content_encoding' },
    { fault: 'gzip that breaks off', reason: 'content_encoding' },
    { fault: 'gzip with rubbish behind it', reason: 'content_encoding' },
    { fault: 'gzip that swells', reason: 'too_long' },
    { fault: 'a coding that nobody knows', reason: 'content_encoding' },
  ])('$fault: not scanned, and counted as such', { timeout: TEST_MS }, async ({ fault, reason }) => {
    const isOpen = mode === 'shadow';
    const counter = isOpen ? 'fail_open_total' : 'fail_closed_total';
    const before = await stack.metric(counter, 'direction="output"');
    const answer = await ask(fault, mode);
    expect(seenOf(answer)).toEqual(
      isOpen ? { status: 200, code: null } : { status: 503, code: 'scan_unavailable' },
    );
    expect(await newest()).toMatchObject({
      outcome: 'error',
      httpStatus: isOpen ? 200 : 503,
      outputStatus: 'error',
      unjudged: { [reason]: 1 },
      failedOpen: isOpen,
    });
    expect(await stack.counted(before + 1, counter, 'direction="output"')).toBe(before + 1);
  });

  it.each<{ fault: Fault }>([{ fault: 'a reset within its stream' }, { fault: 'silence within its stream' }])(
    '$fault: no end, so that nobody takes it for one',
    { timeout: TEST_MS },
    async ({ fault }) => {
      const answer = await ask(fault, mode);
      // Where the first bytes had not left yet, Envoy can still say so.
      expect([0, 502, 504]).toContain(seenOf(answer).status);
      expect(await newest()).toMatchObject({ httpStatus: 200, errorCode: 'stream_interrupted' });
    },
  );

  it.each<{ fault: Fault }>([{ fault: 'events that are none' }, { fault: 'a stream without [DONE]' }])(
    '$fault: scanned, and handed on',
    { timeout: TEST_MS },
    async ({ fault }) => {
      expect(seenOf(await ask(fault, mode))).toEqual({ status: 200, code: null });
      expect(await newest()).toMatchObject({ outcome: 'pass', outputStatus: 'pass', errorCode: null });
    },
  );
});

it('ends an event without end where it may, and says so', { timeout: TEST_MS }, async () => {
  const answer = await ask('an event without end', 'blocking');
  expect(answer instanceof Error ? answer : answer.text.trimEnd().endsWith('data: [DONE]')).toBe(true);
  expect(await newest()).toMatchObject({
    outcome: 'error',
    errorCode: 'scan_unavailable',
    unjudged: { too_long: 1 },
  });
});

/** Reads on and keeps nothing, until it is told to stop. */
const readForEver = (fault: Fault, mode: Mode) => {
  sent += 1;
  const { hostname, port } = new URL(stack.ready.proxyUrl);
  let bytes = 0;
  const request = httpRequest({
    hostname,
    port,
    agent: false,
    method: 'POST',
    path: '/v1/chat/completions',
    headers: {
      ...{ authorization: 'Bearer x', 'x-gateway-key': stack.ready.gatewayKey },
      ...{ 'content-type': 'application/json', 'x-gateway-mode': mode, [FAULT_HEADER]: fault },
    },
  });
  request.on('error', () => undefined);
  request.on('response', (response) => {
    response.on('error', () => undefined);
    response.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
    });
  });
  request.end(JSON.stringify(chat(BENIGN, { stream: true })));
  return { bytes: (): number => bytes, stop: () => request.destroy() };
};

it.each<{ fault: Fault; mode: Mode }>([
  { fault: 'events without end', mode: 'blocking' },
  { fault: 'events without end', mode: 'shadow' },
  { fault: 'an event without end', mode: 'shadow' },
])(
  '$fault, as fast as the wire carries them, keep nobody else waiting ($mode)',
  { timeout: TEST_MS },
  async ({ fault, mode }) => {
    const reader = readForEver(fault, mode);
    await eventually(
      async () => reader.bytes(),
      (bytes) => bytes > 0,
      20_000,
    );
    const early = reader.bytes();
    for (let asked = 0; asked < 10; asked += 1) {
      sent += 1;
      const answer = await stack.call({ body: chat(BENIGN) });
      // A 503 would be Envoy's, for a processor that did not answer in time.
      expect(answer.status).toBe(200);
      await sleep(200);
    }
    expect(reader.bytes(), 'it goes on all the while').toBeGreaterThan(early);
    reader.stop();
    await eventually(
      async () => provider.open(),
      (open) => open === 0,
    );
  },
);

it('has recorded and counted all of it, each once', { timeout: TEST_MS }, async () => {
  await eventually(
    () => stack.metric('streams_in_flight'),
    (count) => count === 0,
  );
  await stack.records(sent);
  expect({
    provider: provider.requests(),
    requests: await stack.metric('requests_total'),
    records: (await stack.metric('records_written_total')) + (await stack.metric('records_dropped_total')),
  }).toEqual({ provider: sent, requests: sent, records: sent });
  expect(Object.keys(FAULTS).length).toBeGreaterThan(30);
});
