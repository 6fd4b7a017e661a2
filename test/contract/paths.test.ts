import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RecordingProvider, startRecordingProvider } from './recording-provider.ts';
import { ENVOYS_REQUEST_ID, expectError, expectGatewayHeaders } from './shapes.ts';
import { ATTACK, BENIGN, chat, errorOf, type Stack, startStack } from './stack.ts';
import { exchangeRaw, parseRaw, rawHead } from './wire.ts';

const CHAT = '/v1/chat/completions';

let provider: RecordingProvider;
let stack: Stack;
beforeAll(async () => {
  provider = await startRecordingProvider();
  stack = await startStack({ upstream: provider.url });
});
afterAll(async () => {
  await stack.stop();
  await provider.close();
});

const headersOf = (name: string): string[] =>
  provider.last().headers.flatMap(([each, value]) => (each === name ? [value] : []));

const credentials = (): Record<string, string> => ({
  host: 'gateway.example',
  authorization: 'Bearer sk-raw',
  'x-gateway-key': stack.ready.gatewayKey,
  'content-type': 'application/json',
  connection: 'close',
});

describe('spellings of the chat path', () => {
  it.each([
    { name: 'as it is', path: CHAT, status: 403 },
    { name: 'with a query', path: `${CHAT}?api-version=1`, status: 403 },
    { name: 'with an empty query', path: `${CHAT}?`, status: 403 },
    { name: 'with a path in its query', path: `${CHAT}?x=/../v1/models`, status: 403 },
    { name: 'with two slashes in front', path: `/${CHAT}`, status: 403 },
    { name: 'with two slashes inside', path: '/v1//chat///completions', status: 403 },
    { name: 'with a detour', path: '/v1/x/../chat/completions', status: 403 },
    { name: 'with a detour from a path passed through', path: '/v1/models/../chat/completions', status: 403 },
    { name: 'with a dot', path: '/v1/./chat/./completions', status: 403 },
    { name: 'with a backslash', path: '/v1\\chat\\completions', status: 403 },
    { name: 'with an escaped letter', path: '/v1/chat/completion%73', status: 403 },
    { name: 'with an escaped detour', path: '/v1/x/%2e%2e/chat/completions', status: 403 },
    { name: 'as an absolute address', path: `http://api.example.com${CHAT}`, status: 403 },
    { name: 'with a slash at its end', path: `${CHAT}/`, status: 404 },
    { name: 'with a dot at its end', path: `${CHAT}/.`, status: 404 },
    { name: 'in other case', path: '/v1/Chat/Completions', status: 404 },
    { name: 'with the version in other case', path: '/V1/chat/completions', status: 404 },
    { name: 'with a path parameter', path: `${CHAT};x=1`, status: 404 },
    { name: 'with an escaped space', path: `${CHAT}%20`, status: 404 },
    { name: 'with an escaped question mark', path: `${CHAT}%3Fx`, status: 404 },
    { name: 'with an escaped hash', path: `${CHAT}%23`, status: 404 },
    { name: 'escaped twice', path: '/v1/chat/completion%2573', status: 404 },
    { name: 'without a version', path: '/chat/completions', status: 404 },
    { name: 'below another path', path: '/openai/v1/chat/completions', status: 404 },
    { name: 'with an escaped slash', path: '/v1/chat%2Fcompletions', status: 400 },
    { name: 'with an escaped backslash', path: '/v1/chat%5ccompletions', status: 400 },
    { name: 'with an escaped zero', path: `${CHAT}%00`, status: 400 },
    { name: 'out of the root', path: '/../../v1/chat/completions', status: 403 },
  ])('$name: $status, and the provider hears nothing', async ({ path, status }) => {
    const before = provider.seen().length;
    const answer = await stack.call({ path, body: chat(ATTACK) });
    expect({ status: answer.status, text: answer.text }).toMatchObject({ status });
    expect(answer.headers['content-type']).toBe('application/json');
    expect(answer.headers['x-gateway-request-id']).toMatch(/^req_/);
    expect(errorOf(answer)['request_id']).toBe(answer.headers['x-gateway-request-id']);
    expect(provider.seen()).toHaveLength(before);
  });

  it.each([
    { name: 'a fragment', line: `POST ${CHAT}#x HTTP/1.1` },
    { name: 'a fragment behind a query', line: `POST ${CHAT}?a#b HTTP/1.1` },
    { name: 'a space', line: `POST ${CHAT} x HTTP/1.1` },
    { name: 'a tab', line: `POST ${CHAT}\t HTTP/1.1` },
    { name: 'a byte that is no ASCII', line: `POST ${CHAT}\u00e9 HTTP/1.1` },
    { name: 'a method in small letters', line: `post ${CHAT} HTTP/1.1` },
    { name: 'a method of its own', line: `POSTS ${CHAT} HTTP/1.1` },
    { name: 'HTTP/1.0', line: `POST ${CHAT} HTTP/1.0` },
    { name: 'CONNECT', line: 'CONNECT provider:443 HTTP/1.1' },
    { name: 'an asterisk', line: 'OPTIONS * HTTP/1.1' },
    { name: 'an absolute address of another host', line: `POST http://other.example${CHAT} HTTP/1.1` },
    { name: 'an absolute address without a path', line: 'POST http://other.example HTTP/1.1' },
  ])('lets no attack through with $name', async ({ line }) => {
    const before = provider.seen().length;
    const body = JSON.stringify(chat(ATTACK));
    const head = rawHead(line, { ...credentials(), 'content-length': String(body.length) });
    const answer = parseRaw(await exchangeRaw(stack.ready.proxyUrl, Buffer.from(head + body, 'latin1')));
    expect(provider.seen()).toHaveLength(before);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    const { error } = JSON.parse(answer.body);
    if (answer.status === 403) expect(error.code).toBe('prompt_injection_detected');
    expect(error.request_id).toBe(answer.headers.get('x-gateway-request-id'));
  });

  it.each([
    { name: 'a fragment', line: `POST ${CHAT}#x HTTP/1.1` },
    { name: 'an escaped slash', line: 'POST /v1/chat%2Fcompletions HTTP/1.1' },
  ])('is not named by the caller where it is refused for $name', async ({ line }) => {
    for (const theirs of ['01M7Z0KHWH35PA06WSZD3W115F', 'a"},"code":"b', 'a'.repeat(4000)]) {
      const head = rawHead(line, { ...credentials(), 'x-request-id': theirs, 'content-length': '0' });
      const answer = parseRaw(await exchangeRaw(stack.ready.proxyUrl, head));
      const { error } = JSON.parse(answer.body);
      expect([answer.status, error.code]).toEqual([400, 'bad_request']);
      expect(error.request_id).toMatch(ENVOYS_REQUEST_ID);
      expect(answer.headers.get('x-gateway-request-id')).toBe(error.request_id);
    }
  });

  it('says what it speaks to a client of HTTP/1.0, which nginx is by default', async () => {
    const head = rawHead(`GET /v1/models HTTP/1.0`, credentials());
    const answer = parseRaw(await exchangeRaw(stack.ready.proxyUrl, head));
    expect(answer.status).toBe(426);
    expect(JSON.parse(answer.body).error).toMatchObject({
      type: 'invalid_request_error',
      code: 'bad_request',
      message: expect.stringContaining('only HTTP/1.1 and HTTP/2'),
    });
  });

  it('keeps the query of what it scanned', async () => {
    const answer = await stack.call({ path: `${CHAT}?api-version=2&x=%2F`, body: chat(BENIGN) });
    expect(answer.status).toBe(200);
    expect(provider.last().url).toBe(`${CHAT}?api-version=2&x=%2F`);
  });

  it('sends the provider the path that was judged, not the one that was sent', async () => {
    const answer = await stack.call({ path: '/v1/x/..//chat/completion%73', body: chat(BENIGN) });
    expect(answer.status).toBe(200);
    expect(provider.last().url).toBe(CHAT);
  });

  it.each([
    { name: 'websocket', headers: { connection: 'Upgrade', upgrade: 'websocket' } },
    {
      name: 'h2c',
      headers: { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': 'AAMAAABk' },
    },
  ])('never takes an upgrade to $name for a way around', async ({ headers }) => {
    const before = provider.seen().length;
    const body = JSON.stringify(chat(ATTACK));
    const head = rawHead(`POST ${CHAT} HTTP/1.1`, {
      ...credentials(),
      ...headers,
      'content-length': String(body.length),
    });
    const answer = parseRaw(await exchangeRaw(stack.ready.proxyUrl, head + body, 3000));
    expect(provider.seen()).toHaveLength(before);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    // 403 always means that something was detected (contract §4).
    if (answer.status === 403) expect(answer.body).toContain('prompt_injection_detected');
    expect(JSON.parse(answer.body).error.request_id).toBe(answer.headers.get('x-gateway-request-id'));
  });
});

describe('headers that name another method or path', () => {
  const OVERRIDES = {
    'x-http-method-override': 'POST',
    'x-http-method': 'POST',
    'x-method-override': 'POST',
    'x-original-url': CHAT,
    'x-rewrite-url': CHAT,
  };

  it.each([
    { name: 'a path that is passed through', call: { method: 'GET', path: '/v1/models' } },
    { name: 'the chat path', call: { body: chat(BENIGN) } },
  ])('do not reach the provider on $name', async ({ call }) => {
    const answer = await stack.call({ ...call, headers: OVERRIDES });
    expect(answer.status).toBe(200);
    for (const name of Object.keys(OVERRIDES)) expect(headersOf(name), name).toEqual([]);
  });

  it('are no way to an unknown path', async () => {
    const before = provider.seen().length;
    const answer = await stack.call({ method: 'GET', path: CHAT, headers: OVERRIDES, body: chat(ATTACK) });
    expectError(answer, {
      status: 404,
      type: 'invalid_request_error',
      code: 'unknown_path',
      statuses: null,
    });
    expect(provider.seen()).toHaveLength(before);
  });
});

describe('what reaches the provider', () => {
  it('is the caller’s request without anything of the gateway’s', async () => {
    const authorization = 'Bearer sk-Very.Secret_Key/42==';
    const answer = await stack.call({
      body: chat(BENIGN),
      headers: {
        authorization,
        'accept-encoding': 'gzip, br',
        'user-agent': 'OpenAI/JS 7',
        'openai-organization': 'org-1',
        'x-gateway-mode': 'advisory',
        'x-gateway-sensitivity': 'high',
        'x-gateway-anything': 'else',
        'x-forwarded-for': '203.0.113.9',
        'x-request-id': 'of-the-caller',
        'x-custom': ['a', 'b'],
      },
    });
    expect(answer.status).toBe(200);
    const names = provider.last().headers.map(([name]) => name);
    expect(names.filter((name) => /^x-(?:gateway|envoy|forwarded)/.test(name))).toEqual([]);
    expect(names).not.toContain('accept-encoding');
    expect(headersOf('authorization')).toEqual([authorization]);
    expect(headersOf('user-agent')).toEqual(['OpenAI/JS 7']);
    expect(headersOf('openai-organization')).toEqual(['org-1']);
    expect(headersOf('x-custom')).toEqual(['a', 'b']);
    expect(headersOf('host')).toEqual([new URL(provider.url).host]);
    expect(headersOf('content-length')).toEqual([String(provider.last().body.length)]);
    expect(provider.last().body.toString()).toBe(JSON.stringify(chat(BENIGN)));
  });

  it('does not hang on what a caller tells Envoy', async () => {
    const before = provider.seen().length;
    provider.next((response) => response.writeHead(503).end());
    const answer = await stack.call({
      body: chat(BENIGN),
      headers: { 'x-envoy-retry-on': '5xx', 'x-envoy-max-retries': '3', 'x-envoy-original-path': '/x' },
    });
    expect(answer.status, 'the provider’s own error').toBe(503);
    expect(provider.seen()).toHaveLength(before + 1);
    expect(headersOf('x-envoy-original-path')).toEqual([]);
  });
});

describe('paths that are passed through', () => {
  it.each([
    { method: 'GET', path: '/v1/models' },
    { method: 'GET', path: '/v1/models?limit=2' },
    { method: 'GET', path: '/v1/models/gpt-4o:ft-x@2024' },
    { method: 'POST', path: '/v1/embeddings', body: { model: 'e', input: ATTACK } },
  ])('$method $path goes on unscanned, and says so', async (call) => {
    const answer = await stack.call(call);
    expect(answer.status).toBe(200);
    expectGatewayHeaders(answer, ['skipped', 'skipped']);
    expect([provider.last().method, provider.last().url]).toEqual([call.method, call.path]);
    expect(headersOf('x-gateway-key')).toEqual([]);
    const record = await stack.record(String(answer.headers['x-gateway-request-id']));
    expect(record).toMatchObject({ inputStatus: 'skipped', outputStatus: 'skipped', outcome: 'pass' });
    expect(record.unjudged).toEqual({ pass_through: 1 });
  });

  it('keeps the body of an embedding byte for byte', async () => {
    const body = Buffer.from('{"model":"e", "input":["caf\u00e9"]}\n');
    await stack.call({ path: '/v1/embeddings', body });
    expect(provider.last().body).toEqual(body);
  });

  it.each([
    { method: 'GET', path: '/v1/models' },
    { method: 'POST', path: '/v1/embeddings', body: { model: 'e', input: 'x' } },
  ])('$method $path needs a key as well', async (call) => {
    const before = provider.seen().length;
    const answer = await stack.call({ ...call, headers: { 'x-gateway-key': undefined } });
    expectError(answer, {
      status: 401,
      type: 'authentication_error',
      code: 'missing_gateway_key',
      param: 'X-Gateway-Key',
      statuses: null,
    });
    expect(provider.seen()).toHaveLength(before);
  });

  it.each([
    { method: 'POST', path: '/v1/models' },
    { method: 'GET', path: '/v1/embeddings' },
    { method: 'GET', path: '/v1/models/' },
    { method: 'GET', path: '/v1/models/a/b' },
    { method: 'GET', path: '/v1/models/a%20b' },
    { method: 'GET', path: '/v1/models/..;/chat' },
    { method: 'HEAD', path: '/v1/models' },
  ])('$method $path is not one of them', async (call) => {
    const before = provider.seen().length;
    const answer = await stack.call(call);
    expect(answer.status).toBe(404);
    expect(provider.seen()).toHaveLength(before);
  });

  it('have one id where their body is larger than Envoy takes', async () => {
    const body = { model: 'e', input: 'a'.repeat(9 * 1024 * 1024) };
    for (let round = 0; round < 5; round += 1) {
      const answer = await stack.call({ path: '/v1/embeddings', body });
      if (answer.status === 200) continue;
      expect([answer.status, errorOf(answer)['code']]).toEqual([413, 'request_too_large']);
      const id = answer.headers['x-gateway-request-id'];
      expect([answer.headers['x-request-id'], errorOf(answer)['request_id']]).toEqual([id, id]);
    }
  });
});
