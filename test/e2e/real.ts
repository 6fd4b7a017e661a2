import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import OpenAI, { APIError } from 'openai';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { type Stack, type StackOptions, startStack } from '../contract/stack.ts';
import { listenTo } from './browser.ts';

export const PASSWORD = 'a long enough sentence';

/** `portcullis start` with its dashboard, on free ports; receivers of webhooks may be on this machine. */
export const startReal = (options: StackOptions = {}): Promise<Stack> =>
  startStack({
    dashboard: true,
    ...options,
    env: {
      PORTCULLIS_DASHBOARD_ADDRESS: '127.0.0.1:0',
      PORTCULLIS_DASHBOARD_WEBHOOKS_ALLOW_PRIVATE: 'true',
      ...options.env,
    },
  });

export const originOf = ({ ready }: Stack): string => {
  if (ready.dashboardUrl === null) throw new Error('there is no dashboard');
  return ready.dashboardUrl;
};

export type Window = Readonly<{
  context: BrowserContext;
  page: Page;
  complaints: readonly string[];
  /** What the API answered to this page, without the streams and the answers that show a secret once. */
  answers: readonly string[];
}>;

const SHOWS_A_SECRET =
  /\/api\/v1\/(?:keys|webhooks|invitations)(?:\/[^/]+\/rotate)?$|\/reset-link$|\/events$/;

/** A browser of its own: somebody else's cookies. */
export const openWindow = async (
  browser: Browser,
  origin: string,
  colorScheme: 'light' | 'dark' = 'light',
): Promise<Window> => {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    baseURL: origin,
    reducedMotion: 'reduce',
    colorScheme,
    acceptDownloads: true,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  const answers: string[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    const isOnce = response.request().method() === 'POST' && SHOWS_A_SECRET.test(pathname);
    if (!pathname.startsWith('/api/') || isOnce || pathname.endsWith('/events')) return;
    // A body is gone where the page went on before it was there.
    response.text().then(
      (text) => answers.push(text),
      () => undefined,
    );
  });
  return { context, page, complaints: listenTo(page, origin), answers };
};

/** Makes the first account by the link that `start` printed. */
export const setUp = async (page: Page, stack: Stack): Promise<void> => {
  await page.goto(stack.ready.setupUrl ?? '');
  await page.getByLabel('Name').fill('Ada Lovelace');
  await page.getByLabel('E-mail').fill('ada@example.com');
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create the owner’s account' }).click();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
};

export const signIn = async (page: Page, email: string, password = PASSWORD): Promise<void> => {
  await page.goto('/');
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
};

export type Told = Readonly<{ status: number; requestId: string; code: string | null; answer: string }>;

/** Sends texts through Envoy as an application does: with the openai client. */
export const createCaller = ({ ready }: Stack, gatewayKey: string, providerKey = 'sk-any') => {
  const client = new OpenAI({
    baseURL: `${ready.proxyUrl}/v1`,
    apiKey: providerKey,
    defaultHeaders: { 'X-Gateway-Key': gatewayKey },
    maxRetries: 0,
  });
  return async (
    content: string,
    { model = 'sample', headers = {} }: { model?: string; headers?: Record<string, string> } = {},
  ): Promise<Told> => {
    try {
      const { data, response } = await client.chat.completions
        .create({ model, messages: [{ role: 'user', content }] }, { headers })
        .withResponse();
      return {
        status: response.status,
        requestId: response.headers.get('x-gateway-request-id') ?? '',
        code: null,
        answer: data.choices[0]?.message.content ?? '',
      };
    } catch (error) {
      if (!(error instanceof APIError) || error.status === undefined) throw error;
      return {
        status: error.status,
        requestId: error.headers?.get('x-gateway-request-id') ?? '',
        code: error.code ?? null,
        answer: '',
      };
    }
  };
};

export type Caller = ReturnType<typeof createCaller>;

/** Makes a key on the Keys page, and reads it where it is shown once. */
export const createKeyOnPage = async (page: Page, name: string): Promise<string> => {
  await page.getByRole('link', { name: 'Keys', exact: true }).click();
  await page.getByRole('button', { name: 'New key' }).first().click();
  await page.getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Create the key' }).click();
  const secret = await page.getByTestId('secret').textContent();
  await page.getByRole('button', { name: 'I have stored it' }).click();
  return secret ?? '';
};

/** Takes what the policy page has in its draft into force. */
export const savePolicy = async (page: Page, comment: string): Promise<void> => {
  await page.getByRole('button', { name: 'Review and save' }).click();
  await page.getByLabel('Comment (optional)').fill(comment);
  await page.getByRole('button', { name: /^Save as revision/ }).click();
  await page.getByText('Saved. It holds for every request from now on.').last().waitFor();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
};

/** The process that serves the pages: the child of `start` that is none of the others. */
export const dashboardPid = async ({ ready }: Stack): Promise<number> => {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,args=']);
  const line = stdout
    .split('\n')
    .map((each) => each.trim().split(/\s+/))
    .find(
      ([, parent, ...args]) => Number(parent) === ready.pid && args.join(' ').includes('dashboard-child'),
    );
  if (line === undefined) throw new Error(`no dashboard among\n${stdout}`);
  return Number(line[0]);
};
