import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ROLES } from '../../../src/chat/segment.ts';
import { parseTextKey } from '../../../src/config/text-keys.ts';
import type { ScanRecord } from '../../../src/records/store.ts';
import { createTextCipher } from '../../../src/records/texts.ts';
import { openTestStore, temporaryFolder } from './open-store.ts';
import { sampleFinding, sampleRecord } from './samples.ts';

const newKey = (id: string): string => `${id}:${randomBytes(32).toString('base64')}`;
const TEXTS = [
  { direction: 'input', pointer: '/messages/0/content', role: 'user', text: 'the secret plan' },
] as const;
const withTexts = (change: Partial<ScanRecord> = {}): ScanRecord =>
  sampleRecord(1, { texts: TEXTS, ...change });

const encrypted = async (key: string, record = withTexts()) => {
  const cipher = await createTextCipher({ fullText: 'all', textKeys: [key] });
  const text = await cipher.encrypt(record);
  if (text === null) throw new Error('nothing was encrypted');
  return text;
};

describe('the cipher of texts', () => {
  it('gives every text back', async () => {
    const cipher = await createTextCipher({ fullText: 'all', textKeys: [newKey('a')] });
    const text = fc.record({
      direction: fc.constantFrom('input' as const, 'output' as const),
      pointer: fc.string(),
      role: fc.constantFrom(...ROLES),
      text: fc.string({ unit: 'binary', maxLength: 2000 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 5 }), async (texts) => {
        const stored = await cipher.encrypt(withTexts({ texts }));
        expect(stored === null ? null : await cipher.decrypt(stored)).toEqual(texts);
      }),
      { numRuns: 50 },
    );
  });

  it('decrypts with every key and encrypts with the first', async () => {
    const [old, next] = [newKey('2025'), newKey('2026')];
    const before = await encrypted(old);
    const rotated = await createTextCipher({ fullText: 'all', textKeys: [next, old] });
    expect(await rotated.decrypt(before)).toEqual(TEXTS);
    expect((await rotated.encrypt(withTexts()))?.keyId).toBe('2026');
    const later = await createTextCipher({ fullText: 'all', textKeys: [next] });
    await expect(later.decrypt(before)).rejects.toMatchObject({
      code: 'STORE_FAILED',
      message: expect.stringContaining('"2025", which store.textKeys does not name'),
    });
  });

  it.each([
    ['a changed byte', (text: Uint8Array) => text.map((byte, index) => (index === 5 ? byte ^ 1 : byte))],
    ['a missing end', (text: Uint8Array) => text.slice(0, -1)],
    ['nothing', () => new Uint8Array()],
  ])('refuses %s', async (_, change) => {
    const key = newKey('a');
    const text = await encrypted(key);
    const cipher = await createTextCipher({ fullText: 'off', textKeys: [key] });
    const changed = { ...text, ciphertext: Uint8Array.from(change(text.ciphertext)) };
    await expect(cipher.decrypt(changed)).rejects.toMatchObject({
      code: 'STORE_FAILED',
      message: expect.stringMatching(/^The text of req_\d+ was changed/),
    });
  });

  it('refuses another request’s text, and another value of its key', async () => {
    const text = await encrypted(newKey('a'));
    const other = await createTextCipher({ fullText: 'off', textKeys: [newKey('a')] });
    await expect(other.decrypt(text)).rejects.toThrow(/was changed/);
    const key = newKey('a');
    const moved = { ...(await encrypted(key)), requestId: sampleRecord(2).requestId };
    const cipher = await createTextCipher({ fullText: 'off', textKeys: [key] });
    await expect(cipher.decrypt(moved)).rejects.toThrow(/was changed/);
  });

  it.each([
    ['off', withTexts(), false],
    ['all', withTexts({ findings: [] }), true],
    ['all', withTexts({ texts: null }), false],
    ['threats', withTexts(), true],
    ['threats', withTexts({ findings: [{ ...sampleFinding, loosest: null }] }), false],
  ] as const)('with fullText %s keeps what it should', async (fullText, record, isKept) => {
    const cipher = await createTextCipher({ fullText, textKeys: [newKey('a')] });
    expect((await cipher.encrypt(record)) !== null).toBe(isKept);
  });

  it.each(['', 'a', 'a:', `:${'A'.repeat(43)}=`, `a:${'A'.repeat(40)}`, `a b:${'A'.repeat(43)}=`])(
    'takes %j for no key',
    (text) => {
      expect(parseTextKey(text)).toBeNull();
    },
  );
});

describe('texts in a store', () => {
  it('are nowhere in its files in the clear, and go with their record', async () => {
    const path = join(temporaryFolder(), 'store.db');
    const { store } = await openTestStore(path, { fullText: 'all', textKeys: [newKey('a')] });
    const record = withTexts({ findings: [] });
    store.write(record);
    await store.flush();
    expect(await store.readText(record.requestId)).toEqual(TEXTS);
    expect(await store.get(record.requestId)).toEqual({ ...record, texts: null });
    for (const suffix of ['', '-wal']) {
      expect(readFileSync(path + suffix).includes('the secret plan')).toBe(false);
    }
    const blind = await openTestStore(path, { fullText: 'all', textKeys: [newKey('b')] });
    await expect(blind.store.readText(record.requestId)).rejects.toMatchObject({
      code: 'STORE_FAILED',
      message: expect.stringContaining('which store.textKeys does not name'),
    });
    await store.deleteBefore(record.receivedAtMs + 1);
    expect(await store.readText(record.requestId)).toBeNull();
  });

  it('give way before records do', async () => {
    const path = join(temporaryFolder(), 'store.db');
    const { store, seen } = await openTestStore(path, {
      fullText: 'all',
      textKeys: [newKey('a')],
      queuedChars: 5000,
    });
    const texts = [{ ...TEXTS[0], text: 'x'.repeat(2000) }];
    for (let index = 0; index < 5; index += 1) store.write(sampleRecord(index, { texts }));
    expect(seen.textsDropped).toBe(3);
    await store.flush();
    expect(seen.written).toBe(5);
    expect(await store.getText(sampleRecord(1).requestId)).not.toBeNull();
    expect(await store.getText(sampleRecord(2).requestId)).toBeNull();
    // Those are through: there is room again.
    store.write(sampleRecord(9, { texts }));
    await store.flush();
    expect(await store.getText(sampleRecord(9).requestId)).not.toBeNull();
  });
});
