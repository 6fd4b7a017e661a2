import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ATTACK, eventually, type Stack } from '../contract/stack.ts';
import { freePort } from '../free-port.ts';
import { type PostgresServer, startPostgres } from '../unit/records/postgres-server.ts';
import { findChromium, launch } from './browser.ts';
import {
  type Caller,
  createCaller,
  createKeyOnPage,
  openWindow,
  originOf,
  setUp,
  startReal,
  type Window,
} from './real.ts';

// The product on PostgreSQL, keeping full text, with people who come through a sign-in provider. The steps build on each other.

const server: PostgresServer | null = await startPostgres();
if (server === null && process.env['CI'] === 'true') {
  throw new Error('No PostgreSQL: install its server, or name one in TEST_DATABASE_URL');
}
process.stderr.write(`PostgreSQL of these tests: ${server?.name ?? 'none, skipped'}\n`);

const PROVIDER = fileURLToPath(new URL('./oidc-provider.ts', import.meta.url));
const SETTLED_MS = 30_000;
/** Far from what is found, so that it stands in no excerpt. */
const CANARY = 'the-heron-flies-at-nine';
const TEXT = `${CANARY}. ${'It was a quiet evening by the river. '.repeat(40)}${ATTACK}, said the sign.`;
const textKey = (id: string, byte: number): string => `${id}:${Buffer.alloc(32, byte).toString('base64')}`;

describe.skipIf(findChromium() === null || server === null)('on PostgreSQL', () => {
  let browser: Browser;
  let url = '';
  let issuerPort = 0;
  let stack: Stack;
  let provider: ChildProcess | null = null;
  let window: Window;
  let call: Caller;
  let key = '';
  let firstId = '';

  const start = (textKeys: readonly string[]): Promise<Stack> =>
    startReal({
      env: {
        PORTCULLIS_STORE_URL: url,
        PORTCULLIS_STORE_FULL_TEXT: 'all',
        PORTCULLIS_STORE_TEXT_KEYS: textKeys.join(','),
        PORTCULLIS_DASHBOARD_OIDC_ISSUER: `http://127.0.0.1:${issuerPort}`,
        PORTCULLIS_DASHBOARD_OIDC_CLIENT_ID: 'portcullis',
        PORTCULLIS_DASHBOARD_OIDC_CLIENT_SECRET: 'a-secret-of-the-client',
        PORTCULLIS_DASHBOARD_OIDC_NAME: 'Corp',
        PORTCULLIS_DASHBOARD_OIDC_ALLOWED_DOMAINS: 'corp.example',
      },
    });

  beforeAll(async () => {
    browser = await launch();
    url = (await server?.newDatabase()) ?? '';
    issuerPort = await freePort();
    stack = await start([textKey('k1', 1)]);
    window = await openWindow(browser, originOf(stack));
    window.page.setDefaultTimeout(SETTLED_MS);
  }, 300_000);
  afterAll(async () => {
    await browser?.close();
    provider?.kill();
    await stack?.stop();
    await server?.close();
  }, 60_000);

  const answered = (text: string, status: number) =>
    eventually(
      () => call(text),
      (told) => told.status === status,
      SETTLED_MS,
    );

  const storedTexts = async () => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query<{ request_id: string; key_id: string; ciphertext: Buffer }>(
      'select request_id, key_id, ciphertext from texts',
    );
    await client.end();
    return rows;
  };

  /** What the page of a request says once the person who looks has asked for the text. */
  const shownText = async (requestId: string): Promise<string> => {
    const { page } = window;
    const show = page.getByRole('button', { name: 'Show the full text' });
    await eventually(
      async () => {
        await page.goto(`/requests/${requestId}`);
        return show.waitFor({ timeout: 10_000 }).then(
          () => true,
          () => false,
        );
      },
      Boolean,
      2 * SETTLED_MS,
    );
    expect(await page.content()).not.toContain(CANARY);
    await show.click();
    const shown = page.locator('.code-block', { hasText: CANARY }).first();
    await shown.waitFor();
    return (await shown.textContent()) ?? '';
  };

  it('the first account, a key, and a blocked request that shows by itself', async () => {
    const { page } = window;
    await setUp(page, stack);
    key = await createKeyOnPage(page, 'river');
    call = createCaller(stack, key);
    await page.getByRole('navigation').getByRole('link', { name: 'Requests' }).click();
    await page.getByText('No requests here').waitFor();
    const told = await answered(TEXT, 403);
    firstId = told.requestId;
    await page.getByRole('row').filter({ hasText: firstId }).getByText('Blocked', { exact: true }).waitFor();
  }, 120_000);

  it('a false alarm is excluded after a preview, passes, and is blocked again', async () => {
    const { page } = window;
    await page.getByRole('button', { name: `open ${firstId}` }).click();
    await page.getByRole('button', { name: 'Not an attack' }).click();
    await page.getByRole('button', { name: 'Mark: not an attack' }).click();
    await page.getByText('Marked: not an attack', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Feedback' }).click();
    await page.getByRole('button', { name: 'Exclude …' }).click();
    await page.getByRole('dialog').getByRole('radio').first().waitFor();
    await page.getByRole('button', { name: 'Preview on stored traffic' }).click();
    await page.getByText(/[1-9]\d* no longer stopped, 0 newly stopped/).waitFor();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByLabel('Reason').fill('a sign by the river');
    await page.getByRole('button', { name: 'Exclude', exact: true }).click();
    await page.getByText('Nothing here').waitFor();
    await answered(TEXT, 200);
    await page.goto('/feedback?tab=exclusions');
    const exclusion = page.getByRole('article', { name: /^Exclusion exc_/ });
    await exclusion.getByRole('button', { name: 'End' }).click();
    await page.getByRole('button', { name: 'End it' }).click();
    await exclusion.getByText('Ended').waitFor();
    await answered(TEXT, 403);
  }, 120_000);

  it('keeps the whole text where nobody reads it without a key, and scans it again', async () => {
    const text = await shownText(firstId);
    expect(text).toBe(TEXT);
    const stored = await storedTexts();
    expect(stored.map((row) => row.request_id)).toContain(firstId);
    for (const { key_id, ciphertext } of stored) {
      expect([key_id, ciphertext.includes(CANARY), ciphertext.includes('quiet evening')]).toEqual([
        'k1',
        false,
        false,
      ]);
    }
    const { page } = window;
    await page.goto('/audit');
    await page.getByText('text.view').first().waitFor();
    await page.getByRole('link', { name: 'Playground' }).click();
    // The page before has text boxes, too.
    await page.getByRole('heading', { name: 'Playground' }).waitFor();
    await page.getByRole('textbox').first().fill(text);
    await page.getByRole('button', { name: 'Scan', exact: true }).click();
    await page.getByText('Blocked').first().waitFor();
    // Nowhere else does a page or an answer to it hold the text.
    for (const path of [
      '/',
      '/requests?columns=time,outcome,threat,excerpt,key,model',
      '/threats',
      '/feedback',
      '/audit',
    ]) {
      await page.goto(path);
      await page.getByRole('heading').first().waitFor();
      await page.waitForLoadState('load');
      expect(await page.content(), path).not.toContain(CANARY);
    }
  }, 120_000);

  it('lets somebody in who comes through the sign-in provider, with the role that the domain is given', async () => {
    const child = fork(PROVIDER, [String(issuerPort), `${originOf(stack)}/api/v1/oidc/callback`], {
      stdio: 'ignore',
    });
    provider = child;
    await once(child, 'message');
    const context = await browser.newContext({ baseURL: originOf(stack) });
    // The provider's own pages would like fonts from elsewhere.
    await context.route(
      ({ hostname }) => hostname !== '127.0.0.1' && hostname !== 'localhost',
      (route) => route.abort(),
    );
    const page = await context.newPage();
    page.setDefaultTimeout(SETTLED_MS);
    await page.goto('/');
    await page.getByRole('link', { name: 'Continue with Corp' }).click();
    await page.locator('input[name=login]').fill('grace');
    await page.locator('input[name=password]').fill('anything');
    await page.locator('button[type=submit]').click();
    await page.locator('button[type=submit]', { hasText: /continue/i }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    expect(page.url().startsWith(originOf(stack))).toBe(true);
    const session = await page.evaluate(async () => (await fetch('/api/v1/session')).json());
    expect(session).toMatchObject({ user: { email: 'grace@corp.example', role: 'viewer' } });
    const [cookie] = (await context.cookies()).filter(({ name }) => name === '__Host-portcullis-session');
    expect(cookie).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Lax', path: '/' });
    // A viewer reads no texts.
    const refused = await page.evaluate(
      async (path) => (await fetch(path)).status,
      `/api/v1/requests/${firstId}/text`,
    );
    expect(refused).toBe(403);
    await context.close();
    await window.page.goto('/users');
    await window.page.getByRole('row', { name: /Grace Hopper/ }).waitFor();
  }, 120_000);

  it('reads old texts under an old key and encrypts new ones under the new, across a restart', async () => {
    await stack.stop();
    stack = await start([textKey('k2', 2), textKey('k1', 1)]);
    await window.context.close();
    window = await openWindow(browser, originOf(stack));
    window.page.setDefaultTimeout(SETTLED_MS);
    await window.page.goto('/');
    await window.page.getByLabel('E-mail').fill('ada@example.com');
    await window.page.getByRole('textbox', { name: 'Password' }).fill('a long enough sentence');
    await window.page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await window.page.getByRole('heading', { name: 'Overview' }).waitFor();
    call = createCaller(stack, key);
    const told = await answered(`${TEXT} And again.`, 403);
    expect(await shownText(told.requestId)).toBe(`${TEXT} And again.`);
    expect(await shownText(firstId)).toBe(TEXT);
    const byId = new Map((await storedTexts()).map((row) => [row.request_id, row.key_id]));
    expect([byId.get(firstId), byId.get(told.requestId)]).toEqual(['k1', 'k2']);
    expect(window.complaints).toEqual([]);
  }, 300_000);
});
