import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { launch, type Visit, visit } from './browser.ts';

type Asked = Parameters<typeof visit> extends [Browser, ...infer Rest] ? Rest : never;

export type OneVisit = Readonly<{
  open: (...asked: Asked) => Promise<Visit>;
  /** That of the test that runs. */
  current: () => Visit | null;
}>;

/** A browser for the tests of a `describe`, each of which pays one visit; none may leave a complaint behind. */
export const oneVisit = (): OneVisit => {
  let browser: Browser;
  let open: Visit | null = null;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser?.close());
  afterEach(async () => {
    const { complaints = [], api } = open ?? {};
    await open?.stop();
    open = null;
    expect(complaints).toEqual([]);
    expect(api?.faults ?? []).toEqual([]);
  });
  return {
    open: async (...asked) => {
      open = await visit(browser, ...asked);
      return open;
    },
    current: () => open,
  };
};
