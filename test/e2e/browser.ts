import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import type { Options } from './fake-api/state.ts';
import { type FakeApi, startFakeApi } from './fake-api.ts';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'chrome'];

/** `CHROMIUM_BIN`, a Chromium on the path, or the one that playwright installed; null where there is none. */
export const findChromium = (): string | null => {
  const { CHROMIUM_BIN, PATH = '' } = process.env;
  if (CHROMIUM_BIN !== undefined && CHROMIUM_BIN !== '') return CHROMIUM_BIN;
  const candidates = PATH.split(delimiter).flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return [...candidates, chromium.executablePath()].find((path) => path !== '' && existsSync(path)) ?? null;
};

export const launch = async (): Promise<Browser> => {
  const executablePath = findChromium();
  if (executablePath === null) throw new Error('no Chromium was found: set CHROMIUM_BIN');
  // Its own sandbox does not work for root, nor in most containers; it opens nothing but our own pages.
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
};

export type Visit = Readonly<{
  api: FakeApi;
  page: Page;
  /** Dialogs, console errors, refusals by the content security policy, requests to other hosts. */
  complaints: readonly string[];
  stop: () => Promise<void>;
}>;

/** Dialogs, console errors, refusals by the content security policy, requests to other hosts: nothing of it may be. */
export const listenTo = (page: Page, origin: string): readonly string[] => {
  const complaints: string[] = [];
  page.on('dialog', (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
  page.on('console', (message) => {
    // Chromium says so of every answer of 4xx and 5xx; the tests that make one look at the page instead.
    const isRefusal = message.text().startsWith('Failed to load resource');
    if ((message.type() === 'error' || message.type() === 'warning') && !isRefusal)
      complaints.push(`console: ${message.text()}`);
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(`${origin}/`)) complaints.push(`request: ${request.url()}`);
  });
  return complaints;
};

/** A browser window in front of a fake API of its own. */
export const visit = async (
  browser: Browser,
  options: Options = {},
  context: BrowserContextOptions = {},
): Promise<Visit> => {
  const api = await startFakeApi(options);
  const window = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    baseURL: api.url,
    reducedMotion: 'reduce',
    ...context,
  });
  const page = await window.newPage();
  page.setDefaultTimeout(15_000);
  const complaints = listenTo(page, api.url);
  return {
    api,
    page,
    complaints,
    stop: async () => {
      await window.close();
      await api.stop();
    },
  };
};
