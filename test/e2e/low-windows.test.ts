import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { findChromium } from './browser.ts';
import { oneVisit } from './one-visit.ts';

/** Names of what cannot be clicked on once it has the focus: beyond the edge, or under something else. */
const outOfReach = (scope: string): string => `[...document.querySelectorAll(${JSON.stringify(scope)})]
  .filter((element) => {
    const { visibility, opacity } = getComputedStyle(element);
    const isThere = element.getBoundingClientRect().width > 0 && visibility !== 'hidden' && opacity !== '0';
    if (!isThere || element.disabled || element.closest('[aria-hidden=true]') !== null) return false;
    element.focus();
    const { left, top, width, height } = element.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    const area = [element, ...(element.labels ?? [])];
    return hit === null || !(hit.contains(element) && hit.closest('label') !== null || area.some((each) => each.contains(hit)));
  })
  .map((element) => element.getAttribute('aria-label') ?? element.textContent)`;

const SLIDING_MS = 5000;

// A window of 1280 by 800 at 200 %.
describe.skipIf(findChromium() === null)('a low window', () => {
  const visits = oneVisit();
  const start = async (path: string): Promise<Page> => {
    const { page } = await visits.open({}, { viewport: { width: 640, height: 400 } });
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    return page;
  };
  /** Menus and dialogs slide in. */
  const expectAllInReach = (page: Page, scope: string): Promise<void> =>
    expect.poll(() => page.evaluate<string[]>(outOfReach(scope)), { timeout: SLIDING_MS }).toEqual([]);

  it('has all pages in its menu within reach', async () => {
    const page = await start('/keys');
    await page.getByRole('button', { name: 'Open the menu' }).click();
    await page.getByRole('link', { name: 'Integrations' }).waitFor();
    await expectAllInReach(page, 'nav a');
    await page.getByRole('link', { name: 'Integrations' }).click();
    await page.getByRole('heading', { name: 'Integrations', exact: true }).waitFor();
  });

  it('leaves room for what has the focus above the bar of unsaved changes', async () => {
    const page = await start('/policy');
    await page.getByRole('radio', { name: 'High' }).check();
    await page.getByText('not saved').waitFor();
    await expectAllInReach(page, 'main input[type=radio]');
  });

  it.each([
    { path: '/keys', open: 'New key' },
    { path: '/integrations', open: 'New webhook' },
    { path: '/policy?tab=rules', open: 'New rule' },
  ])('scrolls the dialog of $open to its buttons', async ({ path, open }) => {
    const page = await start(path);
    await page.getByRole('button', { name: open }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).waitFor();
    await expectAllInReach(page, '[role=dialog] button, [role=dialog] input');
  });
});
