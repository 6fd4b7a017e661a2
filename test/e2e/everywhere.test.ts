import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium, launch, visit } from './browser.ts';
import { PAGES } from './pages.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

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
        await page.evaluate(() => document.fonts.ready);
        await page.waitForTimeout(350);
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          await page.waitForFunction(
            (scheme) => document.documentElement.dataset['mantineColorScheme'] === scheme,
            colorScheme,
          );
          await page.waitForTimeout(200);
          await page.evaluate(AXE);
          const { violations } = await page.evaluate((): Promise<axe.AxeResults> => {
            const { axe: engine } = globalThis as unknown as { axe: typeof axe };
            return engine.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'] });
          });
          expect(
            violations.map(
              ({ id, nodes }) =>
                `${colorScheme} ${id}: ${nodes
                  .slice(0, 3)
                  .map(({ html, failureSummary }) => `${html.slice(0, 160)} ${failureSummary?.slice(0, 200)}`)
                  .join(' | ')}`,
            ),
          ).toEqual([]);
        }
        await page.setViewportSize({ width: 390, height: 844 });
        await expect
          .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
          .toBeLessThanOrEqual(390);
        expect(complaints).toEqual([]);
        expect(api.faults).toEqual([]);
      } finally {
        await stop();
      }
    },
  );
});
