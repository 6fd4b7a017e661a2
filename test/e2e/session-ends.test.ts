import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { findChromium } from './browser.ts';
import { oneVisit } from './one-visit.ts';

describe.skipIf(findChromium() === null)('a session that ends while somebody works', () => {
  const visits = oneVisit();

  const start = async (path: string, options = {}): Promise<Page> => {
    const { page } = await visits.open(options);
    await page.goto(path);
    return page;
  };
  const end = async (page: Page) => {
    visits.current()?.api.endSession();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  };
  const signIn = async (page: Page) => {
    await page.getByLabel('E-mail').fill('ada@example.com');
    await page.getByRole('textbox', { name: 'Password' }).fill('correct horse battery');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  };
  const kept = (page: Page) => page.evaluate<string>('JSON.stringify(sessionStorage)');

  it('keeps a draft of the policy and a rule that is half written, in their places', async () => {
    const page = await start('/policy?tab=rules');
    await page.getByText('project-names').waitFor();
    await page.getByRole('tab', { name: 'General' }).click();
    await page.getByRole('radio', { name: 'High' }).click();
    await page.getByRole('tab', { name: 'Rules' }).click();
    await page.getByText('1 change not saved').waitFor();
    await page.getByRole('button', { name: 'New rule' }).click();
    const editor = page.getByRole('dialog', { name: 'New rule' });
    await editor.getByLabel('Id').fill('code-names');
    await editor.getByText('Deny list of words').click();
    await editor.getByRole('combobox', { name: 'Words and phrases' }).fill('project bluebird');
    await page.keyboard.press('Enter');
    await end(page);
    await page.getByText('Your session has ended. Sign in to go on where you were.').waitFor();
    expect(await page.getByText('code-names').count()).toBe(0);
    await signIn(page);
    await editor.waitFor();
    expect(await editor.getByLabel('Id').inputValue()).toBe('code-names');
    await editor.getByText('project bluebird').waitFor();
    await editor.getByRole('button', { name: 'Add rule' }).click();
    await editor.waitFor({ state: 'hidden' });
    expect(new URL(page.url()).searchParams.get('tab')).toBe('rules');
    await page.getByRole('tab', { name: 'General' }).click();
    expect(await page.getByRole('radio', { name: 'High' }).isChecked()).toBe(true);
    await page.getByRole('button', { name: 'Review and save' }).click();
    await page.getByRole('button', { name: 'Save as revision 13' }).click();
    await page.getByText('Saved. It holds for every request from now on.').waitFor();
    expect(visits.current()?.api.sent.findLast(({ method }) => method === 'PUT')?.body).toMatchObject({
      own: {
        sensitivity: 'high',
        rules: expect.arrayContaining([expect.objectContaining({ id: 'code-names' })]),
      },
    });
    expect(await kept(page)).toBe('{}');
  });

  it('keeps a new key, and what was changed about one, until it is saved', async () => {
    const page = await start('/keys');
    await page.getByRole('button', { name: 'New key' }).click();
    const made = page.getByRole('dialog', { name: 'New key' });
    await made.getByLabel('Name').fill('night-batch');
    await made.getByLabel('Requests per minute').fill('240');
    await made.getByRole('combobox', { name: 'Mode' }).click();
    await page.getByRole('option', { name: 'Shadow' }).click();
    await end(page);
    await signIn(page);
    await made.waitFor();
    expect(await made.getByLabel('Name').inputValue()).toBe('night-batch');
    expect(await made.getByLabel('Requests per minute').inputValue()).toBe('240');
    await made.getByRole('button', { name: 'Create the key' }).click();
    await page.getByText('This is the only time it is shown.').waitFor();
    const sent = visits.current()?.api.sent.findLast(({ method }) => method === 'POST');
    expect(sent?.body).toMatchObject({ name: 'night-batch', mode: 'shadow', rateLimitPerMinute: 240 });
    // The key itself is shown once, and stands nowhere.
    await end(page);
    expect(await kept(page)).toBe('{}');
    await signIn(page);
    await page.getByRole('button', { name: 'What to do with support-bot' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const edited = page.getByRole('dialog', { name: 'Edit the key' });
    await edited.getByRole('tab', { name: /^Personal data and secrets/ }).click();
    await edited.getByLabel('Find an entity').fill('card');
    await edited.getByRole('combobox', { name: 'Payment card: in requests' }).selectOption('Block');
    await end(page);
    await signIn(page);
    await edited.getByRole('tab', { name: /^Personal data and secrets \(1\)/ }).waitFor();
    await edited.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    expect(visits.current()?.api.sent.findLast(({ method }) => method === 'PATCH')).toMatchObject({
      path: expect.stringMatching(/^\/keys\/key_/),
      body: { entities: { CREDIT_CARD: { input: 'block' } } },
    });
    expect(await kept(page)).toBe('{}');
  });

  it('keeps a webhook, but for its address, which may hold a token', async () => {
    const page = await start('/integrations');
    await page.getByRole('button', { name: 'New webhook' }).click();
    const made = page.getByRole('dialog', { name: 'New webhook' });
    await made.getByLabel('Name').fill('Pager');
    await made.getByLabel('URL').fill('https://chat.example.com/hooks/T0KEN');
    await made.getByLabel('The settings changed').check();
    await end(page);
    expect(await kept(page)).toContain('Pager');
    expect(await kept(page)).not.toContain('example.com');
    await signIn(page);
    await made.getByText('Enter it again').waitFor();
    expect(await made.getByLabel('URL').inputValue()).toBe('');
    expect(await made.getByLabel('The settings changed').isChecked()).toBe(true);
    // Twice is no other than once.
    await end(page);
    await signIn(page);
    await made.getByText('Enter it again').waitFor();
    await made.getByLabel('URL').fill('https://chat.example.com/hooks/T0KEN');
    expect(await made.getByText('Enter it again').count()).toBe(0);
    await made.getByRole('button', { name: 'Create' }).click();
    await page.getByText('This is the only time it is shown.').waitFor();
    expect(visits.current()?.api.sent.findLast(({ method }) => method === 'POST')?.body).toEqual({
      name: 'Pager',
      url: 'https://chat.example.com/hooks/T0KEN',
      events: ['threat.blocked', 'scan.failed', 'settings.changed'],
      isEnabled: true,
    });
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await page.getByRole('button', { name: 'Edit', exact: true }).first().click();
    const edited = page.getByRole('dialog', { name: /^Edit/ });
    await edited.getByLabel('Name').fill('Siren');
    await end(page);
    expect(await kept(page)).not.toContain('example.com');
    await signIn(page);
    expect(await edited.getByLabel('Name').inputValue()).toBe('Siren');
    expect(await edited.getByLabel('URL').inputValue()).toBe('');
    expect(await edited.getByText('Enter it again').count()).toBe(0);
    await edited.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    expect(await kept(page)).toBe('{}');
  });

  it('keeps what was chosen and said of an exclusion, and shows its preview again', async () => {
    const page = await start('/feedback');
    await page.getByRole('button', { name: 'Exclude …' }).click();
    const dialog = page.getByRole('dialog', { name: 'Exclude from the verdict' });
    await dialog.getByRole('radio', { name: 'This rule in user texts of this key' }).check();
    await dialog.getByRole('button', { name: 'Preview on stored traffic' }).click();
    await dialog.getByTestId('replay').waitFor();
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await dialog.getByLabel('Reason').fill('Quoted in our own handbook.');
    await end(page);
    await signIn(page);
    const wide = dialog.getByRole('radio', { name: 'This rule in user texts of this key' });
    await wide.waitFor();
    expect(await wide.isChecked()).toBe(true);
    await dialog.getByRole('button', { name: 'Preview on stored traffic' }).click();
    await dialog.getByTestId('replay').waitFor();
    await dialog.getByRole('button', { name: 'Continue' }).click();
    expect(await dialog.getByLabel('Reason').inputValue()).toBe('Quoted in our own handbook.');
    await dialog.getByRole('button', { name: 'Exclude', exact: true }).click();
    await page.getByText('Excluded. What it matches').waitFor();
    const sent = visits.current()?.api.sent.findLast(({ path }) => path === '/exclusions');
    expect(sent?.body).toMatchObject({
      comment: 'Quoted in our own handbook.',
      scope: { fingerprint: null },
    });
    expect(await kept(page)).toBe('{}');
  });

  it('keeps nothing of a draft that was thrown away, nor for whoever signs out', async () => {
    const page = await start('/policy');
    await page.getByRole('radio', { name: 'High' }).click();
    await page.getByRole('link', { name: 'Overview' }).click();
    await page.getByRole('button', { name: 'Leave without saving' }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await end(page);
    expect(await kept(page)).toBe('{}');
    await signIn(page);
    await page.getByRole('navigation').getByRole('link', { name: 'Policy' }).click();
    await page.getByText('Own thresholds').waitFor();
    expect(await page.getByRole('radio', { name: 'High' }).isChecked()).toBe(false);
    await page.getByRole('radio', { name: 'High' }).click();
    await end(page);
    expect(await kept(page)).toContain('high');
    await signIn(page);
    await page.getByText('1 change not saved').waitFor();
    await page.getByRole('button', { name: /Account/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Leave without saving' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await kept(page)).toBe('{}');
    expect(await page.getByText('Your session has ended').count()).toBe(0);
  });

  it('leads back to the page with its filters, also through the sign-in provider', async () => {
    const page = await start('/requests?outcome=blocked&search=claude', { isSignedIn: false });
    const { api } = visits.current() ?? {};
    await page.route('**/api/v1/oidc/start', (route) => {
      api?.resumeSession();
      return route.fulfill({ status: 302, headers: { location: '/' } });
    });
    await page.getByRole('link', { name: 'Continue with Example SSO' }).click();
    await page.getByRole('heading', { name: 'Requests' }).waitFor();
    expect(new URL(page.url()).search).toBe('?outcome=blocked&search=claude');
    expect(await kept(page)).toBe('{}');
    await page.getByRole('link', { name: 'Overview' }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await end(page);
    await signIn(page);
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
  });
});
