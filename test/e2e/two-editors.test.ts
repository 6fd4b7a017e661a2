import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { findChromium } from './browser.ts';
import { oneVisit } from './one-visit.ts';

describe.skipIf(findChromium() === null)('two people who change the same', () => {
  const visits = oneVisit();

  const start = async (path: string) => {
    const { page, api } = await visits.open();
    await page.goto(path);
    return { page, api };
  };
  /** What somebody else sends at the same time, in a window of their own. */
  const sendForOthers = async (page: Page, path: string, change: object) => {
    const { url } = visits.current()?.api ?? {};
    const response = await page.context().request.patch(`${url}/api/v1${path}`, { data: change });
    expect(response.status()).toBe(200);
  };
  const lastSent = (method: string) =>
    visits.current()?.api.sent.findLast((each) => each.method === method)?.body;

  it('both keep their rules, and whoever saves last sees what of the other’s that takes back', async () => {
    const { page, api } = await start('/policy?tab=rules');
    await page.getByText('project-names').waitFor();
    await page.getByRole('button', { name: 'New rule' }).click();
    const editor = page.getByRole('dialog', { name: 'New rule' });
    await editor.getByLabel('Id').fill('code-names');
    const own = { id: 'of-the-others', words: ['bluebird'], action: 'block' };
    const before = { id: 'ticket-numbers', words: ['theirs'], action: 'block' };
    api.saveForOthers({ rules: [before, own] });
    await page.getByText('of-the-others').waitFor();
    // What is half written stays, though the list under it is another.
    expect(await editor.getByLabel('Id').inputValue()).toBe('code-names');
    await editor.getByText('Deny list of words').click();
    await editor.getByRole('combobox', { name: 'Words and phrases' }).fill('project bluebird');
    await page.keyboard.press('Enter');
    await editor.getByRole('button', { name: 'Add rule' }).click();
    await editor.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Remove ticket-numbers' }).click();
    await page.getByText('not saved').waitFor();
    await page.getByRole('button', { name: 'Review and save' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save the policy' });
    await dialog.getByRole('button', { name: 'Save as revision 14' }).waitFor();
    // They save once more while the review is open: nothing goes over what was not looked at.
    api.saveForOthers({ rules: [{ ...before, words: ['theirs', 'more'] }, own] });
    await dialog.getByText('Somebody else was faster').waitFor();
    expect(await dialog.getByRole('button', { name: /^Save as revision/ }).isDisabled()).toBe(true);
    await dialog.getByRole('button', { name: 'Compare with the newest' }).click();
    await dialog.getByRole('row', { name: /ticket-numbers.*words.*saved by somebody else/ }).waitFor();
    await page.getByText('somebody else has saved').first().waitFor();
    await dialog.getByRole('button', { name: 'Save as revision 15' }).click();
    await page.getByText('Saved. It holds for every request from now on.').waitFor();
    expect(lastSent('PUT')).toMatchObject({
      expectedRevision: 14,
      own: { rules: [{ id: 'of-the-others' }, { id: 'code-names' }] },
    });
  });

  it('change a key, each another part of it, and neither takes the other’s back', async () => {
    const { page } = await start('/keys');
    await page.getByRole('button', { name: 'What to do with support-bot' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const editor = page.getByRole('dialog', { name: 'Edit the key' });
    await editor.getByLabel('Name').fill('support-bot-2');
    await sendForOthers(page, '/keys/key_1', { mode: 'shadow', rateLimitPerMinute: 5 });
    await editor.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    expect(lastSent('PATCH')).toEqual({ name: 'support-bot-2', expected: { name: 'support-bot' } });
    const row = page.getByRole('row', { name: /support-bot-2/ });
    await row.getByText('5/min').waitFor();
    await row.getByText('Shadow').waitFor();
  });

  it('change the same of a key, and the second sees the first’s before it is gone', async () => {
    const { page } = await start('/keys');
    const edit = async () => {
      await page.getByRole('button', { name: 'What to do with support-bot' }).click();
      await page.getByRole('menuitem', { name: 'Edit' }).click();
    };
    const editor = page.getByRole('dialog', { name: 'Edit the key' });
    await edit();
    await editor.getByLabel('Requests per minute').fill('240');
    await sendForOthers(page, '/keys/key_1', { rateLimitPerMinute: 5, sensitivity: 'paranoid' });
    await editor.getByRole('button', { name: 'Save' }).click();
    await editor.getByText('Somebody else was faster').waitFor();
    expect(await editor.getByRole('listitem').allTextContents()).toEqual(['Requests per minute: 5']);
    expect(await editor.getByLabel('Requests per minute').inputValue()).toBe('240');
    // What only they have changed is there, too.
    expect(await editor.getByRole('combobox', { name: 'Sensitivity' }).inputValue()).toBe('Paranoid');
    expect(await editor.getByRole('button', { name: 'Save', exact: true }).isDisabled()).toBe(true);
    await editor.getByRole('button', { name: 'Save mine instead' }).click();
    await page.getByText('Saved.').waitFor();
    expect(lastSent('PATCH')).toEqual({ rateLimitPerMinute: 240, expected: { rateLimitPerMinute: 5 } });
    await page
      .getByRole('row', { name: /support-bot/ })
      .getByText('240/min')
      .waitFor();
    await edit();
    await editor.getByLabel('Requests per minute').fill('300');
    await sendForOthers(page, '/keys/key_1', { rateLimitPerMinute: 7 });
    await editor.getByRole('button', { name: 'Save' }).click();
    await editor.getByRole('button', { name: 'Discard mine' }).click();
    await editor.waitFor({ state: 'hidden' });
    await page
      .getByRole('row', { name: /support-bot/ })
      .getByText('7/min')
      .waitFor();
  });

  it('change the same webhook, whose address neither is shown in full', async () => {
    const { page } = await start('/integrations');
    await page.getByRole('button', { name: 'Edit', exact: true }).first().click();
    const editor = page.getByRole('dialog', { name: /^Edit/ });
    await editor.getByLabel('Name').fill('Siren');
    await editor.getByLabel('URL').fill('https://chat.example.com/hooks/T0KEN');
    await sendForOthers(page, '/webhooks/whk_1', { name: 'Bell', url: 'https://new.example.com/…' });
    await editor.getByRole('button', { name: 'Save' }).click();
    await editor.getByText('Somebody else was faster').waitFor();
    expect(await editor.getByRole('listitem').allTextContents()).toEqual([
      'Name: Bell',
      'URL: https://new.example.com/…',
    ]);
    await editor.getByRole('button', { name: 'Save mine instead' }).click();
    await page.getByText('Saved.').waitFor();
    expect(lastSent('PATCH')).toEqual({
      name: 'Siren',
      url: 'https://chat.example.com/hooks/T0KEN',
      expected: { name: 'Bell', url: 'https://new.example.com/…' },
    });
  });
});
