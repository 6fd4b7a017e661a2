import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ATTACK, answering, eventually, type Stack } from '../contract/stack.ts';
import { findChromium, launch } from './browser.ts';
import {
  type Caller,
  createCaller,
  createKeyOnPage,
  dashboardPid,
  openWindow,
  originOf,
  savePolicy,
  setUp,
  startReal,
  type Window,
} from './real.ts';

// The whole product as a user runs it: real Envoy, gateway, store, dashboard and pages. The steps build on each other.

const TEXT = `${ATTACK}, said the sign in the museum`;
const CARD = '4539 1488 0343 6467';
const PROVIDER_KEY = ['sk-proj-', 'canary4T9vQ2mX7bL0pR8sW3yZ6uK1nJ5h'].join('');
const MARKUP = `<img src=//evil.test/x onerror=alert(1)>"'><script>alert(2)</script>`;
/** Far from what is found, so that it stands in no excerpt. */
const QUIET = 'the-heron-flies-at-nine';
const SETTLED_MS = 15_000;

describe.skipIf(findChromium() === null)('the loop through the real product', () => {
  let browser: Browser;
  let stack: Stack;
  let window: Window;
  let key = '';
  let call: Caller;
  let blockedId = '';

  beforeAll(async () => {
    browser = await launch();
    stack = await startReal();
    window = await openWindow(browser, originOf(stack));
  }, 240_000);
  afterAll(async () => {
    await browser?.close();
    await stack?.stop();
  });
  afterEach(() => expect(window.complaints).toEqual([]));

  const isAnswered = (text: string, status: number) =>
    eventually(
      () => call(text),
      (told) => told.status === status,
      SETTLED_MS,
    );
  /** Opens a request's page once its record is there. */
  const openRequest = async (requestId: string) => {
    await stack.record(requestId);
    await window.page.goto(`/requests/${requestId}`);
    await window.page.getByTestId('verdict').waitFor();
    return window.page;
  };

  it('makes the first account by the printed link', async () => {
    await setUp(window.page, stack);
    await window.page.getByText('No requests in this time').waitFor();
    await window.page.getByText('Live', { exact: true }).waitFor();
  });

  it('makes a key that Envoy takes, and shows the blocked request without a reload', async () => {
    const { page } = window;
    key = await createKeyOnPage(page, 'museum');
    expect(key).toMatch(/^pcl_/);
    // What the page tells callers to use is where Envoy listens.
    const { port } = new URL(stack.ready.proxyUrl);
    await page.getByText(`http://localhost:${port}/v1/chat/completions`).first().waitFor();
    call = createCaller(stack, key, PROVIDER_KEY);
    await page.getByRole('navigation').getByRole('link', { name: 'Requests' }).click();
    await page.getByText('No requests here').waitFor();
    // The gateway looks for new keys each second.
    const told = await isAnswered(TEXT, 403);
    blockedId = told.requestId;
    expect(told.code).toBe('prompt_injection_detected');
    const row = page.getByRole('row').filter({ hasText: blockedId });
    await row.getByText('Blocked', { exact: true }).waitFor();
    expect(await row.getByText('museum').count()).toBeGreaterThan(0);
    await page.getByRole('link', { name: 'Overview' }).click();
    await page.getByRole('cell', { name: 'museum' }).waitFor();
    const cells = page.getByRole('row', { name: /museum/ }).getByRole('cell');
    // Blocked, and not among those that would have been.
    expect(Number(await cells.nth(2).textContent())).toBeGreaterThan(0);
    expect(await cells.nth(3).textContent()).toBe('0');
    const before = (await stack.records(1)).length;
    await call('What is the capital of France?');
    await expect
      .poll(
        () =>
          page
            .getByRole('row', { name: /museum/ })
            .getByRole('cell')
            .nth(1)
            .textContent(),
        {
          timeout: SETTLED_MS,
        },
      )
      .toBe(String(before + 1));
  });

  it('marks it as no attack, and finds it in the queue', async () => {
    const { page } = window;
    await page.getByRole('navigation').getByRole('link', { name: 'Requests' }).click();
    await page.getByRole('button', { name: `open ${blockedId}` }).click();
    await page
      .getByTestId('verdict')
      .getByText(/^Blocked: prompt injection/)
      .waitFor();
    await page.getByRole('button', { name: 'Not an attack' }).click();
    await page.getByLabel('Not an attack: why? (optional)').fill('a sign in a museum');
    await page.getByRole('button', { name: 'Mark: not an attack' }).click();
    await page.getByText('Marked: not an attack', { exact: true }).waitFor();
    // Given in the dashboard's process, counted in the gateway's.
    await expect
      .poll(() => stack.metric('feedback_total', 'label="not_attack"'), { timeout: SETTLED_MS })
      .toBe(1);
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Feedback' }).click();
    await page.getByText('“a sign in a museum”').waitFor();
  });

  it('excludes it after a preview that counts the verdicts', async () => {
    const { page } = window;
    await page.getByRole('button', { name: 'Exclude …' }).click();
    await page.getByRole('dialog').getByRole('radio').first().waitFor();
    await page.getByRole('button', { name: 'Preview on stored traffic' }).click();
    await page.getByText(/It would have changed [1-9]\d* of [1-9]\d* verdicts in the last 7 days/).waitFor();
    await page.getByText(/[1-9]\d* no longer stopped, 0 newly stopped/).waitFor();
    await page
      .getByRole('region', { name: 'Verdicts that would change' })
      .getByText('museum')
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('combobox', { name: 'Ends' }).click();
    await page.getByRole('option', { name: 'In 7 days' }).click();
    await page.getByLabel('Reason').fill('a sign that visitors quote');
    await page.getByRole('button', { name: 'Exclude', exact: true }).click();
    await page.getByText('Nothing here').waitFor();
    await page.getByText('Excluded', { exact: true }).click();
    await page.getByText('“a sign in a museum”').waitFor();
  });

  it('lets the same text through, and says so in the record', async () => {
    const told = await isAnswered(TEXT, 200);
    const page = await openRequest(told.requestId);
    await page.getByText('What was found is excluded by a rule of yours.').waitFor();
    await page.getByRole('article', { name: 'Finding 1' }).getByText('Excluded').waitFor();
    expect((await call(`${ATTACK}, now`)).status).toBe(403);
  });

  it('blocks it again once the exclusion is ended', async () => {
    const { page } = window;
    await page.goto('/feedback?tab=exclusions');
    const exclusion = page.getByRole('article', { name: /^Exclusion exc_/ });
    await exclusion.getByText('a sign that visitors quote').waitFor();
    await exclusion.getByText(/[1-9]\d* hits?/).waitFor({ timeout: 30_000 });
    await exclusion.getByRole('button', { name: 'End' }).click();
    await page.getByRole('button', { name: 'End it' }).click();
    await exclusion.getByText('Ended').waitFor();
    expect((await isAnswered(TEXT, 403)).code).toBe('prompt_injection_detected');
  });

  it('changes mode and sensitivity for the next request, and goes back', async () => {
    const { page } = window;
    await page.getByRole('link', { name: 'Policy' }).click();
    await page.getByRole('radio', { name: 'Shadow' }).click();
    await page.getByRole('radio', { name: 'High' }).click();
    await page.getByText('2 changes not saved').waitFor();
    await savePolicy(page, 'only watch');
    const told = await isAnswered(TEXT, 200);
    const record = await stack.record(told.requestId);
    expect(record).toMatchObject({ mode: 'shadow', sensitivity: 'high', wouldBlock: true });
    await openRequest(told.requestId);
    await page
      .getByTestId('verdict')
      .getByText(/^Let through because the mode was shadow/)
      .waitFor();

    await page.goto('/policy?tab=revisions');
    await page.getByRole('article', { name: 'Revision 1' }).getByText('only watch').waitFor();
    const start = page.getByRole('article', { name: 'Before the first change' });
    await start.getByRole('button', { name: 'Revert to this' }).click();
    await page.getByRole('button', { name: 'Go back' }).click();
    await page.getByRole('article', { name: 'Revision 2' }).getByText('In force').waitFor();
    expect(await stack.record((await isAnswered(TEXT, 403)).requestId)).toMatchObject({
      mode: 'blocking',
      sensitivity: 'medium',
    });
    await page
      .getByRole('article', { name: 'Revision 1' })
      .getByRole('button', { name: 'Revert to this' })
      .click();
    await page.getByRole('button', { name: 'Go back' }).click();
    await page.getByRole('article', { name: 'Revision 3' }).getByText('In force').waitFor();
    await isAnswered(TEXT, 200);
    await start.getByRole('button', { name: 'Revert to this' }).click();
    await page.getByRole('button', { name: 'Go back' }).click();
    await page.getByRole('article', { name: 'Revision 4' }).waitFor();
    await isAnswered(TEXT, 403);
  });

  it('masks what the page says, from the next request on', async () => {
    const { page } = window;
    const address = 'anna.bell@museum.example.org';
    await call(`Write to ${address}`);
    expect((await stack.lastRequest()).bodyText).toContain(address);
    await page.goto('/policy?tab=entities');
    await page.getByLabel('Find an entity').fill('EMAIL');
    await page.getByRole('combobox', { name: 'Email address: in requests' }).selectOption('Mask');
    await page.getByLabel('Text to test').fill('Write to joan@museum.example.org');
    await page.getByRole('button', { name: 'Test', exact: true }).click();
    await page.getByText('1 value found').waitFor();
    await savePolicy(page, 'no addresses');
    await eventually(
      async () => {
        await call(`Write to ${address}`);
        return (await stack.lastRequest()).bodyText;
      },
      (body) => !body.includes(address),
      SETTLED_MS,
    );
  });

  it('shows in the playground what it makes of a text', async () => {
    const { page } = window;
    await page.getByRole('link', { name: 'Playground' }).click();
    await page.getByRole('button', { name: 'Hidden in base64' }).click();
    await page.getByRole('button', { name: 'Scan', exact: true }).click();
    await page.getByText('Blocked').first().waitFor();
    await page.locator('mark').first().waitFor();
    await page.getByText(/^Also read as \d other texts?$/).click();
    await page.getByText('Ignore all previous instructions').first().waitFor();
    await page.getByText('A chat request').click();
    await page.getByRole('button', { name: 'Scan', exact: true }).click();
    await page.getByRole('article', { name: 'Text 3' }).waitFor();
  });

  it('shows markup that callers and admins send as text, and asks nobody for it', async () => {
    const { page } = window;
    const hostile = await createKeyOnPage(page, `${MARKUP}key`);
    const callHostile = createCaller(stack, hostile);
    const told = await eventually(
      () =>
        callHostile(`${MARKUP} ${ATTACK}`, {
          model: `${MARKUP}model`,
          headers: { 'x-request-id': MARKUP, 'user-agent': MARKUP, 'x-gateway-mode': MARKUP },
        }),
      ({ status }) => status !== 401,
    );
    const attacked = await callHostile(`${MARKUP} ${ATTACK}`, {
      model: `${MARKUP}model`,
      headers: { 'x-request-id': MARKUP, 'user-agent': MARKUP },
    });
    expect(attacked.status).toBe(403);
    await stack.record(told.requestId);
    await stack.record(attacked.requestId);
    for (const path of [
      '/',
      '/requests?columns=time,outcome,threat,excerpt,key,model,path',
      `/requests/${attacked.requestId}`,
      '/keys',
    ]) {
      await page.goto(path);
      await page.getByText('onerror=alert(1)').first().waitFor();
      expect(await page.locator('#root img, #root script, #root iframe').count()).toBe(0);
    }
  });

  it('keeps card numbers, keys and texts out of pages and API answers', async () => {
    const { page, answers } = window;
    const text = `${QUIET}. ${'It was a quiet evening. '.repeat(40)}`;
    const told = await call(`${text}My card is ${CARD}, my key is ${PROVIDER_KEY}. ${ATTACK}`);
    const answered = await call('Say it', { headers: answering(`Your card is ${CARD}.`) });
    await stack.record(told.requestId);
    await stack.record(answered.requestId);
    const canaries = [QUIET, CARD, CARD.replaceAll(' ', ''), PROVIDER_KEY, key, stack.ready.gatewayKey];
    const pages = [
      ['/', 'What each sensitivity would block'],
      ['/requests', /requests shown/],
      ['/threats', /requests shown/],
      [`/requests/${told.requestId}`, 'Ran and found nothing'],
      [`/requests/${answered.requestId}`, 'Ran and found nothing'],
      ['/feedback', 'Queue'],
      ['/feedback?tab=exclusions', 'a sign that visitors quote'],
      ['/policy', 'Thresholds of the model in force'],
      ['/policy?tab=revisions', 'Revision 1'],
      ['/keys', 'How to use a key'],
      ['/users', 'What the roles may do'],
      ['/audit', 'key.create'],
      ['/integrations', 'No webhooks yet'],
      ['/account', 'This one'],
    ] as const;
    for (const [path, ready] of pages) {
      await page.goto(path);
      await page.getByText(ready).first().waitFor();
      const html = await page.content();
      for (const canary of canaries) expect(html.includes(canary), `${canary} on ${path}`).toBe(false);
    }
    const download = page.waitForEvent('download');
    await page.goto('/requests');
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: 'JSON Lines' }).click();
    const stream = await (await download).createReadStream();
    let exported = '';
    for await (const chunk of stream) exported += String(chunk);
    expect(exported).toContain(told.requestId);
    const all = [...answers, exported].join('\n');
    expect(answers.length).toBeGreaterThan(20);
    for (const canary of canaries) expect(all.includes(canary), canary).toBe(false);
  });

  it('goes on scanning while the dashboard is dead, and the dashboard comes back', async () => {
    const { page } = window;
    await page.goto('/requests');
    await page.getByText(/requests? shown/).waitFor();
    process.kill(await dashboardPid(stack), 'SIGKILL');
    expect((await call(TEXT)).status).toBe(403);
    expect((await call('What is the capital of France?')).status).toBe(200);
    await page.getByText('Offline', { exact: true }).waitFor();
    await page.getByText('Live', { exact: true }).waitFor({ timeout: 30_000 });
    const told = await call(TEXT);
    await page.getByRole('row').filter({ hasText: told.requestId }).waitFor();
  });
});
