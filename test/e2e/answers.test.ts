// What the pages make of answers that are late, empty so far, old, or of something else by now.
import type { BrowserContextOptions, Locator, Page, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { findChromium, type Visit } from './browser.ts';
import type { Options } from './fake-api/state.ts';
import { oneVisit } from './one-visit.ts';

const fulfil = (route: Route, body: unknown, status = 200): Promise<void> =>
  route.fulfill({ status, contentType: 'application/json', body: JSON.stringify(body) });
const refused = (code: string, message: string) => ({
  error: { type: 'server_error', code, message, param: null },
});

describe.skipIf(findChromium() === null)('answers', () => {
  const visits = oneVisit();
  const start = async (
    path: string,
    options: Options = {},
    context: BrowserContextOptions = {},
    prepare?: (page: Page) => Promise<unknown>,
  ): Promise<Visit> => {
    const open = await visits.open(options, context);
    await prepare?.(open.page);
    await open.page.goto(path);
    return open;
  };

  it('are filtered by error code, in the address and in what is exported', async () => {
    const { page, api } = await start('/requests');
    await page.getByText('invalid_gateway_key').first().waitFor();
    await page.getByRole('button', { name: 'More filters' }).click();
    await page.getByRole('combobox', { name: 'Error code' }).click();
    await page.getByRole('option', { name: 'invalid_gateway_key' }).click();
    await expect.poll(() => page.url()).toContain('errorCode=invalid_gateway_key');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'More filters (1)' }).waitFor();
    await expect
      .poll(() => api.sent.findLast(({ path }) => path === '/requests')?.search.getAll('errorCode'))
      .toEqual(['invalid_gateway_key']);
    await expect.poll(() => page.getByText('Refused', { exact: true }).count()).toBeGreaterThan(0);
    await expect.poll(() => page.getByText('Passed', { exact: true }).count()).toBe(0);
    await page.getByRole('button', { name: 'Export' }).click();
    const csv = await page.getByRole('menuitem', { name: /^CSV/ }).getAttribute('href');
    expect(csv).toContain('errorCode=invalid_gateway_key');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Clear' }).click();
    await expect.poll(() => page.url()).not.toContain('errorCode');
  });

  it('say of those that passed and failed all the same why there is no answer', async () => {
    const { page } = await start('/requests?errorCode=client_closed_request');
    const row = page.getByRole('row').filter({ hasText: 'client_closed_request' }).first();
    await row.getByText('Passed', { exact: true }).waitFor();
    await row.getByRole('button', { name: /open req_/ }).click();
    const verdict = page.getByTestId('verdict');
    await verdict.getByText('The caller did not wait for the answer (client_closed_request).').waitFor();
  });

  it('say of a request refused for a part that it was scanned, and for what it was refused', async () => {
    const { page } = await start('/requests/req_01KAJ0000X5N4T8RZQW2Y7M6HB3', {}, {}, (opened) =>
      opened.route('**/api/v1/requests/req_*', async (route) => {
        const detail = await (await route.fetch()).json();
        const refusal = { outcome: 'refused', httpStatus: 415, errorCode: 'unreadable_part' };
        await fulfil(route, { ...detail, ...refusal, findings: [], unjudged: { image: 2, unknown_part: 1 } });
      }),
    );
    await page
      .getByTestId('verdict')
      .getByText('Refused for what could not be judged: unreadable_part.')
      .waitFor();
    await page.getByRole('alert').getByText('Image: 2 · Unknown part: 1').waitFor();
  });

  it('say of a request that was meant to pass unscanned just that, without a warning', async () => {
    const { page } = await start('/requests/req_01KAJ0000X5N4T8RZQW2Y7M6HB3', {}, {}, (opened) =>
      opened.route('**/api/v1/requests/req_*', async (route) => {
        const detail = await (await route.fetch()).json();
        const passed = {
          outcome: 'pass',
          httpStatus: 200,
          errorCode: null,
          path: '/v1/models',
          wouldBlock: false,
        };
        await fulfil(route, { ...detail, ...passed, findings: [], unjudged: { pass_through: 2 } });
      }),
    );
    await page.getByTestId('verdict').getByText('Passed through unscanned, as policy.passThrough').waitFor();
    expect(await page.getByText('Not everything was judged').count()).toBe(0);
  });

  it('lead from the error code of a request to all with the same', async () => {
    const { page } = await start('/requests/req_01KAJ0000X5N4T8RZQW2Y7M6HB3');
    await page.getByRole('link', { name: 'prompt_injection_detected' }).click();
    await page.getByRole('heading', { name: 'Requests', exact: true }).waitFor();
    expect(page.url()).toContain('errorCode=prompt_injection_detected');
  });

  it('that found nothing so far are looked for further, and then on request', async () => {
    // By their cursors: the first page may be asked for once more, to follow what comes.
    const pages = new Set<number>();
    const { page } = await start('/requests?search=rare', {}, {}, (each) =>
      each.route('**/api/v1/requests?*', (route) => {
        const cursor = new URL(route.request().url()).searchParams.get('cursor');
        const at = cursor === null ? 0 : Number(cursor.split('~')[0]);
        pages.add(at);
        return fulfil(route, { items: [], nextCursor: at === 12 ? null : `${at + 1}~req_x` });
      }),
    );
    await page.getByText('No requests here so far').waitFor();
    expect(pages.size).toBe(10);
    await page.getByRole('button', { name: 'Look further back' }).click();
    await page.getByText('No requests here', { exact: true }).waitFor();
    expect(pages.size).toBe(13);
  });

  it('say of an empty list what would fill it: another filter, or a first request', async () => {
    const { page } = await start('/requests', { isEmpty: true });
    await page.getByRole('link', { name: 'Go to the keys' }).waitFor();
    await page.goto('/threats');
    await page.getByText('Nothing in this time is a threat at any sensitivity.').waitFor();
    await page.goto('/threats?outcome=blocked');
    await page.getByText('Nothing in this time agrees with the filters.').waitFor();
  });

  it('are said to be those of one conversation, until all are asked for', async () => {
    const { page } = await start('/requests/req_01KAJ0000X5N4T8RZQW2Y7M6HB3');
    await page.getByRole('link', { name: 'All its turns' }).click();
    await expect.poll(() => page.url()).toContain('conversation=');
    await page.getByRole('button', { name: 'One conversation: show all again' }).click();
    await expect.poll(() => page.url()).not.toContain('conversation=');
    await page.getByRole('button', { name: 'Clear', exact: true }).waitFor({ state: 'detached' });
  });

  it('that rose or fell by less than half a percent say so without an arrow', async () => {
    const totals = { requests: 6661, blocked: 250, flagged: 83, redacted: 300, wouldBlock: 0, unjudged: 2 };
    const before = { requests: 6675, blocked: 200, flagged: 0, redacted: 400, wouldBlock: 0, unjudged: 4 };
    const { page } = await start('/', {}, {}, (each) =>
      each.route('**/api/v1/overview?*', async (route) => {
        const response = await route.fetch();
        const body = await response.json();
        Object.assign(body.totals, totals);
        Object.assign(body.before, before);
        await route.fulfill({ response, json: body });
      }),
    );
    const changeOf = async (name: string) => {
      const card = page.locator('.card', { has: page.locator(`[data-total="${name}"]`) });
      await card.waitFor();
      const [, words] = await card.locator('.number').allTextContents();
      const icons = card.locator('svg');
      const icon = (await icons.count()) === 0 ? null : await icons.getAttribute('class');
      return [words, /minus|up|down/.exec(icon ?? '')?.[0]];
    };
    expect(await changeOf('Requests')).toEqual(['0 %', 'minus']);
    expect(await changeOf('Blocked')).toEqual(['+25 %', 'up']);
    expect(await changeOf('Redacted')).toEqual(['−25 %', 'down']);
    expect(await changeOf('Would block')).toEqual([undefined, undefined]);
    expect(await changeOf('Flagged')).toEqual(['new', 'up']);
  });

  it('that a server of the version before does not compare stand without a change', async () => {
    const { page } = await start('/', {}, {}, (each) =>
      each.route('**/api/v1/overview?*', async (route) => {
        const response = await route.fetch();
        const { before, ...body } = await response.json();
        const { redacted, ...others } = before;
        await route.fulfill({ response, json: { ...body, before: others } });
      }),
    );
    const redacted = page.getByRole('group', { name: 'Redacted', exact: true });
    await redacted.getByText('went on changed').waitFor();
    expect(await redacted.textContent()).not.toMatch(/%|NaN/);
    const blocked = page.getByRole('group', { name: 'Blocked', exact: true });
    expect(await blocked.locator('svg').count()).toBe(1);
  });

  it('that are still counted in the last part of a chart are said to be so far', async () => {
    const { page } = await start('/');
    await page.getByRole('button', { name: 'Outcomes: Show as a table' }).click();
    const times = page.getByRole('table', { name: 'Outcomes' }).locator('tbody td:first-child');
    await times.first().waitFor();
    const words = await times.allTextContents();
    expect(words.map((word) => word.endsWith(', so far'))).toEqual(
      words.map((_word, at) => at === words.length - 1),
    );
  });

  it('that cannot come, a page’s own code too, leave the window as it is', async () => {
    const { page } = await start('/requests');
    await page.getByText(/requests shown/).waitFor();
    await page.evaluate('globalThis.isSameWindow = true');
    await page.context().setOffline(true);
    await page.getByRole('link', { name: 'Users', exact: true }).click();
    await page.getByText('The dashboard’s server cannot be reached.').waitFor();
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Open invitations').waitFor();
    expect(await page.evaluate('globalThis.isSameWindow')).toBe(true);
  });

  it('that are old are said to be where asking again fails', async () => {
    const { page, api } = await start('/');
    await page.getByText('Live', { exact: true }).waitFor();
    await page.getByText('Top keys').waitFor();
    await page.route('**/api/v1/overview?*', (route) =>
      fulfil(route, refused('rate_limited', 'The store is busy.'), 429),
    );
    api.push();
    await page.getByText('This is not up to date').waitFor();
    await page.getByText('The store is busy.').waitFor();
    await page.getByText('Top keys').waitFor();
    await page.unroute('**/api/v1/overview?*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('This is not up to date').waitFor({ state: 'detached' });
  });

  it('name the viewer’s zone, and the time as logs have it', async () => {
    const { page } = await start(
      '/requests/req_01KAJ0000X5N4T8RZQW2Y7M6HB3',
      {},
      { timezoneId: 'Asia/Kolkata' },
    );
    await page.getByText(/ · .*GMT\+5:30/).waitFor();
    await page.getByText('Times in Asia/Calcutta').or(page.getByText('Times in Asia/Kolkata')).waitFor();
    const time = page.locator('time').first();
    const iso = await time.getAttribute('datetime');
    await time.hover();
    await page
      .getByRole('tooltip')
      .getByText(iso ?? '')
      .waitFor();
  });

  it('that come by themselves leave an open request as it is', async () => {
    const { page, api } = await start('/requests?open=req_01KAJ0000X5N4T8RZQW2Y7M6HB3&columns=time,model');
    await page.getByText('Live', { exact: true }).waitFor();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Ran and found nothing').waitFor();
    const copy = dialog.getByRole('button', { name: /^Copy the request id/ });
    await copy.focus();
    const scrolled = (by: number) =>
      page.evaluate<number>(`(() => {
        const box = document.querySelector('.mantine-Drawer-content');
        box.scrollTop += ${by};
        return box.scrollTop;
      })()`);
    const before = await scrolled(200);
    expect(before).toBeGreaterThan(0);
    api.push();
    await page.getByText('live-model').waitFor({ state: 'attached' });
    expect(await scrolled(0)).toBe(before);
    expect(await page.evaluate<string>("document.activeElement.getAttribute('aria-label')")).toMatch(/^Copy/);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    expect(page.url()).not.toContain('open=');
  });
});

describe.skipIf(findChromium() === null)('a rule that is being tried', () => {
  const visits = oneVisit();

  const write = async (result: object) => {
    const open = await visits.open();
    const waiting: Route[] = [];
    await open.page.route('**/api/v1/rules/test', (route) => {
      waiting.push(route);
    });
    await open.page.goto('/policy?tab=rules');
    await open.page.getByRole('button', { name: 'New rule' }).click();
    await open.page.getByLabel('Id').fill('code-names');
    await open.page.getByLabel('Pattern').last().fill('Blue');
    const answer = async () => {
      await expect.poll(() => waiting.length).toBe(1);
      const [route] = waiting.splice(0);
      if (route !== undefined) await fulfil(route, result);
    };
    return { ...open, waiting, answer };
  };
  /** The page is drawn anew a moment after the question has left. */
  const standsStill = (field: Locator) => expect.poll(() => field.isDisabled()).toBe(true);

  it('stands still until it is added, once', async () => {
    const { page, waiting, answer } = await write({ problems: [], matches: [], us: 3 });
    const add = page.getByRole('button', { name: 'Add rule' });
    await add.click();
    await expect.poll(() => waiting.length).toBe(1);
    await standsStill(add);
    for (const field of [page.getByLabel('Id'), page.getByLabel('Pattern').last()]) await standsStill(field);
    await standsStill(page.getByRole('button', { name: 'Test the rule' }));
    expect(await page.getByRole('button', { name: 'Cancel' }).isDisabled()).toBe(false);
    await answer();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.getByText('code-names').waitFor();
  });

  it('is not judged by what was found out about another', async () => {
    const { page, waiting, answer } = await write({ problems: ['no such thing'], matches: [], us: 3 });
    await page.getByRole('button', { name: 'Test the rule' }).click();
    await expect.poll(() => waiting.length).toBe(1);
    await standsStill(page.getByRole('button', { name: 'Add rule' }));
    await page.getByLabel('Pattern').last().fill('Green');
    await answer();
    const add = page.getByRole('button', { name: 'Add rule' });
    await expect.poll(() => add.isDisabled()).toBe(false);
    expect(await page.getByText('The rule would not be accepted').count()).toBe(0);
    await page.getByLabel('Pattern').last().fill('Blue');
    await page.getByText('The rule would not be accepted').waitFor();
    await standsStill(add);
  });

  it('is not added where its dialog was left before the answer', async () => {
    const { page, waiting, answer } = await write({ problems: [], matches: [], us: 3 });
    await page.getByRole('button', { name: 'Add rule' }).click();
    await expect.poll(() => waiting.length).toBe(1);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Leave without saving' }).click();
    await page.getByRole('dialog').first().waitFor({ state: 'hidden' });
    await answer();
    await page.waitForTimeout(300);
    expect(await page.getByText('code-names').count()).toBe(0);
  });
});
