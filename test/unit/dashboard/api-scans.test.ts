import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { createKeySecret, hashKey } from '../../../src/keys/format.ts';
import { ATTACK, codeOf, createTestDashboard, START_MS, sampleKey } from './harness.ts';

const anything = z.any();

describe('keys and scans', () => {
  it('scans no further line once its caller has gone', async () => {
    const dashboard = await createTestDashboard();
    const secret = createKeySecret();
    await dashboard.store.insertKey(sampleKey({ sha256: hashKey(secret) }));
    const caller = new AbortController();
    const { scanner } = dashboard.deps;
    const scanLine = vi.spyOn(scanner, 'line').mockImplementation(async () => {
      caller.abort();
      return '{}';
    });
    onTestFinished(() => scanLine.mockRestore());
    const request = new Request('http://localhost:3000/api/v1/scan', {
      method: 'POST',
      headers: { 'x-gateway-key': secret, 'content-type': 'application/x-ndjson' },
      body: '{"text":"hi"}\n'.repeat(500),
      signal: caller.signal,
    });
    await dashboard.app.request(request);
    expect(scanLine).toHaveBeenCalledTimes(1);
  });

  it('shows a key once, and scans for it in the shapes of the command', async () => {
    const dashboard = await createTestDashboard();
    const cookie = await dashboard.cookieOf('admin');
    const { secret, key } = await (
      await dashboard.ask('/keys', { method: 'POST', cookie, json: { name: 'ci', rolloutPercent: 50 } })
    ).json();
    expect(key.rolloutPercent).toBe(50);
    const scan = (body: string, type: string, given = secret) =>
      dashboard.app.request('http://localhost:3000/api/v1/scan', {
        method: 'POST',
        headers: { 'x-gateway-key': given, 'content-type': type },
        body,
      });
    const one = anything.parse(
      await (await scan(JSON.stringify({ id: 1, text: ATTACK }), 'application/json')).json(),
    );
    expect(one).toMatchObject({ id: 1, category: 'prompt_injection', verdict: { medium: 'blocked' } });
    const lines = await scan(`{"text":"hi"}\n{"nothing":1}\n`, 'application/x-ndjson');
    const answers = (await lines.text())
      .trim()
      .split('\n')
      .map((line) => anything.parse(JSON.parse(line)));
    expect([lines.status, answers[0].score < 0.5, answers[1].error.code]).toEqual([
      200,
      true,
      'invalid_line',
    ]);
    const many = await scan(' \r\n{"text":1}\n'.repeat(1001), 'application/x-ndjson');
    expect([many.status, await codeOf(many)]).toEqual([413, 'too_large']);
    expect((await scan('{"nothing":1}', 'application/json')).status).toBe(422);
    expect((await scan('a=b', 'application/x-www-form-urlencoded')).status).toBe(415);
    const coded = (body: Uint8Array, coding: string) =>
      dashboard.app.request('http://localhost:3000/api/v1/scan', {
        method: 'POST',
        headers: { 'x-gateway-key': secret, 'content-type': 'application/json', 'content-encoding': coding },
        body: new Uint8Array(body),
      });
    const zipped = await coded(gzipSync(JSON.stringify({ id: 2, text: ATTACK })), 'gzip');
    expect(await zipped.json()).toMatchObject({ id: 2, verdict: { medium: 'blocked' } });
    const twice = await coded(gzipSync(brotliCompressSync('{"id":3,"text":"hi"}')), 'br, gzip');
    expect(await twice.json()).toMatchObject({ id: 3, verdict: { medium: 'pass' } });
    const deep = await coded(gzipSync('['.repeat(8_000_000)), 'gzip');
    expect([deep.status, anything.parse(await deep.json()).error.message]).toEqual([
      422,
      'the line is nested too deeply',
    ]);
    const bomb = await coded(gzipSync(`{"text":"${' '.repeat(9 * 1024 * 1024)}"}`), 'gzip');
    expect([bomb.status, await codeOf(bomb)]).toEqual([413, 'too_large']);
    for (const [body, coding] of [
      [Buffer.from('{"text":"hi"}'), 'gzip'],
      [Buffer.from('{"text":"hi"}'), 'compress'],
      [gzipSync('{"text":"hi"}').subarray(0, -4), 'gzip'],
      [Buffer.concat([gzipSync('{"text":"hi"}'), Buffer.from('{}')]), 'gzip'],
      [gzipSync('{"text":"hi"}'), 'gzip, gzip'],
      [gzipSync('{"text":"hi"}'), 'gzip, gzip, gzip, gzip'],
    ] as const) {
      const refused = await coded(body, coding);
      expect([refused.status, await codeOf(refused)]).toEqual([400, 'invalid_encoding']);
    }
    expect((await scan('{}', 'application/json', createKeySecret())).status).toBe(401);
    await dashboard.ask(`/keys/${key.id}/revoke`, { method: 'POST', cookie });
    expect(await codeOf(await scan('{}', 'application/json'))).toBe('revoked_gateway_key');
  });

  it('lays the rules of a key over those of the policy, each direction for itself', async () => {
    const policy = { entities: { EMAIL_ADDRESS: { input: 'off', output: 'block' } } };
    const dashboard = await createTestDashboard({ locked: policy });
    const secret = createKeySecret();
    await dashboard.store.insertKey(
      sampleKey({ sha256: hashKey(secret), entities: { EMAIL_ADDRESS: { input: 'block' } } }),
    );
    const verdict = async (direction: string) => {
      const asked = { method: 'POST', json: { text: 'Write to jane@example.org', direction } };
      const headers = { authorization: `Bearer ${secret}` };
      return (await (await dashboard.ask('/scan', { ...asked, headers })).json()).verdict.medium;
    };
    expect([await verdict('input'), await verdict('output')]).toEqual(['blocked', 'blocked']);
  });

  it('refuses entities that nothing is found by, and leaves those that are stored', async () => {
    const dashboard = await createTestDashboard();
    const cookie = await dashboard.cookieOf('admin');
    const ask = async (method: string, path: string, json: object) => {
      const answer = await dashboard.ask(path, { cookie, method, json });
      return [answer.status, (await answer.json()).error?.issues[0].message];
    };
    const refused = 'nothing is found by this name; did you mean EMAIL_ADDRESS?';
    const entities = { EMAIL_ADDRES: { input: 'mask' } };
    expect(await ask('POST', '/keys', { name: 'ci', entities })).toEqual([422, refused]);
    const own = { entities, mode: 'shadow' };
    expect(await ask('PUT', '/settings', { expectedRevision: 0, own })).toEqual([422, refused]);
    await dashboard.store.insertSettings({ createdAtMs: 1, author: 'a', comment: '', own: { entities } }, 0);
    expect(await ask('PUT', '/settings', { expectedRevision: 1, own })).toEqual([200, undefined]);
  });

  it('makes no key that has expired already', async () => {
    const dashboard = await createTestDashboard();
    const cookie = await dashboard.cookieOf('admin');
    const make = (expiresAtMs: number) =>
      dashboard.ask('/keys', { method: 'POST', cookie, json: { name: 'ci', expiresAtMs } });
    const late = await make(START_MS);
    expect([late.status, (await late.json()).error.param]).toEqual([422, 'expiresAtMs']);
    expect((await make(START_MS + 1)).status).toBe(201);
  });

  it('keeps to the rate limit of a key', async () => {
    const dashboard = await createTestDashboard();
    const secret = createKeySecret();
    await dashboard.store.insertKey(sampleKey({ sha256: hashKey(secret), rateLimitPerMinute: 1 }));
    const scan = () =>
      dashboard.ask('/scan', {
        method: 'POST',
        json: { text: 'hi' },
        headers: { authorization: `Bearer ${secret}` },
      });
    expect((await scan()).status).toBe(200);
    const limited = await scan();
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, expect.any(String)]);
    // What is over the limit is not even unpacked.
    const bomb = await dashboard.app.request('http://localhost:3000/api/v1/scan', {
      method: 'POST',
      headers: { 'x-gateway-key': secret, 'content-type': 'application/json', 'content-encoding': 'gzip' },
      body: new Uint8Array(gzipSync(Buffer.alloc(9 * 1024 * 1024, ' '))),
    });
    expect(bomb.status).toBe(429);
  });
});
