import { describe, expect, it } from 'vitest';
import { hasBrowser, onePage } from './one-page.ts';

describe.skipIf(!hasBrowser)('the dashboard', () => {
  const { start } = onePage();

  it('shows totals, the fail-open banner and charts that can be read as tables', async () => {
    const { page } = await start('/');
    await page.getByText('2 requests went on although the scan had failed').waitFor();
    await page.getByText('12,031').first().waitFor();
    await page.locator('.recharts-surface').first().waitFor();
    await page.getByRole('button', { name: 'Latency: Show as a table' }).click();
    await page.getByRole('region', { name: 'Latency' }).getByText('p99').waitFor();
  });

  it('has room for what stands beside a chart', async () => {
    const { page } = await start('/keys');
    await page.route('**/api/v1/metrics/latency*', async (route) => {
      const answer = await route.fetch();
      const slow = (await answer.text()).replaceAll(/"p99":\d+/g, '"p99":450000');
      await route.fulfill({ response: answer, body: slow });
    });
    await page.goto('/');
    const words = page.locator('text.recharts-cartesian-axis-tick-value');
    await words
      .filter({ hasText: /^\d{3}\sms$/ })
      .first()
      .waitFor();
    const cut = await words.evaluateAll((texts) =>
      texts
        .filter(
          (text) => text.getBoundingClientRect().left < text.closest('svg').getBoundingClientRect().left,
        )
        .map(({ textContent }) => textContent),
    );
    expect(cut).toEqual([]);
  });

  it('shows one key alone, and says what is counted for all keys', async () => {
    const { page, api } = await start('/?keyId=key_1&range=7d');
    await page.getByText(/^Of all keys: 6 times marked as no attack/).waitFor();
    // Top keys, the most frequent threats and the most frequent error codes.
    expect(await page.getByText('Of all keys', { exact: true }).count()).toBe(3);
    const unjudged = page.getByRole('link', { name: 'what was not judged' });
    expect(await unjudged.getAttribute('href')).toBe('/requests?range=7d&hasUnjudged=true&keyId=key_1');
    await page.getByText(/^All keys: p50/).waitFor();
    const asked = (path: string) => api.sent.findLast((each) => each.path === path)?.search;
    expect(asked('/overview')?.get('keyId')).toBe('key_1');
    // It measures all keys together, and refuses to be asked about one.
    expect(asked('/metrics/latency')?.has('keyId')).toBe(false);
  });

  it('leads from a number to the requests of the same time', async () => {
    const { page } = await start('/?range=custom&fromMs=1700000000000&toMs=1800000000000');
    await page
      .getByRole('link', { name: /support-bot/ })
      .first()
      .click();
    await expect.poll(() => page.url()).toMatch(/fromMs=1700000000000/);
    expect(page.url()).toMatch(/toMs=1800000000000/);
  });

  it('leads from what passed through to those requests', async () => {
    const { page } = await start('/?range=7d&keyId=key_1');
    const total = page.getByRole('group', { name: 'Requests', exact: true });
    const passed = total.getByRole('link', { name: '480 passed through' });
    expect(await passed.getAttribute('href')).toBe('/requests?range=7d&passedThrough=true&keyId=key_1');
    await passed.click();
    await page.getByText(/requests? shown/).waitFor();
    expect(await page.getByText('not understood').count()).toBe(0);
    await page.getByRole('button', { name: 'More filters (1)' }).click();
    expect(await page.getByRole('switch', { name: 'Passed through unscanned' }).isChecked()).toBe(true);
  });

  it.each([
    { name: 'Requests', filter: '' },
    { name: 'Blocked', filter: '&outcome=blocked' },
    { name: 'Would block', filter: '&wouldBlock=true' },
    { name: 'Flagged', filter: '&outcome=flagged' },
    { name: 'Redacted', filter: '&outcome=redacted' },
    { name: 'Unjudged', filter: '&hasUnjudged=true' },
  ])('leads from the total $name to the requests that it counts', async ({ name, filter }) => {
    const { page } = await start('/?range=7d&keyId=key_1');
    const total = page.getByRole('group', { name, exact: true }).getByRole('link', { name, exact: true });
    expect(await total.getAttribute('href')).toBe(`/requests?range=7d${filter}&keyId=key_1`);
    await total.click();
    await page.getByText(/requests? shown/).waitFor();
    expect(await page.getByText('not understood').count()).toBe(0);
  });
});
