import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKeySecret } from '../../src/keys/format.ts';
import { BORDERLINE } from '../borderline.ts';
import { codedDeep } from '../unit/detection/samples.ts';
import { createGatewayKey, revokeGatewayKey } from './gateway-keys.ts';
import { ANY_REQUEST_ID, expectError, expectGatewayHeaders } from './shapes.ts';
import { aSecondMs } from './soon.ts';
import {
  type Answer,
  ATTACK,
  BENIGN,
  type Call,
  chat,
  errorOf,
  eventually,
  type Stack,
  startStack,
} from './stack.ts';

const MAX_BODY_BYTES = 64 * 1024;

let stack: Stack;
/** A scan has one millisecond here, and only one may run at a time. */
let hurried: Stack;
beforeAll(async () => {
  [stack, hurried] = await Promise.all([
    startStack({
      env: {
        PORTCULLIS_SCAN_MAX_BODY_BYTES: String(MAX_BODY_BYTES),
        PORTCULLIS_POLICY_UNREADABLE: '{"video":{"input":"block"}}',
      },
    }),
    startStack({ env: { PORTCULLIS_SCAN_TIMEOUT_MS: '1', PORTCULLIS_LIMITS_MAX_IN_FLIGHT: '1' } }),
  ]);
});
afterAll(() => Promise.all([stack.stop(), hurried.stop()]));

const AUTHENTICATION = { status: 401, type: 'authentication_error', statuses: null } as const;
const INVALID = { status: 400, type: 'invalid_request_error' } as const;
const KEY = 'X-Gateway-Key';

/** Sends, and sees to it that the provider heard nothing of it. */
const refusedCall = async (call: Call): Promise<Answer> => {
  const before = stack.provider.requests().total;
  const answer = await stack.call(call);
  expect(stack.provider.requests().total, 'the provider is never called').toBe(before);
  return answer;
};

const withKey = (key: string | undefined, rest: Readonly<Record<string, string>> = {}): Call => ({
  body: chat(ATTACK),
  headers: { 'x-gateway-key': key, ...rest },
});

/** A chat request of exactly so many bytes. */
const bodyOf = (bytes: number): string => {
  const empty = JSON.stringify(chat(''));
  return JSON.stringify(chat('word '.repeat(bytes / 5 + 1).slice(0, bytes - empty.length)));
};

describe('credentials', () => {
  it.each([
    { name: 'no gateway key', headers: { 'x-gateway-key': undefined }, code: 'missing_gateway_key' },
    { name: 'an empty gateway key', headers: { 'x-gateway-key': '' }, code: 'missing_gateway_key' },
    { name: 'a malformed gateway key', headers: { 'x-gateway-key': 'pcl_x' }, code: 'invalid_gateway_key' },
    {
      name: 'a well-formed gateway key that nobody made',
      headers: { 'x-gateway-key': createKeySecret() },
      code: 'invalid_gateway_key',
    },
    {
      name: 'the gateway key as bearer',
      headers: { 'x-gateway-key': 'Bearer x' },
      code: 'invalid_gateway_key',
    },
  ])('refuses $name', async ({ headers, code }) => {
    const answer = await refusedCall({ body: chat(BENIGN), headers });
    expectError(answer, { ...AUTHENTICATION, code, param: KEY });
    const record = await stack.record(String(answer.headers['x-gateway-request-id']));
    expect(record).toMatchObject({ outcome: 'refused', httpStatus: 401, errorCode: code, keyId: null });
  });

  it.each([
    { name: 'no Authorization', authorization: undefined },
    { name: 'Basic credentials', authorization: 'Basic dXNlcjpwYXNz' },
    { name: 'a bearer without token', authorization: 'Bearer' },
    { name: 'a bearer with an empty token', authorization: 'Bearer   ' },
    { name: 'a bare key', authorization: 'sk-test-provider-key' },
  ])('refuses $name', async ({ authorization }) => {
    const answer = await refusedCall({ body: chat(BENIGN), headers: { authorization } });
    expectError(answer, { ...AUTHENTICATION, code: 'missing_provider_key', param: 'Authorization' });
  });

  it('refuses a gateway key in the place of the provider’s, which would be given away', async () => {
    const authorization = `Bearer ${stack.ready.gatewayKey}`;
    const answer = await refusedCall({ body: chat(BENIGN), headers: { authorization } });
    expectError(answer, { ...AUTHENTICATION, code: 'missing_provider_key', param: 'Authorization' });
    expect(errorOf(answer)['message']).toContain('holds a gateway key');
  });

  it('takes the scheme of the bearer in any case', async () => {
    const answer = await stack.call({ body: chat(BENIGN), headers: { authorization: 'bearer sk-x' } });
    expect(answer.status).toBe(200);
  });

  it('refuses bad credentials in shadow mode too', async () => {
    const answer = await refusedCall(withKey(undefined, { 'x-gateway-mode': 'shadow' }));
    expectError(answer, { ...AUTHENTICATION, code: 'missing_gateway_key', param: KEY });
  });

  it('knows a key a moment after it was made, and not for long after it was revoked', async () => {
    const { key, id } = await createGatewayKey(stack.dataDir, ['--name', 'short-lived']);
    const first = await stack.call({ body: chat(BENIGN), headers: { 'x-gateway-key': key } });
    expect(first.status).toBe(200);
    expect(await stack.record(String(first.headers['x-gateway-request-id']))).toMatchObject({ keyId: id });
    await revokeGatewayKey(stack.dataDir, id);
    const refused = await eventually(
      () => stack.call({ body: chat(BENIGN), headers: { 'x-gateway-key': key } }),
      ({ status }) => status !== 200,
      2.5 * aSecondMs(),
    );
    expectError(refused, { ...AUTHENTICATION, code: 'revoked_gateway_key', param: KEY });
  });

  it('refuses a key once it has expired', async () => {
    const { key } = await createGatewayKey(stack.dataDir, ['--expires', '8s']);
    const call = { body: chat(BENIGN), headers: { 'x-gateway-key': key } };
    expect((await stack.call(call)).status).toBe(200);
    const answer = await eventually(
      () => stack.call(call),
      ({ status }) => status !== 200,
      30_000,
    );
    expectError(answer, { ...AUTHENTICATION, code: 'expired_gateway_key', param: KEY });
  });

  it('answers 429 over a key’s rate, and says when to come again', async () => {
    const { key, id } = await createGatewayKey(stack.dataDir, ['--rate-limit', '2']);
    const call = { body: chat(BENIGN), headers: { 'x-gateway-key': key } };
    expect((await stack.call(call)).status).toBe(200);
    expect((await stack.call(call)).status).toBe(200);
    const answer = await refusedCall(call);
    expectError(answer, {
      status: 429,
      type: 'rate_limit_error',
      code: 'rate_limit_exceeded',
      statuses: null,
    });
    expect(answer.headers['retry-after']).toMatch(/^(?:2[5-9]|30)$/);
    const record = await stack.record(String(answer.headers['x-gateway-request-id']));
    expect(record).toMatchObject({ outcome: 'refused', errorCode: 'rate_limit_exceeded', keyId: id });
  });
});

describe('gateway headers', () => {
  it.each([
    {
      name: 'an unknown mode',
      headers: { 'x-gateway-mode': 'off' },
      code: 'invalid_gateway_mode',
      param: 'X-Gateway-Mode',
    },
    {
      name: 'an empty mode',
      headers: { 'x-gateway-mode': '' },
      code: 'invalid_gateway_mode',
      param: 'X-Gateway-Mode',
    },
    {
      name: 'two modes in one header',
      headers: { 'x-gateway-mode': 'shadow, blocking' },
      code: 'invalid_gateway_mode',
      param: 'X-Gateway-Mode',
    },
    {
      name: 'an unknown sensitivity',
      headers: { 'x-gateway-sensitivity': 'extreme' },
      code: 'invalid_gateway_sensitivity',
      param: 'X-Gateway-Sensitivity',
    },
    {
      name: 'a repeated mode',
      headers: { 'x-gateway-mode': ['blocking', 'shadow'] },
      code: 'repeated_gateway_header',
      param: 'X-Gateway-Mode',
    },
    {
      name: 'a repeated sensitivity',
      headers: { 'x-gateway-sensitivity': ['low', 'low'] },
      code: 'repeated_gateway_header',
      param: 'X-Gateway-Sensitivity',
    },
    {
      name: 'a repeated key, in two spellings',
      headers: { 'X-Gateway-KEY': 'pcl_other' },
      code: 'repeated_gateway_header',
      param: KEY,
    },
  ])('refuses $name', async ({ headers, code, param }) => {
    const answer = await refusedCall({ body: chat(BENIGN), headers });
    expectError(answer, { ...INVALID, code, param, statuses: null });
  });

  it.each(['BLOCKING', ' blocking ', 'Blocking'])('takes the mode %j', async (mode) => {
    const answer = await stack.call({ body: chat(ATTACK), headers: { 'x-gateway-mode': mode } });
    expect(answer.status).toBe(403);
  });

  it.each([
    { sensitivity: 'low', status: 200 },
    { sensitivity: 'medium', status: 200 },
    { sensitivity: 'high', status: 403 },
    { sensitivity: 'paranoid', status: 403 },
  ])('judges a suspicious text at $sensitivity with $status', async ({ sensitivity, status }) => {
    const headers = { 'x-gateway-sensitivity': sensitivity };
    const answer = await stack.call({ body: chat(BORDERLINE), headers });
    expect(answer.status).toBe(status);
    const record = await stack.record(String(answer.headers['x-gateway-request-id']));
    expect(record).toMatchObject({ sensitivity, loosest: 'high' });
  });
});

describe('what a key may settle and what its callers may', () => {
  const keys = new Map<string, string>();
  const SETTINGS = {
    advisory: ['--mode', 'advisory'],
    'advisory, tighten': ['--mode', 'advisory', '--override', 'tighten'],
    'advisory, ignore': ['--mode', 'advisory', '--override', 'ignore'],
    'high, tighten': ['--sensitivity', 'high', '--override', 'tighten'],
  } as const;
  beforeAll(async () => {
    for (const [name, args] of Object.entries(SETTINGS))
      keys.set(name, (await createGatewayKey(stack.dataDir, args)).key);
  });

  it.each([
    { key: 'advisory', headers: {}, text: ATTACK, wanted: [200, 'flagged'] },
    { key: 'advisory', headers: { 'x-gateway-mode': 'shadow' }, text: ATTACK, wanted: [200, 'pass'] },
    { key: 'advisory', headers: { 'x-gateway-mode': 'blocking' }, text: ATTACK, wanted: [403, 'blocked'] },
    {
      key: 'advisory, tighten',
      headers: { 'x-gateway-mode': 'shadow' },
      text: ATTACK,
      wanted: [200, 'flagged'],
    },
    {
      key: 'advisory, tighten',
      headers: { 'x-gateway-mode': 'blocking' },
      text: ATTACK,
      wanted: [403, 'blocked'],
    },
    {
      key: 'advisory, ignore',
      headers: { 'x-gateway-mode': 'blocking' },
      text: ATTACK,
      wanted: [200, 'flagged'],
    },
    { key: 'high, tighten', headers: {}, text: BORDERLINE, wanted: [403, 'blocked'] },
    {
      key: 'high, tighten',
      headers: { 'x-gateway-sensitivity': 'low' },
      text: BORDERLINE,
      wanted: [403, 'blocked'],
    },
  ] as const)('key ($key) with $headers gives $wanted', async ({ key, headers, text, wanted }) => {
    const answer = await stack.call({
      body: chat(text),
      headers: { 'x-gateway-key': keys.get(key), ...headers },
    });
    expect([answer.status, answer.headers['x-gateway-input-status']]).toEqual(wanted);
  });

  it('refuses a bad mode even where the key ignores it', async () => {
    const answer = await refusedCall(withKey(keys.get('advisory, ignore'), { 'x-gateway-mode': 'none' }));
    expectError(answer, {
      ...INVALID,
      code: 'invalid_gateway_mode',
      param: 'X-Gateway-Mode',
      statuses: null,
    });
  });
});

describe('the content type', () => {
  it.each([
    { name: 'text/plain', type: 'text/plain' },
    { name: 'a form', type: 'application/x-www-form-urlencoded' },
    { name: 'none', type: undefined },
    { name: 'another type that begins alike', type: 'application/jsonp' },
    { name: 'a charset that reads the same bytes otherwise', type: 'application/json; charset=utf-7' },
    { name: 'an old charset', type: 'application/json;charset=latin1' },
    { name: 'two types in two headers', type: ['application/json', 'text/plain'] },
    { name: 'the same type twice', type: ['application/json', 'application/json; charset=utf-16'] },
    { name: 'two types in one header', type: 'application/json; a=b, text/plain' },
  ])('refuses $name', async ({ type }) => {
    const answer = await refusedCall({ body: chat(BENIGN), headers: { 'content-type': type } });
    expectError(answer, {
      status: 415,
      type: 'invalid_request_error',
      code: 'unsupported_content_type',
      param: 'Content-Type',
      statuses: ['error', 'skipped'],
    });
  });

  it.each(['application/json; charset=utf-8', 'Application/JSON', 'application/json;charset="UTF-8"'])(
    'takes %s',
    async (type) => {
      const answer = await stack.call({ body: chat(BENIGN), headers: { 'content-type': type } });
      expect(answer.status).toBe(200);
    },
  );

  it('does not refuse it in shadow mode, where the body is scanned all the same', async () => {
    const headers = { 'content-type': 'text/plain', 'x-gateway-mode': 'shadow' };
    const answer = await stack.call({ body: chat(ATTACK), headers });
    expect(answer.status).toBe(200);
    expectGatewayHeaders(answer, ['pass', 'pass']);
    const record = await stack.record(String(answer.headers['x-gateway-request-id']));
    expect(record).toMatchObject({ wouldBlock: true, outcome: 'pass' });
  });
});

describe('the body', () => {
  const FAULT = { type: 'invalid_request_error', statuses: ['error', 'skipped'] } as const;
  it.each([
    { name: 'an empty body', body: '', code: 'invalid_json' },
    { name: 'no JSON', body: '{"model":', code: 'invalid_json' },
    { name: 'text behind the JSON', body: `${JSON.stringify(chat(BENIGN))}x`, code: 'invalid_json' },
    { name: 'an array', body: '[]', code: 'invalid_chat_request' },
    { name: 'no messages', body: { model: 'x' }, code: 'invalid_chat_request', param: 'messages' },
    {
      name: 'messages of another type',
      body: { messages: 'hi' },
      code: 'invalid_chat_request',
      param: 'messages',
    },
    {
      name: 'a message without a role',
      body: { messages: [{ content: 'hi' }] },
      code: 'invalid_chat_request',
      param: 'messages.0.role',
    },
    {
      name: 'a content that is a number',
      body: { messages: [{ role: 'user', content: 1 }] },
      code: 'invalid_chat_request',
      param: 'messages.0.content',
    },
  ])('is refused with 400 for $name', async ({ body, code, param }) => {
    const answer = await refusedCall({ body });
    expectError(answer, { ...FAULT, status: 400, code, param: param ?? null });
    const record = await stack.record(String(answer.headers['x-gateway-request-id']));
    expect(record).toMatchObject({ outcome: 'refused', httpStatus: 400, errorCode: code });
  });

  it('is refused with 400 where it has no length at all', async () => {
    const answer = await refusedCall({ headers: { 'content-length': undefined } });
    expectError(answer, { ...FAULT, status: 400, code: 'invalid_json' });
  });

  it('may be as large as the limit', async () => {
    const body = bodyOf(MAX_BODY_BYTES);
    expect(Buffer.byteLength(body)).toBe(MAX_BODY_BYTES);
    const answer = await stack.call({ body });
    expect(answer.status).toBe(200);
    expectGatewayHeaders(answer, ['pass', 'pass']);
  });

  it.each([
    { name: 'one byte over the limit', bytes: MAX_BODY_BYTES + 1, headers: {} },
    { name: 'twice the limit', bytes: 2 * MAX_BODY_BYTES, headers: {} },
    {
      name: 'over the limit in chunks',
      bytes: 2 * MAX_BODY_BYTES,
      headers: { 'transfer-encoding': 'chunked', 'content-length': undefined },
    },
    {
      name: 'over the limit in advisory mode',
      bytes: 2 * MAX_BODY_BYTES,
      headers: { 'x-gateway-mode': 'advisory' },
    },
  ])('is refused with 413 for $name', async ({ bytes, headers }) => {
    const answer = await refusedCall({ body: bodyOf(bytes), headers });
    expectError(answer, { ...FAULT, status: 413, code: 'request_too_large', id: ANY_REQUEST_ID });
    const record = await stack.record(String(answer.headers['x-gateway-request-id']));
    expect(record).toMatchObject({
      outcome: 'refused',
      httpStatus: 413,
      errorCode: 'request_too_large',
      unjudged: { too_long: 1 },
    });
  });

  it('is refused with 413 where it is over the limit once it is unpacked', async () => {
    const answer = await refusedCall({
      body: gzipSync(bodyOf(MAX_BODY_BYTES + 1)),
      headers: { 'content-encoding': 'gzip' },
    });
    expectError(answer, { ...FAULT, status: 413, code: 'request_too_large' });
  });
});

describe('a text that has more readings than are scanned', () => {
  const body = chat(codedDeep('The harbour wall was painted again in spring.', 4));

  it('is refused with 413 where scans fail closed', async () => {
    const answer = await refusedCall({ body });
    expectError(answer, {
      ...INVALID,
      statuses: ['error', 'skipped'],
      status: 413,
      code: 'too_many_readings',
    });
    const record = await stack.record(String(answer.headers['x-gateway-request-id']));
    expect(record).toMatchObject({
      outcome: 'refused',
      httpStatus: 413,
      errorCode: 'too_many_readings',
      unjudged: { too_many_readings: 1 },
    });
  });

  it.each(['advisory', 'shadow'])(
    'goes on as unjudged in %s, and so does the answer that repeats it',
    async (mode) => {
      const answer = await stack.call({ body, headers: { 'x-gateway-mode': mode } });
      expect(answer.status).toBe(200);
      const record = await stack.record(String(answer.headers['x-gateway-request-id']));
      expect(record).toMatchObject({ inputStatus: 'pass', unjudged: { too_many_readings: 2 } });
    },
  );
});

describe('a part that nobody can read', () => {
  const body = chat([
    { type: 'text', text: 'What is in it?' },
    { type: 'image_url', image_url: { url: 'https://example.com/cat.png' } },
  ]);

  it.each(['blocking', 'advisory', 'shadow'])('goes on and is told of, but in shadow: %s', async (mode) => {
    const answer = await stack.call({ body, headers: { 'x-gateway-mode': mode } });
    expect(answer.status).toBe(200);
    expect(answer.headers['x-gateway-unjudged']).toBe(mode === 'shadow' ? undefined : 'image=1');
    const record = await stack.record(String(answer.headers['x-gateway-request-id']));
    expect(record).toMatchObject({ inputStatus: 'pass', unjudged: { image: 1 } });
  });

  it('is refused where policy says so, with its place, in blocking alone', async () => {
    const film = chat([{ type: 'video_url', video_url: { url: 'https://example.com/film.mp4' } }]);
    const answer = await refusedCall({ body: film });
    expectError(answer, {
      ...INVALID,
      statuses: ['error', 'skipped'],
      status: 415,
      code: 'unreadable_part',
      param: 'messages.0.content.0.video_url',
    });
    const record = await stack.record(String(answer.headers['x-gateway-request-id']));
    expect(record).toMatchObject({
      outcome: 'refused',
      errorCode: 'unreadable_part',
      unjudged: { video: 1 },
    });
    const advised = await stack.call({ body: film, headers: { 'x-gateway-mode': 'advisory' } });
    expect([advised.status, advised.headers['x-gateway-unjudged']]).toEqual([200, 'video=1']);
  });

  it('is told of with a stream, at its beginning and in its last chunk', async () => {
    const answer = await stack.call({
      body: { ...body, stream: true },
      headers: { 'x-gateway-stream-status': 'include' },
    });
    expect(answer.headers['x-gateway-unjudged']).toBe('image=1');
    expect(answer.text).toContain('"unjudged":{"image":1}');
  });
});

describe('headers', () => {
  it.each([
    { name: 'too large', headers: { 'x-large': 'a'.repeat(70_000) } },
    { name: 'too many', headers: { 'x-many': Array.from({ length: 120 }, () => 'a') } },
  ])('that are $name for Envoy are said to be the reason', async ({ headers }) => {
    const answer = await refusedCall({ body: chat(BENIGN), headers });
    const id = answer.headers['x-gateway-request-id'];
    expect(id).toMatch(ANY_REQUEST_ID);
    expect([answer.status, errorOf(answer)]).toEqual([
      431,
      {
        type: INVALID.type,
        code: 'bad_request',
        message: `The request has too many headers, or too large ones. (request id: ${id})`,
        param: null,
        request_id: id,
      },
    ]);
  });
});

describe('paths', () => {
  it.each([
    { method: 'POST', path: '/v1/responses' },
    { method: 'POST', path: '/v1/completions' },
    { method: 'GET', path: '/v1/chat/completions' },
    { method: 'GET', path: '/' },
    { method: 'DELETE', path: '/v1/models/x' },
    { method: 'OPTIONS', path: '/v1/chat/completions' },
  ])('answers 404 to $method $path', async (call) => {
    const answer = await refusedCall({ ...call, body: '' });
    expectError(answer, {
      status: 404,
      type: 'invalid_request_error',
      code: 'unknown_path',
      statuses: null,
    });
  });

  it('asks for the key before it says that there is nothing', async () => {
    const answer = await refusedCall({ path: '/v1/responses', headers: { 'x-gateway-key': undefined } });
    expectError(answer, { ...AUTHENTICATION, code: 'missing_gateway_key', param: KEY });
  });
});

describe('a scan that runs out of time', () => {
  const long = (): string => JSON.stringify(chat('The quick brown fox. '.repeat(40_000)));

  it('is a 503 in blocking mode', async () => {
    const before = await hurried.metric('fail_closed_total', 'direction="input",reason="timeout"');
    const called = hurried.provider.requests().chat;
    const answer = await hurried.call({ body: long() });
    expectError(answer, {
      status: 503,
      type: 'gateway_error',
      code: 'scan_unavailable',
      statuses: ['error', 'skipped'],
    });
    expect(hurried.provider.requests().chat).toBe(called);
    expect(await hurried.counted(before + 1, 'fail_closed_total', 'direction="input",reason="timeout"')).toBe(
      before + 1,
    );
    const record = await hurried.record(String(answer.headers['x-gateway-request-id']));
    expect(record).toMatchObject({
      outcome: 'error',
      httpStatus: 503,
      errorCode: 'scan_unavailable',
      unjudged: { timeout: 1 },
    });
  });

  it.each(['advisory', 'shadow'])('passes in %s mode, with the status error', async (mode) => {
    const before = await hurried.metric('fail_open_total', 'direction="input",reason="timeout"');
    const answer = await hurried.call({ body: long(), headers: { 'x-gateway-mode': mode } });
    expect(answer.status).toBe(200);
    expect(answer.headers['x-gateway-input-status']).toBe('error');
    expect(await hurried.counted(before + 1, 'fail_open_total', 'direction="input",reason="timeout"')).toBe(
      before + 1,
    );
    const record = await hurried.record(String(answer.headers['x-gateway-request-id']));
    expect(record).toMatchObject({ outcome: 'error', httpStatus: 200, inputStatus: 'error' });
    expect(record.unjudged).toMatchObject({ timeout: expect.any(Number) });
  });
});

describe('more requests at once than may be scanned', () => {
  // Unpacking it takes a while, during which others come.
  const body = gzipSync(JSON.stringify(chat('The quick brown fox. '.repeat(200_000))));
  const together = (mode: string): Promise<readonly Answer[]> =>
    Promise.all(
      Array.from({ length: 8 }, () =>
        hurried.call({ body, headers: { 'content-encoding': 'gzip', 'x-gateway-mode': mode } }),
      ),
    );

  it('are answered 503 at once, and told to come again', async () => {
    const labels = 'direction="input",reason="overload"';
    const before = await hurried.metric('fail_closed_total', labels);
    const answers = await together('blocking');
    const shed = answers.filter(({ headers }) => headers['retry-after'] === '1');
    expect(shed.length).toBeGreaterThan(0);
    for (const answer of shed) {
      expectError(answer, {
        status: 503,
        type: 'gateway_error',
        code: 'scan_unavailable',
        statuses: ['error', 'skipped'],
      });
    }
    expect(await hurried.counted(before + shed.length, 'fail_closed_total', labels)).toBe(
      before + shed.length,
    );
  });

  it('pass unscanned in advisory mode, and count as such', async () => {
    const labels = 'direction="input",reason="overload"';
    const before = await hurried.metric('fail_open_total', labels);
    const answers = await together('advisory');
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(answers.map(({ headers }) => headers['x-gateway-input-status'])).toContain('error');
    expect(await hurried.counted(before + 1, 'fail_open_total', labels)).toBeGreaterThan(before);
  });
});
