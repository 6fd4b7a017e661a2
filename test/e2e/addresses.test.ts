import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { findChromium } from './browser.ts';
import { oneVisit } from './one-visit.ts';

describe.skipIf(findChromium() === null)('an address', () => {
  const visits = oneVisit();
  const start = async (path: string): Promise<Page> => {
    const { page } = await visits.open({}, { timezoneId: 'Europe/Berlin' });
    await page.goto(path);
    return page;
  };
  const choose = async (page: Page, option: string | RegExp) => {
    await page.getByRole('combobox', { name: 'Time' }).click();
    await page.getByRole('option', { name: option }).click();
  };

  it.each([
    { path: '/policy?tab=nothing', shows: 'Own thresholds' },
    { path: '/feedback?tab=nothing', shows: 'Dismiss' },
    { path: '/requests?columns=nothing', shows: 'internal-search' },
  ])('of a part that there is not shows the first: $path', async ({ path, shows }) => {
    const page = await start(path);
    await page.getByText(shows).first().waitFor();
  });

  it.each(['/requests?range=never', '/requests?range=custom', '/?range=custom&fromMs=abc'])(
    'of a time that is none says which is shown: %s',
    async (path) => {
      const page = await start(path);
      await page.getByRole('combobox', { name: 'Time' }).waitFor();
      expect(await page.getByRole('combobox', { name: 'Time' }).inputValue()).toBe('Last 24 hours');
    },
  );

  it('with a name that the page does not know says so, and can be shown without it', async () => {
    const page = await start('/requests?outcom=blocked&outcome=redacted');
    const told = page.getByRole('alert');
    await told.getByText('outcom=blocked').waitFor();
    // What it does know counts all the same.
    await page.getByRole('row').nth(1).waitFor();
    expect(
      visits
        .current()
        ?.api.sent.find(({ path }) => path === '/requests')
        ?.search.getAll('outcome'),
    ).toEqual(['redacted']);
    await told.getByRole('button', { name: 'Show the page without it' }).click();
    await told.waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).toBe('?outcome=redacted');
  });

  it('with a tab that there is not shows the first, and says which there are', async () => {
    const page = await start('/policy?tab=rule');
    await page
      .getByRole('alert')
      .getByText('this page’s tabs are general, entities, rules, revisions')
      .waitFor();
    expect(await page.getByRole('tab', { name: 'General' }).getAttribute('aria-selected')).toBe('true');
    await page.getByRole('button', { name: 'Show the page without it' }).click();
    await page.getByText('not understood').waitFor({ state: 'detached' });
  });

  it.each([
    '/',
    '/policy?tab=rules',
    '/threats?range=7d&columns=time',
    '/keys?search=x&status=active',
    '/audit?actor=a',
    '/account',
  ])('that is understood is not complained of: %s', async (path) => {
    const page = await start(path);
    await page.getByRole('heading').first().waitFor();
    expect(await page.getByText('not understood').count()).toBe(0);
  });

  it('with a value that the server refuses says which, and can be shown without it', async () => {
    const { page } = await visits.open({});
    await page.route(/\/api\/v1\/requests\?.*outcome=lost/, (route) =>
      route.fulfill({
        status: 422,
        json: {
          error: {
            type: 'invalid_request_error',
            code: 'invalid_request',
            message: 'The query is not valid.',
            param: 'outcome.1',
            issues: [{ path: 'outcome.1', message: 'expected one of "pass"|"blocked"' }],
          },
        },
      }),
    );
    await page.goto('/requests?outcome=blocked&outcome=lost');
    const told = page.getByRole('alert');
    await told.getByText('outcome=lost').waitFor();
    await told.getByText('expected one of').waitFor();
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
    await told.getByRole('button', { name: 'Show the page without it' }).press('Enter');
    await page.getByRole('row').nth(1).waitFor();
    expect(new URL(page.url()).search).toBe('?outcome=blocked');
  });

  it('of a from–to says its times in the zone of whoever looks, and both can be changed again', async () => {
    const page = await start('/requests?range=custom&fromMs=1764288000000&toMs=1764291600000');
    const time = page.getByRole('combobox', { name: 'Time' });
    await time.waitFor();
    expect(await time.inputValue()).toBe('28 Nov, 01:00 – 28 Nov, 02:00');
    await choose(page, '28 Nov, 01:00 – 28 Nov, 02:00');
    const bounds = page.getByRole('dialog', { name: 'From and to' });
    expect(await bounds.getByLabel('From').inputValue()).toBe('2025-11-28T01:00');
    await bounds.getByLabel('To').fill('2025-11-28T03:30');
    await bounds.getByRole('button', { name: 'Show' }).click();
    await expect.poll(() => time.inputValue()).toBe('28 Nov, 01:00 – 28 Nov, 03:30');
    expect(new URL(page.url()).searchParams.get('toMs')).toBe('1764297000000');
    await page.reload();
    await time.waitFor();
    expect(await time.inputValue()).toBe('28 Nov, 01:00 – 28 Nov, 03:30');
    await page.getByRole('link', { name: 'Keys', exact: true }).click();
    await page.getByRole('heading', { name: 'Keys', exact: true }).waitFor();
    await page.goBack();
    await time.waitFor();
    expect(await time.inputValue()).toBe('28 Nov, 01:00 – 28 Nov, 03:30');
    await choose(page, 'Last hour');
    await expect.poll(() => page.url()).not.toContain('fromMs');
  });

  it('of a request is behind its id in the audit log', async () => {
    const page = await start('/audit');
    await page.getByRole('link', { name: 'req_01KAJ0000X5N4T8RZQW2Y7M6HB3' }).click();
    await page.getByText('Ran and found nothing').waitFor();
    expect(new URL(page.url()).pathname).toBe('/requests/req_01KAJ0000X5N4T8RZQW2Y7M6HB3');
  });
});
