import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OtlpReceiver, type SeenSpan, startOtlpReceiver } from '../contract/otlp-receiver.ts';
import { type Answer, ATTACK, BENIGN, chat, eventually, type Stack, startStack } from '../contract/stack.ts';

const createParent = (flags: '00' | '01') => {
  const traceId = randomBytes(16).toString('hex');
  const spanId = randomBytes(8).toString('hex');
  return { traceId, spanId, traceparent: `00-${traceId}-${spanId}-${flags}` };
};

const GATEWAYS = ['portcullis.exchange', 'portcullis.scan_request'];

/** Envoy hands its spans over every five seconds. */
const WAIT_MS = 30_000;

const requestId = ({ headers }: Answer): string => String(headers['x-gateway-request-id']);

describe('with Envoy’s own tracing', () => {
  let receiver: OtlpReceiver;
  let stack: Stack;

  beforeAll(async () => {
    receiver = await startOtlpReceiver();
    stack = await startStack({
      env: {
        PORTCULLIS_TELEMETRY_TRACES_ENDPOINT: receiver.url,
        PORTCULLIS_TELEMETRY_TRACES_ENVOY: 'true',
      },
    });
  });
  afterAll(async () => {
    await stack.stop();
    await receiver.close();
  });

  const spansOf = (traceId: string, isThere: (spans: readonly SeenSpan[]) => boolean) =>
    eventually(
      async () =>
        receiver
          .spans()
          .filter((span) => span.traceId === traceId)
          .map((span) => ({ ...span, startNanos: Number(span.startNanos), endNanos: Number(span.endNanos) })),
      (spans) => isThere(spans.map((span) => ({ ...span, startNanos: 0n, endNanos: 0n }))),
      WAIT_MS,
    );

  it('a trace goes from the caller through Envoy into the scans', async () => {
    const parent = createParent('01');
    const answer = await stack.call({
      body: chat(BENIGN),
      headers: { traceparent: parent.traceparent },
    });
    expect(answer.status).toBe(200);
    const spans = await spansOf(
      parent.traceId,
      (seen) =>
        seen.some(({ name }) => name === 'portcullis.exchange') && seen.some(({ kind }) => kind === 3),
    );
    const ours = spans.filter(({ service }) => service === 'portcullis');
    const envoys = spans.filter(({ service }) => service === 'portcullis-envoy');
    expect(ours.map(({ name }) => name).sort()).toEqual([...GATEWAYS, 'portcullis.scan_response']);

    // The caller's span is the parent of Envoy's, which is that of Envoy's call to us, which is that of our exchange.
    const server = envoys.find(({ kind }) => kind === 2);
    expect(server?.parentId).toBe(parent.spanId);
    const exchange = ours.find(({ name }) => name === 'portcullis.exchange');
    const call = envoys.find(({ spanId }) => spanId === exchange?.parentId);
    expect(call?.name).toContain('ExternalProcessor');
    expect(call?.parentId).toBe(server?.spanId);
    for (const scan of ours.filter(({ name }) => name !== 'portcullis.exchange')) {
      expect(scan.parentId).toBe(exchange?.spanId);
      expect(scan.startNanos).toBeGreaterThanOrEqual(exchange?.startNanos ?? 0);
      expect(scan.endNanos).toBeLessThanOrEqual(exchange?.endNanos ?? 0);
    }
    // Envoy's clock and ours are one: what it asked for began after it had asked.
    expect((exchange?.startNanos ?? 0) - (call?.startNanos ?? 0)).toBeGreaterThan(-2_000_000);
    await eventually(
      async () => stack.output(),
      (output) => output.includes(parent.traceId),
    );
    expect((await stack.record(requestId(answer))).traceId).toBe(parent.traceId);
  });

  it('begins a trace in Envoy where the caller has none', async () => {
    const answer = await stack.call({ body: chat(BENIGN) });
    const line = await eventually(
      async () =>
        stack
          .output()
          .split('\n')
          .find((each) => each.includes(requestId(answer))),
      (found) => found !== undefined,
    );
    const { trace_id: traceId } = JSON.parse(line?.slice(line.indexOf('{')) ?? '{}');
    expect((await stack.record(requestId(answer))).traceId).toBe(traceId);
    const spans = await spansOf(traceId, (seen) => new Set(seen.map(({ service }) => service)).size === 2);
    expect(spans.find(({ kind, service }) => service === 'portcullis-envoy' && kind === 2)?.parentId).toBe(
      '',
    );
  });

  it('keeps nothing of a trace that its caller does not keep', async () => {
    const dropped = createParent('00');
    const kept = createParent('01');
    await stack.call({ body: chat(BENIGN), headers: { traceparent: dropped.traceparent } });
    await stack.call({ body: chat(ATTACK), headers: { traceparent: kept.traceparent } });
    await spansOf(kept.traceId, (seen) => seen.some(({ name }) => name === 'portcullis.exchange'));
    expect(receiver.spans().filter(({ traceId }) => traceId === dropped.traceId)).toEqual([]);
    expect(await stack.metric('spans_dropped_total')).toBe(0);
    expect(await stack.metric('spans_exported_total')).toBeGreaterThan(0);
  });

  it('follows a stream to its end', async () => {
    const parent = createParent('01');
    const answer = await stack.call({
      body: chat(BENIGN, { stream: true }),
      headers: { traceparent: parent.traceparent },
    });
    expect(answer.text).toContain('[DONE]');
    const spans = await spansOf(parent.traceId, (seen) =>
      seen.some(({ name }) => name === 'portcullis.exchange'),
    );
    const guarded = spans.find(({ name }) => name === 'portcullis.guard_stream');
    expect(guarded?.endNanos).toBeGreaterThan(guarded?.startNanos ?? 0);
  });
});

describe('without Envoy’s tracing', () => {
  let receiver: OtlpReceiver;
  let stack: Stack;

  beforeAll(async () => {
    receiver = await startOtlpReceiver();
    stack = await startStack({
      env: {
        OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
        OTEL_EXPORTER_OTLP_HEADERS: 'x-collector-key=of%20the%20collector',
      },
    });
  });
  afterAll(async () => {
    await stack.stop();
    await receiver.close();
  });

  const exchangeOf = (answer: Answer) =>
    eventually(
      async () => {
        const [at, body] = [receiver.json().indexOf(requestId(answer)), receiver.json()];
        return at < 0 ? null : body;
      },
      (found) => found !== null,
    );

  it('goes on with the caller’s trace, and tells the collector our name and key', async () => {
    const parent = createParent('01');
    const answer = await stack.call({ body: chat(ATTACK), headers: { traceparent: parent.traceparent } });
    expect(answer.status).toBe(403);
    const body = await exchangeOf(answer);
    const exchange = receiver
      .spans()
      .find(({ name, traceId }) => name === 'portcullis.exchange' && traceId === parent.traceId);
    expect(exchange).toMatchObject({ parentId: parent.spanId, service: 'portcullis', kind: 2 });
    expect(body).toContain('"portcullis.blocked"');
    expect(body).toContain('prompt_injection/instruction_override');
    expect(receiver.headers()[0]?.['x-collector-key']).toBe('of the collector');
    // No text, no key, no name that a caller has chosen.
    for (const hidden of [
      'previous instructions',
      'sk-test-provider-key',
      stack.ready.gatewayKey,
      'sample',
    ]) {
      expect(body).not.toContain(hidden);
    }
  });

  it.each([
    ['all zeros', `00-${'0'.repeat(32)}-${'1'.repeat(16)}-01`],
    ['a version that is none', `ff-${'1'.repeat(32)}-${'1'.repeat(16)}-01`],
    ['much too long', `00-${'1'.repeat(32)}-${'1'.repeat(16)}-01-${'x'.repeat(5000)}`],
    ['twice', [`00-${'1'.repeat(32)}-${'1'.repeat(16)}-01`, `00-${'2'.repeat(32)}-${'2'.repeat(16)}-01`]],
  ])('begins a trace of its own where traceparent is %s', async (_name, traceparent) => {
    const answer = await stack.call({ body: chat(BENIGN), headers: { traceparent } });
    expect(answer.status).toBe(200);
    await exchangeOf(answer);
    const last = receiver.spans().findLast(({ name }) => name === 'portcullis.exchange');
    expect(last?.parentId).toBe('');
    expect(last?.traceId).not.toMatch(/^(?:0{32}|1{32}|2{32})$/);
  });
});

it('without traces no header is looked at, and nothing leaves', async () => {
  const receiver = await startOtlpReceiver();
  const stack = await startStack({
    env: { OTEL_SDK_DISABLED: 'true', OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url },
  });
  try {
    const parent = createParent('01');
    const answer = await stack.call({ body: chat(ATTACK), headers: { traceparent: parent.traceparent } });
    await eventually(
      async () => stack.output(),
      (output) => output.includes(requestId(answer)),
    );
    expect(stack.output()).not.toContain(parent.traceId);
    expect(stack.output()).not.toContain('trace_id');
  } finally {
    await stack.stop();
    await receiver.close();
  }
  expect(receiver.headers()).toEqual([]);
});
