import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { BENIGN, chat, errorOf, type Stack, startStack } from './stack.ts';

const TLS = new URL('../fixtures/tls/', import.meta.url);
const CA_FILE = new URL('ca.pem', TLS).pathname;

let server: Server;
let port = 0;
let seen: { url: string; host: string }[] = [];
let stack: Stack | null = null;

beforeAll(async () => {
  server = createServer(
    { key: readFileSync(new URL('server.key', TLS)), cert: readFileSync(new URL('server.pem', TLS)) },
    (request, response) => {
      seen.push({ url: request.url ?? '', host: request.headers.host ?? '' });
      request.resume();
      response.setHeader('content-type', 'application/json');
      response.end('{"choices":[{"message":{"role":"assistant","content":"over TLS"}}]}');
    },
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
afterEach(async () => {
  await stack?.stop();
  stack = null;
  seen = [];
});

it.each([
  { name: 'no path', path: '', wanted: '/v1/chat/completions' },
  { name: 'the base address of an SDK', path: '/v1', wanted: '/v1/chat/completions' },
  { name: 'a prefix', path: '/tenants/7', wanted: '/tenants/7/v1/chat/completions' },
  { name: 'a prefix and /v1/', path: '/openai/v1/', wanted: '/openai/v1/chat/completions' },
])('reaches an https provider by name, with $name', async ({ path, wanted }) => {
  stack = await startStack({
    upstream: `https://localhost:${port}${path}`,
    env: { PORTCULLIS_PROXY_UPSTREAM_CA_FILE: CA_FILE },
  });
  const answer = await stack.call({ body: chat(BENIGN), path: '/v1/chat/completions?trace=1' });
  expect(answer.status).toBe(200);
  expect(answer.text).toContain('over TLS');
  expect(seen).toEqual([{ url: `${wanted}?trace=1`, host: `localhost:${port}` }]);
});

it('takes OPENAI_BASE_URL for the base address that SDKs use', async () => {
  stack = await startStack({
    upstream: '',
    env: {
      OPENAI_BASE_URL: `https://localhost:${port}/v1beta/openai/`,
      PORTCULLIS_PROXY_UPSTREAM_CA_FILE: CA_FILE,
    },
  });
  expect((await stack.call({ body: chat(BENIGN) })).status).toBe(200);
  expect(seen[0]?.url).toBe('/v1beta/openai/chat/completions');
});

it.each([
  { name: 'a CA that nobody trusts', host: 'localhost', env: {} },
  {
    name: 'a certificate for another name',
    host: '127.0.0.1',
    env: { PORTCULLIS_PROXY_UPSTREAM_CA_FILE: CA_FILE },
  },
])('sends nothing to a provider with $name', async ({ host, env }) => {
  stack = await startStack({ upstream: `https://${host}:${port}`, env });
  const answer = await stack.call({ body: chat(BENIGN) });
  expect(answer.status).toBe(503);
  expect(errorOf(answer)).toMatchObject({ type: 'gateway_error', code: 'provider_unavailable' });
  expect(answer.headers['x-gateway-input-status']).toBe('pass');
  expect(seen).toEqual([]);
});
