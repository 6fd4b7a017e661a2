import { describe, expect, it } from 'vitest';
import { hasBrowser, onePage } from './one-page.ts';

describe.skipIf(!hasBrowser)('the dashboard', () => {
  const { start, lastSent } = onePage();

  it('sets up the first account with the token behind #, which leaves the address', async () => {
    const { page } = await start('/setup#token=tok_setup', { isSignedIn: false, needsSetup: true });
    await page.getByLabel('Name').fill('Ada');
    await page.getByLabel('E-mail').fill('ada@example.com');
    await page.getByRole('textbox', { name: 'Password' }).fill('correct horse battery');
    expect(page.url()).not.toContain('tok_setup');
    await page.getByRole('button', { name: 'Create the owner’s account' }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    expect(lastSent('POST', '/setup')?.body).toMatchObject({ token: 'tok_setup', email: 'ada@example.com' });
  });

  it('signs in where the page will be, and says when the password is wrong', async () => {
    const { page } = await start('/keys', { isSignedIn: false });
    await page.getByLabel('E-mail').fill('ada@example.com');
    await page.getByRole('textbox', { name: 'Password' }).fill('wrong');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('alert').getByText('E-mail or password is wrong.').waitFor();
    await page.getByRole('textbox', { name: 'Password' }).fill('correct horse battery');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { name: 'Keys', exact: true }).waitFor();
  });

  it('accepts an invitation, and sets a new password by a link', async () => {
    const { page } = await start('/join#token=tok_invite', { isSignedIn: false });
    await page.getByText('new@example.com').waitFor();
    await page.getByLabel('Name').fill('Joan');
    await page.getByRole('textbox', { name: 'Password' }).fill('correct horse battery');
    await page.getByRole('button', { name: 'Create my account' }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    expect(lastSent('POST', '/invitations/accept')?.body).toMatchObject({
      token: 'tok_invite',
      name: 'Joan',
    });
    await page.goto('/reset-password#token=tok_reset');
    await page.getByRole('textbox', { name: 'Password' }).fill('another long password');
    await page.getByRole('button', { name: 'Change the password' }).click();
    await page.getByText('All your sessions were ended.').waitFor();
    expect(lastSent('POST', '/password/reset')?.body).toEqual({
      token: 'tok_reset',
      password: 'another long password',
    });
  });

  it('changes the password and signs out everywhere', async () => {
    const { page } = await start('/account');
    await page.getByRole('textbox', { name: 'Current password' }).fill('correct horse battery');
    await page.getByRole('textbox', { name: 'New password', exact: true }).fill('an even longer password');
    await page.getByRole('textbox', { name: 'New password again' }).fill('an even longer password');
    await page.getByRole('button', { name: 'Change the password' }).click();
    await page.getByText('Your password is changed.').waitFor();
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
    await expect.poll(() => lastSent('DELETE', '/sessions')).toBeDefined();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  });

  it('stays whole after a sign-out until the next page is there', async () => {
    const { page } = await start('/');
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    // A slow net: the page that was signed out of is drawn once more before it goes.
    await page.route(
      (url) => url.pathname === '/',
      async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 1_000));
        await route.continue();
      },
    );
    await page.getByRole('button', { name: /Account/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  });

  it.each([
    { path: '/account', options: {}, email: 'ada@example.com' },
    { path: '/join#token=tok_invite', options: { isSignedIn: false }, email: 'new@example.com' },
  ])('tells password managers whose password is new on $path', async ({ path, options, email }) => {
    const { page } = await start(path, options);
    const form = page.locator('form', { has: page.locator('[autocomplete="new-password"]') });
    await form.waitFor();
    expect(await form.locator('[autocomplete="username"]').inputValue()).toBe(email);
  });
});
