import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { hasBrowser, onePage } from './one-page.ts';

describe.skipIf(!hasBrowser)('the dashboard', () => {
  const { start, lastSent } = onePage();

  it('shows a new key once, with snippets that hold it', async () => {
    const { page } = await start('/keys');
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByLabel('Name').fill('billing');
    await page.getByRole('button', { name: 'Create the key' }).click();
    await page.getByTestId('secret').getByText('pcl_77aaONLYONCE').waitFor();
    const dialog = page.getByRole('dialog');
    expect(await dialog.textContent()).toContain('https://gateway.example.com/v1/chat/completions');
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await page.getByText('billing').waitFor();
    expect(await page.content()).not.toContain('ONLYONCE');
    expect(lastSent('POST', '/keys')?.body).toMatchObject({ name: 'billing', rolloutPercent: 100 });
  });

  it('shows a new key before the list has come, or where it cannot come at all', async () => {
    const { page } = await start('/keys');
    await page.getByText(/keys shown/).waitFor();
    const lists = /\/api\/v1\/keys(?:\?.*)?$/;
    for (const fate of ['late', 'never'] as const) {
      const seen = Promise.withResolvers<void>();
      await page.route(lists, async (route) => {
        if (route.request().method() !== 'GET') return route.continue();
        if (fate === 'never') return route.abort();
        await seen.promise;
        return route.continue();
      });
      await page.getByRole('button', { name: 'New key' }).click();
      await page.getByLabel('Name').fill(`billing ${fate}`);
      await page.getByRole('button', { name: 'Create the key' }).click();
      await page.getByTestId('secret').getByText('pcl_77aaONLYONCE').waitFor();
      seen.resolve();
      await page.getByRole('button', { name: 'I have stored it' }).click();
      await page.unroute(lists);
      await page.getByRole('button', { name: `What to do with billing ${fate}` }).waitFor();
      await page.reload();
      await page.getByText(/keys shown/).waitFor();
    }
  });

  it('holds the longest name of a key in the dialog that shows it', async () => {
    const { page } = await start('/keys');
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByLabel('Name').fill('W'.repeat(100));
    await page.getByRole('button', { name: 'Create the key' }).click();
    const title = page.getByRole('dialog').getByRole('heading', { name: /WWW/ });
    await title.waitFor();
    const rightOf = async (each: typeof title) => {
      const { x, width } = (await each.boundingBox()) ?? { x: 0, width: Number.NaN };
      return x + width;
    };
    expect(await rightOf(title)).toBeLessThan(await rightOf(page.getByRole('dialog')));
  });

  it('has names of all scripts at the beginning of their cells', async () => {
    const { page, api } = await start('/keys');
    api.addKeys(['Latin', 'مفتاح الفريق']);
    await page.reload();
    const leftOf = (name: string) =>
      page.getByText(name, { exact: true }).evaluate((each) => {
        const range = each.ownerDocument.createRange();
        range.selectNodeContents(each);
        return Math.round(range.getBoundingClientRect().left);
      });
    expect(await leftOf('مفتاح الفريق')).toBe(await leftOf('Latin'));
  });

  it('takes no limit that the API would refuse', async () => {
    const { page, api } = await start('/keys');
    await page.getByRole('button', { name: 'New key' }).click();
    const limit = page.getByLabel('Requests per minute');
    for (const [typed, taken] of [
      ['0', ''],
      ['-5', '5'],
      ['1.5', '15'],
      ['12345678', '123,456'],
    ] as const) {
      await limit.fill('');
      await limit.pressSequentially(typed);
      expect(await limit.inputValue()).toBe(taken);
    }
    await page.getByLabel('Name').fill('batch');
    await page.getByRole('button', { name: 'Create the key' }).click();
    await page.getByText('This is the only time it is shown.').waitFor();
    expect(api.sent.findLast(({ method }) => method === 'POST')?.body).toMatchObject({
      rateLimitPerMinute: 123_456,
    });
  });

  it('gives a key rules of its own for personal data, tries them, and takes one back', async () => {
    const { page } = await start('/keys');
    const edit = async () => {
      await page.getByRole('button', { name: 'What to do with support-bot' }).click();
      await page.getByRole('menuitem', { name: 'Edit' }).click();
      await page.getByRole('tab', { name: 'Personal data and secrets' }).click();
    };
    const dialog = page.getByRole('dialog');
    const choose = (select: string, action: string) =>
      dialog.getByRole('combobox', { name: select }).selectOption(action);
    await edit();
    await dialog.getByLabel('Find an entity').fill('card');
    await choose('Payment card: in requests', 'Block');
    await choose('Payment card: in answers', 'Hash');
    await dialog.getByLabel('Text to test').fill('4111 is a card');
    await dialog.getByRole('button', { name: 'Test', exact: true }).click();
    await dialog.getByText('1 value found').waitFor();
    expect(lastSent('POST', '/pii-rules/test')?.body).toMatchObject({
      entities: { CREDIT_CARD: { input: 'block', output: 'hash' } },
    });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('1 own rule for personal data').waitFor();
    expect(lastSent('PATCH', '/keys/key_1')?.body).toMatchObject({
      entities: { CREDIT_CARD: { input: 'block', output: 'hash' } },
    });
    await edit();
    await choose('Payment card: in requests', 'As the policy');
    await choose('Payment card: in answers', 'As the policy');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('1 own rule for personal data').waitFor({ state: 'detached' });
    expect(lastSent('PATCH', '/keys/key_1')?.body).toMatchObject({ entities: null });
  });

  it('says of a key’s rule for a name that nothing looks for that it does nothing, and takes it out', async () => {
    const { page } = await start('/keys');
    await page.route(/\/api\/v1\/keys(?:\?|$)/, async (route) => {
      const answer = await route.fetch();
      const { items, ...rest } = await answer.json();
      const entities = { PERSON: { input: 'mask' }, CREDIT_CARD: { input: 'block' } };
      const withRules = items.map((each: { id: string }) =>
        each.id === 'key_1' ? { ...each, entities } : each,
      );
      return route.fulfill({ json: { ...rest, items: withRules } });
    });
    await page.reload();
    await page.getByRole('button', { name: 'What to do with support-bot' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await page.getByRole('tab', { name: 'Personal data and secrets' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Nothing looks for PERSON').waitFor();
    await dialog.getByRole('button', { name: 'Take it out' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    const given = z.object({ entities: z.record(z.string(), z.unknown()) });
    await expect
      .poll(() => given.safeParse(lastSent('PATCH', '/keys/key_1')?.body).data?.entities)
      .toEqual({ CREDIT_CARD: { input: 'block' } });
  });

  it('finds one key of thousands, by the keyboard alone, and its requests', async () => {
    const { page, api } = await start('/keys');
    api.addKeys(Array.from({ length: 3000 }, (_, at) => `team ${at % 7} service ${at}`));
    await page.reload();
    await page.getByText(/^50 of 3,00\d keys shown/).waitFor();
    await page.getByRole('button', { name: 'Load more' }).press('Enter');
    await page.getByText(/^100 of 3,00\d keys shown/).waitFor();
    const search = page.getByRole('textbox', { name: 'Search keys' });
    await search.focus();
    await page.keyboard.type('service 1234');
    await page.getByText('1 key shown').waitFor();
    expect(new URL(page.url()).searchParams.get('search')).toBe('service 1234');
    // A whole key that is pasted stands in no address.
    await search.fill('pcl_ab12SECRETSECRETSECRET');
    await page.getByRole('heading', { name: 'No key agrees' }).waitFor();
    expect(page.url()).not.toContain('SECRET');
    expect(lastSent('GET', '/keys')?.search.get('search')).toBe('pcl_ab12');
    await page.getByRole('button', { name: 'Show all keys' }).press('Enter');
    await page.getByText(/^\d+ of 3,00\d keys shown/).waitFor();
    await search.fill('service 2999');
    await page.getByText('1 key shown').waitFor();
    await page.getByRole('button', { name: 'What to do with team 3 service 2999' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Show its requests' }).press('Enter');
    await expect.poll(() => lastSent('GET', '/requests')?.search.getAll('keyId')).toEqual(['key_more2999']);
    // Its name, though it is none of those with traffic.
    await page.getByText('team 3 service 2999').first().waitFor();
  });

  it('offers keys beyond those with traffic where a list is filtered by key', async () => {
    const { page, api } = await start('/requests');
    api.addKeys(['quiet batch']);
    await page.getByRole('combobox', { name: 'Key' }).fill('quiet');
    await page.getByRole('option', { name: 'quiet batch' }).click();
    await expect.poll(() => lastSent('GET', '/requests')?.search.getAll('keyId')).toEqual(['key_more0']);
    await page.goto('/');
    await page.getByRole('combobox', { name: 'Key' }).fill('quiet');
    await page.getByRole('option', { name: 'quiet batch' }).click();
    await expect.poll(() => lastSent('GET', '/overview')?.search.get('keyId')).toBe('key_more0');
    await expect.poll(() => page.getByRole('combobox', { name: 'Key' }).inputValue()).toBe('quiet batch');
  });

  it('cannot be left while a key is being rotated, since the new one is shown once', async () => {
    const { page } = await start('/keys');
    await page.getByRole('button', { name: 'What to do with support-bot' }).click();
    await page.getByRole('menuitem', { name: 'Rotate …' }).click();
    const seen = Promise.withResolvers<void>();
    await page.route('**/rotate', async (route) => {
      await seen.promise;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Rotate', exact: true }).click();
    await expect.poll(() => page.getByRole('button', { name: 'Cancel' }).isDisabled()).toBe(true);
    await page.keyboard.press('Escape');
    expect(await page.getByRole('dialog', { name: 'Rotate “support-bot”' }).isVisible()).toBe(true);
    seen.resolve();
    await page.getByText('pcl_rotatedONCE').first().waitFor();
  });

  it('rotates and revokes a key', async () => {
    const { page } = await start('/keys');
    await page.getByRole('button', { name: 'What to do with support-bot' }).click();
    await page.getByRole('menuitem', { name: 'Rotate …' }).click();
    await page.getByRole('button', { name: 'Rotate', exact: true }).click();
    await page.getByText('pcl_rotatedONCE').first().waitFor();
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await page.getByRole('button', { name: 'What to do with support-bot' }).click();
    await page.getByRole('menuitem', { name: 'Revoke …' }).click();
    // A rotated key stands beside its successor, which has the same name.
    await page.getByText(/^It begins with pcl_\w+ and was last used .+ ago\.$/).waitFor();
    await page.getByRole('button', { name: 'Revoke the key' }).click();
    await page.getByText('“support-bot” is revoked.', { exact: true }).waitFor();
    expect(lastSent('POST', '/keys/key_1/rotate')?.body).toEqual({ overlapMs: 86_400_000 });
  });
});
