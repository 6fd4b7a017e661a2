import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { mayConnect } from '../../../src/dashboard/webhooks/guard.ts';
import { post, signatureOf } from '../../../src/dashboard/webhooks/post.ts';
import { createRests } from '../../../src/dashboard/webhooks/rests.ts';
import { overlapEnd, retire, signingSecrets } from '../../../src/dashboard/webhooks/secrets.ts';
import { createWebhookSender } from '../../../src/dashboard/webhooks/sender.ts';
import { shownUrl } from '../../../src/dashboard/webhooks/shown-url.ts';
import type { StoredWebhook } from '../../../src/records/ports/webhooks.ts';
import { createDeliveryCounts } from './delivery-counts.ts';
import { createTestDashboard, START_MS, sampleFinding, sampleRecord } from './harness.ts';
import { createMemoryStore } from './memory-store.ts';

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  }
});

type Got = Readonly<{ headers: IncomingMessage['headers']; body: string; path: string }>;

const receiver = async (answers: readonly (number | 'never')[], location?: string) => {
  const got: Got[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (piece) => {
      body += piece;
    });
    request.on('end', () => {
      got.push({ headers: request.headers, body, path: request.url ?? '' });
      const answer = answers[Math.min(got.length, answers.length) - 1] ?? 200;
      if (answer === 'never') return;
      response.writeHead(answer, location === undefined ? {} : { location });
      response.end('ignored');
    });
  });
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return { got, port: (server.address() as AddressInfo).port };
};

const start = async (url: string, options: Readonly<{ allowPrivate?: boolean; timeoutMs?: number }> = {}) => {
  const store = createMemoryStore();
  let nowMs = START_MS;
  const errors: unknown[] = [];
  const { metrics, counts } = createDeliveryCounts();
  const sender = createWebhookSender({
    store,
    settings: { allowPrivate: options.allowPrivate ?? true, maxWaiting: 100, maxBacklog: 100 },
    publicUrl: 'https://guard.example',
    now: () => nowMs,
    metrics,
    onError: (error) => errors.push(error),
    // A busy machine may take its time to answer.
    timeoutMs: options.timeoutMs ?? 5000,
  });
  const webhook: StoredWebhook = {
    id: 'whk_1',
    name: 'test',
    url,
    secret: 'whsec_test',
    retired: [],
    events: ['threat.blocked', 'settings.changed'],
    isEnabled: true,
    createdAtMs: START_MS - 1_000_000,
  };
  await store.putWebhook(webhook);
  return {
    store,
    sender,
    webhook,
    counts,
    pass: (ms: number) => {
      nowMs += ms;
    },
  };
};

describe('a webhook', () => {
  it('gets what happened, signed, and no text', async () => {
    const { got, port } = await receiver([204]);
    const { sender, store } = await start(`http://127.0.0.1:${port}/in?x=1`);
    store.addRecord(
      sampleRecord({ findings: [sampleFinding({ subType: 'jailbreak', excerpt: 'SECRET TEXT' })] }),
    );
    expect(await sender.tellRecords()).toBe(1);
    expect(await sender.sendDue()).toBe(1);
    const [first] = got;
    const { t, v1 } = Object.fromEntries(
      String(first?.headers['x-portcullis-signature'])
        .split(',')
        .map((part) => part.split('=')),
    ) as Record<string, string>;
    expect(v1).toBe(createHmac('sha256', 'whsec_test').update(`${t}.${first?.body}`).digest('hex'));
    expect(first?.path).toBe('/in?x=1');
    expect(JSON.parse(first?.body ?? '')).toMatchObject({
      event: 'threat.blocked',
      data: { outcome: 'blocked', subType: 'jailbreak' },
    });
    expect(first?.body).not.toContain('SECRET TEXT');
    expect(store.deliveries()).toMatchObject([{ status: 'delivered', attempts: 1 }]);
  });

  it('gets each event once, however many replicas saw it', async () => {
    const { port, got } = await receiver([200]);
    const { sender, store, counts } = await start(`http://127.0.0.1:${port}/`);
    for (let count = 0; count < 3; count += 1) await sender.publish('settings.changed', {}, 'settings 1');
    await sender.publish('feedback.added', {}, 'x');
    await Promise.all([sender.sendDue(), sender.sendDue()]);
    await sender.sendDue();
    expect([store.deliveries().length, got.length]).toEqual([1, 1]);
    expect(await counts()).toEqual({ delivered: 1 });
  });

  it.each([
    { name: 'an error', answers: [500] as const, reason: 'answered 500' },
    { name: 'silence', answers: ['never'] as const, reason: 'no answer in time' },
    { name: 'a redirect', answers: [302] as const, reason: 'answered 302' },
  ])('is tried again after $name, with growing pauses, and then given up', async ({ answers, reason }) => {
    const target = await receiver([200]);
    const { got, port } = await receiver(answers, `http://127.0.0.1:${target.port}/`);
    const timeoutMs = reason === 'no answer in time' ? 400 : 5000;
    const { sender, store, pass, counts } = await start(`http://127.0.0.1:${port}/`, { timeoutMs });
    await sender.publish('settings.changed', {}, '1');
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 9; attempt += 1) {
      expect(await sender.sendDue()).toBe(1);
      const [delivery] = store.deliveries();
      expect(delivery).toMatchObject({ attempts: attempt, lastError: reason });
      if (delivery?.nextAttemptAtMs === null) break;
      waits.push((delivery?.nextAttemptAtMs ?? 0) - START_MS);
      expect(await sender.sendDue()).toBe(0);
      pass(20 * 3_600_000);
    }
    expect(store.deliveries()[0]?.status).toBe('dead');
    expect(await counts()).toEqual({ failed: 8, dead: 1 });
    expect([got.length, target.got.length, waits.length]).toEqual([9, 0, 8]);
    expect(await store.retryDelivery(store.deliveries()[0]?.id ?? '', START_MS)).toBe(true);
    // The receiver is left alone for a minute at most.
    pass(60_000);
    expect(await sender.sendDue()).toBe(1);
  });

  it('is not sent for what was before it, or while it is switched off', async () => {
    const { sender, store, webhook } = await start('http://127.0.0.1:1/');
    store.addRecord(sampleRecord({ receivedAtMs: webhook.createdAtMs - 1 }));
    await sender.tellRecords();
    await store.putWebhook({ ...webhook, isEnabled: false });
    store.addRecord(sampleRecord());
    await sender.tellRecords();
    expect(store.deliveries()).toEqual([]);
  });

  it('is sent as a test while it is switched off, and nothing else that waits is', async () => {
    const { got, port } = await receiver([200, 200]);
    const { sender, store, webhook } = await start(`http://127.0.0.1:${port}/`);
    store.addRecord(sampleRecord());
    await sender.tellRecords();
    await store.putWebhook({ ...webhook, isEnabled: false });
    await sender.test(webhook);
    expect(await sender.sendDue()).toBe(1);
    expect(got.map(({ headers }) => headers['x-portcullis-event'])).toEqual(['test']);
    await store.putWebhook(webhook);
    expect(await sender.sendDue()).toBe(1);
    expect(got).toHaveLength(2);
  });

  it('is refused where it leads inside, by name and by number', async () => {
    const { got, port } = await receiver([200]);
    for (const host of ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]', '2130706433', '0x7f.1', '[::1]']) {
      const { sender, store } = await start(`http://${host}:${port}/`, { allowPrivate: false });
      await sender.publish('settings.changed', {}, '1');
      await sender.sendDue();
      expect([host, store.deliveries()[0]?.lastError]).toEqual([host, 'the address is not allowed']);
    }
    expect(got).toEqual([]);
  });

  it('never reaches a cloud’s metadata, even where private addresses are allowed', async () => {
    const send = (url: string) => post({ url, body: '{}', headers: {}, allowPrivate: true, timeoutMs: 200 });
    for (const url of [
      'http://169.254.169.254/latest',
      'http://[::ffff:169.254.169.254]/',
      'http://[fe80::1]/',
      'http://[fd00:ec2::254]/',
      'http://168.63.129.16/machine',
    ]) {
      expect(await send(url)).toBe('the address is not allowed');
    }
  });
});

it('a receiver rests for seconds, also where the clock is set back by an hour meanwhile', () => {
  let nowMs = START_MS;
  const { failed, resting } = createRests(() => nowMs);
  failed('a');
  nowMs += 4999;
  expect(resting()).toEqual(['a']);
  nowMs -= 3_600_000;
  expect(resting()).toEqual([]);
  failed('a');
  nowMs += 9999;
  expect(resting()).toEqual(['a']);
  nowMs += 1;
  expect(resting()).toEqual([]);
});

/** What is made of a receiver that answers with these bytes and leaves the connection open. */
const outcomeOf = async (answer: string): Promise<string | null> => {
  const server = createTcpServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.write(answer));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  try {
    return await post({ url: `http://127.0.0.1:${port}/`, body: '{}', headers: {}, allowPrivate: true });
  } finally {
    server.close();
  }
};

it.each([
  // One that took it for a WebSocket was waited for without end, and every other receiver with it.
  {
    name: 'changes the protocol',
    answer: 'HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n',
    outcome: 'closed without an answer',
  },
  { name: 'speaks no HTTP', answer: '220 ready\r\n\r\n', outcome: 'HPE_INVALID_CONSTANT' },
  {
    name: 'has endless headers',
    answer: `HTTP/1.1 200 OK\r\nx: ${'a'.repeat(70_000)}`,
    outcome: 'HPE_HEADER_OVERFLOW',
  },
  {
    name: 'has endless hints before its answer',
    answer: `${'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(100)}HTTP/1.1 200 OK\r\n\r\n`,
    outcome: null,
  },
])('a receiver that $name ends the attempt', async ({ answer, outcome }) => {
  expect(await outcomeOf(answer)).toBe(outcome);
});

it.each(['ftp://127.0.0.1/', 'nonsense', 'http://'])('%s is refused in words', async (url) => {
  expect(await post({ url, body: '{}', headers: {}, allowPrivate: true })).toBe('the address is not valid');
});

describe('an address', () => {
  it.each([
    ['8.8.8.8', true, true],
    ['2606:4700::1111', true, true],
    ['10.0.0.1', false, true],
    ['172.31.255.255', false, true],
    ['192.168.1.1', false, true],
    ['100.64.0.1', false, true],
    ['127.0.0.1', false, true],
    ['::1', false, true],
    ['fd12::1', false, true],
    ['::ffff:10.0.0.1', false, true],
    ['::ffff:a00:1', false, true],
    ['64:ff9b::a00:1', false, true],
    ['2002:a00:1::', false, true],
    ['2606:4700::5efe:8.8.8.8', true, true],
    ['2606:4700::5efe:a00:1', false, true],
    ['2606:4700::200:5efe:10.0.0.1', false, true],
    ['fd12::5efe:8.8.8.8', false, true],
    ['2606:4700::5efe:169.254.169.254', false, false],
    ['2606:4700:0:0:300:5efe:a9fe:a9fe', false, false],
    ['2606:4700:0:0:400:5efe:a9fe:a9fe', true, true],
    ['169.254.169.254', false, false],
    ['::ffff:169.254.169.254', false, false],
    ['64:ff9b::a9fe:a9fe', false, false],
    ['2002:a9fe:a9fe::1', false, false],
    ['100.100.100.200', false, false],
    ['fe80::1', false, false],
    ['0.0.0.0', false, false],
    ['::', false, false],
    ['224.0.0.1', false, false],
    ['255.255.255.255', false, false],
    ['168.63.129.16', false, false],
    ['fd00:ec2::23', false, false],
    ['fd20:ce::254', false, false],
    ['fd00:c1::a9fe:a9fe', false, false],
    ['fd00:42::42', false, false],
    ['2001:0:4136:e378:8000:63bf:3fff:fdd2', false, false],
    ['3fff::1', false, false],
    ['nonsense', false, false],
  ])('%s: public %s, with private ones allowed %s', (address, isPublic, isAllowed) => {
    expect([mayConnect(address, false), mayConnect(address, true)]).toEqual([isPublic, isAllowed]);
  });
});

it('signs time and body together', () => {
  expect(signatureOf(['s'], '{}', 1000)).not.toBe(signatureOf(['s'], '{}', 2000));
  expect(signatureOf(['s'], '{}', 1999)).toMatch(/^t=1,v1=[\da-f]{64}$/);
});

it('signs with each secret, in their order', () => {
  const [t, ...alone] = ['new', 'old'].flatMap((secret) => signatureOf([secret], '{}', 1000).split(','));
  expect(signatureOf(['new', 'old'], '{}', 1000).split(',')).toEqual([
    t,
    ...alone.filter((part) => part !== t),
  ]);
});

describe('a secret that is replaced', () => {
  const webhook = {
    secret: 'c',
    retired: [
      { secret: 'b', endsAtMs: 5000 },
      { secret: 'a', endsAtMs: 900 },
    ],
  };

  it.each([
    { name: 'goes on for its overlap', overlapMs: 9000, left: { c: 10_000, b: 5000 } },
    { name: 'takes those before it with it', overlapMs: 100, left: { c: 1100, b: 1100 } },
    { name: 'ends at once, and all before it, without overlap', overlapMs: 0, left: {} },
  ])('$name', ({ overlapMs, left }) => {
    const retired = retire(webhook, overlapMs, 1000);
    expect(Object.fromEntries(retired.map(({ secret, endsAtMs }) => [secret, endsAtMs]))).toEqual(left);
    expect(overlapEnd({ secret: 'd', retired }, 1000)).toBe(retired[0]?.endsAtMs ?? null);
  });

  it('signs until its end and no millisecond longer', () => {
    expect(signingSecrets(webhook, 899)).toEqual(['c', 'b', 'a']);
    expect(signingSecrets(webhook, 900)).toEqual(['c', 'b']);
    expect(signingSecrets(webhook, 5000)).toEqual(['c']);
    expect(overlapEnd(webhook, 5000)).toBeNull();
  });
});

it('is made, changed and tried by admins, whose page never shows its secret again', async () => {
  const dashboard = await createTestDashboard({ dashboard: { webhooks: { allowPrivate: true } } });
  const cookie = await dashboard.cookieOf('admin');
  const { got, port } = await receiver([500, 200]);
  const json = { name: 'x', url: `http://127.0.0.1:${port}/`, events: ['threat.blocked'] };
  const { webhook, secret } = await (
    await dashboard.ask('/webhooks', { method: 'POST', cookie, json })
  ).json();
  expect(secret).toMatch(/^whsec_/);
  await dashboard.ask(`/webhooks/${webhook.id}/test`, { method: 'POST', cookie });
  await dashboard.deps.webhooks.sendDue();
  const { items } = await (await dashboard.ask(`/webhooks/${webhook.id}/deliveries`, { cookie })).json();
  expect(items).toMatchObject([{ event: 'test', status: 'pending', lastError: 'answered 500' }]);
  dashboard.pass(10_000);
  await dashboard.deps.webhooks.sendDue();
  expect(got).toHaveLength(2);
  const retry = await dashboard.ask(`/deliveries/${items[0].id}/retry`, { method: 'POST', cookie });
  expect(retry.status).toBe(404);
  const ftp = await dashboard.ask('/webhooks', {
    method: 'POST',
    cookie,
    json: { ...json, url: 'file:///etc/passwd' },
  });
  expect(ftp.status).toBe(422);
});

it.each([
  { url: 'http://127.0.0.1:9000/', says: 'allowPrivate' },
  { url: 'http://10.1.2.3/', says: 'allowPrivate' },
  { url: 'http://0x7f.1/', says: 'allowPrivate' },
  { url: 'https://[::1]/', says: 'allowPrivate' },
  { url: 'http://localhost:3000/', says: 'allowPrivate' },
  { url: 'http://api.localhost./', says: 'allowPrivate' },
  { url: 'http://169.254.169.254/', says: 'no webhook may reach' },
])('is refused at once where it could never be reached: $url', async ({ url, says }) => {
  const dashboard = await createTestDashboard();
  const cookie = await dashboard.cookieOf('admin');
  const ask = (path: string, method: string, json: object) => dashboard.ask(path, { method, cookie, json });
  const refused = await ask('/webhooks', 'POST', { name: 'x', url, events: ['threat.blocked'] });
  expect(refused.status).toBe(422);
  expect((await refused.json()).error).toMatchObject({
    param: 'url',
    message: expect.stringContaining(says),
  });
  const made = await ask('/webhooks', 'POST', {
    name: 'x',
    url: 'https://example.com/',
    events: ['threat.blocked'],
  });
  const { webhook } = await made.json();
  expect((await ask(`/webhooks/${webhook.id}`, 'PATCH', { url })).status).toBe(422);
  expect((await ask(`/webhooks/${webhook.id}`, 'PATCH', { name: 'y' })).status).toBe(200);
});

describe('the address of a webhook', () => {
  it.each([
    [
      'https://ann:pa55word@siem.example.com:8443/hooks/x?token=t0p',
      'https://…@siem.example.com:8443/hooks/…?…',
    ],
    ['https://t0ken@siem.example.com/', 'https://…@siem.example.com/'],
    ['https://hooks.slack.com/services/T000/B000/XXXX', 'https://hooks.slack.com/services/…'],
    ['https://discord.com/api/webhooks/1234/abcd', 'https://discord.com/api/…'],
    [
      'https://x.webhook.office.com/webhookb2/1a2b@3c4d/IncomingWebhook/5e6f',
      'https://x.webhook.office.com/webhookb2/…',
    ],
    ['https://hooks.example/9f8e7d6c5b4a/in', 'https://hooks.example/…'],
    ['https://hooks.example/tokenandnothingelse', 'https://hooks.example/…'],
    ['https://hooks.example/averylongwordthatmaybeatoken/in', 'https://hooks.example/…'],
    ['https://hooks.example?key=t0p', 'https://hooks.example/?…'],
    ['nonsense of another version', '…'],
  ])('%s is shown as %s', (url, shown) => {
    expect(shownUrl(url)).toBe(shown);
    expect(shownUrl(shown)).toBe(shown);
  });

  const SECRET = /pa55word|t0p|T0KEN/;
  const FULL = 'https://ann:pa55word@siem.example.com/hooks/T0KEN?sig=t0p';

  it('never comes back in full: not from the list, nor from the audit log, nor from the log', async () => {
    const logged: string[] = [];
    const dashboard = await createTestDashboard({ logged });
    const cookie = await dashboard.cookieOf('admin');
    const ask = (path: string, method = 'GET', json?: unknown) =>
      dashboard.ask(path, { method, cookie, ...(json === undefined ? {} : { json }) });
    const made = await ask('/webhooks', 'POST', { name: 'x', url: FULL, events: ['threat.blocked'] });
    expect(made.status).toBe(201);
    const { webhook } = await made.json();
    expect(webhook.url).toBe('https://…@siem.example.com/hooks/…?…');
    const stored = async () => (await dashboard.store.listWebhooks())[0]?.url;
    // As an earlier version wrote it.
    await dashboard.store.insertAudit({
      id: 'aud_old',
      atMs: START_MS,
      actor: 'admin@example.com',
      action: 'webhook.create',
      target: webhook.id,
      details: { name: 'x', url: FULL },
      address: null,
    });
    const path = `/webhooks/${webhook.id}`;
    // Other fields leave it alone, and so does whoever sends back what was shown.
    expect((await ask(path, 'PATCH', { name: 'y' })).status).toBe(200);
    expect((await ask(path, 'PATCH', { name: 'z', url: webhook.url })).status).toBe(200);
    expect(await stored()).toBe(FULL);
    const halfEdited = await ask(path, 'PATCH', { url: 'https://other.example.com/hooks/…?…' });
    expect([halfEdited.status, (await halfEdited.json()).error.param]).toEqual([422, 'url']);
    expect(await stored()).toBe(FULL);
    expect((await ask(path, 'PATCH', { url: `${FULL}2` })).status).toBe(200);
    expect(await stored()).toBe(`${FULL}2`);
    for (const asked of ['/webhooks', '/audit']) {
      const text = await (await ask(asked)).text();
      expect(text).toContain('siem.example.com/hooks/…');
      expect(text).not.toMatch(SECRET);
    }
    expect(logged.join('')).not.toMatch(SECRET);
  });
});

const secretsOf = ({ headers, body }: Got, names: Readonly<Record<string, string>>): readonly string[] => {
  const [time = '', ...signatures] = String(headers['x-portcullis-signature']).split(',');
  const nameOf = (signature: string): string =>
    Object.keys(names).find((name) => {
      const text = `${time.replace('t=', '')}.${body}`;
      return (
        `v1=${createHmac('sha256', names[name] ?? '')
          .update(text)
          .digest('hex')}` === signature
      );
    }) ?? 'nobody';
  return signatures.map(nameOf);
};

describe('the secret of a webhook', () => {
  const DAY_MS = 86_400_000;

  const setUp = async () => {
    const logged: string[] = [];
    const dashboard = await createTestDashboard({ logged, dashboard: { webhooks: { allowPrivate: true } } });
    const cookie = await dashboard.cookieOf('admin');
    const { got, port } = await receiver([200]);
    // A session does not last as long as an overlap.
    const post = async (path: string, json: object = {}, as?: string) =>
      dashboard.ask(`/webhooks${path}`, {
        method: 'POST',
        cookie: as ?? (await dashboard.cookieOf('admin')),
        json,
      });
    const url = `http://127.0.0.1:${port}/`;
    const { webhook, secret } = await (await post('', { name: 'x', url, events: ['threat.blocked'] })).json();
    const secrets: Record<string, string> = { first: secret };
    const rotate = async (name: string, json: object = {}) => {
      const answer = await post(`/${webhook.id}/rotate`, json);
      expect(answer.status).toBe(201);
      const body = await answer.json();
      secrets[name] = body.secret;
      return body;
    };
    const signers = async () => {
      await post(`/${webhook.id}/test`);
      await dashboard.deps.webhooks.sendDue();
      const last = got.at(-1);
      return last === undefined ? [] : secretsOf(last, secrets);
    };
    return { dashboard, logged, cookie, post, webhook, secrets, rotate, signers };
  };

  it('is replaced, and the old one also signs for a day, or as long as is said', async () => {
    const { dashboard, rotate, signers } = await setUp();
    expect(await signers()).toEqual(['first']);
    const { webhook, secret } = await rotate('second');
    expect(secret).toMatch(/^whsec_/);
    expect(webhook.overlapEndsAtMs - dashboard.deps.now()).toBe(DAY_MS);
    expect(await signers()).toEqual(['second', 'first']);
    dashboard.pass(DAY_MS / 2);
    await rotate('third', { overlapMs: DAY_MS });
    expect(await signers()).toEqual(['third', 'second', 'first']);
    dashboard.pass(DAY_MS / 2);
    expect(await signers()).toEqual(['third', 'second']);
    expect((await rotate('fourth', { overlapMs: 0 })).webhook.overlapEndsAtMs).toBeNull();
    expect(await signers()).toEqual(['fourth']);
  });

  it('signs what was queued before it was there', async () => {
    const { dashboard, rotate, post, webhook, signers } = await setUp();
    await post(`/${webhook.id}/test`);
    await rotate('second', { overlapMs: 0 });
    expect(await signers()).toEqual(['second']);
    expect((await dashboard.store.webhookCounts()).get(webhook.id)?.pending).toBe(0);
  });

  it('is not replaced where four before it still sign, unless they end now', async () => {
    const { dashboard, rotate, post, webhook, signers } = await setUp();
    for (const name of ['second', 'third', 'fourth', 'fifth']) await rotate(name);
    expect(await signers()).toHaveLength(5);
    const refused = await post(`/${webhook.id}/rotate`);
    expect([refused.status, (await refused.json()).error.code]).toEqual([409, 'too_many_secrets']);
    expect(await signers()).toEqual(['fifth', 'fourth', 'third', 'second', 'first']);
    await rotate('sixth', { overlapMs: 0 });
    expect(await signers()).toEqual(['sixth']);
    dashboard.pass(1);
    await rotate('seventh');
    expect(await signers()).toEqual(['seventh', 'sixth']);
  });

  it('of two that replace it at once one does, and the other is told', async () => {
    const { post, webhook, secrets, signers } = await setUp();
    const answers = await Promise.all([1, 2].map(() => post(`/${webhook.id}/rotate`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    for (const answer of answers) {
      const { error, secret } = await answer.json();
      if (answer.status === 201) secrets['second'] = secret;
      else expect(error.code).toBe('stale');
    }
    expect(await signers()).toEqual(['second', 'first']);
  });

  it('is replaced by admins alone, for a time that makes sense, and is never told again', async () => {
    const { dashboard, logged, cookie, post, webhook, rotate, secrets } = await setUp();
    const path = `/${webhook.id}/rotate`;
    expect((await post(path, {}, await dashboard.cookieOf('analyst'))).status).toBe(403);
    for (const overlapMs of [-1, 1.5, 40_000_000_000, 'a day', null])
      expect([overlapMs, (await post(path, { overlapMs })).status]).toEqual([overlapMs, 422]);
    expect((await post('/whk_none/rotate')).status).toBe(404);
    await rotate('second', { overlapMs: 1000 });
    const read = async (asked: string) => (await dashboard.ask(asked, { cookie })).text();
    const audit = JSON.parse(await read('/audit?action=webhook.rotate'));
    expect(audit.items).toMatchObject([{ target: webhook.id, details: { name: 'x', overlapMs: 1000 } }]);
    const told = [await read('/webhooks'), await read('/audit'), ...logged].join('\n');
    for (const secret of Object.values(secrets)) expect(told).not.toContain(secret);
  });
});
