import { describe, expect, it } from 'vitest';
import { hasBrowser, onePage } from './one-page.ts';

describe.skipIf(!hasBrowser)('the dashboard', () => {
  const { start, lastSent } = onePage();

  it('excludes only after a preview on stored traffic', async () => {
    const { page } = await start('/feedback');
    await page.getByRole('button', { name: 'Exclude …' }).click();
    await page.getByRole('radio', { name: 'This very text, from this key' }).waitFor();
    await page.getByRole('button', { name: 'Preview on stored traffic' }).click();
    await page.getByText('It would have changed 14 of 12,031 verdicts').waitFor();
    await page.getByText('9 no longer stopped, 0 newly stopped, 5 treated more mildly.').waitFor();
    const byKey = page.getByRole('table', { name: 'Changes by key' }).getByRole('row');
    expect((await byKey.allTextContents()).slice(1)).toEqual(['support-bot8,1128011', 'web-shop3,004103']);
    expect(lastSent('POST', '/exclusions')).toBeUndefined();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Exclude', exact: true }).click();
    await page.getByText('Nothing here').waitFor();
    const body = lastSent('POST', '/exclusions')?.body;
    expect(body).toMatchObject({
      feedbackId: 'fbk_1',
      scope: { ruleId: 'PI-1001', fingerprint: 'ab'.repeat(16) },
    });
    await page.getByRole('tab', { name: 'Exclusions' }).click();
    await page.getByRole('article', { name: 'Exclusion exc_3' }).getByRole('button', { name: 'End' }).click();
    await page.getByRole('button', { name: 'End it' }).click();
    await page
      .getByRole('article', { name: 'Exclusion exc_3' })
      .getByRole('button', { name: 'Undo' })
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('It would have changed 14 of 12,031 verdicts').waitFor();
    const sample = dialog.getByRole('link', { name: /open req_/ }).first();
    expect(await sample.getAttribute('href')).toMatch(/^\/requests\/req_/);
    await dialog.getByRole('button', { name: 'Put it in force' }).click();
    await page.getByText('In force again.').waitFor();
  });

  it('has more in the queue where all of a page were taken back, and says then that there is nothing', async () => {
    const { page } = await start('/feedback');
    const item = page.getByRole('article', { name: /^Not an attack by/ });
    await item.waitFor();
    let pages = 0;
    await page.route('**/api/v1/feedback?**', async (route) => {
      const answer = await route.fetch();
      const { items } = await answer.json();
      const isLast = new URL(route.request().url()).searchParams.get('cursor') === 'back~';
      pages += 1;
      return route.fulfill({
        json: {
          items: isLast ? items : items.map((each: object) => ({ ...each, undoneAtMs: 1 })),
          nextCursor: isLast ? null : 'back~',
        },
      });
    });
    await page.reload();
    await page.getByText('Nothing so far; older ones were not looked at yet.').waitFor();
    expect(await page.getByText('Nothing here').count()).toBe(0);
    await page.getByRole('button', { name: 'Look further back' }).click();
    await item.waitFor();
    await page.getByText('1 item shown').waitFor();
    expect(pages).toBe(2);
  });

  it('has each choice between two or three words in one line where there is room', async () => {
    const { page } = await start('/policy');
    await page.getByRole('radiogroup', { name: 'A request could not be scanned' }).waitFor();
    const lines = await page
      .locator('.mantine-SegmentedControl-label')
      .evaluateAll((labels) =>
        labels.map((each) => [each.textContent, each.getBoundingClientRect().height < 40]),
      );
    expect(lines).toContainEqual(['Block the request', true]);
    expect(lines.filter(([, isOneLine]) => isOneLine === false)).toEqual([]);
  });

  it('says before a save what was in force where nothing had been set', async () => {
    const { page } = await start('/policy');
    const group = page.getByRole('radiogroup', { name: 'An answer could not be scanned' });
    await group.getByText('Block', { exact: true }).click();
    await page.getByRole('button', { name: 'Review and save' }).click();
    const row = page.getByRole('dialog').getByRole('row').filter({ hasText: 'onOutputScanError' });
    await row.getByText('not set: "auto" by default').waitFor();
    await row.getByText('"block"').waitFor();
  });

  it('saves settings with a comment, and keeps the draft and what others saved when somebody was faster', async () => {
    const { page, api } = await start('/policy');
    api.setConflicts(1);
    await page.getByText('Set by the configuration file').waitFor();
    await page.getByRole('radio', { name: 'High' }).click();
    await page.getByText('1 change not saved').waitFor();
    await page.getByRole('button', { name: 'Review and save' }).click();
    await page.getByLabel('Comment (optional)').fill('stricter');
    await page.getByRole('button', { name: 'Save as revision 13' }).click();
    await page.getByText('Somebody else was faster').waitFor();
    await page.getByRole('button', { name: 'Compare with the newest' }).click();
    const save = page.getByRole('button', { name: 'Save as revision 14' });
    await save.waitFor();
    const changed = await page.getByRole('dialog').getByRole('table').getByRole('row').allTextContents();
    expect(changed.slice(1)).toEqual([expect.stringContaining('sensitivity')]);
    await save.click();
    await page.getByText('Saved. It holds for every request from now on.').waitFor();
    expect(lastSent('PUT', '/settings')?.body).toMatchObject({
      expectedRevision: 13,
      comment: 'stricter',
      own: { sensitivity: 'high', mode: 'blocking', onInputScanError: 'block' },
    });
  });

  it('removes an attack that a request can do without, by where it stands', async () => {
    const { page } = await start('/policy');
    const untrusted = page.getByRole('radiogroup', { name: 'In a tool’s result or a file' });
    expect(await untrusted.getByRole('radio', { name: 'Block the request' }).isChecked()).toBe(true);
    await untrusted.getByText('Remove the text').click();
    await page.getByText('1 change not saved').waitFor();
    await page.getByRole('button', { name: 'Review and save' }).click();
    await page.getByText('injections.untrusted').waitFor();
    await page.getByRole('button', { name: 'Save as revision 13' }).click();
    await page.getByText('Saved. It holds for every request from now on.').waitFor();
    expect(lastSent('PUT', '/settings')?.body).toMatchObject({
      own: { injections: { untrusted: 'remove' } },
    });
  });

  it('refuses what nobody can scan, by kind and direction, and gives it back', async () => {
    const { page } = await start('/policy');
    const images = page.getByRole('checkbox', { name: 'Refuse images in requests' });
    await images.check();
    await page.getByRole('checkbox', { name: 'Refuse audio in answers' }).check();
    await page.getByText('2 changes not saved').waitFor();
    await images.uncheck();
    await page.getByText('1 change not saved').waitFor();
    await page.getByRole('button', { name: 'Review and save' }).click();
    await page.getByRole('button', { name: 'Save as revision 13' }).click();
    await page.getByText('Saved. It holds for every request from now on.').waitFor();
    expect(lastSent('PUT', '/settings')?.body).toMatchObject({
      own: { unreadable: { audio: { output: 'block' } } },
    });
  });

  it('sets own thresholds, says what is wrong with them, and gives them back to the model', async () => {
    const { page } = await start('/policy');
    await page.getByText('1,702 (2.0 %)').waitFor();
    await page.getByText('The model’s: 0.822, of definitions 0.735').waitFor();
    const input = (name: string) => page.getByRole('textbox', { name, exact: true });
    await input('Users: Medium').pressSequentially('0.75');
    await input('Users: High').fill('0.8');
    await page.getByText('Must not be above Medium (0.75)').waitFor();
    const review = page.getByRole('button', { name: 'Review and save' });
    expect(await review.isDisabled()).toBe(true);
    await input('Users: High').fill('0.7');
    await input('Untrusted: Low').fill('1.5');
    await page.getByText('Must be from 0 to 1').waitFor();
    await input('Untrusted: Low').fill('0.05');
    expect(await input('Untrusted: Low').inputValue()).toBe('0.05');
    await review.click();
    await page.getByText('thresholds.user.medium').waitFor();
    await page.getByRole('button', { name: 'Save as revision 13' }).click();
    await page.getByText('Saved. It holds for every request from now on.').waitFor();
    expect(lastSent('PUT', '/settings')?.body).toMatchObject({
      own: {
        sensitivity: 'medium',
        thresholds: { user: { medium: 0.75, high: 0.7 }, untrusted: { low: 0.05 } },
      },
    });
    await page.getByRole('button', { name: 'Users: use the model’s' }).click();
    await page.getByRole('button', { name: 'Untrusted: use the model’s' }).click();
    expect(await input('Users: Medium').inputValue()).toBe('');
    await review.click();
    await page.getByRole('button', { name: 'Save as revision 14' }).click();
    await expect
      .poll(() => lastSent('PUT', '/settings')?.body)
      .toMatchObject({ expectedRevision: 13, own: { mode: 'blocking' } });
    expect(lastSent('PUT', '/settings')?.body).not.toHaveProperty('own.thresholds');
  });

  it('locks thresholds that the configuration file sets', async () => {
    const { page } = await start('/policy', { file: { thresholds: { user: { medium: 0.66 } } } });
    const medium = page.getByRole('textbox', { name: 'Users: Medium', exact: true });
    await medium.waitFor();
    expect(await medium.inputValue()).toBe('0.66');
    expect(await medium.isDisabled()).toBe(true);
    expect(await page.getByRole('button', { name: 'Users: use the model’s' }).isDisabled()).toBe(true);
    expect(await page.getByText('Set by the configuration file').count()).toBe(2);
  });

  it('previews another sensitivity and mode on past traffic, and saves nothing by it', async () => {
    const { page } = await start('/policy');
    const preview = page.getByRole('button', { name: 'Preview on past traffic' });
    await page.getByRole('textbox', { name: 'Users: Medium', exact: true }).fill('0.8');
    await page.getByText('1 change not saved').waitFor();
    await page.getByRole('button', { name: 'Users: use the model’s' }).click();
    await page
      .getByRole('radiogroup', { name: 'A request could not be scanned' })
      .getByText('Let go on')
      .click();
    await page.getByText('1 change not saved').waitFor();
    // Nothing that is stored says what scans would have come to that failed.
    expect(await preview.count()).toBe(0);
    await page.getByRole('radio', { name: 'High' }).click();
    await preview.click();
    await page.getByText('It would have changed 14 of 12,031 verdicts').waitFor();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('sensitivity “High”').waitFor();
    expect(await dialog.getByText('Blocked → Passed').count()).toBe(5);
    expect(lastSent('POST', '/replay')?.body).toMatchObject({ sensitivity: 'high', mode: null });
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
    await page.getByRole('radio', { name: 'Shadow' }).click();
    await preview.click();
    await dialog.getByText('mode “Shadow” and sensitivity “High”').waitFor();
    await expect
      .poll(() => lastSent('POST', '/replay')?.body)
      .toMatchObject({ sensitivity: 'high', mode: 'shadow' });
    expect(lastSent('PUT', '/settings')).toBeUndefined();
  });

  it('says what a threshold would have blocked while it is moved, and which requests', async () => {
    const { page, api } = await start('/policy');
    const asked = () => api.sent.filter(({ path }) => path === '/replay');
    const medium = page.getByRole('textbox', { name: 'Users: Medium', exact: true });
    await medium.fill('0.7');
    await page.getByTestId('tried-medium').getByText('224').waitFor();
    await page.getByTestId('tried-medium').getByText('10 more').waitFor();
    await page.getByTestId('tried-low').getByText('as before').waitFor();
    expect(asked().at(-1)?.body).toEqual({
      thresholds: { user: { medium: 0.7 }, untrusted: {} },
      limit: 10_000,
    });
    // Each step of the arrow keys is a number of its own; the server is asked for the one that stays.
    const before = asked().length;
    for (let step = 0; step < 5; step += 1) await medium.press('ArrowUp', { delay: 30 });
    await page.getByTestId('tried-medium').getByText('5 more').waitFor();
    expect(asked().length - before).toBeLessThan(3);
    await page.getByRole('button', { name: 'Preview on past traffic' }).click();
    await page.getByText('the thresholds of the draft').waitFor();
    await page.getByText('It would have changed 14 of 12,031 verdicts').waitFor();
    expect(asked().at(-1)?.body).toMatchObject({ thresholds: { user: { medium: 0.75 } }, mode: null });
    await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).last().click();
    await page.getByRole('textbox', { name: 'Users: High', exact: true }).fill('0.9');
    await page.getByText('Must not be above Medium').waitFor();
    await page.getByTestId('tried-medium').waitFor({ state: 'detached' });
    expect(lastSent('PUT', '/settings')).toBeUndefined();
  });

  it('changes what is done about an entity, and tries the draft on a text', async () => {
    const { page } = await start('/policy?tab=entities');
    await page.getByRole('combobox', { name: 'Payment card: in requests' }).selectOption('Block');
    await page.getByLabel('Text to test').fill('4111 is a card');
    await page.getByRole('button', { name: 'Test', exact: true }).click();
    await page.getByText('<CREDIT_CARD_1> is a card').waitFor();
    expect(lastSent('POST', '/pii-rules/test')?.body).toMatchObject({
      entities: { CREDIT_CARD: { input: 'block' } },
    });
  });

  it('says of what is set for a name that nothing looks for that it does nothing, and takes it out', async () => {
    const { page, api } = await start('/policy?tab=entities');
    await page.getByRole('table', { name: 'Entities' }).waitFor();
    expect(await page.getByText('Nothing looks for').count()).toBe(0);
    api.saveForOthers({ entities: { CREDIT_CARD: { input: 'block' }, PERSON: { input: 'mask' } } });
    await page.reload();
    const note = page.getByRole('alert', { name: 'Nothing looks for PERSON' });
    await note.getByText('such values are neither found nor replaced').waitFor();
    await note.getByRole('button', { name: 'Take it out' }).click();
    await note.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Review and save' }).click();
    await page.getByRole('button', { name: 'Save as revision 14' }).click();
    await expect
      .poll(() => lastSent('PUT', '/settings')?.body)
      .toMatchObject({ own: { entities: { CREDIT_CARD: { input: 'block' } } } });
    expect(JSON.stringify(lastSent('PUT', '/settings')?.body)).not.toContain('PERSON');
  });

  it('says so, too, of a name that the configuration file sets, and leaves it there', async () => {
    const { page } = await start('/policy?tab=entities', {
      file: { entities: { NRP: { output: 'block' } } },
    });
    await page.getByText('Nothing looks for NRP').waitFor();
    expect(await page.getByRole('button', { name: 'Take it out' }).count()).toBe(0);
  });

  it('writes a rule, tries it and takes it into the draft', async () => {
    const { page } = await start('/policy?tab=rules');
    await page.getByRole('button', { name: 'New rule' }).click();
    await page.getByLabel('Id').fill('code-names');
    await page.getByLabel('Pattern').last().fill('Blue[a-z]+');
    await page.getByLabel('Test box').fill('Bluebird flies');
    await page.getByRole('button', { name: 'Test the rule' }).click();
    await page.getByText('1 match in 12 µs').waitFor();
    await page.getByRole('button', { name: 'Add rule' }).click();
    await page.getByText('code-names').waitFor();
    await page.getByRole('button', { name: 'Review and save' }).waitFor();
  });

  it('adds no rule that would not be accepted, tested or not', async () => {
    const { page } = await start('/policy?tab=rules');
    await page.getByRole('button', { name: 'New rule' }).click();
    await page.getByLabel('Id').fill('code-names');
    await page.getByLabel('Pattern').last().fill('Blue(');
    const add = page.getByRole('button', { name: 'Add rule' });
    await add.click();
    await page.getByText('The rule would not be accepted').waitFor();
    expect(await add.isDisabled()).toBe(true);
    await page.getByLabel('Pattern').last().fill('Blue');
    await add.click();
    await page.getByRole('button', { name: 'Review and save' }).waitFor();
  });
});
