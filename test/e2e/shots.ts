// Pictures of every page, to be looked at: `node test/e2e/shots.ts FOLDER`.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { launch, visit } from './browser.ts';
import { PAGES } from './pages.ts';

const folder = process.argv[2] ?? 'shots';
const only = process.argv.slice(3);
mkdirSync(folder, { recursive: true });
const browser = await launch();
for (const colorScheme of ['light', 'dark'] as const) {
  for (const { name, path, options = {}, ready, prepare } of PAGES) {
    if (only.length > 0 && !only.includes(name)) continue;
    const { page, stop, complaints } = await visit(browser, options, { colorScheme });
    await page.goto(path);
    await page.getByText(ready).first().waitFor();
    await prepare?.(page);
    await page.waitForTimeout(500);
    await page.screenshot({ path: join(folder, `${name}-${colorScheme}.png`), fullPage: true });
    if (colorScheme === 'light') {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.waitForTimeout(300);
      await page.screenshot({ path: join(folder, `${name}-390.png`) });
    }
    for (const complaint of complaints) console.error(`${name} ${colorScheme}: ${complaint}`);
    await stop();
  }
}
await browser.close();
