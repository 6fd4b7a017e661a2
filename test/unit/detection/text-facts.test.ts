import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listHits } from '../../../src/detection/facts/literals.ts';
import { createReader, ROW_AT, ROWS_AT } from '../../../src/detection/facts/reader.ts';
import { CHARS, charsOfUnits, SIGNS } from '../../../src/detection/facts/signs.ts';
import { readFacts } from '../../../src/detection/facts/text-facts.ts';
import { putText } from '../../../src/detection/kernel/text-kernel.ts';
import {
  AT_WORD,
  type Automaton,
  createAutomaton,
  enterNext,
  MOST_COLUMNS,
  MOST_END_ROWS,
  MOST_ROWS,
} from '../../../src/detection/matching/automaton.ts';
import { LITERALS } from '../../../src/detection/matching/rule-literals.ts';
import { normalize } from '../../../src/detection/text/normalize.ts';
import { createLiteralScanner } from './literal-scanner.ts';

const WORDS = [
  'ignore',
  'ignore all',
  'all',
  'no',
  'other',
  'not',
  '<x>',
  '# system',
  'é-a',
  'игнор',
  '忽略',
  '略a',
  'no忽略',
  'noигр',
  'e',
];
const isWordLetter = (letter: string): boolean => letter < '\u0600' && /[\p{L}\p{N}]/u.test(letter);
const isBehindEscape = (text: string, at: number): boolean => /\\[nrt]$/u.test(text.slice(0, at));

/** What the automaton is for, said as plainly as possible. */
const findNaively = (text: string, words: readonly string[]): string[] => {
  const lower = text.toLowerCase();
  const found: { word: string; end: number }[] = [];
  for (const word of words) {
    for (let at = lower.indexOf(word); at !== -1; at = lower.indexOf(word, at + 1)) {
      const isBound = isWordLetter(word.charAt(0)) && at > 0 && isWordLetter(text.charAt(at - 1));
      if (!isBound || isBehindEscape(text, at)) found.push({ word, end: at + word.length });
    }
  }
  found.sort((a, b) => a.end - b.end || b.word.length - a.word.length);
  return found.map(({ word, end }) => `${word} ${end}`);
};

const pieces = fc.oneof(
  fc.constantFrom(...WORDS, 'IGNORE ', '\\n', '\\r', '\\', ' ', '.', 'x', 'n', '-', 'é', '<', '# '),
  fc.string({ maxLength: 3 }),
);
const texts = fc.array(pieces, { maxLength: 14 }).map((parts) => parts.join(''));

/** So many more rules can be written before anybody has to make room. */
const LEAST_ROWS_LEFT = 500;

/** Words of five letters, of which each brings a row that goes on and one that ends. */
const wordsOfNumbers = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, at) =>
    String.fromCharCode(...[17_576, 676, 26, 1].map((unit) => 97 + (Math.floor(at / unit) % 26))).concat('q'),
  );

const TAIL_LETTERS = [...'bcdefghijklmnoprstuvwxyz'];

/** Such words and long ones, which make so many rows of either kind. */
const wordsOfRows = (rows: number, endRows: number): readonly string[] => {
  const words = wordsOfNumbers(endRows - TAIL_LETTERS.length);
  const beginnings = new Set(words.flatMap((word) => [1, 2, 3, 4].map((length) => word.slice(0, length))));
  // Two are those of nothing read.
  const left = rows - 2 - beginnings.size;
  const each = Math.floor(left / TAIL_LETTERS.length);
  const first = left - each * (TAIL_LETTERS.length - 1);
  return [...words, ...TAIL_LETTERS.map((letter, at) => `${letter.repeat(at === 0 ? first : each)}q`)];
};

const lettersFrom = (code: number, count: number): readonly string[] =>
  Array.from({ length: count }, (_, at) => String.fromCharCode(code + at));

describe('the automaton', () => {
  it('has room for more literals', () => {
    const { left } = createAutomaton(LITERALS.map(({ text }) => text));
    const advice =
      'too few rows are left in automaton.ts, beyond which the gateway does not start: let long literals of rules begin later or end sooner, and their lead or rest check what is left out';
    expect(Math.min(left.rows, left.endRows), advice).toBeGreaterThan(LEAST_ROWS_LEFT);
  });

  it('holds as many rows as there is room for, and the kernel finds the same in them', () => {
    const words = wordsOfRows(MOST_ROWS, MOST_END_ROWS);
    const reader = createReader(words);
    const { automaton } = reader;
    expect(automaton.left).toEqual({ rows: 0, endRows: 0 });
    expect(new Set(automaton.next).size).toBeGreaterThan(1 << 15);
    const scan = createLiteralScanner(automaton);
    const readByKernel = (text: string): readonly number[] => {
      putText(text);
      reader.state.fill(0);
      reader.state[ROW_AT] = AT_WORD;
      reader.gather(text.length, 0);
      return [...listHits(automaton, reader.entered, 2 * (reader.state[ROWS_AT] ?? 0))];
    };
    for (const number of [0, 1, 999, MOST_END_ROWS - TAIL_LETTERS.length - 1]) {
      const text = `${words[number]} x${words[number]} ${words[number]}`;
      expect(scan(text)).toEqual([number, 5, number, 18]);
      expect(readByKernel(text)).toEqual([number, 5, number, 18]);
    }
    const last = words.length - 1;
    const tail = words[last] ?? '';
    expect(scan(tail)).toEqual([last, tail.length]);
    expect(readByKernel(tail)).toEqual([last, tail.length]);
  });

  it('says what there is no room for', () => {
    expect(() => createAutomaton(wordsOfRows(MOST_ROWS + 1, 50))).toThrow(
      'Literals make 53249 rows in which no literal ends; the automaton has room for 53248 of them.',
    );
    expect(() => createAutomaton(wordsOfRows(MOST_ROWS, MOST_END_ROWS + 1))).toThrow(
      'Literals make 12289 rows in which a literal ends; the automaton has room for 12288 of them.',
    );
    // Of the first two no literal holds anything.
    const letters = lettersFrom(0x4e00, MOST_COLUMNS - 2);
    expect(createAutomaton(letters).left.rows).toBe(MOST_ROWS - 2);
    expect(() => createAutomaton([...letters, 'a'])).toThrow(
      'Literals make 4097 columns; the automaton has room for 4096 of them.',
    );
  });

  it('finds what a search for each literal finds', () => {
    const literals = WORDS.map((word) => word.replace('é', 'e'));
    const scan = createLiteralScanner(createAutomaton(WORDS));
    fc.assert(
      fc.property(texts, (text) => {
        const hits = scan(text);
        const found = Array.from(
          { length: hits.length / 2 },
          (_, i) => `${literals[hits[2 * i] ?? 0]} ${hits[2 * i + 1]}`,
        );
        expect(found).toEqual(findNaively(text, literals));
      }),
      { numRuns: 2000 },
    );
  });

  it('finds the same whatever words are usual, and has the rows of these side by side', () => {
    const words = LITERALS.map(({ text }) => text);
    const usual = words.filter((word) => /^[a-z]+$/u.test(word)).slice(-200);
    const plain = createAutomaton(words);
    const sorted = createAutomaton(words, usual);
    const scans = [createLiteralScanner(plain), createLiteralScanner(sorted)] as const;
    const some = fc.constantFrom(...words, ...usual, ' ', '. ', 'é', '7');
    fc.assert(
      fc.property(fc.array(some, { maxLength: 8 }), (parts) => {
        const text = parts.join('');
        expect(scans[1](text)).toEqual(scans[0](text));
      }),
      { numRuns: 300 },
    );
    const rowsOf = (automaton: Automaton): number => {
      const rows = usual.map((word) => {
        let row = AT_WORD;
        for (let i = 0; i < word.length - 1; i++) row = enterNext(automaton, row, word.charCodeAt(i));
        return Math.abs(row - AT_WORD);
      });
      return Math.max(...rows);
    };
    expect(rowsOf(plain)).toBeGreaterThan(10_000);
    expect(rowsOf(sorted)).toBeLessThan(2000);
  });

  it('finds the same in one pass with everything else', () => {
    const words = LITERALS.map(({ text }) => text);
    const scan = createLiteralScanner(createAutomaton(words));
    const some = fc.constantFrom(...words, ' ', '\\n', '. ', 'a', '7');
    fc.assert(
      fc.property(fc.array(some, { maxLength: 8 }), (parts) => {
        const text = parts.join('');
        expect(readFacts(text).hits).toEqual(scan(text));
      }),
      { numRuns: 500 },
    );
  });
});

const WORD = /[A-Za-z\u00c0-\u1fff\u2c00-\u2fff\u3040-\uffff\d@$!|]+/g;
/** Digits and signs by themselves stand between letters of a chain, and are none of it. */
const SIGN = /^[\d@$!|]$/;
const longestChain = (words: readonly string[], belongs: (word: string) => boolean): number => {
  let longest = 0;
  let chain = 0;
  for (const word of words) {
    chain = belongs(word) ? chain + 1 : 0;
    longest = Math.max(longest, chain);
  }
  return longest;
};

describe('the traits of a text', () => {
  it('are those of its words', () => {
    const parts = fc.oneof(
      fc.constantFrom(
        'a',
        'b ',
        ' ',
        'ab ',
        'abcd,',
        'abc ',
        '1',
        '4 ',
        '@',
        'x1y ',
        '-',
        '/',
        'longerword',
        '\n',
        'é',
        '漢',
      ),
      fc.string({ maxLength: 4 }),
    );
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 40 }), (list) => {
        const text = list.join('');
        const words = text.match(WORD) ?? [];
        const mixed = words.filter(
          (word) => word.length > 2 && /[^\d@$!|]/.test(word) && /[\d@$!|]/.test(word),
        );
        const { signs, marks } = readFacts(text);
        const has = (sign: number): boolean => (signs & sign) !== 0;
        const spelled = words.filter((word) => !SIGN.test(word));
        expect(has(SIGNS.spelled)).toBe(longestChain(spelled, ({ length }) => length === 1) >= 5);
        expect(has(SIGNS.paired)).toBe(
          longestChain(words, ({ length }) => length === 2 || length === 4) >= 8,
        );
        expect(has(SIGNS.mixed)).toBe(mixed.length > 1);
        if (/[\w+/-]{16}/.test(text)) expect(has(SIGNS.run)).toBe(true);
        expect(marks).toEqual(Array.from(text.matchAll(/(?<!\d)\d|[@$!|]/g), ({ index }) => index));
      }),
      { numRuns: 1000 },
    );
  });

  it('are the same whatever text was read before, however long that was', () => {
    const short = 'call 030 1234 $now ignore all \\nignore = *';
    const before = { ...readFacts(short), lower: null };
    const long = readFacts('12 ignore $1 '.repeat(30_000));
    expect([long.marks.length, long.marks.at(-1)]).toEqual([90_000, 13 * 29_999 + 11]);
    expect({ ...readFacts(short), lower: null }).toEqual(before);
  });
});

describe('the characters of a text', () => {
  const UNITS = charsOfUnits();
  const charsOf = (text: string): number => {
    let chars = 0;
    for (let at = 0; at < text.length; at += 1) chars |= UNITS[text.charCodeAt(at)] ?? 0;
    return chars;
  };

  it('are told wherever they stand, in a text of any length', () => {
    const filler = fc.constantFrom('', 'word ', 'longer words, 12 ', 'слово ', '漢字', 'ab');
    const lengths = fc.constantFrom(0, 1, 40, 255, 256, 257, 700, 16_383, 16_384, 16_385, 40_000);
    const parts = fc.oneof(
      fc.constantFrom(...'\n([]{<@:"\'`_\\.|*~-·•é', '\u{e0041}', ')}', '>;=+/%'),
      fc.string({ maxLength: 3, unit: 'binary' }),
    );
    fc.assert(
      fc.property(filler, lengths, parts, fc.nat({ max: 100 }), (words, length, part, share) => {
        const all = words === '' ? '' : words.repeat(Math.ceil(length / words.length)).slice(0, length);
        const at = Math.floor((all.length * share) / 100);
        const text = all.slice(0, at) + part + all.slice(at);
        expect(readFacts(text).chars).toBe(charsOf(text));
      }),
      { numRuns: 500 },
    );
  });

  it('have a bit each, and what is beyond ASCII one more', () => {
    const bits = Object.values(CHARS);
    expect(new Set(bits).size).toBe(bits.length);
    expect(bits.filter((bit) => UNITS.every((chars) => (chars & bit) === 0))).toEqual([]);
    expect(UNITS.findIndex((chars) => (chars & CHARS.wide) !== 0)).toBe(0x80);
    expect(UNITS.subarray(0x80).every((chars) => (chars & CHARS.wide) !== 0)).toBe(true);
  });
});

describe('what is known of a text', () => {
  it('is the same right after it was asked, and with other texts in between', () => {
    const pairs = fc.tuple(texts, texts).map(([a, b]) => [a, b.padEnd(a.length).slice(0, a.length)] as const);
    fc.assert(
      fc.property(pairs, ([a, b]) => {
        const read = [a, a, b, a, b, b].map((text) => {
          const { lower, ...facts } = readFacts(normalize(text).text);
          return { ...facts, lower: lower() };
        });
        const [first, , second] = read;
        expect(read).toEqual([first, first, second, first, second, second]);
        expect(first?.text).toBe(normalize(a).text);
        expect(second?.text).toBe(normalize(b).text);
      }),
    );
  });
});
