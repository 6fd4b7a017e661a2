import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { findChromium } from './browser.ts';
import { PLAIN, type Words } from './data.ts';
import { oneVisit } from './one-visit.ts';

const LONG = 'w'.repeat(512);
/** As long as the API lets them be, with nowhere to break, and one that is written from right to left. */
const LONG_WORDS: Words = {
  model: LONG.slice(0, 256),
  keyName: LONG.slice(0, 100),
  excerpt: LONG,
  path: `/${LONG}`,
  comment: `${'שלום '.repeat(60)}${LONG}`,
  name: LONG.slice(0, 100),
};
const PATHS = [
  '/',
  '/requests',
  '/requests?columns=time,outcome,threat,excerpt,key,model,path,code',
  '/requests/req_01KAJ0000X5N4T8RZQW2Y7M6HB3',
  '/requests?open=req_01KAJ0000X5N4T8RZQW2Y7M6HB3',
  '/feedback',
  '/feedback?tab=exclusions',
  '/policy?tab=revisions',
  '/keys',
  '/users',
  '/audit',
  '/integrations',
  '/account',
];

/** What is wider than the window and does not stand in something that scrolls or cuts it. */
const FIND_STICKING_OUT = `[...document.querySelectorAll('header *, main *, [role=dialog] *')].filter((element) => {
  const { right, width } = element.getBoundingClientRect();
  if (width === 0 || right <= innerWidth + 1) return false;
  for (let around = element.parentElement; around !== null; around = around.parentElement) {
    if (getComputedStyle(around).overflowX !== 'visible') return false;
  }
  return true;
}).map((element) => element.outerHTML.slice(0, 120))`;

const FIND_CUT_CHOICES = `[...document.querySelectorAll('[role=radiogroup]')]
  .filter((group) => group.scrollWidth > group.clientWidth + 1).map((group) => group.textContent)`;

describe.skipIf(findChromium() === null)('a narrow window', () => {
  const visits = oneVisit();
  const start = async (path: string, words: Words = PLAIN): Promise<Page> => {
    const open = await visits.open({ words }, { viewport: { width: 390, height: 844 } });
    await open.page.goto(path);
    return open.page;
  };

  it.each([
    {
      path: '/keys',
      label: 'Keys',
      names: ['State', 'Mode', 'Sensitivity', 'Limit', 'Last used', 'Expires'],
    },
    { path: '/users', label: 'Users', names: ['Role', 'State', 'Signs in by', 'Last signed in'] },
    { path: '/audit', label: 'Audit log', names: ['Time', 'Who', 'What', 'On', 'Details', 'From'] },
  ])(
    'shows each row of $path as names and values, and it is still a table',
    async ({ path, label, names }) => {
      const page = await start(path);
      const table = page.getByRole('table', { name: label });
      const row = table.getByRole('row').nth(1);
      await row.waitFor();
      const headings = await table.getByRole('columnheader').allTextContents();
      expect(headings).toEqual(expect.arrayContaining(names));
      expect(await row.getByRole('cell').count()).toBe(headings.length);
      for (const name of names) {
        const cell = row.locator(`[data-name="${name}"]`);
        const content = await page.evaluate<string>(
          `getComputedStyle(document.querySelector('tbody [data-name="${name}"]'), '::before').content`,
        );
        expect(content).toBe(`"${name}"`);
        const box = await cell.boundingBox();
        expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(390);
      }
      expect(await page.getByText('Scroll sideways').count()).toBe(0);
    },
  );

  it('keeps charts within their cards while they have not heard of a smaller window', async () => {
    const { page } = await visits.open({}, { viewport: { width: 1440, height: 844 } });
    // As on a machine that is busy, where they hear of it late.
    await page.addInitScript(`
      const Observer = window.ResizeObserver;
      window.ResizeObserver = class extends Observer {
        constructor(callback) {
          super((...heard) => { if (!window.isBusy) callback(...heard); });
        }
      };`);
    await page.goto('/');
    await page.locator('.recharts-surface').nth(2).waitFor();
    await page.evaluate('isBusy = true');
    await page.setViewportSize({ width: 390, height: 844 });
    await page.waitForTimeout(600);
    const wide = await page.evaluate<number>(
      "Math.max(...[...document.querySelectorAll('.recharts-surface')].map((chart) => chart.getBoundingClientRect().right))",
    );
    expect(wide).toBeGreaterThan(400);
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    expect(await page.evaluate<string[]>(FIND_STICKING_OUT)).toEqual([]);
  });

  it('has the menu of a row within reach', async () => {
    const page = await start('/keys');
    const menu = page.getByRole('button', { name: /^What to do with/ }).first();
    const box = await menu.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(390);
    await menu.click();
    await page.getByRole('menuitem', { name: 'Rotate …' }).waitFor();
  });

  it('leads the Tab key past the links of the menu while that is closed', async () => {
    const page = await start('/audit');
    await page.getByRole('table').waitFor();
    const stops: string[] = [];
    for (let count = 0; count < 8; count += 1) {
      await page.keyboard.press('Tab');
      stops.push(
        await page.evaluate<string>(
          "document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent",
        ),
      );
    }
    expect(stops).toContain('Who');
    expect(stops.filter((name) => ['Overview', 'Requests', 'Keys'].includes(name))).toEqual([]);
    await page.getByRole('button', { name: 'Open the menu' }).press('Enter');
    await page.getByRole('link', { name: 'Keys', exact: true }).click();
    await page.getByRole('heading', { name: 'Keys', exact: true }).waitFor();
  });

  // 1280 pixels at 400 %.
  it.each(['/policy', '/playground'])('has all choices of %s in sight in the narrowest', async (path) => {
    const page = await start(path);
    await page.setViewportSize({ width: 320, height: 640 });
    await page.getByRole('radiogroup').first().waitFor();
    await expect
      .poll(() => page.evaluate<number>('document.documentElement.scrollWidth'))
      .toBeLessThanOrEqual(320);
    await expect.poll(() => page.evaluate<string[]>(FIND_STICKING_OUT)).toEqual([]);
    await expect.poll(() => page.evaluate<string[]>(FIND_CUT_CHOICES)).toEqual([]);
  });

  it.each(PATHS)('holds values of any length on %s, as a wide one does', async (path) => {
    const page = await start(path, LONG_WORDS);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForTimeout(400);
    for (const width of [390, 768, 1440]) {
      await page.setViewportSize({ width, height: 844 });
      // Charts follow the window a little later.
      await expect
        .poll(() => page.evaluate<number>('document.documentElement.scrollWidth'))
        .toBeLessThanOrEqual(width);
      await expect.poll(() => page.evaluate<string[]>(FIND_STICKING_OUT)).toEqual([]);
    }
  });
});
