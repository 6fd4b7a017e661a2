import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createDeliveryQueue } from '../../../src/telemetry/delivery-queue.ts';
import { type Span, toOtlpTraces } from '../../../src/telemetry/span.ts';
import { createTraceExporter } from '../../../src/telemetry/trace-exporter.ts';
import { heldBytes } from '../held-memory.ts';

const span = (rest: Partial<Span> = {}): Span => ({
  traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
  spanId: '00f067aa0ba902b7',
  parentId: null,
  name: 'portcullis.exchange',
  kind: 'server',
  startMs: 1_800_000_000_000.125,
  endMs: 1_800_000_000_001.5,
  attributes: {},
  events: [],
  error: null,
  ...rest,
});

type Answers = (request: IncomingMessage, body: string, response: ServerResponse) => void;

const startCollector = async (answers: Answers): Promise<string> => {
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (piece) => {
      body += piece;
    });
    request.on('end', () => answers(request, body, response));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/v1/traces`;
};

const exportTo = (url: string, settings: { queueLength?: number; timeoutMs?: number } = {}) => {
  const told: [string, number][] = [];
  const exporter = createTraceExporter(
    {
      headers: { 'x-key': 'secret', 'Content-Type': 'text/plain' },
      ratio: 1,
      serviceName: 'gate',
      timeoutMs: 2000,
      queueLength: 1000,
      envoy: false,
      ...settings,
    },
    url,
    {
      version: '1.2.3',
      instance: 'here:1',
      onExported: (count) => told.push(['exported', count]),
      onDropped: (count, reason) => told.push([reason, count]),
      onError: () => undefined,
    },
  );
  return { exporter, told };
};

describe('a span of OTLP', () => {
  it('has its times in nanoseconds, its parent, its flags and what happened', () => {
    const { resourceSpans } = JSON.parse(
      JSON.stringify(
        toOtlpTraces(
          [
            span({
              parentId: '1'.repeat(16),
              attributes: {
                whole: 3,
                part: 0.5,
                word: 'x',
                yes: true,
                list: ['a', 'b'],
                none: null,
                empty: [],
              },
              events: [{ name: 'blocked', timeMs: 1_800_000_000_001, attributes: { n: 1 } }],
              error: 'scan_unavailable',
            }),
          ],
          { 'service.name': 'gate' },
        ),
      ),
    );
    expect(resourceSpans[0].resource.attributes).toEqual([
      { key: 'service.name', value: { stringValue: 'gate' } },
    ]);
    expect(resourceSpans[0].scopeSpans[0].spans).toEqual([
      {
        traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
        spanId: '00f067aa0ba902b7',
        parentSpanId: '1111111111111111',
        flags: 0x301,
        name: 'portcullis.exchange',
        kind: 2,
        startTimeUnixNano: '1800000000000125000',
        endTimeUnixNano: '1800000000001500000',
        attributes: [
          { key: 'whole', value: { intValue: '3' } },
          { key: 'part', value: { doubleValue: 0.5 } },
          { key: 'word', value: { stringValue: 'x' } },
          { key: 'yes', value: { boolValue: true } },
          { key: 'list', value: { arrayValue: { values: [{ stringValue: 'a' }, { stringValue: 'b' }] } } },
        ],
        events: [
          {
            timeUnixNano: '1800000000001000000',
            name: 'blocked',
            attributes: [{ key: 'n', value: { intValue: '1' } }],
          },
        ],
        status: { code: 2, message: 'scan_unavailable' },
      },
    ]);
  });

  it('of a root names no parent', () => {
    expect(JSON.stringify(toOtlpTraces([span()], {}))).not.toContain('parentSpanId');
  });
});

describe('the export of traces', () => {
  it('sends batches with the operator’s headers, as JSON whatever they say', async () => {
    const seen: [string | undefined, string | undefined, number][] = [];
    const url = await startCollector(({ headers }, body, response) => {
      const { spans } = JSON.parse(body).resourceSpans[0].scopeSpans[0];
      seen.push([headers['content-type'], String(headers['x-key']), spans.length]);
      response.end('{}');
    });
    const { exporter, told } = exportTo(url);
    for (let count = 0; count < 600; count += 1) exporter.write([span()]);
    await exporter.close();
    expect(seen).toEqual([256, 256, 88].map((count) => ['application/json', 'secret', count]));
    expect(told).toEqual([256, 256, 88].map((count) => ['exported', count]));
  });

  it('tries again where the collector asks for it', async () => {
    let tries = 0;
    const url = await startCollector((_request, _body, response) => {
      tries += 1;
      response.writeHead(tries === 1 ? 503 : 200, { 'retry-after': '0.3' }).end();
    });
    const { exporter, told } = exportTo(url);
    exporter.write([span()]);
    await expect.poll(() => told, { timeout: 10_000 }).toEqual([['exported', 1]]);
    expect(tries).toBe(2);
    await exporter.close();
  });

  it.each([
    ['refuses', 400, '', [['refused', 2]]],
    ['does not know us', 401, '', [['refused', 2]]],
    [
      'takes a part',
      200,
      '{"partialSuccess":{"rejectedSpans":"1","errorMessage":"x"}}',
      [
        ['refused', 1],
        ['exported', 1],
      ],
    ],
    [
      'says that it rejected more than there were',
      200,
      '{"partialSuccess":{"rejectedSpans":"99"}}',
      [
        ['refused', 2],
        ['exported', 0],
      ],
    ],
    ['answers nonsense', 200, '<html>', [['exported', 2]]],
    ['answers without end', 200, 'x'.repeat(10_000_000), [['exported', 2]]],
  ])('a collector that %s is asked once', async (_name, status, answer, wanted) => {
    let tries = 0;
    const url = await startCollector((_request, _body, response) => {
      tries += 1;
      response.writeHead(status).end(answer);
    });
    const { exporter, told } = exportTo(url);
    exporter.write([span(), span()]);
    await exporter.close();
    expect([told, tries]).toEqual([wanted, 1]);
  });

  it('does not take its headers elsewhere', async () => {
    let isReached = false;
    const elsewhere = await startCollector((_request, _body, response) => {
      isReached = true;
      response.end();
    });
    const url = await startCollector((_request, _body, response) => {
      response.writeHead(307, { location: elsewhere }).end();
    });
    const { exporter, told } = exportTo(url);
    exporter.write([span()]);
    await exporter.close();
    expect([told, isReached]).toEqual([[['failed', 1]], false]);
  });

  it('gives up on a collector that does not answer', async () => {
    const url = await startCollector(() => undefined);
    const { exporter, told } = exportTo(url, { timeoutMs: 100 });
    exporter.write([span()]);
    await exporter.close();
    expect(told).toEqual([['failed', 1]]);
  });

  it('keeps only so many, and counts each that it drops', () => {
    const { exporter, told } = exportTo('http://127.0.0.1:9/v1/traces', { queueLength: 10 });
    for (let count = 0; count < 15; count += 1) exporter.write([span()]);
    expect(told).toEqual(Array.from({ length: 5 }, () => ['queue_full', 1]));
  });
});

describe('a queue', () => {
  it('waits for a batch to fill, but not for long, and not once it is closed', async () => {
    const sent: number[] = [];
    const queue = createDeliveryQueue<number>({
      send: async (items) => {
        sent.push(items.length);
      },
      maxWaiting: 100,
      batch: 4,
      delayMs: 60_000,
      onDropped: () => undefined,
      onError: () => undefined,
    });
    for (let item = 0; item < 6; item += 1) queue.push(item);
    await expect.poll(() => sent).toEqual([4]);
    await queue.close();
    expect(sent).toEqual([4, 2]);
  });

  it('keeps nothing of what it has sent', async () => {
    let sent = 0;
    const queue = createDeliveryQueue<number>({
      send: async ({ length }) => {
        sent += length;
      },
      maxWaiting: 100,
      batch: 10,
      delayMs: 0,
      onDropped: () => undefined,
      onError: () => undefined,
    });
    const sendOneByOne = async (until: number): Promise<void> => {
      while (sent < until) {
        const wanted = sent + 1;
        queue.push(wanted);
        while (sent < wanted) await new Promise((turn) => setTimeout(turn, 0));
      }
    };
    await sendOneByOne(200);
    const before = heldBytes();
    await sendOneByOne(2200);
    expect((heldBytes() - before) / 2000).toBeLessThan(100);
    await queue.close();
  });

  it('waits for a receiver that takes nothing so long and no longer, and counts what is left', async () => {
    const told: [string, number][] = [];
    const queue = createDeliveryQueue<number>({
      send: () => new Promise(() => undefined),
      maxWaiting: 100,
      batch: 2,
      delayMs: 0,
      closeTimeoutMs: 20,
      onDropped: (count, reason) => told.push([reason, count]),
      onError: () => undefined,
    });
    for (let item = 0; item < 7; item += 1) queue.push(item);
    await queue.close();
    expect(told).toEqual([['failed', 5]]);
  });

  it('sends what was pushed while it was busy', async () => {
    const sent: number[] = [];
    const gate = Promise.withResolvers<void>();
    const queue = createDeliveryQueue<number>({
      send: async (items) => {
        sent.push(...items);
        await gate.promise;
      },
      maxWaiting: 100,
      batch: 10,
      delayMs: 0,
      onDropped: () => undefined,
      onError: () => undefined,
    });
    queue.push(1);
    await expect.poll(() => sent).toEqual([1]);
    queue.push(2);
    gate.resolve();
    await queue.close();
    queue.push(3);
    await queue.close();
    expect(sent).toEqual([1, 2, 3]);
  });
});
