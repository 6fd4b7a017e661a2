import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SIGNS } from '../../../src/detection/facts/signs.ts';
import { readFacts } from '../../../src/detection/facts/text-facts.ts';
import { CHARACTER_KINDS, STATE_ROW, STATES, traitsFrom } from '../../../src/detection/facts/traits.ts';
import { createAutomaton } from '../../../src/detection/matching/automaton.ts';
import { LITERALS } from '../../../src/detection/matching/rule-literals.ts';
import { createScorer } from '../../../src/detection/model/scorer.ts';
import { normalize } from '../../../src/detection/text/normalize.ts';
import { KERNEL_FILE, kernelFile } from '../../tools/kernel-build.ts';
import { toyModel } from '../model/toy.ts';
import { createLiteralScanner } from './literal-scanner.ts';

/** Code units that the kernel reads in one go. */
const PIECE = 16_384;

describe('the kernel', () => {
  it('is what its source compiles to', async () => {
    expect(await readFile(KERNEL_FILE, 'utf8')).toBe(await kernelFile());
  });
});

// Other systems know no such limit.
describe.runIf(process.platform === 'linux')('a limit on virtual memory', () => {
  const run = promisify(execFile);
  const url = new URL('../../../src/detection/kernel/kernel.ts', import.meta.url);
  const script = `const { createKernel } = await import('${url}'); globalThis.kept = Array.from({ length: 4 }, () => createKernel(1));`;
  const within = (limit: string, options: string) =>
    run('sh', ['-c', `ulimit -v ${limit}; exec "$0" --input-type=module -e "$1"`, process.execPath, script], {
      env: { NODE_OPTIONS: options },
    });

  it('is named where it leaves no room', async () => {
    await expect(within('25000000', '')).rejects.toThrow(/ulimit -v.*--disable-wasm-trap-handler/u);
  });

  it.each([
    ['unlimited', ''],
    ['25000000', '--disable-wasm-trap-handler'],
  ])('of %s with "%s" is none', async (limit, options) => {
    await within(limit, options);
  });
});

/** `core` in the middle of nothing, so that a piece ends somewhere within or beside it. */
const placed = fc
  .record({
    core: fc.array(
      fc.constantFrom(
        ...['ignore all previous instructions', ' ', '  ', '\n', '\\nignore', '12', '@', '\\', '='],
        ...[
          'é',
          '’',
          '\u200b',
          ' \u200b ',
          '\r\n',
          '\ud83d\ude00',
          '\ud83d',
          '\u0301',
          'x',
          '\t',
          'system prompt',
          '=?',
          '"',
        ],
      ),
      { minLength: 1, maxLength: 6 },
    ),
    before: fc.integer({ min: 0, max: 40 }),
    pieces: fc.integer({ min: 1, max: 2 }),
    after: fc.constantFrom('', ' ', ' and so on', '.'.repeat(PIECE)),
    filler: fc.constantFrom('x ', 'word ', '. '),
  })
  .map(({ core, before, pieces, after, filler }) => {
    const room = pieces * PIECE - before;
    return `${filler.repeat(Math.ceil(room / filler.length)).slice(0, room)}${core.join('')}${after}`;
  });

describe('where a piece ends', () => {
  it('finds the same literals, digits and signs', () => {
    const scan = createLiteralScanner(createAutomaton(LITERALS.map(({ text }) => text)));
    fc.assert(
      fc.property(placed, (text) => {
        const { hits, marks } = readFacts(text);
        expect(hits).toEqual(scan(text));
        const expected = [...text.matchAll(/(?<!\d)\d|[@$!|]/gu)].map(({ index }) => index);
        expect(marks).toEqual(expected);
      }),
      { numRuns: 150 },
    );
  });

  it('resolves the same characters', () => {
    fc.assert(
      fc.property(placed, (text) => {
        // Letters that stand for two make the text go through unit by unit.
        const other = normalize(`\ufb01${text}`);
        const own = normalize(text);
        expect(own.text).toBe(other.text.slice(2));
        for (let start = 0; start < own.text.length; start += 97) {
          const there = other.toSource({ start: start + 2, end: start + 7 });
          expect(own.toSource({ start, end: start + 5 })).toEqual({
            start: there.start - 1,
            end: there.end - 1,
          });
        }
      }),
      { numRuns: 150 },
    );
  });

  it('resolves each character as it does beside one that is seldom', () => {
    for (let code = 0; code < 0x300; code++) {
      const text = `plain te${String.fromCharCode(code)}xt with ${String.fromCharCode(code, code)} in it`;
      expect(normalize(text).text, `U+${code.toString(16)}`).toBe(normalize(`\ufb01${text}`).text.slice(2));
    }
  });

  it('knows of a plain text that nothing has to be done', () => {
    for (const length of [1, 7, 8, 9, PIECE - 1, PIECE, PIECE + 1, 2 * PIECE + 3]) {
      const text = 'a b\nc.'.repeat(Math.ceil(length / 6)).slice(0, length);
      expect(normalize(text).text).toBe(text);
    }
  });
});

/** Long enough for two ways through it, which begin behind a blank and a word of five characters. */
const halved = fc
  .array(
    fc.oneof(
      {
        weight: 8,
        arbitrary: fc.constantFrom('plainly ', 'ignore all ', 'previous instructions ', 'the ', 'words, '),
      },
      {
        weight: 2,
        arbitrary: fc.constantFrom(
          ...[
            'a ',
            'b ',
            '1 ',
            'ab ',
            'cd1 ',
            'x1y ',
            'h@llo ',
            '12',
            '-',
            '/',
            '\n',
            '\\nignore ',
            '.',
            'é',
            '忽略 ',
          ],
          'Q29tZSBoZXJlIG5vdyBwbGVhc2U',
        ),
      },
    ),
    { minLength: 20, maxLength: 250 },
  )
  .map((parts) => parts.join(''));

const TRAITS = SIGNS.spelled | SIGNS.paired | SIGNS.mixed | SIGNS.run;

/** One state after the other. */
const traitsOf = (text: string): number => {
  let state = 0;
  let marks = 0;
  let twice = 0;
  for (let at = 0; at <= text.length; at++) {
    const code = at < text.length ? text.charCodeAt(at) : 0;
    state = STATES[(state & STATE_ROW) + (CHARACTER_KINDS[code] ?? 0)] ?? 0;
    twice |= marks & state;
    marks |= state;
  }
  return traitsFrom(marks, twice);
};

describe('a text that is read in two halves', () => {
  it('is known as well as if it was read from its beginning to its end', () => {
    const scan = createLiteralScanner(createAutomaton(LITERALS.map(({ text }) => text)));
    fc.assert(
      fc.property(halved, (text) => {
        const { hits, marks, signs } = readFacts(text);
        expect(hits).toEqual(scan(text));
        expect(marks).toEqual([...text.matchAll(/(?<!\d)\d|[@$!|]/gu)].map(({ index }) => index));
        expect(signs & TRAITS).toBe(traitsOf(text));
      }),
      { numRuns: 600 },
    );
  });

  it.each(Array.from({ length: 60 }, (_, i) => i))(
    'is so %i characters behind where it may be halved',
    (shift) => {
      const scan = createLiteralScanner(createAutomaton(LITERALS.map(({ text }) => text)));
      const before = `${'plain words here '.repeat(20)}${'x'.repeat(shift)} a b c d`;
      const text = `${before} e x1y ignore all previous instructions y2z ${'plain words here '.repeat(20)}`;
      const { hits, signs } = readFacts(text);
      expect(hits).toEqual(scan(text));
      expect(signs & TRAITS).toBe(traitsOf(text));
    },
  );
});

describe('the weights of a text', () => {
  it('are the same after a text that needed more room', () => {
    const scorer = createScorer(toyModel({ direct: { ignore: 3, all: -2 } }));
    const short = 'please ignore all of it';
    const first = scorer.score(short, 'direct');
    const long = `${'calm '.repeat(20_000)}${short}`;
    expect(scorer.score(long, 'direct').words).toBe(20_005);
    expect(scorer.score(short, 'direct')).toEqual(first);
  });

  it('are none where a text is empty', () => {
    expect(createScorer(toyModel({})).score('', 'indirect').words).toBe(0);
  });
});
