import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { findChromium } from './browser.ts';
import { oneVisit } from './one-visit.ts';

/** The name of what has the focus; short where nothing has it. */
const FOCUSED = `document.activeElement === document.body ? 'nothing'
  : document.activeElement.id === 'main' ? 'the page'
  : document.activeElement.getAttribute('aria-label') ?? document.activeElement.labels?.[0]?.textContent ?? document.activeElement.textContent`;

describe.skipIf(findChromium() === null)('whoever works by keyboard', () => {
  const visits = oneVisit();

  const start = async (path: string): Promise<Page> => {
    const { page } = await visits.open();
    await page.goto(path);
    return page;
  };
  const focused = (page: Page) => expect.poll(() => page.evaluate<string>(FOCUSED));
  const press = (page: Page, name: string | RegExp) =>
    page.getByRole('button', { name }).first().press('Enter');

  it('goes past the links of all pages, and keeps the filters', async () => {
    const page = await start('/requests?outcome=blocked');
    await page.getByText(/requests shown/).waitFor();
    await page.keyboard.press('Tab');
    await focused(page).toBe('Skip to the content');
    await page.keyboard.press('Enter');
    await focused(page).toBe('the page');
    expect(new URL(page.url()).search).toBe('?outcome=blocked');
  });

  it('goes on beside a button that is gone when its work is done', async () => {
    const page = await start('/requests');
    await page.getByText('50 requests shown, there are more').waitFor();
    await press(page, 'Load more');
    await page.getByText('60 requests shown').waitFor();
    await focused(page).toMatch(/open req_01KAJ0049/);
    await page.keyboard.press('Tab');
    await focused(page).toMatch(/open req_01KAJ0050/);
    await page.getByRole('textbox', { name: 'Search' }).fill('claude');
    await press(page, 'Clear: Search');
    await focused(page).toBe('Search');
  });

  it('keeps the place where a row goes away, and where a draft is thrown away or saved', async () => {
    const page = await start('/policy?tab=rules');
    await page.getByText('project-names').waitFor();
    await press(page, 'Remove project-names');
    await page.getByText('not saved').waitFor();
    await focused(page).toBe('Edit ticket-numbers');
    await press(page, 'Discard');
    await page.getByText('not saved').waitFor({ state: 'detached' });
    await focused(page).toBe('Remove ticket-numbers');
    await press(page, 'Remove project-names');
    await press(page, 'Review and save');
    await press(page, 'Save as revision 13');
    await page.getByText('Saved. It holds for every request from now on.').waitFor();
    await focused(page).toBe('Remove ticket-numbers');
  });

  it('is told what a group of choices, or of numbers, is about', async () => {
    const page = await start('/policy');
    for (const name of ['Mode', 'Sensitivity'])
      await page.getByRole('radiogroup', { name, exact: true }).waitFor();
    await page.goto('/');
    await page.getByRole('group', { name: 'Blocked', exact: true }).getByText('% of requests').waitFor();
  });

  it('is not put into a field where the draft beside it is thrown away', async () => {
    const page = await start('/policy');
    await page.getByRole('radio', { name: 'High' }).check();
    await press(page, 'Discard');
    await page.getByText('not saved').waitFor({ state: 'detached' });
    // The nearest that is none: a word about the paths, above the thresholds.
    await focused(page).toBe('Set by the configuration file');
  });

  it.each(['/threats', '/requests/req_01KAJ0000X5N4T8RZQW2Y7M6HB3'])(
    'says what it thinks of a verdict without losing the place: %s',
    async (path) => {
      const page = await start(path);
      if (path === '/threats') await press(page, /open req_/);
      await page.getByTestId('verdict').waitFor();
      await press(page, 'Not an attack');
      await focused(page).toBe('Not an attack: why? (optional)');
      await page.keyboard.type('a quotation');
      await press(page, 'Mark: not an attack');
      await page.getByText('Marked: not an attack', { exact: true }).waitFor();
      await focused(page).toBe('Feedback');
      await press(page, 'Undo');
      await page.getByRole('button', { name: 'Not an attack' }).waitFor();
      await focused(page).toBe('Feedback');
      await page.keyboard.press('Tab');
      await focused(page).toBe('Not an attack');
    },
  );

  it('stays in a dialog whose steps come one after the other, also while one is on its way', async () => {
    const page = await start('/feedback');
    let goOn: () => void = () => undefined;
    const isAsked = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    await page.route('**/api/v1/replay', async (route) => {
      await isAsked;
      await route.continue();
    });
    await press(page, 'Exclude …');
    const dialog = page.getByRole('dialog', { name: 'Exclude from the verdict' });
    await dialog.getByRole('radio').first().waitFor();
    await press(page, 'Preview on stored traffic');
    const isInside = () => page.evaluate('document.activeElement.closest("[role=dialog]") !== null');
    await expect.poll(isInside).toBe(true);
    await page.keyboard.press('Tab');
    expect(await isInside()).toBe(true);
    await press(page, 'Back');
    await press(page, 'Preview on stored traffic');
    await expect.poll(isInside).toBe(true);
    goOn();
    await dialog.getByTestId('replay').waitFor();
    await focused(page).toBe('Continue');
    await page.keyboard.press('Enter');
    await dialog.getByLabel('Reason').waitFor();
    await expect.poll(isInside).toBe(true);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await focused(page).toBe('Exclude …');
  });

  it('gets no focus back that was let go of by a click', async () => {
    const page = await start('/policy?tab=rules');
    await page.getByText('project-names').waitFor();
    await page.getByRole('button', { name: 'Edit ticket-numbers' }).focus();
    await page.getByRole('heading', { level: 1 }).click();
    await page.getByRole('tab', { name: 'Rules' }).waitFor();
    expect(['nothing', 'the page']).toContain(await page.evaluate(FOCUSED));
    visits.current()?.api.push();
    await page.waitForTimeout(300);
    expect(['nothing', 'the page']).toContain(await page.evaluate(FOCUSED));
  });
});
