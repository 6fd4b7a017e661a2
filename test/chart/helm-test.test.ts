import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tryCommand } from '../cluster/command.ts';
import { CHART } from './chart.ts';

type Answer = Readonly<{ status: number; input: string; body: string }>;

const PASSED: Answer = { status: 200, input: 'pass', body: '{}' };
const BLOCKED: Answer = {
  status: 403,
  input: 'blocked',
  body: '{"error":{"code":"prompt_injection_detected"}}',
};

/** Runs what `helm test` runs, before a gateway that answers so. */
const runBefore = async (benign: Answer, attack: Answer, isSample: boolean) => {
  const folder = await mkdtemp(join(tmpdir(), 'portcullis-helm-test-'));
  const keys: string[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    let text = '';
    for await (const piece of request) text += String(piece);
    keys.push(String(request.headers['x-gateway-key']));
    const { status, input, body } = text.includes('Ignore all') ? attack : benign;
    response
      .writeHead(status, { 'x-gateway-request-id': 'req_1', 'x-gateway-input-status': input })
      .end(body);
  };
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    await writeFile(join(folder, 'key'), 'the-key\n');
    const { port } = server.address() as AddressInfo;
    const finished = await tryCommand(process.execPath, [join(CHART, 'files/helm-test.mjs')], {
      env: {
        BASE_URL: `http://127.0.0.1:${port}`,
        GATEWAY_KEY_FILE: join(folder, 'key'),
        PROVIDER_IS_SAMPLE: String(isSample),
        PATIENCE_MS: '1500',
      },
    });
    return { ...finished, keys };
  } finally {
    server.close();
    await rm(folder, { recursive: true, force: true });
  }
};

describe('helm test', () => {
  it.each([
    { name: 'the sample provider', benign: PASSED, isSample: true },
    { name: 'a provider that does not know the caller', benign: { ...PASSED, status: 401 }, isSample: false },
    { name: 'a provider that is away', benign: { ...PASSED, status: 503 }, isSample: false },
  ])('passes before $name', async ({ benign, isSample }) => {
    expect(await runBefore(benign, BLOCKED, isSample)).toMatchObject({
      code: 0,
      keys: ['the-key', 'the-key'],
    });
  });

  it.each([
    { name: 'an attack goes through', benign: PASSED, attack: PASSED, isSample: false },
    { name: 'the harmless request is stopped', benign: BLOCKED, attack: BLOCKED, isSample: false },
    {
      name: 'the key is not known',
      benign: { status: 401, input: '', body: '' },
      attack: BLOCKED,
      isSample: false,
    },
    {
      name: 'the sample provider fails',
      benign: { ...PASSED, status: 500 },
      attack: BLOCKED,
      isSample: true,
    },
    {
      name: 'the gateway is not there',
      benign: { status: 503, input: '', body: '' },
      attack: BLOCKED,
      isSample: false,
    },
  ])('fails where $name', async ({ benign, attack, isSample }) => {
    expect(await runBefore(benign, attack, isSample)).toMatchObject({ code: 1 });
  });
});
