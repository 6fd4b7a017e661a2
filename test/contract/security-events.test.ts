import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RecordingProvider, startRecordingProvider } from './recording-provider.ts';
import { ATTACK, BENIGN, chat, eventually, type Stack, startStack } from './stack.ts';

let folder: string;
let file: string;
let provider: RecordingProvider;
let stack: Stack;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portcullis-events-'));
  file = join(folder, 'events.jsonl');
  provider = await startRecordingProvider();
  stack = await startStack({ upstream: provider.url, env: { PORTCULLIS_SECURITY_EVENTS_FILE: file } });
});
afterAll(async () => {
  await stack.stop();
  await provider.close();
  await rm(folder, { recursive: true });
});

it('a blocked request leaves the gateway as an OCSF finding, a harmless one and a failing provider do not', async () => {
  expect((await stack.call({ body: chat(BENIGN) })).status).toBe(200);
  provider.next((response) => response.destroy());
  expect((await stack.call({ body: chat(BENIGN) })).status).toBe(503);
  const blocked = await stack.call({ body: chat(ATTACK) });
  expect(blocked.status).toBe(403);
  const lines = await eventually(
    async () => (await readFile(file, 'utf8').catch(() => '')).split('\n').filter((line) => line !== ''),
    (found) => found.length > 0,
  );
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ class_uid: 2004 });
  expect(lines[0]).toContain(String(blocked.headers['x-gateway-request-id']));
  expect(lines[0]).not.toContain('sk-test-provider-key');
  expect(await stack.metric('security_events_dropped_total')).toBe(0);
});
