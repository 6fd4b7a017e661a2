import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { findChromium } from './browser.ts';
import { oneVisit } from './one-visit.ts';

describe.skipIf(findChromium() === null)('a dashboard that is started anew under open pages', () => {
  const visits = oneVisit();

  const start = async (path: string, options = {}) => {
    const { page, api } = await visits.open(options);
    await page.goto(path);
    return { page, api };
  };
  const notice = (page: Page) => page.getByText('No connection to the dashboard');

  it.each([
    { path: '/', heading: 'Overview' },
    { path: '/requests', heading: 'Requests' },
    { path: '/policy', heading: 'Policy' },
    { path: '/playground', heading: 'Playground' },
    { path: '/account', heading: 'Account' },
  ])('is missed on $path, which goes on by itself', async ({ path, heading }) => {
    const { page, api } = await start(path);
    await page.getByText('Live', { exact: true }).waitFor();
    await api.goAway();
    await notice(page).waitFor();
    await page.getByText('Offline', { exact: true }).waitFor();
    await page.getByRole('heading', { name: heading, exact: true }).waitFor();
    await api.comeBack();
    await notice(page).waitFor({ state: 'detached' });
    await page.getByText('Live', { exact: true }).waitFor();
  });

  it('takes nothing that is typed in a dialog, over which that is said, and saves it afterwards', async () => {
    const { page, api } = await start('/keys');
    await page.getByRole('button', { name: 'New key' }).click();
    const made = page.getByRole('dialog', { name: 'New key' });
    await made.getByLabel('Name').fill('night-batch');
    await api.goAway();
    await notice(page).waitFor();
    await made.getByLabel('Requests per minute').fill('240');
    await made.getByRole('button', { name: 'Create the key' }).click();
    await made.getByText('The dashboard’s server cannot be reached.').waitFor();
    await api.comeBack();
    await notice(page).waitFor({ state: 'detached' });
    expect(await made.getByLabel('Name').inputValue()).toBe('night-batch');
    await made.getByRole('button', { name: 'Create the key' }).click();
    await page.getByText('This is the only time it is shown.').waitFor();
    const made2 = api.sent.filter(({ method, path }) => method === 'POST' && path === '/keys');
    expect(made2.map(({ body }) => body)).toMatchObject([{ name: 'night-batch', rateLimitPerMinute: 240 }]);
  });

  it('makes one key where its answer was lost, and says where the key is', async () => {
    const { page, api } = await start('/keys');
    await page.getByRole('button', { name: 'New key' }).click();
    const dialog = page.getByRole('dialog', { name: 'New key' });
    const create = dialog.getByRole('button', { name: 'Create the key' });
    await dialog.getByLabel('Name').fill('night-batch');
    // It is made, and the answer goes nowhere.
    await page.route('**/api/v1/keys', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      await route.fetch();
      return route.abort();
    });
    await create.click();
    await dialog.getByText('The dashboard’s server cannot be reached.').waitFor();
    await dialog.getByText('Trying again here makes no second one.').waitFor();
    await page.unroute('**/api/v1/keys');
    await dialog.getByLabel('Name').fill('night-batch-2');
    await create.click();
    await dialog.getByText('An earlier try has made this key').waitFor();
    await dialog.getByRole('button', { name: 'Show it in the list' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('1 key shown').waitFor();
    expect(new URL(page.url()).searchParams.get('search')).toBe('night-batch');
    // Another dialog is another key, also under the same name.
    await page.getByRole('button', { name: 'New key' }).click();
    await dialog.getByLabel('Name').fill('night-batch');
    await create.click();
    await page.getByText('This is the only time it is shown.').waitFor();
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await page.getByText('2 keys shown').waitFor();
    const tries = api.sent.filter(({ method, path }) => method === 'POST' && path === '/keys');
    const ids = tries.map(({ body }) => Object(body).attempt);
    expect([ids[0] === ids[1], ids[1] === ids[2]]).toEqual([true, false]);
  });

  it('lets the wizard of an exclusion go on where it was', async () => {
    const { page, api } = await start('/feedback');
    await page.getByRole('button', { name: 'Exclude …' }).click();
    const dialog = page.getByRole('dialog', { name: 'Exclude from the verdict' });
    await dialog.getByRole('radio').nth(1).check();
    await api.goAway();
    await notice(page).waitFor();
    await dialog.getByRole('button', { name: 'Preview on stored traffic' }).click();
    await dialog.getByText('The dashboard’s server cannot be reached.').waitFor();
    await api.comeBack();
    await notice(page).waitFor({ state: 'detached' });
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await dialog.getByTestId('replay').waitFor();
    await dialog.getByRole('button', { name: 'Back' }).click();
    expect(await dialog.getByRole('radio').nth(1).isChecked()).toBe(true);
  });

  it('is told of at the sign-in, too, whose fields stay', async () => {
    const { page, api } = await start('/', { isSignedIn: false });
    await page.getByLabel('E-mail').fill('ada@example.com');
    await api.goAway();
    await page.getByRole('textbox', { name: 'Password' }).fill('correct horse battery');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('The dashboard’s server cannot be reached.').first().waitFor();
    await api.comeBack();
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
  });

  it('comes by itself to a page that was opened before it answered', async () => {
    const { page } = await visits.open();
    await page.route('**/api/v1/session', (route) =>
      route.fulfill({ status: 502, body: '<h1>Bad gateway</h1>' }),
    );
    await page.goto('/keys');
    await page.getByText('The server answered 502.').waitFor();
    await page.unroute('**/api/v1/session');
    await page.getByRole('heading', { name: 'Keys', exact: true }).waitFor();
  });

  it('is told of where it ends in the middle of an answer', async () => {
    const { page, api } = await start('/policy');
    await page.getByText('Live', { exact: true }).waitFor();
    await page.evaluate(`{
      const ask = window.fetch;
      window.fetch = async (...asked) => {
        const answer = await ask(...asked);
        if (!String(asked[0]).endsWith('/settings')) return answer;
        const broken = new ReadableStream({ start: (body) => body.error(new TypeError('network error')) });
        return new Response(broken, { status: 200 });
      };
    }`);
    api.tell('revision');
    await page.getByText('The dashboard’s server cannot be reached.').first().waitFor();
  });
});
