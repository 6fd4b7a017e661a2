import { describe, expect, it } from 'vitest';
import { REMOVABLE_AT } from '../data.ts';
import { hasBrowser, idIn, onePage } from './one-page.ts';

describe.skipIf(!hasBrowser)('the dashboard', () => {
  const { start, sent } = onePage();

  it('opens a request by keyboard, marks it as no attack, and takes that back', async () => {
    const { page } = await start('/threats');
    await page
      .getByRole('button', { name: /open req_/ })
      .first()
      .focus();
    await page.keyboard.press('Enter');
    await page
      .getByTestId('verdict')
      .getByText(/^Blocked: prompt injection/)
      .waitFor();
    await page.getByRole('button', { name: 'Not an attack' }).click();
    await page.getByLabel('Not an attack: why? (optional)').fill('a quotation');
    await page.getByRole('button', { name: 'Mark: not an attack' }).click();
    await page.getByText('Marked: not an attack', { exact: true }).waitFor();
    expect(sent().findLast(({ method }) => method === 'POST')?.body).toEqual({
      label: 'not_attack',
      comment: 'a quotation',
    });
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Not an attack' }).waitFor();
    expect(sent().some(({ method, path }) => method === 'DELETE' && path.startsWith('/feedback/'))).toBe(
      true,
    );
  });

  it('leads from what is no attack to its exclusion, without a way over the queue', async () => {
    const { page } = await start('/threats');
    await page
      .getByRole('button', { name: /open req_/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Not an attack' }).click();
    await page.getByLabel('Not an attack: why? (optional)').fill('a quotation');
    await page.getByRole('button', { name: 'Mark: not an attack' }).click();
    await page.getByRole('button', { name: 'Exclude …' }).click();
    const dialog = page.getByRole('dialog', { name: 'Exclude from the verdict' });
    await dialog.getByRole('radio', { name: 'This very text, from this key' }).waitFor();
    await dialog.getByRole('button', { name: 'Preview on stored traffic' }).click();
    await dialog.getByTestId('replay').waitFor();
    await dialog.getByRole('button', { name: 'Continue' }).click();
    expect(await dialog.getByLabel('Reason').inputValue()).toBe('a quotation');
    await dialog.getByRole('button', { name: 'Exclude', exact: true }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByText('an exclusion was made of it').waitFor();
    expect(await page.getByRole('button', { name: 'Exclude …' }).count()).toBe(0);
    expect(sent().findLast(({ path }) => path === '/exclusions')).toBeDefined();
  });

  it('leads from a request to its key, where its mode is', async () => {
    const { page } = await start('/requests/req_01KAJ0001X5N4T8RZQW2Y7M6HB3');
    await page.getByRole('link', { name: 'support-bot' }).click();
    await page.getByRole('button', { name: 'What to do with support-bot' }).waitFor();
    expect(new URL(page.url()).searchParams.get('search')).toBe('key_1');
  });

  it.each([
    { at: 0, sentence: /^Blocked: prompt injection .* at or above the threshold of Medium/, time: '41 µs' },
    { at: 2, sentence: /^Redacted: .*, which the policy replaces\.$/, time: '41 µs' },
    { at: 3, sentence: /^Passed: personal data .*, which the policy only records\.$/, time: '41 µs' },
    { at: 11, sentence: /^Removed: .* The request went on without that text\.$/, time: '41 µs' },
    {
      at: 4,
      sentence: /^Let through because the mode was shadow: .* threshold of Medium \(0\.\d+\)\.$/,
      time: '41 µs',
    },
    {
      at: REMOVABLE_AT,
      sentence: /^Let through because the mode was shadow: .* would have gone on without that text\.$/,
      time: 'Would have been replaced or removed',
    },
    { at: 8, sentence: /^Refused before any text was judged/, time: 'Nothing was scanned.' },
  ])('says why request $at went as it went', async ({ at, sentence, time }) => {
    const { page } = await start(`/requests/req_01KAJ${String(at).padStart(4, '0')}X5N4T8RZQW2Y7M6HB3`);
    await page.getByTestId('verdict').getByText(sentence).waitFor();
    await page.getByText(time).first().waitFor();
  });

  it('reads the full text only when it is asked for', async () => {
    const { page, api } = await start('/requests/req_01KAJ0000X5N4T8RZQW2Y7M6HB3');
    await page.getByText('Ran and found nothing').waitFor();
    const wasRead = () => api.sent.some(({ path }) => path.endsWith('/text'));
    expect(wasRead()).toBe(false);
    await page.getByRole('button', { name: 'Show the full text' }).click();
    await page.getByText('Second line.').waitFor();
    expect(wasRead()).toBe(true);
  });

  it('erases what was counted and typed, and leads away from what is gone', async () => {
    const { page } = await start('/requests?columns=time,outcome,model');
    const open = page.getByRole('button', { name: /open req_/ }).first();
    const id = idIn(await open.textContent());
    await open.click();
    await page.getByRole('button', { name: 'Erase records …' }).click();
    const dialog = page.getByRole('dialog', { name: 'Erase records' });
    await dialog.getByText('1 record would be erased.').waitFor();
    await dialog.getByRole('radio', { name: 'All turns of its conversation' }).check();
    await dialog.getByText('60 records would be erased.').waitFor();
    await dialog.getByRole('radio', { name: /^Everything that came with the key/ }).check();
    await dialog.getByText('20 records would be erased.').waitFor();
    await dialog.getByRole('radio', { name: 'This request alone' }).check();
    await dialog.getByText('1 record would be erased.').waitFor();
    const confirm = dialog.getByRole('button', { name: 'Erase 1 record' });
    await dialog.getByRole('textbox').fill('erase 20');
    expect(await confirm.isDisabled()).toBe(true);
    await dialog.getByRole('textbox').press('Enter');
    const asked = () =>
      sent()
        .filter(({ path }) => path === '/requests/erase')
        .map(({ body }) => body);
    expect(asked()).not.toContainEqual(expect.objectContaining({ dryRun: false }));
    await dialog.getByRole('textbox').fill('erase 1');
    await confirm.click();
    await page.getByText('1 record is erased.').waitFor();
    expect(asked().at(-1)).toEqual({ by: 'request', value: id, dryRun: false });
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByText(id).waitFor({ state: 'detached' });
    expect(page.url()).not.toContain('open=');
  });

  it('says what is left of what was erased, and by which command it goes', async () => {
    const { page } = await start('/requests?columns=time,outcome,model', { isErasureSettled: false });
    const open = page.getByRole('button', { name: /open req_/ }).first();
    const id = idIn(await open.textContent());
    await open.click();
    await page.getByRole('button', { name: 'Erase records …' }).click();
    const dialog = page.getByRole('dialog', { name: 'Erase records' });
    const command = `npx portcullis records erase --request ${id} --compact`;
    await dialog.getByText(`copies in free parts of its file, which only ${command} takes out`).waitFor();
    await dialog.getByRole('textbox').fill('erase 1');
    await dialog.getByRole('button', { name: 'Erase 1 record' }).click();
    await dialog.getByText(/1 record is erased. But their bytes still lie in the file/).waitFor();
    expect(await dialog.locator('pre').textContent()).toBe(command);
    expect(await page.getByText('1 record is erased.', { exact: true }).count()).toBe(0);
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
    await page.getByText(id).waitFor({ state: 'detached' });
  });

  it('offers to erase records to nobody who may not', async () => {
    const { page } = await start('/requests/req_01KAJ0000X5N4T8RZQW2Y7M6HB3', { role: 'analyst' });
    await page.getByText('Full text', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: /^Erase/ }).count()).toBe(0);
  });
});
