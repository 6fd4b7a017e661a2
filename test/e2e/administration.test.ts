import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { ATTACK, eventually, type Stack } from '../contract/stack.ts';
import { findChromium, launch } from './browser.ts';
import {
  createCaller,
  createKeyOnPage,
  openWindow,
  originOf,
  PASSWORD,
  savePolicy,
  setUp,
  signIn,
  startReal,
  type Window,
} from './real.ts';

// People, keys, rules, webhooks and exports in the real product. The steps build on each other.

type Received = Readonly<{ headers: IncomingHttpHeaders; body: string }>;

const startReceiver = async (): Promise<{ server: Server; url: string; received: Received[] }> => {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on('end', () => {
      received.push({ headers: request.headers, body });
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return { server, received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook` };
};

/** As a receiver checks it. */
const isSigned = (secret: string, { headers, body }: Received): boolean => {
  const [, seconds = '', signatures = ''] =
    /^t=(\d+)((?:,v1=[0-9a-f]{64})+)$/.exec(String(headers['x-portcullis-signature'])) ?? [];
  const expected = createHmac('sha256', secret).update(`${seconds}.${body}`).digest();
  const isFresh = Math.abs(Date.now() / 1000 - Number(seconds)) < 300;
  const given = signatures.split(',v1=').slice(1);
  return isFresh && given.some((each) => timingSafeEqual(expected, Buffer.from(each, 'hex')));
};

const download = async (page: Page, click: () => Promise<void>): Promise<string> => {
  const waiting = page.waitForEvent('download');
  await click();
  let text = '';
  for await (const chunk of await (await waiting).createReadStream()) text += String(chunk);
  return text;
};

describe.skipIf(findChromium() === null)('administration in the real product', () => {
  let browser: Browser;
  let stack: Stack;
  let owner: Window;
  let viewer: Window;
  let key = '';

  beforeAll(async () => {
    browser = await launch();
    stack = await startReal();
    owner = await openWindow(browser, originOf(stack));
    viewer = await openWindow(browser, originOf(stack));
    await setUp(owner.page, stack);
  }, 240_000);
  afterAll(async () => {
    await browser?.close();
    await stack?.stop();
  });
  afterEach(() => expect([...owner.complaints, ...viewer.complaints]).toEqual([]));

  const menuOf = async (page: Page, name: string, item: string) => {
    await page.getByRole('button', { name: `What to do with ${name}` }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  /** What the API answers to this page, as a script in it would see it. */
  const ask = (page: Page, method: string, path: string, body?: object) =>
    page.evaluate<number>(
      `fetch('/api/v1${path}', ${JSON.stringify({
        method,
        ...(body === undefined
          ? {}
          : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      })}).then((answer) => answer.status)`,
    );

  it('invites a viewer, who sees nothing of the administration and is refused by the API', async () => {
    const { page } = owner;
    await page.getByRole('link', { name: 'Users' }).click();
    await page.getByRole('button', { name: 'Invite' }).click();
    await page.getByLabel('E-mail').fill('kay@example.com');
    await page.getByRole('combobox', { name: 'Role' }).click();
    await page.getByRole('option', { name: 'Viewer' }).click();
    await page.getByRole('button', { name: 'Make an invitation' }).click();
    const link = await page.getByTestId('secret').textContent();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByText('Open invitations').waitFor();

    await viewer.page.goto(link ?? '');
    await viewer.page.getByText('kay@example.com').waitFor();
    await viewer.page.getByLabel('Name').fill('Kay');
    await viewer.page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await viewer.page.getByRole('button', { name: 'Create my account' }).click();
    await viewer.page.getByRole('heading', { name: 'Overview' }).waitFor();
    const links = await viewer.page.getByRole('navigation').getByRole('link').allInnerTexts();
    expect(links).toEqual(['Overview', 'Requests', 'Threats', 'Feedback', 'Policy', 'Keys']);
    for (const path of ['/users', '/audit', '/integrations', '/playground']) {
      await viewer.page.goto(path);
      await viewer.page.getByText('Your role may not see this page').waitFor();
    }
    await viewer.page.goto('/');
    await viewer.page.getByRole('heading', { name: 'Overview' }).waitFor();
    for (const [method, path] of [
      ['GET', '/users'],
      ['GET', '/audit'],
      ['GET', '/webhooks'],
      ['GET', '/invitations'],
      ['POST', '/keys'],
      ['PUT', '/settings'],
      ['POST', '/exclusions'],
      ['POST', '/playground'],
      ['GET', '/feedback/export'],
    ] as const) {
      expect(
        await ask(viewer.page, method, path, method === 'GET' ? undefined : {}),
        `${method} ${path}`,
      ).toBe(403);
    }
    expect(await ask(viewer.page, 'GET', '/keys')).toBe(200);
    await page.reload();
    await page.getByRole('row', { name: /Kay/ }).waitFor();
    expect(await page.getByText('Open invitations').count()).toBe(0);
  });

  it('changes a role, renames, disables and enables again', async () => {
    const { page } = owner;
    await page.getByRole('combobox', { name: 'Role of Kay' }).click();
    await page.getByRole('option', { name: 'Analyst' }).click();
    await page.getByRole('button', { name: 'Change the role' }).click();
    await page.getByText('Saved.').last().waitFor();
    await viewer.page.reload();
    await viewer.page.getByRole('link', { name: 'Playground' }).waitFor();

    await menuOf(page, 'Kay', 'Rename …');
    await page.getByRole('textbox', { name: 'Name' }).fill('Kay Ling');
    await page.getByRole('button', { name: 'Rename', exact: true }).click();
    await page.getByRole('row', { name: /Kay Ling/ }).waitFor();

    await menuOf(page, 'Kay Ling', 'Disable …');
    await page.getByRole('button', { name: 'Disable', exact: true }).click();
    await page
      .getByRole('row', { name: /Kay Ling/ })
      .getByText('Disabled')
      .waitFor();
    await viewer.page.reload();
    await viewer.page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await viewer.page.getByLabel('E-mail').fill('kay@example.com');
    await viewer.page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await viewer.page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await viewer.page.getByText('E-mail or password is wrong.').waitFor();
    await menuOf(page, 'Kay Ling', 'Enable again');
    await page
      .getByRole('row', { name: /Kay Ling/ })
      .getByText('Active')
      .waitFor();
    await signIn(viewer.page, 'kay@example.com');
  });

  it('gives a link for a new password, which ends the sessions', async () => {
    const { page } = owner;
    await menuOf(page, 'Kay Ling', 'Link for a new password');
    const link = await page.getByTestId('secret').textContent();
    await page.getByRole('button', { name: 'Done' }).click();
    const other = await openWindow(browser, originOf(stack));
    await other.page.goto(link ?? '');
    await other.page.getByRole('textbox', { name: 'Password' }).fill('another long sentence');
    await other.page.getByRole('button', { name: 'Change the password' }).click();
    await other.page.getByText('All your sessions were ended.').waitFor();
    // The same address but for what is behind #: only a new load is a new try.
    await other.page.goto('/');
    await other.page.goto(link ?? '');
    await other.page.getByRole('textbox', { name: 'Password' }).fill('a third long sentence');
    await other.page.getByRole('button', { name: 'Change the password' }).click();
    await other.page.getByRole('alert').waitFor();
    await other.context.close();
    await viewer.page.reload();
    await viewer.page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await signIn(viewer.page, 'kay@example.com', 'another long sentence');
  });

  it('signs out everywhere', async () => {
    const second = await openWindow(browser, originOf(stack));
    await signIn(second.page, 'kay@example.com', 'another long sentence');
    await second.page.getByRole('button', { name: /Account/ }).click();
    await second.page.getByRole('menuitem', { name: 'Account' }).click();
    await second.page.getByText('This one').waitFor();
    await second.page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await second.page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
    await second.page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await ask(viewer.page, 'GET', '/keys')).toBe(401);
    // Within a heartbeat of the live feed the other window knows it, too.
    await viewer.page.getByRole('heading', { name: 'Sign in' }).waitFor({ timeout: 30_000 });
    expect(second.complaints).toEqual([]);
    await second.context.close();
  });

  it('edits a key, which holds from the next request on', async () => {
    const { page } = owner;
    key = await createKeyOnPage(page, 'billing');
    const call = createCaller(stack, key);
    await eventually(
      () => call(ATTACK),
      ({ status }) => status === 403,
    );
    await menuOf(page, 'billing', 'Edit');
    await page.getByLabel('Name').fill('billing two');
    await page.getByRole('combobox', { name: 'Mode' }).click();
    await page.getByRole('option', { name: 'Shadow' }).click();
    await page.getByLabel('Requests per minute').fill('500');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const row = page.getByRole('row', { name: /billing two/ });
    await row.getByText('Shadow').waitFor();
    await row.getByText('500/min').waitFor();
    const told = await eventually(
      () => call(ATTACK),
      ({ status }) => status === 200,
    );
    expect(await stack.record(told.requestId)).toMatchObject({
      mode: 'shadow',
      outcome: 'pass',
      wouldBlock: true,
    });
  });

  it('tells a webhook, with a signature that holds', async () => {
    const { page } = owner;
    const { server, url, received } = await startReceiver();
    try {
      await page.getByRole('link', { name: 'Integrations' }).click();
      await page.getByRole('button', { name: 'New webhook' }).first().click();
      await page.getByLabel('Name').fill('siem');
      await page.getByLabel('URL').fill(url);
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      const secret = (await page.getByTestId('secret').textContent()) ?? '';
      await page.getByRole('dialog').getByRole('button').last().click();
      const siem = page.getByRole('article', { name: 'siem' });
      const isOn = siem.getByRole('switch', { name: 'Send to siem' });
      // It can be tried before anything else is sent to it.
      await isOn.press('Space');
      await siem.getByText('Off: sends tests only').waitFor();
      await siem.getByRole('button', { name: 'Test' }).click();
      await expect.poll(() => received.length, { timeout: 15_000 }).toBe(1);
      await isOn.press('Space');
      await siem.getByText('Off: sends tests only').waitFor({ state: 'detached' });
      const call = createCaller(stack, stack.ready.gatewayKey);
      const { requestId } = await call(ATTACK);
      await expect.poll(() => received.length, { timeout: 15_000 }).toBe(2);
      for (const each of received) expect(isSigned(secret, each)).toBe(true);
      expect(isSigned(`${secret}x`, received[0] as Received)).toBe(false);
      expect(JSON.parse(received[1]?.body ?? '')).toMatchObject({
        event: 'threat.blocked',
        data: { requestId },
      });
      expect(received[1]?.body).not.toContain('Ignore all');
      await siem.getByRole('button', { name: 'Rotate', exact: true }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Rotate', exact: true }).click();
      const next = (await page.getByTestId('secret').textContent()) ?? '';
      await page.getByRole('button', { name: 'I have stored it' }).click();
      await siem.getByText(/old secret ends/).waitFor();
      await siem.getByRole('button', { name: 'Test' }).click();
      await expect.poll(() => received.length, { timeout: 15_000 }).toBe(3);
      expect([secret, next].map((each) => isSigned(each, received[2] as Received))).toEqual([true, true]);
      expect([next !== secret, isSigned(next, received[1] as Received)]).toEqual([true, false]);
      await page.getByRole('button', { name: 'Deliveries' }).click();
      await page.getByRole('cell', { name: 'threat.blocked' }).waitFor();
      await expect
        .poll(() => page.getByText('Delivered', { exact: true }).count(), { timeout: 15_000 })
        .toBe(3);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });

  it('blocks the words of a deny list, and exports the policy as the file takes it', async () => {
    const { page } = owner;
    const call = createCaller(stack, stack.ready.gatewayKey);
    expect((await call('How is Project Bluebird going?')).status).toBe(200);
    await page.goto('/policy?tab=rules');
    await page.getByRole('button', { name: 'New rule' }).click();
    await page.getByLabel('Id').fill('code-names');
    await page.getByText('Deny list of words').click();
    await page.getByRole('combobox', { name: 'Words and phrases' }).fill('project bluebird');
    await page.keyboard.press('Enter');
    await page.getByLabel('Test box').fill('How is Project Bluebird going?');
    await page.getByRole('button', { name: 'Test the rule' }).click();
    await page.getByText(/^1 match in/).waitFor();
    await page.getByRole('button', { name: 'Add rule' }).click();
    await savePolicy(page, 'code names stay here');
    await eventually(
      () => call('How is Project Bluebird going?'),
      ({ status }) => status === 403,
    );
    const yaml = await download(page, () => page.getByRole('link', { name: 'Export as YAML' }).click());
    expect(parse(yaml)).toMatchObject({
      policy: { rules: [{ id: 'code-names', words: ['project bluebird'], action: 'block' }] },
    });
  });

  it('exports feedback as training data', async () => {
    const { page } = owner;
    const call = createCaller(stack, stack.ready.gatewayKey);
    const { requestId } = await call(`${ATTACK}, he quoted`);
    await stack.record(requestId);
    await page.goto(`/requests/${requestId}`);
    await page.getByRole('button', { name: 'Not an attack' }).click();
    await page.getByRole('button', { name: 'Mark: not an attack' }).click();
    await page.getByText('Marked: not an attack', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Feedback' }).click();
    const lines = await download(page, () =>
      page.getByRole('link', { name: 'Export as training data' }).click(),
    );
    expect(
      lines
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toMatchObject([{ label: expect.anything() }]);
  });

  it('erases all that came with a key, and nothing else', async () => {
    const { page } = owner;
    await page.goto('/keys');
    const erased = createCaller(stack, await createKeyOnPage(page, 'of-one-person'));
    const { status, requestId } = await eventually(
      () => erased(ATTACK),
      (answer) => answer.status === 403,
    );
    expect(status).toBe(403);
    const { keyId } = await stack.record(requestId);
    await page.goto(`/requests/${requestId}`);
    await page.getByRole('button', { name: 'Erase records …' }).click();
    const dialog = page.getByRole('dialog', { name: 'Erase records' });
    await dialog.getByRole('radio', { name: 'Everything that came with the key of-one-person' }).check();
    // Attempts before the key was known have no key in their record.
    const label = await dialog.getByText(/^Type “erase \d+” to confirm$/).textContent();
    await dialog.getByRole('textbox').fill(/erase \d+/.exec(label ?? '')?.[0] ?? '');
    await dialog.getByRole('button', { name: /^Erase \d+ record/ }).click();
    await page.getByText(/^\d+ records? (?:is|are) erased\.$/).waitFor();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/requests');
    const left = await stack.records(1);
    expect(left.filter((record) => record.keyId === keyId)).toEqual([]);
    await page.goto('/audit?action=records.erase');
    await page.getByRole('row', { name: /records\.erase/ }).waitFor();
  });

  it('deletes an account', async () => {
    const { page } = owner;
    await page.getByRole('link', { name: 'Users' }).click();
    await menuOf(page, 'Kay Ling', 'Delete …');
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('Deleted.').waitFor();
    await page.getByRole('row', { name: /Kay Ling/ }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Audit log' }).click();
    for (const action of ['user.delete', 'webhook.create', 'key.change', 'settings.change'])
      await page.getByText(action).first().waitFor();
  });
});
