import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** A span as far as tests look at it, whoever sent it and in whichever encoding. */
export type SeenSpan = Readonly<{
  service: string;
  traceId: string;
  spanId: string;
  parentId: string;
  name: string;
  /** Of OTLP: 1 internal, 2 server, 3 client. */
  kind: number;
  startNanos: bigint;
  endNanos: bigint;
}>;

export type OtlpReceiver = Readonly<{
  url: string;
  spans: () => readonly SeenSpan[];
  /** The bodies that came as JSON, as they came. */
  json: () => string;
  headers: () => readonly NodeJS.Dict<string | string[]>[];
  close: () => Promise<void>;
}>;

type Field = Readonly<{ number: number; bytes: Buffer; value: bigint }>;

const EMPTY = Buffer.alloc(0);

/** The fields of one protobuf message; see the encoding page of its documentation. */
const readFields = (message: Buffer): Field[] => {
  const fields: Field[] = [];
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = message.readUInt8(at);
      at += 1;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  while (at < message.length) {
    const tag = Number(varint());
    const number = tag >> 3;
    if ((tag & 7) === 0) fields.push({ number, bytes: EMPTY, value: varint() });
    else if ((tag & 7) === 1) {
      fields.push({ number, bytes: EMPTY, value: message.readBigUInt64LE(at) });
      at += 8;
    } else if ((tag & 7) === 5) {
      fields.push({ number, bytes: EMPTY, value: BigInt(message.readUInt32LE(at)) });
      at += 4;
    } else {
      const length = Number(varint());
      fields.push({ number, bytes: message.subarray(at, at + length), value: 0n });
      at += length;
    }
  }
  return fields;
};

const all = (message: Buffer, number: number): Buffer[] =>
  readFields(message)
    .filter((field) => field.number === number)
    .map(({ bytes }) => bytes);
const first = (message: Buffer, number: number): Buffer => all(message, number)[0] ?? EMPTY;
const numberOf = (message: Buffer, number: number): bigint =>
  readFields(message).find((field) => field.number === number)?.value ?? 0n;

const fromProtobuf = (body: Buffer): SeenSpan[] =>
  all(body, 1).flatMap((resourceSpans) => {
    const service = all(first(resourceSpans, 1), 1).find(
      (attribute) => first(attribute, 1).toString() === 'service.name',
    );
    return all(resourceSpans, 2)
      .flatMap((scopeSpans) => all(scopeSpans, 2))
      .map((span) => ({
        service: service === undefined ? '' : first(first(service, 2), 1).toString(),
        traceId: first(span, 1).toString('hex'),
        spanId: first(span, 2).toString('hex'),
        parentId: first(span, 4).toString('hex'),
        name: first(span, 5).toString(),
        kind: Number(numberOf(span, 6)),
        startNanos: numberOf(span, 7),
        endNanos: numberOf(span, 8),
      }));
  });

const fromJson = (body: string): SeenSpan[] => {
  const seen: SeenSpan[] = [];
  for (const { resource, scopeSpans } of JSON.parse(body).resourceSpans) {
    const [service] = resource.attributes.filter((each: { key: string }) => each.key === 'service.name');
    for (const { spans } of scopeSpans) {
      for (const span of spans) {
        seen.push({
          service: service.value.stringValue,
          traceId: span.traceId,
          spanId: span.spanId,
          parentId: span.parentSpanId ?? '',
          name: span.name,
          kind: span.kind,
          startNanos: BigInt(span.startTimeUnixNano),
          endNanos: BigInt(span.endTimeUnixNano),
        });
      }
    }
  }
  return seen;
};

/** A collector that keeps what it is sent: Envoy's protobuf and the gateway's JSON. */
export const startOtlpReceiver = async (): Promise<OtlpReceiver> => {
  const spans: SeenSpan[] = [];
  const headers: NodeJS.Dict<string | string[]>[] = [];
  let json = '';
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    if (request.url !== '/v1/traces') {
      response.writeHead(404).end();
      return;
    }
    headers.push(request.headers);
    if (request.headers['content-type'] === 'application/json') {
      json += body.toString();
      spans.push(...fromJson(body.toString()));
    } else spans.push(...fromProtobuf(body));
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  };
  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    spans: () => spans,
    json: () => json,
    headers: () => headers,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
};
