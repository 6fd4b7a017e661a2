import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readableOf, WRITTEN } from '../detection/entities/generators.ts';
import { policyOf, run, textsOf } from './streams.ts';
import { DONE, event } from './transcripts.ts';

const CONTENT = '/choices/0/content';
const policy = policyOf({ entityAction: () => 'redact' });

const cut = (text: string, sizes: readonly number[]): string[] => {
  const pieces: string[] = [];
  for (let at = 0; at < text.length; ) {
    const size = sizes[pieces.length % sizes.length] ?? 1;
    pieces.push(text.slice(at, at + size));
    at += size;
  }
  return pieces;
};

const leaves = (text: string, sizes: readonly number[], by = policy): string => {
  const events = cut(text, sizes).map((content) =>
    event(JSON.stringify({ choices: [{ index: 0, delta: { content } }] })),
  );
  const { released } = run(
    [...events, DONE].map((each) => Buffer.from(each)),
    { policy: by },
  );
  return textsOf(Buffer.from(released, 'latin1')).get(CONTENT) ?? '';
};

const value = fc.oneof(...WRITTEN);
const separator = fc.constantFrom(' ', ',', ', ', ';', '\n', ' | ', ' and ');
const sizes = fc.array(fc.integer({ min: 1, max: 24 }), { minLength: 1, maxLength: 4 });

/** What stands for a value, and a value's parts that a reader of the answer would see. */
const seenOf = (masked: string): string => masked.replaceAll(/<[A-Z_]+>/g, '\0');

it('no six letters or digits of values that touch leave a stream, however it is cut', {
  timeout: 60_000,
}, () => {
  fc.assert(
    fc.property(value, separator, value, sizes, (first, between, second, bySize) => {
      fc.pre(
        [first, second].every(({ text, lead }) => readableOf(seenOf(leaves(text, [500])).slice(lead)) < 6),
      );
      const seen = seenOf(leaves(first.text + between + second.text, bySize));
      const words = [first, second].map(({ text, lead }) => text.slice(0, lead)).join('');
      expect(readableOf(seen), seen).toBeLessThan(6 + readableOf(between + words));
    }),
    { numRuns: 300, seed: 20261128 },
  );
});

it.each([
  { text: 'pay 4111 1111 1111 1111anna@example.com now', seen: 'pay <CREDIT_CARD><EMAIL_ADDRESS> now' },
  { text: 'pay DE89 3704 0044 0532 0130 00anna@example.com now', seen: 'pay <IBAN_CODE><EMAIL_ADDRESS> now' },
  { text: 'at anna@example.com4111 1111 1111 1111 now', seen: 'at <EMAIL_ADDRESS><CREDIT_CARD> now' },
  { text: 'at +49 171 1234567 4111 1111 1111 1111 now', seen: 'at <PHONE_NUMBER> <CREDIT_CARD> now' },
  { text: 'at +49 171 1234567anna@example.com now', seen: 'at <PHONE_NUMBER><EMAIL_ADDRESS> now' },
  { text: 'at 536-90-4399 4111 1111 1111 1111 now', seen: 'at <US_SSN> <CREDIT_CARD> now' },
])('$text leaves as $seen, however it is cut', ({ text, seen }) => {
  for (let size = 1; size <= text.length; size++) expect(leaves(text, [size]), `${size}`).toBe(seen);
});

it('a card that is an address of mail leaves neither as a card nor as an address, whichever of them is asked for', () => {
  const text = 'pay 4111111111111111@example.com now';
  const without = (off: string) =>
    policyOf({ entityAction: (entity) => (entity === off ? 'off' : 'redact') });
  for (let size = 1; size <= text.length; size++) {
    expect(leaves(text, [size]), `${size}`).toBe('pay <EMAIL_ADDRESS> now');
    expect(leaves(text, [size], without('CREDIT_CARD')), `${size}`).toBe('pay <EMAIL_ADDRESS> now');
    expect(leaves(text, [size], without('EMAIL_ADDRESS')), `${size}`).toBe(
      'pay <CREDIT_CARD>@example.com now',
    );
  }
});
