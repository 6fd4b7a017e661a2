import type { Page } from 'playwright-core';
import type { Options } from './fake-api/state.ts';

export type PageCase = Readonly<{
  name: string;
  path: string;
  options?: Options;
  /** Words that stand there when the page is complete. */
  ready: string | RegExp;
  prepare?: (page: Page) => Promise<void>;
}>;

/** Every page and every larger state of one, for pictures and for the checks that hold everywhere. */
export const PAGES: readonly PageCase[] = [
  { name: 'sign-in', path: '/', options: { isSignedIn: false }, ready: 'Continue with' },
  {
    name: 'setup',
    path: '/setup#token=tok_setup',
    options: { isSignedIn: false, needsSetup: true },
    ready: 'Create the owner’s account',
  },
  { name: 'invite', path: '/join#token=tok', options: { isSignedIn: false }, ready: 'new@example.com' },
  {
    name: 'reset',
    path: '/reset-password#token=tok',
    options: { isSignedIn: false },
    ready: 'Change the password',
  },
  {
    name: 'overview',
    path: '/',
    ready: 'What each sensitivity would block',
    prepare: async (page) => {
      await page.locator('.recharts-surface').first().waitFor();
    },
  },
  { name: 'requests', path: '/requests', ready: /requests shown/ },
  { name: 'address', path: '/requests?outcom=blocked', ready: 'not understood' },
  { name: 'keys-none', path: '/keys?search=zzz&status=active', ready: 'No key agrees' },
  { name: 'threats', path: '/threats', ready: /requests shown/ },
  {
    name: 'drawer',
    path: '/requests',
    ready: /requests shown/,
    prepare: async (page) => {
      await page
        .getByRole('button', { name: /open req_/ })
        .first()
        .click();
      await page.getByTestId('verdict').waitFor();
    },
  },
  { name: 'request', path: '/requests/req_01KAJ0000X5N4T8RZQW2Y7M6HB3', ready: 'Ran and found nothing' },
  {
    name: 'erase',
    path: '/requests/req_01KAJ0000X5N4T8RZQW2Y7M6HB3',
    ready: 'Ran and found nothing',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Erase records …' }).click();
      await page.getByTestId('erasable').waitFor();
    },
  },
  { name: 'feedback', path: '/feedback', ready: 'Dismiss' },
  {
    name: 'exclude',
    path: '/feedback',
    ready: 'Dismiss',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Exclude …' }).click();
      await page.getByRole('button', { name: 'Preview on stored traffic' }).click();
      await page.getByTestId('replay').waitFor();
    },
  },
  { name: 'exclusions', path: '/feedback?tab=exclusions', ready: '14 hits' },
  { name: 'policy', path: '/policy', ready: 'Thresholds of the model in force' },
  {
    name: 'policy-thresholds',
    path: '/policy',
    ready: 'Own thresholds',
    prepare: async (page) => {
      await page.getByRole('textbox', { name: 'Users: Medium', exact: true }).fill('0.7');
      await page.getByRole('textbox', { name: 'Users: High', exact: true }).fill('0.8');
      await page.getByText('Must not be above Medium').waitFor();
    },
  },
  {
    name: 'policy-unsaved',
    path: '/policy',
    ready: 'Own thresholds',
    prepare: async (page) => {
      await page.getByRole('radio', { name: 'High' }).click();
      await page.getByRole('navigation').getByRole('link', { name: 'Keys' }).click();
      await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor();
    },
  },
  {
    name: 'sign-in-refused',
    path: '/sign-in?error=oidc_no_role',
    options: { isSignedIn: false },
    ready: 'gives you no role here',
  },
  {
    name: 'policy-preview',
    path: '/policy',
    ready: 'Own thresholds',
    prepare: async (page) => {
      await page.getByRole('radio', { name: 'High' }).click();
      await page.getByRole('button', { name: 'Preview on past traffic' }).click();
      await page.getByTestId('replay').waitFor();
    },
  },
  { name: 'policy-entities', path: '/policy?tab=entities', ready: 'Values that are none' },
  { name: 'policy-rules', path: '/policy?tab=rules', ready: 'project-names' },
  {
    name: 'policy-revisions',
    path: '/policy?tab=revisions',
    ready: 'Revision 10',
    prepare: async (page) => {
      await page
        .getByRole('button', { name: /^Show \d/ })
        .first()
        .click();
    },
  },
  { name: 'keys', path: '/keys', ready: 'How to use a key' },
  {
    name: 'key-form',
    path: '/keys',
    ready: 'How to use a key',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'New key' }).click();
      await page.getByText('Roll-out:').waitFor();
    },
  },
  {
    name: 'playground',
    path: '/playground',
    ready: 'Scan something',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'An attack' }).click();
      await page.getByRole('button', { name: 'Scan', exact: true }).click();
      await page.getByText('PI-1001').waitFor();
    },
  },
  { name: 'users', path: '/users', ready: 'Open invitations' },
  { name: 'audit', path: '/audit', ready: 'session.failed' },
  { name: 'integrations', path: '/integrations', ready: 'Deliveries' },
  {
    name: 'integrations-edit',
    path: '/integrations',
    ready: 'Deliveries',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Edit', exact: true }).first().click();
      await page.getByRole('dialog').getByLabel('URL').waitFor();
    },
  },
  { name: 'account', path: '/account', ready: 'This one' },
  { name: 'not-found', path: '/nowhere', ready: 'There is no such page' },
  { name: 'empty', path: '/requests', options: { isEmpty: true }, ready: 'No requests here' },
  { name: 'failing', path: '/requests', options: { isFailing: true }, ready: 'This could not be loaded' },
];
