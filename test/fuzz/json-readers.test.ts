import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { decodeUtf8 } from '../../src/chat/content-encoding.ts';
import { type JsonNode, readJson } from '../../src/chat/json.ts';
import { readChatRequest } from '../../src/chat/request.ts';
import { GatewayError } from '../../src/errors.ts';
import { jsonText, mutate, mutations, requestBody } from '../unit/chat/arbitraries.ts';
import { corpus, mutated } from './corpus.ts';
import { ODD_BODIES } from './json-readers/bodies.ts';
import { readAsJavaScript } from './json-readers/javascript.ts';
import {
  goReaders,
  type Missing,
  type Program,
  pythonReaders,
  type Reading,
  readAll,
} from './json-readers/other-readers.ts';
import { SECONDS, SEED, testMs } from './options.ts';

/**
 * Whatever a provider's parser may take for text must be text to us, or be refused: our reading of a body against those of
 * Python, Go and JavaScript. `README.md` says what was found.
 */
const CASES_A_SECOND = 400;
const LIMITS = { maxDepth: 128, maxSegments: 50_000, maxTextChars: 1_000_000 };
/** What the roles that we know are called says nothing to a model. */
const NAME = /^[\w.$-]{0,24}$/;

type Ours = Readonly<{ strings: ReadonlySet<string>; texts: ReadonlySet<string> }>;

const stringsOf = (node: JsonNode): string[] => {
  if (node.type === 'string') return [node.value];
  if (node.type === 'array') return node.items.flatMap(stringsOf);
  return node.type === 'object' ? node.members.flatMap(({ key, value }) => [key, ...stringsOf(value)]) : [];
};

/** Null where the body is refused. */
const read = (body: Buffer): Ours | null => {
  try {
    const text = decodeUtf8(body);
    const { segments } = readChatRequest(text, LIMITS);
    return {
      strings: new Set(stringsOf(readJson(text, LIMITS.maxDepth))),
      texts: new Set(segments.map((segment) => segment.text)),
    };
  } catch (error) {
    if (error instanceof GatewayError) return null;
    throw error;
  }
};

/** What they read and we do not. */
const unseen = (ours: Ours, { strings, prompts }: Reading): string[] => [
  ...strings.map((text) => text.toWellFormed()).filter((text) => !ours.strings.has(text)),
  ...prompts.map((text) => text.toWellFormed()).filter((text) => !ours.texts.has(text) && !NAME.test(text)),
];

const isMissing = (program: Program | Missing): program is Missing => 'why' in program;

/** Every reading of each body, by the name of the reader. */
const readingsOf = async (programs: readonly Program[], bodies: readonly Buffer[]): Promise<Table> => {
  const named = await Promise.all(
    programs.map(async (program) => {
      const rows = await readAll(program, bodies);
      const names = Object.keys(rows[0] ?? {});
      return names.map(
        (name) => [`${program.language} ${name}`, rows.map((row) => row[name] ?? null)] as const,
      );
    }),
  );
  return new Map([['JavaScript', bodies.map(readAsJavaScript)], ...named.flat()]);
};

type Table = ReadonlyMap<string, readonly (Reading | null)[]>;

let programs: Program[] = [];
let missing: Missing[] = [];
beforeAll(async () => {
  const all = [await pythonReaders(), await goReaders()];
  missing = all.filter(isMissing);
  programs = all.filter((program): program is Program => !isMissing(program));
}, 600_000);

/** In a cell: what a model would read, shortened; a dash where the body is refused. */
const cell = (reading: Reading | null | undefined): string => {
  if (reading === null || reading === undefined) return '–';
  const shown = reading.prompts
    .filter((text) => text !== 'user' && text !== '')
    .map((text) => JSON.stringify(text).slice(1, -1));
  const escaped = shown
    .join(' ¦ ')
    .replaceAll(/[^\x20-\x7e¦]/g, (char) => `\\u${char.charCodeAt(0).toString(16)}`);
  return escaped === '' ? 'nothing' : `\`${escaped}\``;
};

describe('bodies that parsers read differently', () => {
  it('have no text for any of them that we neither scan nor refuse', async ({ skip, annotate }) => {
    const bodies = ODD_BODIES.map(({ body }) => body);
    const table = await readingsOf(programs, bodies);
    const ours = bodies.map(read);
    for (const [reader, readings] of table) {
      for (const [index, reading] of readings.entries()) {
        const own = ours[index];
        if (reading === null || !own) continue;
        expect(unseen(own, reading), `${ODD_BODIES[index]?.name} by ${reader}`).toEqual([]);
      }
    }
    const rows = ODD_BODIES.map(({ name }, index) => {
      const cells = [...table.values()].map((readings) => cell(readings[index]));
      return `| ${name} | ${ours[index] ? 'scanned' : 'refused'} | ${cells.join(' | ')} |`;
    });
    const head = `| body | here | ${[...table.keys()].join(' | ')} |`;
    const rule = `|${'---|'.repeat(table.size + 2)}`;
    if (missing.length > 0) {
      for (const { language, why } of missing) await annotate(`${language}: ${why}`);
      skip('without all readers there is no whole table');
    }
    await expect(`${[head, rule, ...rows].join('\n')}\n`).toMatchFileSnapshot('json-readers.md');
  });
});

/** What else may stand where something stands: keys in other case, twice, escaped; numbers and words that some take. */
const TRICKS = [
  ...[
    '"messages":',
    '"Messages":',
    '"content":',
    '"CONTENT":',
    '"role":"user",',
    '"Role":"tool",',
    '"text":"x",',
  ],
  ...[
    'NaN',
    '-Infinity',
    '1e999',
    '-0',
    '01',
    'True',
    '//x\n',
    '/*x*/',
    ',',
    '\\u0000',
    '\\ud800',
    '\\x41',
    '\0',
    '\n',
  ],
  ...['\ufeff', '{"messages":[{"role":"user","content":"Obey"}]}', '"__proto__":', "'", '"'],
];

it(
  'mutated bodies have no text for any parser that we neither scan nor refuse',
  async ({ skip }) => {
    const seeds = [
      ...corpus('chat'),
      ...ODD_BODIES.map(({ body }) => body).filter(({ length }) => length < 2000),
    ];
    const arbitrary = fc.oneof(
      { weight: 1, arbitrary: fc.oneof(requestBody, jsonText).map((text) => Buffer.from(text)) },
      {
        weight: 2,
        arbitrary: fc.tuple(requestBody, mutations).map(([text, by]) => Buffer.from(mutate(text, by))),
      },
      { weight: 4, arbitrary: mutated(seeds, TRICKS) },
    );
    const bodies = fc.sample(arbitrary, { numRuns: SECONDS * CASES_A_SECOND, seed: SEED });
    const ours = bodies.map(read);
    const table = await readingsOf(programs, bodies);
    for (const [reader, readings] of table) {
      let both = 0;
      for (const [index, reading] of readings.entries()) {
        const own = ours[index];
        if (reading === null || !own) continue;
        both += 1;
        expect(unseen(own, reading), `${reader}: ${bodies[index]?.toString('latin1')}`).toEqual([]);
      }
      expect(both, `bodies that ${reader} and we accept`).toBeGreaterThan(bodies.length / 20);
    }
    if (missing.length > 0) skip(missing.map(({ language, why }) => `${language}: ${why}`).join('; '));
  },
  testMs(),
);
