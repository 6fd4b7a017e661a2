import { describe, expect, it } from 'vitest';
import { FOCUSED, hasBrowser, idIn, onePage } from './one-page.ts';

describe.skipIf(!hasBrowser)('the dashboard', () => {
  const { start, lastSent } = onePage();

  it('filters by facet and text, keeps both in the address, pages on and exports the same', async () => {
    const { page, api } = await start('/requests');
    await page.getByText('50 requests shown, there are more').waitFor();
    await page.getByRole('button', { name: 'Load more' }).click();
    await page.getByText('60 requests shown').waitFor();
    await page.getByPlaceholder('Outcome').click();
    await page.getByRole('option', { name: 'Blocked (5)' }).click();
    await page.getByText('5 requests shown').waitFor();
    await page.getByPlaceholder('Id, model, path, rule or text').fill('claude');
    await expect.poll(() => page.url()).toContain('search=claude');
    expect(page.url()).toContain('outcome=blocked');
    const sent = api.sent.findLast(({ path }) => path === '/requests');
    expect(sent?.search.getAll('outcome')).toEqual(['blocked']);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Export' }).click();
    const link = await page.getByRole('menuitem', { name: 'JSON Lines' }).getAttribute('href');
    expect(link).toMatch(/^\/api\/v1\/requests\/export\?.*outcome=blocked.*format=jsonl$/);
    await page.reload();
    await page.getByText(/requests? shown/).waitFor();
    expect(await page.getByPlaceholder('Id, model, path, rule or text').inputValue()).toBe('claude');
  });

  it('says of what was found below every threshold that it is no threat, on narrow screens, too', async () => {
    const { page } = await start('/requests');
    await page.getByText('50 requests shown').waitFor();
    const found = page.getByRole('cell', { name: /^Email address/ }).first();
    expect(await found.textContent()).toMatch(/no threat$/);
    for (const threat of ['Instruction override', 'Jailbreak', 'Credit card'])
      expect(await page.getByRole('cell', { name: threat }).first().textContent()).not.toContain('no threat');
    await page.setViewportSize({ width: 390, height: 844 });
    await page
      .getByText(/Email address · no threat/)
      .first()
      .waitFor();
  });

  it('lists what would have gone on without a text, and exports the same', async () => {
    const { page, api } = await start('/requests');
    await page.getByText('50 requests shown').waitFor();
    await page.getByRole('button', { name: 'More filters' }).click();
    await page.getByRole('switch', { name: 'Text would have been removed' }).press('Space');
    await page.getByText('1 request shown', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'More filters (1)' }).waitFor();
    expect(new URL(page.url()).searchParams.get('wouldRemove')).toBe('true');
    const asked = api.sent.findLast(({ path }) => path === '/requests');
    expect(asked?.search.get('wouldRemove')).toBe('true');
    expect(await page.getByRole('table').textContent()).toContain('Would remove');
    await page.getByRole('button', { name: 'Export' }).click();
    const link = await page.getByRole('menuitem', { name: 'JSON Lines' }).getAttribute('href');
    expect(link).toContain('wouldRemove=true');
    await page.keyboard.press('Escape');
    await page.reload();
    await page.getByText('1 request shown', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await page.getByText('50 requests shown').waitFor();
    expect(page.url()).not.toContain('wouldRemove');
  });

  it('draws a row once, however many come to it, and when one is opened', async () => {
    const { page } = await start('/');
    // Each row tells its time in full; what draws them anew every quarter of a minute would be counted, too.
    await page.addInitScript({
      content: `
        window.setInterval = () => 0;
        const inFull = Date.prototype.toISOString;
        Date.prototype.toISOString = function () {
          const { dataset } = document.documentElement;
          dataset.told = String(Number(dataset.told) + 1);
          return inFull.call(this);
        };`,
    });
    const toldWhile = async (work: () => Promise<void>): Promise<number> => {
      const root = page.locator('html');
      await root.evaluate((each) => each.setAttribute('data-told', '0'));
      await work();
      return Number(await root.getAttribute('data-told'));
    };
    await page.goto('/requests');
    await page.getByText('50 requests shown, there are more').waitFor();
    const more = await toldWhile(async () => {
      await page.getByRole('button', { name: 'Load more' }).click();
      await page.getByText('60 requests shown').waitFor();
    });
    expect(more).toBeLessThan(30);
    const opened = await toldWhile(async () => {
      await page
        .getByRole('button', { name: /open req_/ })
        .nth(55)
        .click();
      await page.getByTestId('verdict').waitFor();
    });
    expect(opened).toBeLessThan(30);
  });

  it('keeps what is typed while a search is under way', async () => {
    const { page } = await start('/requests');
    const search = page.getByRole('textbox', { name: 'Search' });
    await search.pressSequentially('two ');
    await expect.poll(() => page.url()).toContain('search=two');
    await search.pressSequentially('words');
    expect(await search.inputValue()).toBe('two words');
    await expect.poll(() => page.url()).toContain('search=two+words');
    await search.fill('gone');
    await page.getByRole('button', { name: 'Clear: Search' }).click();
    await page.waitForTimeout(600);
    expect(page.url()).not.toContain('search=');
  });

  it('says that requests came in while somebody looks further down', async () => {
    const { page, api } = await start('/requests?columns=time,outcome,model');
    await page.getByText('Live', { exact: true }).waitFor();
    await page.getByText('50 requests shown').waitFor();
    await page.evaluate('window.scrollTo(0, 400)');
    api.push();
    await page.getByRole('button', { name: 'Look again: 1 request came in' }).click();
    await page.getByText('live-model').waitFor();
    await page.getByRole('button', { name: /^Look again/ }).waitFor({ state: 'detached' });
  });

  it('leaves the rows where they are while the mouse is over them, and shows what came in when it has left', async () => {
    const { page, api } = await start('/requests?columns=time,outcome,model');
    await page.getByText('Live', { exact: true }).waitFor();
    await page.getByText('50 requests shown').waitFor();
    const row = page.getByRole('row').nth(3);
    // Not its whole text: "2m ago" may become "3m ago" meanwhile.
    const shown = async () => [await row.boundingBox(), idIn(await row.textContent())];
    const before = await shown();
    await row.hover();
    for (const count of [1, 2]) {
      api.push();
      await page.getByText(new RegExp(`^Look again: ${count} request`)).waitFor();
    }
    // As long as it takes where nothing holds them.
    await page.waitForTimeout(2000);
    expect(await shown()).toEqual(before);
    expect(await page.getByText('live-model').count()).toBe(0);
    await page.mouse.move(5, 5);
    await page.getByText('live-model').first().waitFor();
    await page.getByRole('button', { name: /^Look again/ }).waitFor({ state: 'detached' });
  });

  it('leaves the rows where they are while the keyboard is in them, until it is asked for new ones', async () => {
    const { page, api } = await start('/requests?columns=time,outcome,model');
    await page.getByText('Live', { exact: true }).waitFor();
    await page
      .getByRole('button', { name: /open req_/ })
      .nth(2)
      .focus();
    await page.keyboard.press('Shift+Tab');
    const focused = idIn(await page.evaluate(FOCUSED));
    expect(focused).toMatch(/^req_/);
    api.push();
    const again = page.getByRole('button', { name: 'Look again: 1 request came in' });
    await again.waitFor();
    await page.waitForTimeout(2000);
    expect(idIn(await page.evaluate(FOCUSED))).toBe(focused);
    expect(await page.getByText('live-model').count()).toBe(0);
    await again.press('Enter');
    await page.getByText('live-model').waitFor();
  });

  it('asks before a saved view is deleted, and offers that to nobody who may not', async () => {
    const { page } = await start('/requests');
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('menuitem', { name: 'Save this view …' }).click();
    await page.getByLabel('Name').fill('Mine');
    await page.getByRole('button', { name: 'Save the view' }).click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('menuitem', { name: 'Delete “Mine” …' }).click();
    await page.getByText('It cannot be brought back; the requests stay.').waitFor();
    expect(lastSent('DELETE', '/views/viw_2')).toBeUndefined();
    await page.getByRole('button', { name: 'Delete the view' }).click();
    await expect.poll(() => lastSent('DELETE', '/views/viw_2')).toBeDefined();
  });

  it('shows new requests by themselves', async () => {
    const { page, api } = await start('/requests?columns=time,outcome,model');
    await page.getByText('50 requests shown').waitFor();
    await page.getByText('Live', { exact: true }).waitFor();
    api.push();
    await page.getByText('live-model').waitFor();
  });

  it('follows the traffic again after the dashboard was away', async () => {
    const { page, api } = await start('/requests?columns=time,outcome,model');
    await page.getByText('Live', { exact: true }).waitFor();
    // The browser tries once by itself, and gives up at an error.
    api.breakEvents(2);
    await page.getByText('Offline', { exact: true }).waitFor();
    await page.getByText('Live', { exact: true }).waitFor();
    api.push();
    await page.getByText('live-model').waitFor();
  });

  it('saves a view with its columns', async () => {
    const { page } = await start('/requests?outcome=blocked&columns=time,outcome');
    await page.getByText(/requests shown/).waitFor();
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('menuitem', { name: 'Save this view …' }).click();
    await page.getByLabel('Name').fill('Mine');
    await page.getByRole('button', { name: 'Save the view' }).click();
    await page.getByText('Saved as “Mine”.').waitFor();
    expect(lastSent('POST', '/views')?.body).toEqual({
      name: 'Mine',
      query: 'outcome=blocked&columns=time%2Coutcome',
      isShared: false,
    });
  });
});
