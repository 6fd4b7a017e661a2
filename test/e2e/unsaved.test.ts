import type { Dialog, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { findChromium } from './browser.ts';
import { oneVisit } from './one-visit.ts';

describe.skipIf(findChromium() === null)('what is not saved', () => {
  const visits = oneVisit();

  const start = async (path: string): Promise<Page> => {
    const open = await visits.open();
    await open.page.goto(path);
    return open.page;
  };
  const question = (page: Page) => page.getByRole('dialog', { name: 'Leave without saving?' });
  const stay = (page: Page) => question(page).getByRole('button', { name: 'Stay' }).click();
  const leave = (page: Page) => question(page).getByRole('button', { name: 'Leave without saving' }).click();
  const pages = (page: Page) => page.getByRole('navigation', { name: 'Pages' });
  const isHigh = (page: Page) => page.getByRole('radio', { name: 'High' }).isChecked();
  const changePolicy = async (): Promise<Page> => {
    const page = await start('/keys');
    await pages(page).getByRole('link', { name: 'Policy' }).click();
    await page.getByRole('radio', { name: 'High' }).click();
    await page.getByText('1 change not saved').waitFor();
    return page;
  };

  it('is asked about before the policy is left by a link, and is still there for who stays', async () => {
    const page = await changePolicy();
    await page.getByRole('link', { name: 'Overview' }).click();
    await question(page).getByText('would be lost').waitFor();
    expect(new URL(page.url()).pathname).toBe('/policy');
    // By keyboard, too; the focus goes back to where it was.
    await page.keyboard.press('Escape');
    await question(page).waitFor({ state: 'hidden' });
    expect(await isHigh(page)).toBe(true);
    await page.getByRole('link', { name: 'Overview' }).click();
    await stay(page);
    await question(page).waitFor({ state: 'hidden' });
    await page.getByRole('link', { name: 'Overview' }).click();
    await leave(page);
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await pages(page).getByRole('link', { name: 'Policy' }).click();
    await page.getByText('Own thresholds').waitFor();
    expect(await isHigh(page)).toBe(false);
  });

  it('is asked about before Back and before a sign-out, and not between the tabs of the page', async () => {
    const page = await changePolicy();
    await page.getByRole('tab', { name: 'Rules' }).click();
    await page.getByText('project-names').waitFor();
    await page.goBack();
    await page.getByText('Own thresholds').waitFor();
    expect(await question(page).count()).toBe(0);
    await page.evaluate('history.back()');
    await stay(page);
    await question(page).waitFor({ state: 'hidden' });
    expect(new URL(page.url()).pathname).toBe('/policy');
    await page.getByRole('button', { name: /Account/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await stay(page);
    await question(page).waitFor({ state: 'hidden' });
    expect(await isHigh(page)).toBe(true);
    expect(visits.current()?.api.sent.some(({ method }) => method === 'DELETE')).toBe(false);
    await page.getByRole('button', { name: /Account/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await leave(page);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  });

  it('is nothing where a choice was taken back, of a default too that nobody had set', async () => {
    const { page } = await visits.open();
    await page.route('**/api/v1/settings', async (route) => {
      const response = await route.fetch();
      const settings = await response.json();
      const { sensitivity, ...own } = settings.own;
      await route.fulfill({ response, json: { ...settings, own } });
    });
    await page.goto('/policy');
    await page.getByRole('radio', { name: 'High' }).click();
    await page.getByText('1 change not saved').waitFor();
    await page.getByRole('radio', { name: 'Medium' }).click();
    await page.getByText('1 change not saved').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Overview' }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
  });

  it('makes the browser ask before the window goes on, and only while there is something to lose', async () => {
    const page = await changePolicy();
    page.removeAllListeners('dialog');
    const asked: string[] = [];
    page.on('dialog', (dialog: Dialog) => {
      asked.push(dialog.type());
      void dialog.accept();
    });
    await page.reload();
    await page.getByText('Own thresholds').waitFor();
    expect(asked).toEqual(['beforeunload']);
    await page.getByRole('radio', { name: 'High' }).click();
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.reload();
    await page.getByText('Own thresholds').waitFor();
    expect(asked).toHaveLength(1);
    await page.getByRole('radio', { name: 'High' }).click();
    await page.getByRole('button', { name: 'Review and save' }).click();
    await page.getByRole('button', { name: 'Save as revision 13' }).click();
    await page.getByText('Saved. It holds for every request from now on.').waitFor();
    await page.getByRole('link', { name: 'Overview' }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    expect(asked).toHaveLength(1);
  });

  it('is asked about once where a rule is half written, however its dialog is left', async () => {
    const page = await start('/policy');
    await page.getByRole('tab', { name: 'Rules' }).click();
    const editor = page.getByRole('dialog', { name: 'New rule' });
    await page.getByRole('button', { name: 'New rule' }).click();
    await page.keyboard.press('Escape');
    await editor.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'New rule' }).click();
    await editor.getByLabel('Id').fill('code-names');
    for (const out of [
      () => page.keyboard.press('Escape'),
      () => editor.getByRole('button', { name: 'Cancel' }).click(),
      () => page.evaluate('history.back()'),
    ]) {
      await out();
      await question(page).waitFor();
      await page.keyboard.press('Escape');
      await question(page).waitFor({ state: 'hidden' });
      expect(await editor.getByLabel('Id').inputValue()).toBe('code-names');
    }
    await editor.getByRole('button', { name: 'Cancel' }).click();
    await leave(page);
    await editor.waitFor({ state: 'hidden' });
    expect(await page.getByText('code-names').count()).toBe(0);
    await page.getByRole('link', { name: 'Overview' }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
  });

  it('is asked about where a key’s own rules for personal data were changed', async () => {
    const page = await start('/keys');
    const edit = async () => {
      await page.getByRole('button', { name: 'What to do with support-bot' }).click();
      await page.getByRole('menuitem', { name: 'Edit' }).click();
    };
    const editor = page.getByRole('dialog', { name: 'Edit the key' });
    const select = editor.getByRole('combobox', { name: 'Payment card: in requests' });
    await edit();
    await editor.getByRole('tab', { name: /^Personal data and secrets/ }).click();
    await editor.getByLabel('Find an entity').fill('card');
    await select.selectOption('Block');
    await page.keyboard.press('Escape');
    await stay(page);
    expect(await select.inputValue()).toBe('block');
    await editor.getByRole('button', { name: 'Cancel' }).click();
    await leave(page);
    await editor.waitFor({ state: 'hidden' });
    expect(visits.current()?.api.sent.some(({ method }) => method === 'PATCH')).toBe(false);
    await edit();
    await editor.getByLabel('Name').fill('support');
    await editor.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    await editor.waitFor({ state: 'hidden' });
    expect(await question(page).count()).toBe(0);
  });

  it('is asked about where a webhook or an exclusion is half written', async () => {
    const page = await start('/integrations');
    await page.getByRole('button', { name: 'New webhook' }).click();
    const webhook = page.getByRole('dialog', { name: 'New webhook' });
    await page.keyboard.press('Escape');
    await webhook.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'New webhook' }).click();
    await webhook.getByLabel('Name').fill('Pager');
    await page.keyboard.press('Escape');
    await stay(page);
    expect(await webhook.getByLabel('Name').inputValue()).toBe('Pager');
    await webhook.getByRole('button', { name: 'Cancel' }).click();
    await leave(page);
    await webhook.waitFor({ state: 'hidden' });
    await pages(page).getByRole('link', { name: 'Feedback' }).click();
    await page.getByRole('button', { name: 'Exclude …' }).click();
    const exclusion = page.getByRole('dialog', { name: 'Exclude from the verdict' });
    await exclusion.getByRole('radio', { name: 'This rule in user texts of this key' }).check();
    await page.keyboard.press('Escape');
    await leave(page);
    await exclusion.waitFor({ state: 'hidden' });
  });
});
