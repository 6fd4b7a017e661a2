import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { findChromium } from './browser.ts';
import { oneVisit } from './one-visit.ts';

describe.skipIf(findChromium() === null)('a network that goes away', () => {
  const visits = oneVisit();

  const start = async (path: string): Promise<Page> => {
    const { page } = await visits.open();
    await page.goto(path);
    return page;
  };
  const saves = () => visits.current()?.api.sent.filter(({ method }) => method === 'PUT') ?? [];

  it('makes a save fail at once, which is never sent later by itself', async () => {
    const page = await start('/policy');
    await page.getByRole('radio', { name: 'High' }).check();
    await page.getByRole('button', { name: 'Review and save' }).click();
    await page.context().setOffline(true);
    const dialog = page.getByRole('dialog', { name: 'Save the policy' });
    await dialog.getByRole('button', { name: 'Save as revision 13' }).click();
    await dialog.getByText('The dashboard’s server cannot be reached.').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.context().setOffline(false);
    await page.getByText('Live', { exact: true }).waitFor();
    expect(saves()).toEqual([]);
    expect(await page.getByRole('radio', { name: 'Medium' }).isChecked()).toBe(true);
  });

  it('is told of by a page that is opened meanwhile, which comes by itself when it is back', async () => {
    const page = await start('/keys');
    await page.getByText('How to use a key').waitFor();
    await page.getByRole('link', { name: 'Users' }).hover();
    await page.waitForLoadState('networkidle');
    await page.context().setOffline(true);
    await page.getByRole('link', { name: 'Users' }).click();
    await page.getByText('The dashboard’s server cannot be reached.').first().waitFor();
    await page.context().setOffline(false);
    await page.getByText('Open invitations').waitFor();
  });

  it('does not cost an invitation, whose token is in no address any more', async () => {
    const { page } = await visits.open({ isSignedIn: false });
    const look = '**/api/v1/invitations/look';
    await page.route(look, (route) => route.abort());
    await page.goto('/join#token=tok');
    await page.getByRole('alert').getByText('The dashboard’s server cannot be reached.').waitFor();
    expect(page.url()).not.toContain('tok');
    await page.unroute(look);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('new@example.com').waitFor();
  });

  it('is noticed where it says nothing, and not while the server’s heart beats', async () => {
    const { page, api } = await visits.open();
    const opened: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/events')) opened.push(request.url());
    });
    await page.clock.install();
    await page.goto('/keys');
    await page.getByText('Live', { exact: true }).waitFor();
    const times = opened.length;
    for (let beats = 0; beats < 3; beats += 1) {
      const heard = page.evaluate('new Promise((done) => setTimeout(done, 40_000))');
      api.tell('heartbeat');
      await page.waitForTimeout(300);
      await page.clock.fastForward(40_000);
      await heard;
    }
    expect(opened).toHaveLength(times);
    await page.clock.fastForward(60_000);
    await expect.poll(() => opened.length).toBeGreaterThan(times);
    await page.getByText('Live', { exact: true }).waitFor();
  });
});
