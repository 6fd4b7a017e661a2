import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { readConfigOrigin } from '../../../src/config/reload.ts';
import { ApiError } from '../../../src/dashboard/api/common.ts';
import { type RunningDashboard, startDashboard } from '../../../src/dashboard/run.ts';

const anything = z.any();

describe('the dashboard as a process', () => {
  let folder: string;
  let file: string;
  let dashboard: RunningDashboard;
  let cookie: string;

  const rewrite = (policy: string) =>
    writeFile(
      file,
      `policy: ${policy}
scan: { secondTier: 'off' }
log: { level: silent }
dashboard: { address: '127.0.0.1:0', metricsAddress: '127.0.0.1:0', insecureCookies: true }
dataDir: ${JSON.stringify(folder)}
`,
    );

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portcullis-dashboard-'));
    file = join(folder, 'portcullis.yaml');
    await rewrite('{ mode: shadow }');
    const { config, origin } = readConfigOrigin({ file, env: {} });
    dashboard = await startDashboard({ config, origin, version: '1', makesSetupLink: true });
    const token = new URL(dashboard.setupUrl ?? '').hash.slice('#token='.length);
    const response = await fetch(`${dashboard.url}/api/v1/setup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: dashboard.url },
      body: JSON.stringify({
        token,
        email: 'ada@example.com',
        name: 'Ada',
        password: 'a long enough sentence',
      }),
    });
    cookie = response.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
  });
  afterAll(async () => {
    await dashboard?.stop();
    await rm(folder, { recursive: true });
  });

  const settings = async () => {
    const response = await fetch(`${dashboard.url}/api/v1/settings`, { headers: { cookie } });
    return anything.parse(await response.json());
  };

  it('shows what the file locks, also after it was written anew, and keeps that where it is not valid', async () => {
    expect((await settings()).locked).toEqual(['mode']);
    await rewrite('{ sensitivity: high, mode: advisory }');
    await vi.waitFor(async () => expect((await settings()).locked).toEqual(['sensitivity', 'mode']), 10_000);
    expect((await settings()).effective).toMatchObject({ mode: 'advisory', sensitivity: 'high' });
    await rewrite('{ mode: nothing }');
    await new Promise((done) => setTimeout(done, 400));
    expect((await settings()).locked).toEqual(['sensitivity', 'mode']);
    await rewrite('{}');
    await vi.waitFor(async () => expect((await settings()).locked).toEqual([]), 10_000);
  });

  it('tells a scrape what it does, at an address of its own', async () => {
    await settings();
    const scrape = await fetch(`${dashboard.metricsUrl}/metrics`);
    expect(scrape.headers.get('content-type')).toContain('text/plain');
    const lines = (await scrape.text()).split('\n');
    expect(lines).toContain('portcullis_dashboard_sessions 1');
    expect(lines).toContain('portcullis_dashboard_requests_total{route="POST /setup",status="2xx"} 1');
    expect(lines.some((line) => line.startsWith('process_resident_memory_bytes '))).toBe(true);
    const contact = lines.find((line) => line.startsWith('portcullis_dashboard_store_last_contact'));
    expect(Number(contact?.split(' ')[1])).toBeGreaterThan(Date.now() / 1000 - 60);
    for (const path of ['livez', 'readyz'])
      expect((await fetch(`${dashboard.metricsUrl}/${path}`)).status).toBe(200);
    expect((await fetch(`${dashboard.url}/api/v1/metrics`)).status).toBe(404);
    expect(await (await fetch(`${dashboard.url}/metrics`)).text()).not.toContain('portcullis_');
  });

  /** What comes back for bytes, up to the end of the connection. */
  const send = (bytes: string): Promise<{ status: number; headers: string; body: string }> =>
    new Promise((resolve, reject) => {
      const { port, hostname } = new URL(`http://${dashboard.address}`);
      const socket = connect(Number(port), hostname);
      const parts: Buffer[] = [];
      socket.on('data', (part) => parts.push(part));
      socket.on('error', reject);
      socket.on('close', () => {
        const [headers = '', body = ''] = Buffer.concat(parts).toString('utf8').split('\r\n\r\n');
        resolve({ status: Number(headers.split(' ')[1]), headers, body });
      });
      socket.write(bytes);
    });
  const withQuery = (chars: number) =>
    send(
      `GET /api/v1/session?x=${'a'.repeat(chars)} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
    );

  it.each([
    { name: 'as long as it may be', chars: 16_384 - 100, status: 422, code: 'invalid_request' },
    { name: 'longer than the limit', chars: 16_384, status: 431, code: 'headers_too_large' },
    { name: 'far longer than the limit', chars: 500_000, status: 431, code: 'headers_too_large' },
  ])('answers a query $name in the shape of every error', async ({ chars, status, code }) => {
    const answer = await withQuery(chars);
    expect(answer.status).toBe(status);
    expect(ApiError.parse(JSON.parse(answer.body)).error.code).toBe(code);
    expect(answer.headers.toLowerCase()).toContain('content-type: application/json');
    expect(answer.headers.toLowerCase()).toContain('connection: close');
  });

  it('answers what is no HTTP in the same shape, and goes on', async () => {
    const answer = await send('this is no request\r\n\r\n');
    expect([answer.status, ApiError.parse(JSON.parse(answer.body)).error.code]).toEqual([
      400,
      'malformed_request',
    ]);
    expect((await fetch(`${dashboard.url}/api/v1/session`)).status).toBe(200);
  });

  it.each([
    [
      'two hosts',
      'GET /api/v1/session HTTP/1.1\r\nHost: localhost\r\nhost: localhost\r\n',
      400,
      'malformed_request',
    ],
    ['no host', 'GET /api/v1/session HTTP/1.1\r\n', 400, 'malformed_request'],
    ['no address', 'OPTIONS * HTTP/1.1\r\nHost: localhost\r\n', 400, 'malformed_request'],
    ['an expectation', 'GET / HTTP/1.1\r\nHost: localhost\r\nExpect: more\r\n', 417, 'expectation_failed'],
  ])('answers what has %s in the same shape', async (_name, head, status, code) => {
    const answer = await send(`${head}Connection: close\r\n\r\n`);
    expect([answer.status, ApiError.parse(JSON.parse(answer.body)).error.code]).toEqual([status, code]);
  });

  it('gives no second answer into the first', async () => {
    const { port, hostname } = new URL(`http://${dashboard.address}`);
    const socket = connect(Number(port), hostname);
    const parts: Buffer[] = [];
    socket.on('data', (part) => parts.push(part));
    const closed = new Promise((done) => {
      socket.on('close', done);
    });
    socket.on('error', () => undefined);
    socket.write(
      `GET /api/v1/events HTTP/1.1\r\nHost: ${new URL(dashboard.url).host}\r\nCookie: ${cookie}\r\n\r\n`,
    );
    await vi.waitFor(() => expect(Buffer.concat(parts).toString()).toContain('event: hello'), 5000);
    socket.write('this is no request\r\n\r\n');
    await closed;
    expect(Buffer.concat(parts).toString()).not.toContain('malformed_request');
  });
});
