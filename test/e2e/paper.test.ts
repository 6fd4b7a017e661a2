// What is printed: on white, and without the frame of the page.
import { describe, expect, it } from 'vitest';
import { findChromium } from './browser.ts';
import { oneVisit } from './one-visit.ts';

const SCHEME = 'document.documentElement.dataset.mantineColorScheme';
const FRAME = '.mantine-AppShell-header, .mantine-AppShell-navbar';

describe.skipIf(findChromium() === null)('on paper', () => {
  const visits = oneVisit();

  it('a page in the dark scheme is printed in the light one, without header and navigation', async () => {
    const { page } = await visits.open({}, { colorScheme: 'dark' });
    await page.goto('/requests');
    await page.getByText(/requests shown/).waitFor();
    await page.evaluate(`addEventListener('beforeprint', () => { globalThis.printed = ${SCHEME}; })`);
    await page.pdf();
    expect(await page.evaluate('globalThis.printed')).toBe('light');
    expect(await page.evaluate(SCHEME)).toBe('dark');
    expect(await page.locator(FRAME).first().isVisible()).toBe(true);
    // A preview that is made anew says it a second time.
    for (const name of ['beforeprint', 'beforeprint', 'afterprint'])
      await page.evaluate(`void dispatchEvent(new Event('${name}'))`);
    expect(await page.evaluate(SCHEME)).toBe('dark');
    await page.emulateMedia({ media: 'print' });
    for (const part of await page.locator(FRAME).all()) expect(await part.isVisible()).toBe(false);
    await page.getByText(/requests shown/).waitFor();
  });
});
