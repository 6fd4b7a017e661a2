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
