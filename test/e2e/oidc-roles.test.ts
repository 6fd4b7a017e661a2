import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Stack } from '../contract/stack.ts';
import { freePort } from '../free-port.ts';
import { findChromium, launch } from './browser.ts';
import { openWindow, originOf, setUp, startReal, type Window } from './real.ts';

// Roles that a sign-in provider gives and takes: the real product, and a real provider as a process of its own.

const PROVIDER = fileURLToPath(new URL('./oidc-provider.ts', import.meta.url));
const SETTLED_MS = 30_000;

describe.skipIf(findChromium() === null)('roles from the sign-in provider', () => {
  let browser: Browser;
  let stack: Stack;
  let provider: ChildProcess;
  let owner: Window;
  const grace: BrowserContext[] = [];

  beforeAll(async () => {
    browser = await launch();
    const port = await freePort();
    stack = await startReal({
      env: {
        PORTCULLIS_DASHBOARD_OIDC_ISSUER: `http://127.0.0.1:${port}`,
        PORTCULLIS_DASHBOARD_OIDC_CLIENT_ID: 'portcullis',
        PORTCULLIS_DASHBOARD_OIDC_CLIENT_SECRET: 'a-secret-of-the-client',
        PORTCULLIS_DASHBOARD_OIDC_NAME: 'Corp',
        PORTCULLIS_DASHBOARD_OIDC_ALLOWED_DOMAINS: 'corp.example',
        PORTCULLIS_DASHBOARD_OIDC_ROLE_CLAIM: 'groups',
        PORTCULLIS_DASHBOARD_OIDC_REQUIRE_ROLE: 'true',
      },
    });
    provider = fork(PROVIDER, [String(port), `${originOf(stack)}/api/v1/oidc/callback`], {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    await once(provider, 'message');
    owner = await openWindow(browser, originOf(stack));
    await setUp(owner.page, stack);
  }, 240_000);
  afterAll(async () => {
    await browser?.close();
    provider?.kill();
    await stack?.stop();
  }, 60_000);

  /** Grace in a browser of her own, from our sign-in page through the provider's and back. */
  const comeIn = async (groups: readonly string[]): Promise<Page> => {
    provider.send(groups);
    const context = await browser.newContext({ baseURL: originOf(stack) });
    grace.push(context);
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
    return page;
  };
  const pagesOf = (page: Page) => page.getByRole('navigation').getByRole('link').allInnerTexts();
  let asAdmin: Page;

  it('are those of the claim', async () => {
    asAdmin = await comeIn(['staff', 'admin']);
    await asAdmin.getByRole('heading', { name: 'Overview' }).waitFor();
    expect(await pagesOf(asAdmin)).toContain('Users');
    await asAdmin.getByRole('link', { name: 'Users' }).click();
    await asAdmin.getByRole('button', { name: 'Invite' }).waitFor();
  }, 120_000);

  it('fall at the next sign-in where the claim says less, and end what was open under the old one', async () => {
    const page = await comeIn(['staff', 'viewer']);
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    expect(await pagesOf(page)).not.toContain('Users');
    await asAdmin.reload();
    await asAdmin.getByRole('heading', { name: 'Sign in' }).waitFor();
    await owner.page.goto('/users');
    await owner.page.getByRole('combobox', { name: 'Role of Grace Hopper' }).click();
    await owner.page.getByRole('option', { name: 'Analyst', exact: true }).click();
    await owner.page.getByText(/until they next sign in with Corp/).waitFor();
    await owner.page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await owner.page.goto('/audit?action=user.change');
    await owner.page.getByText('grace@corp.example').first().waitFor();
  }, 120_000);

  it('let nobody in without one, and say so on the way in', async () => {
    const page = await comeIn(['staff']);
    await page.getByRole('alert').getByText('The sign-in provider gives you no role here.').waitFor();
    const session = await page.evaluate(async () => (await fetch('/api/v1/session')).json());
    expect(session).toMatchObject({ user: null });
    // Nothing that she had open holds any longer.
    for (const context of grace) {
      const [tab] = context.pages();
      await tab?.goto('/');
      await tab?.getByRole('heading', { name: 'Sign in' }).waitFor();
    }
    expect(owner.complaints).toEqual([]);
  }, 120_000);

  it('lets an owner in by password from the page that said no', async () => {
    const page = await comeIn(['staff']);
    await page.getByRole('alert').waitFor();
    await page.getByLabel('E-mail').fill('ada@example.com');
    await page.getByRole('textbox', { name: 'Password' }).fill('a long enough sentence');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
  }, 120_000);
});
