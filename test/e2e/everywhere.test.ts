import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium, launch, visit } from './browser.ts';
import { PAGES } from './pages.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RUN_AXE = `axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'] })`;

/** One string, since a reporter shortens lists. */
const wordsFor = (violations: axe.Result[]): string =>
  violations
    .map(({ id, nodes }) => {
      const places = nodes
        .slice(0, 4)
        .map(({ html, failureSummary }) => `${html.slice(0, 200)} ${failureSummary}`);
      return `${id}: ${places.join(' | ')}`;
    })
    .join('\n');

describe.skipIf(findChromium() === null)('every page', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser?.close());

  it.each(PAGES)(
    '$name: accessible in both schemes, narrow enough, and quiet',
    async ({ path, options = {}, ready, prepare }) => {
      const { page, api, complaints, stop } = await visit(browser, options, { colorScheme: 'light' });
      try {
        await page.goto(path);
        await page.getByText(ready).first().waitFor();
        await prepare?.(page);
        await page.waitForTimeout(350);
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
          await page.waitForTimeout(200);
          await page.evaluate(AXE);
          const { violations } = await page.evaluate<axe.AxeResults>(RUN_AXE);
          expect(wordsFor(violations), `${colorScheme} scheme`).toBe('');
        }
        await page.setViewportSize({ width: 390, height: 844 });
        await expect
          .poll(() => page.evaluate<number>('document.documentElement.scrollWidth'))
          .toBeLessThanOrEqual(390);
        expect(complaints.join('\n')).toBe('');
        expect(api.faults.join('\n')).toBe('');
      } finally {
        await stop();
      }
    },
  );
});
