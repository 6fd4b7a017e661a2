import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { acknowledge } from '../../../src/envoy/answer/reply.ts';
import { readsHeader } from '../../../src/envoy/begin/headers.ts';
import type { ProcessingRequest, ProcessingResponse } from '../../../src/envoy/proto.ts';
import { decodeHealthRequest, decodeProcessingRequest } from '../../../src/envoy/protobuf/decode-request.ts';
import { createReplyEncoder, encodeHealth } from '../../../src/envoy/protobuf/encode-response.ts';
import { ProtobufReader } from '../../../src/envoy/protobuf/reader.ts';
import type { Written } from '../../../src/envoy/protobuf/writer.ts';
import { GatewayError } from '../../../src/errors.ts';
import { encodeRequest, ext, normal } from './wire.ts';

/** Our own codec says and reads what @grpc/proto-loader's does. */

const text = fc.oneof(fc.string({ maxLength: 12 }), fc.string({ unit: 'binary', maxLength: 6 })).map((each) =>
  // Half a surrogate pair has no UTF-8.
  each.toWellFormed(),
);
const bytes = (maxLength = 40) => fc.uint8Array({ maxLength }).map((each) => Buffer.from(each));
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });

const headerName = fc.oneof(
  fc.constantFrom(':method', ':path', ':status', 'content-type', 'Content-Encoding', 'authorization'),
  fc.constantFrom('x-request-id', 'traceparent', 'x-gateway-key', 'X-Gateway-Mode', 'x-gateway-', ''),
  fc.constantFrom('host', 'user-agent', 'x-forwarded-for', 'accept'),
  text,
);
const headers = fc.record({
  headers: fc.record({
    headers: fc.array(fc.record({ key: headerName, value: optional(text), raw_value: optional(bytes()) }), {
      maxLength: 6,
    }),
  }),
  end_of_stream: optional(fc.boolean()),
});
const body = fc.record({ body: optional(bytes(300)), end_of_stream: optional(fc.boolean()) });
const name = fc.oneof(text, fc.constantFrom('__proto__', 'constructor', 'request.id', ''));
const { struct } = fc.letrec<{ struct: object; value: object }>((tie) => ({
  struct: fc.record({ fields: fc.dictionary(name, tie('value'), { maxKeys: 3 }) }),
  value: fc.oneof(
    { depthSize: 'small' },
    fc.record({ stringValue: text }),
    fc.record({ structValue: tie('struct') }),
  ),
}));
const kind = fc.oneof(
  headers.map((each) => ({ request_headers: each })),
  headers.map((each) => ({ response_headers: each })),
  body.map((each) => ({ request_body: each })),
  body.map((each) => ({ response_body: each })),
  fc.constant({ request_trailers: {} }),
  fc.constant({ response_trailers: {} }),
);
const mode = fc.oneof(fc.integer({ min: 0, max: 5 }), fc.integer());
const request = fc
  .tuple(
    kind,
    fc.record(
      {
        attributes: fc.dictionary(name, struct, { maxKeys: 3 }),
        protocol_config: fc.record(
          {
            request_body_mode: mode,
            response_body_mode: mode,
            send_body_without_waiting_for_header_response: fc.boolean(),
          },
          { requiredKeys: [] },
        ),
        observability_mode: fc.boolean(),
        metadata_context: fc.record({ filter_metadata: fc.dictionary(name, struct, { maxKeys: 2 }) }),
      },
      { requiredKeys: [] },
    ),
  )
  .map(([what, rest]) => ({ ...what, ...rest }));

/** A field that no definition knows. */
const unknown = fc
  .tuple(fc.integer({ min: 100, max: 2 ** 29 - 1 }), fc.constantFrom(0, 1, 2, 3, 5), bytes(8))
  .map(([field, wire, value]) => {
    const tag = varint(field * 8 + wire);
    if (wire === 0) return Buffer.concat([tag, Buffer.alloc(9, 0xff), Buffer.from([1])]);
    if (wire === 2) return Buffer.concat([tag, Buffer.from([value.length]), value]);
    // A group holds a field and its own end.
    if (wire === 3) return Buffer.concat([tag, Buffer.from([0x08, 0x01]), varint(field * 8 + 4)]);
    return Buffer.concat([tag, Buffer.alloc(wire === 1 ? 8 : 4, 7)]);
  });

const varint = (value: number): Buffer => {
  const out: number[] = [];
  let rest = value;
  while (rest > 127) {
    out.push((rest % 128) + 128);
    rest = Math.floor(rest / 128);
  }
  return Buffer.from([...out, rest]);
};

const readByLoader = (wire: Buffer): Record<string, unknown> => {
  const {
    observability_mode: _,
    metadata_context: __,
    ...message
  } = ext.requestDeserialize(wire) as Record<string, unknown>;
  return message;
};

/** Without what nobody reads, and with empty values as absent. */
const comparable = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return value;
  if (Array.isArray(value)) return value.map(comparable);
  const entries = Object.entries(value).flatMap(([key, each]): [string, unknown][] => {
    if (each === undefined || key === 'send_body_without_waiting_for_header_response') return [];
    if (key === 'headers' && Array.isArray(each)) {
      const read = each.filter(
        (header: { key?: string }) => header.key === undefined || readsHeader(header.key),
      );
      return read.length === 0 ? [] : [[key, read.map(comparable)]];
    }
    if (key === 'fields' && Object.keys(each).length === 0) return [];
    return [[key, comparable(each)]];
  });
  // Keys like "__proto__" are names here.
  return new Map(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
};

describe('a message of Envoy’s', () => {
  it('reads as the loader reads it', () => {
    fc.assert(
      fc.property(request, (message) => {
        const wire = encodeRequest(message);
        expect(comparable(decodeProcessingRequest(wire))).toEqual(comparable(readByLoader(wire)));
      }),
      { numRuns: 2000 },
    );
  });

  it('reads the same with fields that nobody knows, before and behind', () => {
    fc.assert(
      fc.property(request, fc.array(unknown, { minLength: 1, maxLength: 3 }), (message, extra) => {
        const wire = encodeRequest(message);
        const more = Buffer.concat([...extra, wire, ...extra]);
        expect(comparable(decodeProcessingRequest(more))).toEqual(comparable(decodeProcessingRequest(wire)));
      }),
    );
  });

  it('keeps a body as a view of what came', () => {
    const wire = encodeRequest({ request_body: { body: Buffer.from('{"a":1}'), end_of_stream: true } });
    const view = decodeProcessingRequest(wire).request_body?.body;
    expect(view?.buffer).toBe(wire.buffer);
    expect(view?.toString()).toBe('{"a":1}');
  });

  it('is told by the last of several kinds', () => {
    const wire = Buffer.concat([
      encodeRequest({ request_headers: {} }),
      encodeRequest({ response_body: { end_of_stream: true } }),
    ]);
    expect(Object.keys(decodeProcessingRequest(wire))).toEqual(['response_body']);
  });

  it('gives a header that is written another way no meaning', () => {
    // Field 4, the body, as a number.
    expect(decodeProcessingRequest(Buffer.from([0x20, 0x01]))).toEqual({});
  });

  it.each([
    { name: 'a number of eleven bytes', wire: [0x50, ...Array(10).fill(0xff), 0x01] },
    { name: 'a length beyond the end', wire: [0x12, 0x05, 0x00] },
    { name: 'a length of more than 32 bits', wire: [0x12, 0x80, 0x80, 0x80, 0x80, 0x10] },
    { name: 'a length of 2^63', wire: [0x12, ...Array(9).fill(0x80), 0x01] },
    { name: 'half a tag', wire: [0x92] },
    { name: 'field 0', wire: [0x02, 0x00] },
    { name: 'a tag of more than 32 bits', wire: [0x90, 0x80, 0x80, 0x80, 0x10, 0x00] },
    { name: 'wire type 6', wire: [0x96, 0x06, 0x00] },
    { name: 'an end of no group', wire: [0xa4, 0x06] },
    { name: 'a group without an end', wire: [0xa3, 0x06, 0x08, 0x01] },
    { name: 'a group with another one’s end', wire: [0xa3, 0x06, 0xac, 0x06] },
    { name: 'a fixed number cut off', wire: [0xa1, 0x06, 1, 2, 3] },
    { name: 'a part that runs beyond its whole', wire: [0x12, 0x02, 0x0a, 0x05, 1, 2, 3, 4, 5] },
  ])('is refused for $name', ({ wire }) => {
    expect(() => decodeProcessingRequest(Buffer.from(wire))).toThrow(
      expect.objectContaining({ code: 'PROTOCOL_VIOLATION' }),
    );
  });

  it.each([
    { depth: 1, isTaken: true },
    { depth: 32, isTaken: true },
    { depth: 33, isTaken: false },
    { depth: 2000, isTaken: false },
  ])('with structures nested $depth deep: taken $isTaken', ({ depth, isTaken }) => {
    const wrap = (tag: number, inner: Buffer): Buffer =>
      Buffer.concat([Buffer.from([tag]), varint(inner.length), inner]);
    let struct = Buffer.alloc(0);
    // An entry of a struct, whose value is a struct.
    for (let i = 0; i < depth; i += 1) struct = Buffer.from(wrap(0x0a, wrap(0x12, wrap(0x2a, struct))));
    const read = () => decodeProcessingRequest(wrap(0x4a, wrap(0x12, struct)));
    if (isTaken) expect(read).not.toThrow();
    else expect(read).toThrow(/nested too deep/);
  });

  it('is refused for groups nested without end', () => {
    expect(() => decodeProcessingRequest(Buffer.alloc(100_000, 0xa3))).toThrow(GatewayError);
    expect(() => decodeProcessingRequest(Buffer.from(Array(50_000).fill([0xa3, 0x06]).flat()))).toThrow(
      /too deep/,
    );
  });
});

describe('bytes that are perhaps no message', () => {
  const onlyGatewayErrors = (wire: Buffer): void => {
    for (const decode of [decodeProcessingRequest, decodeHealthRequest]) {
      try {
        decode(wire);
      } catch (error) {
        expect(error).toBeInstanceOf(GatewayError);
        expect(error).toMatchObject({ code: 'PROTOCOL_VIOLATION' });
      }
    }
  };

  it('never lead to any other error', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (raw) => onlyGatewayErrors(Buffer.from(raw))),
      {
        numRuns: 3000,
      },
    );
  });

  it('nor do messages that are cut off or changed in places', () => {
    const change = fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 }));
    fc.assert(
      fc.property(request, fc.array(change, { maxLength: 4 }), fc.nat(), (message, changes, cut) => {
        const wire = Buffer.from(encodeRequest(message));
        for (const [at, value] of changes) if (wire.length > 0) wire[at % wire.length] = value;
        onlyGatewayErrors(wire);
        onlyGatewayErrors(wire.subarray(0, cut % (wire.length + 1)));
      }),
      { numRuns: 2000 },
    );
  });

  it('are never read beyond their end', () => {
    const slab = Buffer.alloc(64, 0x01);
    slab.set([0x12, 0x0a], 30);
    expect(() => decodeProcessingRequest(slab.subarray(30, 34))).toThrow(GatewayError);
    const reader = new ProtobufReader(slab.subarray(30, 31));
    expect(() => reader.next() && reader.skip()).toThrow(GatewayError);
  });
});

const mutation = fc.record(
  {
    set_headers: fc.array(
      fc.record({
        header: fc.record({ key: text, raw_value: bytes() }),
        append_action: fc.integer({ min: 0, max: 3 }),
      }),
      { maxLength: 4 },
    ),
    remove_headers: fc.array(text, { maxLength: 3 }),
  },
  { requiredKeys: [] },
);
const largeBody = fc.oneof(
  bytes(200),
  fc.integer({ min: 4000, max: 20_000 }).map((size) => Buffer.alloc(size, 0x61)),
);
const common = fc.record(
  {
    header_mutation: mutation,
    body_mutation: fc.oneof(
      largeBody.map((each) => ({ body: each })),
      fc.record({ streamed_response: fc.record({ body: largeBody, end_of_stream: fc.boolean() }) }),
    ),
  },
  { requiredKeys: [] },
);
const modes = fc.integer({ min: 0, max: 5 });
const response: fc.Arbitrary<ProcessingResponse> = fc
  .tuple(
    fc.oneof(
      fc
        .tuple(
          fc.constantFrom('request_headers', 'response_headers', 'request_body', 'response_body'),
          common,
        )
        .map(([key, each]) => ({ [key]: { response: each } })),
      fc.constant({ request_trailers: {} }),
      fc.constant({ response_trailers: {} }),
      fc
        .record({
          status: fc.record({ code: fc.integer({ min: 100, max: 599 }) }),
          headers: mutation,
          body: largeBody,
          details: text,
        })
        .map((each) => ({ immediate_response: each })),
    ),
    fc.record(
      {
        dynamic_metadata: struct,
        mode_override: fc.record({
          request_header_mode: modes,
          response_header_mode: modes,
          request_body_mode: modes,
          response_body_mode: modes,
          request_trailer_mode: modes,
          response_trailer_mode: modes,
        }),
      },
      { requiredKeys: [] },
    ),
  )
  .map(([what, rest]) => ({ ...what, ...rest }));

/** Without gRPC's prefix, which has to say how long it is. */
const unframed = ({ head, rest }: Written): Buffer => {
  const all = rest === null ? head : Buffer.concat([head, rest]);
  expect(all[0]).toBe(0);
  expect(all.readUInt32BE(1)).toBe(all.length - 5);
  return all.subarray(5);
};

/** As the loader reads either; it writes zeros and empty values that we leave out, and reads them as absent or not. */
const readReply = (wire: Buffer): unknown => {
  const drop = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return value;
    if (Array.isArray(value)) return value.map(drop);
    return new Map(
      Object.entries(value)
        .filter(([, each]) => each !== 0 && each !== false && !(Array.isArray(each) && each.length === 0))
        .filter(([key, each]) => key !== 'fields' || Object.keys(each).length > 0)
        .map(([key, each]): [string, unknown] => [key, drop(each)])
        .toSorted(([a], [b]) => (a < b ? -1 : 1)),
    );
  };
  return drop(normal(ext.responseDeserialize(wire)));
};

describe('a reply of ours', () => {
  const encode = createReplyEncoder(Object.values(acknowledge));

  it('reads as the loader’s does', () => {
    fc.assert(
      fc.property(response, (message) => {
        expect(readReply(unframed(encode(message)))).toEqual(readReply(ext.responseSerialize(message)));
      }),
      { numRuns: 2000 },
    );
  });

  it('hands a large body on without a copy', () => {
    const large = Buffer.alloc(100_000, 0x61);
    const { rest } = encode({ response_body: { response: { body_mutation: { body: large } } } });
    expect(rest).toBe(large);
  });

  it('is the same bytes each time where it is always the same', () => {
    for (const message of Object.values(acknowledge)) {
      expect(encode(message)).toBe(encode(message));
      expect(readReply(unframed(encode(message)))).toEqual(readReply(ext.responseSerialize(message)));
    }
  });

  it('does not carry anything over from one that could not be written', () => {
    const broken: ProcessingResponse = {
      request_body: {
        response: { body_mutation: { body: Buffer.alloc(9000) }, header_mutation: { remove_headers: ['a'] } },
      },
      get dynamic_metadata(): never {
        throw new Error('broken');
      },
    };
    expect(() => encode(broken)).toThrow('broken');
    expect(readReply(unframed(encode({ request_body: { response: {} } })))).toEqual(
      readReply(ext.responseSerialize({ request_body: { response: {} } })),
    );
  });
});

it('health is asked and told as the loader does', () => {
  fc.assert(
    fc.property(text, (service) => {
      const length = Buffer.byteLength(service);
      const wire = Buffer.concat([Buffer.from([0x0a, length]), Buffer.from(service)]);
      expect(decodeHealthRequest(wire)).toBe(service);
    }),
  );
  expect(decodeHealthRequest(Buffer.alloc(0))).toBe('');
  expect(encodeHealth(1)).toEqual(Buffer.from([0, 0, 0, 0, 2, 0x08, 1]));
});

it('a request that nothing is said of has no kind', () => {
  expect(decodeProcessingRequest(Buffer.alloc(0))).toEqual({} satisfies ProcessingRequest);
});
