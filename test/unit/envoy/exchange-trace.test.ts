import { describe, expect, it } from 'vitest';
import { headerValues } from '../../../src/envoy/begin/headers.ts';
import { createTracer } from '../../../src/envoy/report/exchange-trace.ts';
import type { Ending, Event } from '../../../src/envoy/session/session-types.ts';
import type { Mode } from '../../../src/policy/settings.ts';
import type { Span } from '../../../src/telemetry/span.ts';
import {
  ANSWER,
  admitted,
  BODY,
  type Failure,
  type Found,
  policyOf,
  requestHead,
  responseHead,
  resultOf,
  run,
} from './fixtures.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';
const sampled = [`00-${TRACE}-${SPAN}-01`];
const NONE = (): readonly string[] => [];

const endingOf = (
  mode: Mode,
  input: Found | Failure,
  output: Found | Failure,
  onScanError: 'auto' | 'allow' = 'auto',
): Ending => {
  const policy = policyOf(mode, onScanError);
  const events: Event[] = [
    { type: 'request-headers', head: requestHead({ path: '/v1/chat/completions?token=hidden' }) },
    { type: 'admission', admission: admitted(policy) },
    BODY,
    { type: 'request-scanned', result: resultOf(policy, 'input', input) },
    { type: 'response-headers', head: responseHead() },
    ANSWER,
    { type: 'response-scanned', result: resultOf(policy, 'output', output) },
  ];
  const [ending] = run(
    events.slice(0, input === 'nothing' || mode !== 'blocking' || onScanError === 'allow' ? 7 : 4),
  ).records;
  if (ending === undefined) throw new Error('nothing was recorded');
  return ending;
};

const createClocks = () => {
  let ms = 5000;
  return {
    now: () => Math.floor(1_800_000_000_000.4 + ms),
    clock: () => ms,
    pass: (by: number) => (ms += by),
  };
};

const createTest = (ratio = 1) => {
  const written: Span[] = [];
  const clocks = createClocks();
  const tracer = createTracer({ ratio, write: (spans) => written.push(...spans), ...clocks });
  return { tracer, written, pass: clocks.pass, clock: clocks.clock };
};

const play = (ending: Ending): readonly Span[] => {
  const { tracer, written, pass, clock } = createTest();
  const trace = tracer.begin(sampled, NONE);
  pass(1);
  const requestScan = clock();
  pass(2);
  trace.noteScan('input', requestScan, 100);
  if (ending.output.status !== 'none') {
    pass(4);
    const responseScan = clock();
    pass(8);
    trace.noteScan('output', responseScan, 200);
  }
  pass(16);
  trace.finish(ending, 3);
  return written;
};

describe('the spans of an exchange', () => {
  it('are one for the exchange, under Envoy’s, and one for each scan under that', () => {
    const [exchange, request, response, ...more] = play(endingOf('blocking', 'nothing', 'nothing'));
    expect(more).toEqual([]);
    expect(exchange).toMatchObject({
      traceId: TRACE,
      parentId: SPAN,
      name: 'portcullis.exchange',
      kind: 'server',
      error: null,
      events: [],
      attributes: {
        'portcullis.request_id': 'req_01TEST',
        'portcullis.mode': 'blocking',
        'portcullis.outcome': 'pass',
        'portcullis.added_us': 3000,
        'http.response.status_code': 200,
      },
    });
    expect(request).toMatchObject({ parentId: exchange?.spanId, name: 'portcullis.scan_request' });
    expect(request?.attributes).toMatchObject({
      'portcullis.verdict': 'pass',
      'portcullis.body_bytes': 100,
      'portcullis.text_chars': 24,
    });
    expect(response).toMatchObject({ parentId: exchange?.spanId, name: 'portcullis.scan_response' });
    const start = exchange?.startMs ?? 0;
    const times = [exchange, request, response].map((span) =>
      span === undefined ? [] : [span.startMs - start, span.endMs - start],
    );
    expect(times).toEqual([
      [0, 31],
      [1, 3],
      [7, 15],
    ]);
  });

  it.each([
    ['blocked', endingOf('blocking', 'injection', 'nothing'), ['portcullis.blocked'], null],
    ['flagged', endingOf('advisory', 'injection', 'nothing'), ['portcullis.flagged'], null],
    ['in shadow', endingOf('shadow', 'injection', 'nothing'), [], null],
    ['redacted', endingOf('blocking', 'email', 'nothing', 'allow'), ['portcullis.redacted'], null],
    ['removed', endingOf('blocking', 'removable', 'nothing', 'allow'), ['portcullis.removed'], null],
    [
      'refused unscanned',
      endingOf('blocking', 'timeout', 'nothing'),
      ['portcullis.failed_closed'],
      'scan_unavailable',
    ],
    [
      'let through unscanned',
      endingOf('blocking', 'timeout', 'nothing', 'allow'),
      ['portcullis.failed_open'],
      'error',
    ],
  ])('tell what happened: %s', (_name, ending, events, error) => {
    const [exchange] = play(ending);
    expect([exchange?.events.map(({ name }) => name), exchange?.error]).toEqual([events, error]);
  });

  it('hold nothing that a caller wrote', () => {
    for (const found of ['injection', 'email'] as const) {
      const text = JSON.stringify(play(endingOf('advisory', found, found)));
      expect(text).toContain('"portcullis.sub_types":["');
      for (const hidden of ['CALLER', 'hidden', 'completions', 'sample']) expect(text).not.toContain(hidden);
    }
  });

  it('follow a stream to the end of the exchange', () => {
    const { tracer, written, pass } = createTest();
    const trace = tracer.begin(sampled, NONE);
    pass(5);
    trace.noteStream();
    pass(100);
    trace.finish(endingOf('blocking', 'nothing', 'nothing'), 0);
    const [exchange, stream] = written;
    expect(stream?.name).toBe('portcullis.guard_stream');
    expect((stream?.endMs ?? 0) - (stream?.startMs ?? 0)).toBe(100);
    expect(stream?.endMs).toBe(exchange?.endMs);
  });

  it('stay in step with the system’s clock when that is set', () => {
    let ms = 0;
    let wallMs = 1_000_000;
    const written: Span[] = [];
    const tracer = createTracer({
      ratio: 1,
      write: (spans) => written.push(...spans),
      now: () => wallMs,
      clock: () => ms,
    });
    for (const jump of [0, 5000, -9000]) {
      wallMs += jump;
      ms += 1;
      wallMs += 1;
      tracer.begin(sampled, NONE).finish(endingOf('blocking', 'nothing', 'nothing'), 0);
      const start = written.at(-1)?.startMs ?? 0;
      expect(Math.abs(start - wallMs)).toBeLessThan(1);
    }
  });

  it('lie within one another while the system’s clock is being corrected', () => {
    let ms = 0;
    let asked = 0;
    const written: Span[] = [];
    const tracer = createTracer({
      ratio: 1,
      write: (spans) => written.push(...spans),
      // A tenth of a millisecond more each time it is read.
      now: () => Math.floor(1_000_000 + ms + asked++ / 10),
      clock: () => ms,
    });
    for (let i = 0; i < 50; i++) {
      const trace = tracer.begin(sampled, NONE);
      ms += 0.1;
      trace.noteScan('input', ms, 1);
      trace.noteScan('output', ms, 1);
      trace.finish(endingOf('blocking', 'nothing', 'nothing'), 0);
      const [exchange, ...scans] = written.splice(0);
      for (const scan of scans) {
        expect(scan.startMs).toBeGreaterThanOrEqual(exchange?.startMs ?? 0);
        expect(scan.endMs).toBeLessThanOrEqual(exchange?.endMs ?? 0);
      }
    }
  });
});

describe('whose trace it is', () => {
  const caller = [`00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`];

  it.each([
    ['Envoy’s before the caller’s', sampled, caller, TRACE, SPAN],
    ['the caller’s where Envoy does not trace', [], caller, 'a'.repeat(32), 'b'.repeat(16)],
  ])('%s', (_name, fromEnvoy, fromCaller, traceId, parentId) => {
    const { tracer, written } = createTest(0);
    tracer.begin(fromEnvoy, () => fromCaller).finish(endingOf('blocking', 'nothing', 'nothing'), 0);
    expect(written[0]).toMatchObject({ traceId, parentId });
  });

  it('does not ask the caller where Envoy says it', () => {
    const { tracer } = createTest();
    expect(() =>
      tracer.begin(sampled, () => {
        throw new Error('asked');
      }),
    ).not.toThrow();
  });

  it('keeps no span of a trace that is not kept, but knows its name', () => {
    const { tracer, written } = createTest();
    const trace = tracer.begin([`00-${TRACE}-${SPAN}-00`], NONE);
    trace.noteScan('input', 0, 1);
    trace.noteStream();
    trace.finish(endingOf('blocking', 'nothing', 'nothing'), 0);
    expect([trace.traceId, written]).toEqual([TRACE, []]);
  });

  it.each([
    [1, 3],
    [0, 0],
  ])('draws for its own: of a share of %d, %d spans', (ratio, spans) => {
    const { tracer, written } = createTest(ratio);
    const trace = tracer.begin(['nonsense'], () => ['', '']);
    trace.noteScan('input', 0, 1);
    trace.noteScan('output', 0, 1);
    trace.finish(endingOf('blocking', 'nothing', 'nothing'), 0);
    expect(written).toHaveLength(spans);
    expect(trace.traceId).toMatch(/^[\da-f]{32}$/);
    expect(written[0]?.parentId ?? null).toBeNull();
  });

  it('finds each value of the header, in any case of its letters', () => {
    const headers = [
      { key: 'traceparent', raw_value: Buffer.from('a') },
      { key: 'tracestate', raw_value: Buffer.from('x') },
      { key: 'Traceparent', value: 'b' },
    ];
    expect(headerValues({ headers: { headers } }, 'traceparent')).toEqual(['a', 'b']);
  });
});
