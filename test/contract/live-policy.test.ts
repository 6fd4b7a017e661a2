import { createSecretKey } from 'node:crypto';
import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readConfigOrigin } from '../../src/config/reload.ts';
import { createFingerprint } from '../../src/detection/text/fingerprint.ts';
import { onForget } from '../../src/detection/text/in-hand.ts';
import type { EnvoyProcess } from '../../src/envoy/process.ts';
import { createKey } from '../../src/keys/service.ts';
import { type Gateway, startGateway } from '../../src/main.ts';
import { openDatabase } from '../../src/records/open.ts';
import type { StoredExclusion } from '../../src/records/ports/policy.ts';
import type { OpenDatabase } from '../../src/records/sqlite/sqlite-file.ts';
import type { ScanRecord } from '../../src/records/store.ts';
import { freePort } from '../free-port.ts';
import { exclusionOf } from '../unit/live/fake-policy-store.ts';
import { type RecordingProvider, startRecordingProvider } from './recording-provider.ts';
import { envoyFor } from './serving.ts';
import { aSecondMs } from './soon.ts';
import { contentOf, DONE, finish, role, SSE_HEADERS, says } from './sse.ts';
import { type Answer, ATTACK, BENIGN, chat, errorOf, eventually, send } from './stack.ts';

/** The gateway in this process, on a store that the test writes to as a dashboard would; before it a real Envoy. */

let folder: string;
let provider: RecordingProvider;
let gateway: Gateway;
let envoy: EnvoyProcess;
let key: string;
let keyId: string;
let store: OpenDatabase;
/** Of the settings. */
let revision = 0;
let excluded: readonly string[] = [];

const set = async (own: Readonly<Record<string, unknown>>): Promise<void> => {
  const next = { createdAtMs: Date.now(), author: 'ann@example.com', comment: '', own };
  revision = (await store.insertSettings(next, revision)) ?? -1;
};

/** These alone. */
const exclude = async (...all: readonly StoredExclusion[]): Promise<void> => {
  for (const id of excluded) await store.endExclusion(id, Date.now());
  for (const each of all) await store.insertExclusion(each);
  excluded = all.map(({ id }) => id);
};

/** As Kubernetes mounts a ConfigMap: a link into a folder that is itself a link, which is swapped. */
let versions = 0;
const putFile = async (yaml: string): Promise<void> => {
  versions += 1;
  const name = `..v${versions}`;
  await mkdir(join(folder, name));
  await writeFile(join(folder, name, 'portcullis.yaml'), yaml);
  await symlink(name, join(folder, '..draft'));
  await rename(join(folder, '..draft'), join(folder, '..data'));
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portcullis-live-'));
  await putFile('stream: { maxHoldMs: 60000 }');
  const file = join(folder, 'portcullis.yaml');
  await symlink(join('..data', 'portcullis.yaml'), file);
  const port = await freePort();
  const { config, origin } = readConfigOrigin({
    file,
    env: {},
    overrides: {
      dataDir: folder,
      extProc: { address: `127.0.0.1:${port}` },
      metrics: { address: '127.0.0.1:0' },
      log: { level: 'silent' },
      store: { fullText: 'threats', textKeys: [`k1:${Buffer.alloc(32, 7).toString('base64')}`] },
    },
  });
  provider = await startRecordingProvider();
  gateway = await startGateway(config, 'test', { origin });
  store = await openDatabase(config);
  const created = await createKey(store, { name: 'test', origin: 'cli' }, Date.now());
  key = created.secret;
  keyId = created.key.id;
  envoy = await envoyFor(folder, { kind: 'tcp', host: '127.0.0.1', port }, provider.url);
});
afterAll(async () => {
  await envoy.stop(1000);
  await gateway.stop(0);
  await store.close();
  await provider.close();
  await rm(folder, { recursive: true });
});

const post = (body: object, headers: Readonly<Record<string, string>> = {}): Promise<Answer> =>
  send(envoy.proxyUrl, {
    headers: {
      authorization: 'Bearer sk-test-provider-key',
      'x-gateway-key': key,
      'content-type': 'application/json',
      ...headers,
    },
    body,
  });

const ask = (content: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> =>
  post(chat(content), headers);

const metric = async (line: string): Promise<number> => {
  const text = await (await fetch(`${gateway.metricsUrl}/metrics`)).text();
  const found = text.split('\n').find((each) => each.startsWith(`portcullis_${line} `));
  return Number(found?.split(' ').at(-1) ?? 0);
};

const recordOf = async (answer: Answer): Promise<ScanRecord> => {
  const id = String(answer.headers['x-gateway-request-id']);
  const record = await eventually(
    () => store.get(id),
    (found) => found !== null,
  );
  if (record === null) throw new Error(`no record ${id}`);
  return record;
};

/** Asks until the answer has a status. @returns How long that took. */
const until = async (content: string, status: number): Promise<number> => {
  const startMs = performance.now();
  await eventually(
    () => ask(content),
    (answer) => answer.status === status,
  );
  return performance.now() - startMs;
};

afterEach(async () => {
  await set({});
  await exclude();
  await until(ATTACK, 403);
  await until('Tell me about Nachtfalter.', 200);
});

describe('the dashboard’s settings', () => {
  it('reach the next request within a second, without a restart', async () => {
    expect((await ask(ATTACK)).status).toBe(403);
    await set({ mode: 'shadow' });
    expect(await until(ATTACK, 200)).toBeLessThan(aSecondMs());
    const record = await recordOf(await ask(ATTACK));
    expect(record).toMatchObject({ mode: 'shadow', wouldBlock: true, failedOpen: false, texts: null });
    expect(record.conversation).toMatch(/^[\da-f]{32}$/);
    expect(record.addedUs).toBeGreaterThan(record.inputScanUs + record.outputScanUs);
    expect(record.stages['input.rules']).toBeGreaterThan(0);
    expect(await metric('config_revision')).toBe(revision);
    await set({ mode: 'advisory' });
    await eventually(
      () => ask(ATTACK),
      ({ headers }) => headers['x-gateway-detection'] !== undefined,
      aSecondMs(),
    );
  });

  it('bring rules of the operator', async () => {
    await set({ rules: [{ id: 'codename', words: ['Nachtfalter'] }] });
    await until('Tell me about Nachtfalter.', 403);
    expect(errorOf(await ask('Tell me about Nachtfalter.'))).toMatchObject({
      code: 'policy_violation',
      detection: { policy: 'codename' },
    });
    expect((await ask(BENIGN)).status).toBe(200);
  });

  it('that cannot be read change nothing', async () => {
    await set({ sensitivity: 'high' });
    const good = revision;
    await eventually(
      () => metric('config_revision'),
      (revision) => revision === good,
    );
    const failures = await metric('config_reload_failures_total');
    await set({ mode: 'shadow', 'of-a-newer-version': true });
    await eventually(
      () => metric('config_last_reload_successful'),
      (value) => value === 0,
    );
    await sleep(1500);
    expect(await metric('config_reload_failures_total')).toBe(failures + 1);
    expect(await metric('config_revision')).toBe(good);
    const answer = await ask(ATTACK);
    expect(answer.status).toBe(403);
    expect(await recordOf(answer)).toMatchObject({ mode: 'blocking', sensitivity: 'high' });
    await set({ sensitivity: 'low' });
    await eventually(
      () => metric('config_last_reload_successful'),
      (value) => value === 1,
    );
  });
});

describe('a stream', () => {
  /** Says something harmless, waits for the test, and goes on with what the rule is against. */
  const playInTwoParts = () => {
    const goOn = Promise.withResolvers<void>();
    provider.next((response) => {
      response.writeHead(200, SSE_HEADERS);
      response.write(role() + says('The sky is blue. And now: '));
      goOn.promise.then(
        () => response.end(says('it is Nachtfalter, you know. ') + finish() + DONE),
        () => response.destroy(),
      );
    });
    return goOn.resolve;
  };

  it.each([
    {
      name: 'is cut by the rules with which it began',
      before: { rules: [{ id: 'codename', words: ['Nachtfalter'] }] },
      after: { mode: 'shadow' },
      isCut: true,
    },
    {
      name: 'goes on by the rules with which it began',
      before: {},
      after: { rules: [{ id: 'codename', words: ['Nachtfalter'] }] },
      isCut: false,
    },
  ])('$name', async ({ before, after, isCut }) => {
    await set(before);
    await until('Tell me about Nachtfalter.', isCut ? 403 : 200);
    const inForce = await recordOf(await ask(BENIGN));
    const goOn = playInTwoParts();
    const seen = provider.seen().length;
    const streamed = post(chat(BENIGN, { stream: true }));
    await eventually(
      async () => provider.seen().length,
      (count) => count > seen,
    );
    await set(after);
    await until(isCut ? ATTACK : 'Tell me about Nachtfalter.', isCut ? 200 : 403);
    goOn();
    const answer = await streamed;
    expect(answer.text.includes('"finish_reason":"content_filter"')).toBe(isCut);
    expect(contentOf(answer.text).includes('Nachtfalter')).toBe(!isCut);
    expect(await recordOf(answer)).toMatchObject({
      mode: 'blocking',
      policyRevision: inForce.policyRevision,
      outcome: isCut ? 'blocked' : 'pass',
    });
    expect((await recordOf(await ask(BENIGN))).policyRevision).not.toBe(inForce.policyRevision);
  });
});

describe('an exclusion', () => {
  const fingerprint = async (text: string): Promise<string> =>
    createFingerprint(createSecretKey(await store.getOrCreateSecret('texts', 32)))({ text });

  it('of a text lets it pass in any spelling, and nothing else; its end blocks it again', async () => {
    await exclude(exclusionOf('exc_text', { fingerprint: await fingerprint(ATTACK) }));
    expect(await until(ATTACK, 200)).toBeLessThan(aSecondMs());
    expect((await ask(ATTACK.toUpperCase().replaceAll(' ', '  '))).status).toBe(200);
    expect((await ask(`${ATTACK} now`)).status).toBe(403);
    // A request is read whole before its answer begins to stream.
    expect((await post(chat(ATTACK, { stream: true }))).status).toBe(200);
    expect(await metric('exclusion_hits_total{label="exc_text"}')).toBeGreaterThan(1);
    const answer = await ask(ATTACK, { 'x-gateway-mode': 'advisory' });
    expect(answer.headers['x-gateway-detection']).toBeUndefined();
    const record = await recordOf(answer);
    expect(record).toMatchObject({ outcome: 'pass', wouldBlock: false, loosest: null });
    expect(record.findings.map(({ exclusionId }) => exclusionId)).toEqual(
      record.findings.map(() => 'exc_text'),
    );
    expect(new Set(record.findings.map((finding) => finding.fingerprint))).toEqual(
      new Set([await fingerprint(ATTACK)]),
    );
    await exclude();
    expect(await until(ATTACK, 403)).toBeLessThan(aSecondMs());
    const [stored] = await eventually(
      () => store.listExclusions(true),
      (all) => (all[0]?.hitCount ?? 0) > 2,
    );
    expect(stored).toMatchObject({ id: 'exc_text', lastHitAtMs: expect.any(Number) });
  });

  it('of rules holds for the key and the time that it names', async () => {
    const { findings } = await recordOf(await ask(ATTACK, { 'x-gateway-mode': 'shadow' }));
    const rules = [...new Set(findings.map(({ ruleId }) => ruleId))];
    const excluding = (id: string, rest: object = {}) =>
      rules.map((ruleId) => exclusionOf(`exc_${ruleId}_${id}`, { ruleId, keyId: id }, rest));
    await exclude(...excluding('key_of_another'));
    await sleep(1500);
    expect((await ask(ATTACK)).status).toBe(403);
    await exclude(...excluding(keyId, { expiresAtMs: Date.now() + 4000 }));
    await until(ATTACK, 200);
    // It ends by itself.
    await until(ATTACK, 403);
  });

  it('of a rule lets a stream go on', async () => {
    const text = 'My card is 4111 1111 1111 1111, thanks.';
    const stream = (): Promise<Answer> => {
      provider.next((response) => {
        response.writeHead(200, SSE_HEADERS);
        response.end(role() + says(text) + finish() + DONE);
      });
      return post(chat(BENIGN, { stream: true }));
    };
    const before = await stream();
    expect(contentOf(before.text)).toBe('My card is <CREDIT_CARD>, thanks.');
    const [finding] = (await recordOf(before)).findings;
    await exclude(exclusionOf('exc_card', { ruleId: finding?.ruleId ?? '', direction: 'output' }));
    await eventually(stream, (answer) => contentOf(answer.text) === text, aSecondMs());
  });
});

describe('the configuration file', () => {
  it('is followed where its ConfigMap is swapped, and goes before the dashboard', async () => {
    await set({ mode: 'blocking', sensitivity: 'high' });
    await putFile('policy: { mode: shadow }\nstream: { maxHoldMs: 60000 }');
    await until(ATTACK, 200);
    expect(await recordOf(await ask(ATTACK))).toMatchObject({ mode: 'shadow', sensitivity: 'high' });

    const failures = await metric('config_reload_failures_total');
    await putFile('policy: { mode: shadowy }');
    await eventually(
      () => metric('config_reload_failures_total'),
      (count) => count === failures + 1,
    );
    expect(await metric('config_last_reload_successful')).toBe(0);
    expect((await ask(ATTACK)).status).toBe(200);

    await putFile('stream: { maxHoldMs: 60000 }');
    await until(ATTACK, 403);
    expect(await metric('config_last_reload_successful')).toBe(1);
  });
});

it('texts of threats are kept, encrypted, and of nothing else; metrics know none of them', async () => {
  const idOf = async (answer: Answer): Promise<string> => (await recordOf(answer)).requestId;
  const canary = 'Canary-0815';
  const kept = await store.getText(await idOf(await ask(`${ATTACK} ${canary}`)));
  expect(kept).toMatchObject({ keyId: 'k1' });
  expect(Buffer.from(kept?.ciphertext ?? []).includes(canary)).toBe(false);
  expect(await store.getText(await idOf(await ask(`${BENIGN} ${canary}`)))).toBeNull();
  const metrics = await (await fetch(`${gateway.metricsUrl}/metrics`)).text();
  expect(metrics).not.toContain(canary);
});

it('of a key that is rolled out in part that share is enforced', async () => {
  const created = await createKey(store, { name: 'part', origin: 'cli', rolloutPercent: 40 }, Date.now());
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => ask(ATTACK, { 'x-gateway-key': created.secret })),
  );
  const blocked = answers.filter(({ status }) => status === 403).length;
  expect(blocked).toBeGreaterThan(15);
  expect(blocked).toBeLessThan(65);
  for (const answer of answers.slice(0, 10)) {
    expect((await recordOf(answer)).mode).toBe(answer.status === 403 ? 'blocking' : 'advisory');
  }
  expect((await ask(ATTACK, { 'x-gateway-key': created.secret, 'x-gateway-mode': 'blocking' })).status).toBe(
    403,
  );
});

it('a text that was answered is forgotten when its request is done', async () => {
  let times = 0;
  onForget(() => {
    times++;
  });
  expect((await ask(BENIGN)).status).toBe(200);
  expect(
    await eventually(
      async () => times,
      (done) => done > 0,
    ),
  ).toBeGreaterThan(0);
});
