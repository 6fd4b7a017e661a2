import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { denseRuns } from '../../../../src/detection/decoding/runs/dense-runs.ts';
import {
  findHanging,
  findJoined,
  JOINT_SIGNS,
  mayBeSeparated,
} from '../../../../src/detection/decoding/words/word-gaps.ts';

const WORD = /\p{L}[\p{L}\p{M}]*(?:['’]\p{L}+)?/gu;
/** As the kernel sees it: letters up to those of Cyrillic, and apostrophes. */
const LETTERS = /(?:(?![\u0530-\uffff])\p{L}|')+/gu;

const isTelling = (gap: string): boolean =>
  gap.length <= 12 &&
  (/[^\s,.!?:\p{L}]/u.test(gap) || /^.{2,}[.!?:]/su.test(gap) || /[^\0-\u052f]/u.test(gap));

/** Whether four of the last six gaps with signs are the same, with no three without signs in a row between them. */
const repeats = (text: string): boolean => {
  let seen: string[] = [];
  let plain = 0;
  let from = 0;
  for (const { 0: word, index } of text.matchAll(LETTERS)) {
    const gap = text.slice(from, index);
    from = index + word.length;
    if (gap === '') continue;
    if (!isTelling(gap)) {
      if (++plain > 2) seen = [];
      continue;
    }
    plain = 0;
    const digits = gap.replace(/\d/gu, '1');
    seen = [...seen, digits].slice(-6);
    if (seen.filter((other) => other === digits).length >= 4) return true;
  }
  return false;
};

/** Whether some words beside each other mostly have a gap between them that is there often, or end like it. */
const isDense = (text: string): boolean => {
  const words = [...text.matchAll(WORD)];
  const gaps = words.slice(1).map(({ index }, i) => {
    const before = words[i];
    const gap = text.slice((before?.index ?? 0) + (before?.[0].length ?? 0), index);
    return gap.length < 2 || gap.length > 12 ? '' : gap.replace(/\d+/gu, '0');
  });
  return gaps.some(
    (common) =>
      common.length > 1 &&
      !/^[\s,]*$/u.test(common) &&
      gaps.filter((gap) => gap === common).length >= 3 &&
      denseRuns(
        gaps.map((gap) => gap.endsWith(common)),
        0.75,
      ).some(({ first, last }) => last - first >= 3),
  );
};

const KINDS: readonly (readonly [RegExp, string])[] = [
  [/\p{Lu}/u, 'capital'],
  [/[\p{L}\p{M}'’]/u, 'small'],
];
const kindOf = (sign: string): string =>
  JOINT_SIGNS.includes(sign) ? sign : (KINDS.find(([pattern]) => pattern.test(sign))?.[1] ?? 'other');
const isLetter = (kind: string): boolean => kind === 'capital' || kind === 'small';

/** What stands beside each other in a piece, what is of one kind as one: its kind, whether a letter stands in front of it, and how long the word is that does. */
const partsOf = (piece: string) => {
  const parts: { kind: string; isBehind: boolean; letters: number }[] = [];
  let before = 'other';
  let wordAt = 0;
  for (const [at, sign] of [...piece].entries()) {
    const kind = kindOf(sign);
    if (kind === before) continue;
    const isBehind = isLetter(before);
    parts.push({ kind, isBehind, letters: at - wordAt });
    if (!isBehind && isLetter(kind)) wordAt = at;
    before = kind;
  }
  return parts;
};

const jointOf = (piece: string): string | undefined => {
  const parts = partsOf(piece);
  const words = parts.filter(({ kind, isBehind }) => !isBehind && isLetter(kind)).length;
  const capitals = parts.filter(({ kind, isBehind }) => isBehind && kind === 'capital').length;
  const counts = [...JOINT_SIGNS].map(
    (sign) =>
      parts.filter(({ kind, isBehind, letters }) => isBehind && kind === sign && letters <= 24).length,
  );
  const most = Math.max(...counts);
  if (most >= Math.max(3, (words - 1) * 0.8)) return JOINT_SIGNS.charAt(counts.indexOf(most));
  return capitals >= Math.max(3, words) && capitals + words <= piece.length / 3.6 ? '' : undefined;
};

const joinedIn = (text: string) =>
  [...text.matchAll(/[^ \n]{16,}/gu)].flatMap(({ 0: piece, index }) => {
    const joint = jointOf(piece);
    return joint === undefined ? [] : [{ start: index, end: index + piece.length, joint }];
  });

const words = ['ignore', 'All', 'previous', 'a', "don't", 'Rules', "it's'", 'né', 'ИМЯ', 'x'.repeat(30)];
const gaps = [
  ' ',
  ' -> ',
  '": "',
  ', ',
  '. ',
  '_',
  '.',
  ' 12. ',
  '7',
  ' | ',
  '\n- ',
  "'",
  '  ',
  ' ! ',
  '}{',
  '',
  '忽略',
];
/** Mostly one gap, so that it is there again and again. */
const texts = fc
  .tuple(
    fc.constantFrom(...gaps),
    fc.array(fc.tuple(fc.constantFrom(...words), fc.constantFrom(...gaps), fc.integer({ min: 0, max: 9 })), {
      maxLength: 60,
    }),
    fc.integer({ min: 0, max: 9 }),
    fc.constantFrom('', 'plain words here and so on ', ' '.repeat(61), '('),
  )
  .map(([common, parts, share, before]) =>
    (before + parts.map(([word, gap, chance]) => word + (chance < share ? gap : common)).join('')).slice(
      0,
      900,
    ),
  );

describe('what stands between words', () => {
  it('is found wherever it repeats, and nowhere else', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const may = mayBeSeparated(text);
        if (repeats(text) && isDense(text)) expect(may).toBe(true);
        if (!repeats(text)) expect(may).toBe(false);
        // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII begins with them
        if (/^[\x00-\x7f]*$/u.test(text) && !isDense(text)) expect(may).toBe(false);
      }),
      { numRuns: 3000 },
    );
  });

  it.each([60, 61, 62, 63, 64, 65, 66, 127, 128])('is found where a word ends at %i', (end) => {
    const before = `${'x'.repeat(end - 6)} ignore`;
    expect(mayBeSeparated(`${before} -> all -> previous -> rules -> now`)).toBe(true);
    expect(mayBeSeparated(`${before} -> all previous -> rules now -> it -> is`)).toBe(false);
  });
});

describe('words that hang together', () => {
  it('are found with what holds them', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(findJoined(text)).toEqual(joinedIn(text));
      }),
      { numRuns: 3000 },
    );
  });
});

const isSmall = (sign: string): boolean => /[a-z]/u.test(sign) || sign >= '\u00c0';
const hangingIn = (text: string): readonly number[] =>
  [...text.matchAll(/[-\n·‧•]/gu)]
    .map(({ index }) => index)
    .filter((at) => {
      const next = text.charAt(at + 1);
      return isSmall(text.charAt(at - 1)) && isSmall(next === '\n' ? text.charAt(at + 2) : next);
    });

describe('signs that cut words in two', () => {
  const pieces = fc.constantFrom(
    ...['-', '\n', '-\n', '·', '‧', '•', 'ins', 'truc', 'A', 'é', '忽', '`', '{', '¿', '÷', '7', ' '],
    ...[' '.repeat(7), 'x'.repeat(61), 'on'],
  );
  it('are found, and no others', () => {
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 80 }), (all) => {
        const text = all.join('').slice(0, 900);
        // What was there before stands behind a shorter text no longer.
        findHanging('a-'.repeat(450));
        const { count, places } = findHanging(text);
        expect([...places.slice(0, count)]).toEqual(hangingIn(text));
      }),
      { numRuns: 2000 },
    );
  });
});
