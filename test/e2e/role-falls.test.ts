import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { findChromium } from './browser.ts';
import { oneVisit } from './one-visit.ts';

describe.skipIf(findChromium() === null)('a role that is lowered while somebody works', () => {
  const visits = oneVisit();

  const start = async (path: string) => {
    const { page, api } = await visits.open();
    await page.goto(path);
    await page.getByText('Live', { exact: true }).waitFor();
    return { page, api };
  };
  const change = (role: 'viewer' | 'admin') => {
    const { api } = visits.current() ?? {};
    api?.setRole(role);
    api?.tell('heartbeat');
  };
  const notice = (page: Page) => page.getByText('Your role does not allow this any more');

  it('leaves a new key as it was typed, which is made once the role is back', async () => {
    const { page, api } = await start('/keys');
    await page.getByRole('button', { name: 'New key' }).click();
    const made = page.getByRole('dialog', { name: 'New key' });
    await made.getByLabel('Name').fill('night-batch');
    // Nobody has told yet: the refusal does.
    api.setRole('viewer');
    await made.getByRole('button', { name: 'Create the key' }).click();
    await made.getByText('This needs the role admin.').waitFor();
    await notice(page).waitFor();
    expect(await made.getByLabel('Name').inputValue()).toBe('night-batch');
    expect(await page.getByRole('button', { name: 'New key' }).count()).toBe(0);
    change('admin');
    await notice(page).waitFor({ state: 'detached' });
    await made.getByRole('button', { name: 'Create the key' }).click();
    await page.getByText('This is the only time it is shown.').waitFor();
    expect(api.sent.findLast(({ method }) => method === 'POST')?.body).toMatchObject({ name: 'night-batch' });
  });

  it('leaves what was changed about a key, a draft of the policy and a rule that is half written', async () => {
    const { page } = await start('/keys');
    await page.getByRole('button', { name: 'What to do with support-bot' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const edited = page.getByRole('dialog', { name: 'Edit the key' });
    await edited.getByLabel('Requests per minute').fill('240');
    change('viewer');
    await notice(page).waitFor();
    expect(await edited.getByLabel('Requests per minute').inputValue()).toBe('240');
    change('admin');
    await notice(page).waitFor({ state: 'detached' });
    await edited.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    await page.goto('/policy?tab=rules');
    await page.getByText('project-names').waitFor();
    await page.getByRole('button', { name: 'Remove project-names' }).click();
    await page.getByRole('button', { name: 'New rule' }).click();
    const editor = page.getByRole('dialog', { name: 'New rule' });
    await editor.getByLabel('Id').fill('code-names');
    change('viewer');
    await notice(page).waitFor();
    expect(await editor.getByLabel('Id').inputValue()).toBe('code-names');
    await page.getByText('not saved').waitFor();
  });

  it('keeps an invitation and a webhook, whose pages are not to be seen then, until it is back', async () => {
    const { page } = await start('/users');
    await page.getByRole('button', { name: 'Invite' }).click();
    const invite = page.getByRole('dialog', { name: 'Invite somebody' });
    await invite.getByLabel('E-mail').fill('grace@example.com');
    change('viewer');
    await page.getByText('What was not saved here is kept in this tab').waitFor();
    expect(await invite.count()).toBe(0);
    change('admin');
    await invite.waitFor();
    expect(await invite.getByLabel('E-mail').inputValue()).toBe('grace@example.com');
    await invite.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('link', { name: 'Integrations' }).click();
    await page.getByRole('button', { name: 'New webhook' }).click();
    const made = page.getByRole('dialog', { name: 'New webhook' });
    await made.getByLabel('Name').fill('Pager');
    change('viewer');
    await page.getByText('Your role may not see this page').waitFor();
    change('admin');
    await made.waitFor();
    expect(await made.getByLabel('Name').inputValue()).toBe('Pager');
    expect(await page.evaluate('JSON.stringify(sessionStorage)')).toBe('{}');
  });

  it('keeps the reason of a mark over a role and over a session that ends, in its place', async () => {
    const { page, api } = await start('/requests/req_01KAJ0000X5N4T8RZQW2Y7M6HB3');
    await page.getByRole('button', { name: 'Not an attack' }).click();
    const reason = page.getByLabel('Not an attack: why? (optional)');
    await reason.fill('Quoted in our handbook.');
    change('viewer');
    await notice(page).waitFor();
    expect(await reason.inputValue()).toBe('Quoted in our handbook.');
    change('admin');
    await notice(page).waitFor({ state: 'detached' });
    api.endSession();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.getByLabel('E-mail').fill('ada@example.com');
    await page.getByRole('textbox', { name: 'Password' }).fill('correct horse battery');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    expect(await reason.inputValue()).toBe('Quoted in our handbook.');
    await page.getByRole('button', { name: 'Mark: not an attack' }).click();
    await page.getByText('Marked: not an attack.', { exact: true }).waitFor();
  });
});
