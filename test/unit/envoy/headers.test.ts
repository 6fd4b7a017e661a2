import { describe, expect, it } from 'vitest';
import {
  isUtf8Json,
  mediaType,
  readRequestHead,
  readResponseHead,
} from '../../../src/envoy/begin/headers.ts';
import { decodeRequest, encodeRequest } from './wire.ts';

type Pairs = readonly (readonly [name: string, value: string])[];

const toMap = (pairs: Pairs) => ({
  headers: pairs.map(([key, value]) => ({ key, raw_value: Buffer.from(value, 'latin1') })),
});

describe('a request’s headers', () => {
  it('are read from what Envoy sends', () => {
    const message = {
      request_headers: {
        headers: toMap([
          [':method', 'POST'],
          [':path', '/v1/chat/completions?a=1'],
          ['content-type', 'application/json'],
          ['authorization', 'Bearer sk'],
          ['X-Gateway-Mode', 'shadow'],
          ['x-gateway-mode', 'blocking'],
          ['x-gateway-key', 'k'],
          ['content-encoding', 'gzip'],
          ['content-encoding', 'br'],
          ['content-type', 'text/plain'],
          ['x-request-id', 'the caller’s'],
        ]),
        end_of_stream: false,
      },
      attributes: {
        'envoy.filters.http.ext_proc': { fields: { 'request.id': { stringValue: 'envoy-1' } } },
      },
    };
    expect(decodeRequest(encodeRequest(message))).toMatchObject(message);
    expect(readRequestHead(message.request_headers, message)).toEqual({
      method: 'POST',
      path: '/v1/chat/completions?a=1',
      contentType: 'application/json, text/plain',
      contentEncoding: 'gzip, br',
      authorization: 'Bearer sk',
      gateway: new Map([
        ['x-gateway-mode', ['shadow', 'blocking']],
        ['x-gateway-key', ['k']],
      ]),
      endOfStream: false,
      envoyRequestId: 'envoy-1',
    });
  });

  it.each([
    { modes: { request_body_mode: 2, response_body_mode: 2 }, unsent: undefined },
    { modes: { request_body_mode: 1, response_body_mode: 4 }, unsent: undefined },
    { modes: { response_body_mode: 2 }, unsent: ['request'] },
    { modes: { request_body_mode: 2 }, unsent: ['answer'] },
    { modes: {}, unsent: ['request', 'answer'] },
  ])('tell of bodies that Envoy will not send: $modes', ({ modes, unsent }) => {
    const message = { request_headers: {}, protocol_config: modes };
    expect(readRequestHead({}, message).unsentBodies).toEqual(unsent);
  });

  it('are empty where Envoy sent none', () => {
    expect(readRequestHead({}, {})).toEqual({
      method: '',
      path: '',
      contentType: null,
      contentEncoding: null,
      authorization: null,
      gateway: new Map(),
      endOfStream: false,
      envoyRequestId: null,
    });
  });
});

it('an answer’s headers tell what the provider made up', () => {
  const head = readResponseHead({
    headers: toMap([
      [':status', '200'],
      ['content-type', 'application/json'],
      ['X-Gateway-Input-Status', 'pass'],
      ['x-gateway-input-status', 'pass'],
      ['x-gateway-request-id', 'mine'],
      ['x-request-id', 'p'],
    ]),
    end_of_stream: true,
  });
  expect(head).toMatchObject({
    status: 200,
    contentType: 'application/json',
    hasRequestId: true,
    gatewayRequestId: 'mine',
    spoofed: ['x-gateway-input-status', 'x-gateway-request-id'],
    endOfStream: true,
  });
});

it.each([
  { header: null, type: '' },
  { header: '', type: '' },
  { header: 'application/json', type: 'application/json' },
  { header: ' Application/JSON ; charset=utf-8', type: 'application/json' },
  { header: 'application/jsonx', type: 'application/jsonx' },
])('the media type of $header is "$type"', ({ header, type }) => {
  expect(mediaType(header)).toBe(type);
});

describe('JSON in UTF-8, whoever reads it', () => {
  it.each([
    'application/json',
    ' Application/JSON ',
    'application/json;',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    'application/json; charset=utf8',
    'application/json; charset = utf-8',
    'application/json; charset\t= "utf-8"',
    'application/json; odata.metadata=minimal',
    'application/json; profile="https://example.com/x"; charset=utf-8',
  ])('%j is', (header) => {
    expect(isUtf8Json(header)).toBe(true);
  });

  it.each([
    null,
    '',
    'text/plain',
    'application/jsonx',
    '\u000bapplication/json',
    'application/json\u00a0',
    'application/json, application/json',
    'application/json;a=b,text/plain',
    'application/json; a="b,text/plain"',
    ...[
      'utf-7',
      'utf-16',
      'UTF-16LE',
      'utf-32',
      'iso-8859-1',
      'us-ascii',
      'shift_jis',
      'ibm037',
      '"utf-7"',
      '',
      '"',
      'utf-8,x',
    ].map((charset) => `application/json; charset=${charset}`),
    'application/json; charset=utf-8; charset=utf-7',
    'application/json; charset =utf-7',
    'application/json; charset = utf-8, utf-7',
    'application/json; char set = utf-8',
    "application/json; charset*=utf-8''utf-7",
    'application/json; charset*0=utf-; charset*1=7',
    'application/json; charsets=utf-7',
    'application/json; x-charset=utf-7',
    'application/json; a="charset=utf-7"',
    'application/json; utf-7',
  ])('%j is not', (header) => {
    expect(isUtf8Json(header)).toBe(false);
  });
});
