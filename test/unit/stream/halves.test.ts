import { expect, it } from 'vitest';
import { run, SYSTEM } from './streams.ts';
import { DONE, event, secretOf } from './transcripts.ts';

const FIRST: readonly (readonly [RegExp, number, number])[] = [
  [/[a-z]/, 0x61, 0x1d41a],
  [/[A-Z]/, 0x41, 0x1d400],
];

/** In letters of mathematics, which are two units each. */
const bold = (text: string): string =>
  Array.from(text, (letter) => {
    const range = FIRST.find(([letters]) => letters.test(letter));
    return range === undefined ? letter : String.fromCodePoint(letter.charCodeAt(0) - range[1] + range[2]);
  }).join('');

const streamOf = (pieces: readonly string[]): Buffer =>
  Buffer.from(
    pieces.map((content) => event(JSON.stringify({ choices: [{ index: 0, delta: { content } }] }))).join('') +
      DONE,
  );

const contentOf = (released: string): string =>
  Buffer.from(released, 'latin1')
    .toString()
    .split('\n\n')
    .filter((each) => each.startsWith('data: {'))
    .map((each) => JSON.parse(each.slice(6)).choices?.[0]?.delta?.content ?? '')
    .join('');

const MAIL = bold('Write to anna.schmidt@mail-company.com, please.');

it.each([1, 2, 3, 4, 5])('letters that are cut in half are read: %i units an event', (size) => {
  const cut = (text: string): string[] => text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
  expect(run([streamOf(cut(bold(`It is ${secretOf('github_token')}, I think.`)))]).threat?.ruleId).toBe(
    'SE-1005',
  );
  expect(run([streamOf(cut(bold(SYSTEM)))]).threat?.ruleId).toBe('DL-1001');
  expect(contentOf(run([streamOf(cut(MAIL))]).released)).toBe(contentOf(run([streamOf([MAIL])]).released));
});

it('halves that stay alone come out as they came', () => {
  const pieces = ['\ud835', 'a', '\udc1a', 'b\ud835', '\ud835', '\udc1a', '\ud83d'];
  expect(contentOf(run([streamOf(pieces)]).released)).toBe(pieces.join(''));
});

it.each(['first', 'last'])('a text under a repeated key is read by itself: %s', (place) => {
  const pieces = (SYSTEM.match(/.{1,4}/g) ?? []).map((piece) => {
    const [a, b] = place === 'first' ? [piece, '.'] : ['.', piece];
    return `data: {"choices":[{"index":0,"delta":{"content":${JSON.stringify(a)},"content":${JSON.stringify(b)}}}]}\n\n`;
  });
  expect(run([Buffer.from(pieces.join('') + DONE)]).threat?.ruleId).toBe('DL-1001');
});
