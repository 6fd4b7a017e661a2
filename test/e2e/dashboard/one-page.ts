import type { Page } from 'playwright-core';
import { findChromium, type Visit } from '../browser.ts';
import type { Options } from '../fake-api/state.ts';
import { oneVisit } from '../one-visit.ts';

export const hasBrowser = findChromium() !== null;
if (!hasBrowser)
  console.warn('test/e2e: no Chromium was found (CHROMIUM_BIN, the path, playwright); skipped');

/** The name of what has the focus; short where nothing has it. */
export const FOCUSED = `document.activeElement === document.body ? 'nothing'
  : document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent`;

/** The id of the request in a text; empty where there is none. */
export const idIn = (text: unknown): string => /req_\w+/.exec(String(text))?.[0] ?? '';

/** For the tests of a `describe`, each of which looks at one page. */
export const onePage = () => {
  const visits = oneVisit();
  /** What the page asked of the API. */
  const sent = () => visits.current()?.api.sent ?? [];
  return {
    start: async (path: string, options: Options = {}): Promise<Visit & { page: Page }> => {
      const open = await visits.open(options);
      await open.page.goto(path);
      return open;
    },
    sent,
    /** What it asked last in such a way. */
    lastSent: (method: string, path: string) =>
      sent().findLast((each) => each.method === method && each.path === path),
  };
};
