import { readdirSync, readFileSync } from 'node:fs';
import { normalize } from '../detection/text/normalize.ts';
import { GatewayError } from '../errors.ts';
import { createRandom, pick, type Random } from './random.ts';
import { DIRECTIONS, payloadIn, sideOf, type TrainingRow } from './rows.ts';

/**
 * The project's own texts. A file is a sequence of blocks: a header
 * `=== <attack|benign> <sub_type or -> <lang> <direction> <family>` and the text below it. `⟪a|b⟫` stands for one of
 * several wordings, `⟦…⟧` for the attack within its carrier.
 */
export const SEEDS_DIR = new URL('./seeds/', import.meta.url);

export type Seed = Readonly<{
  attack: boolean;
  subType: string | null;
  lang: string;
  direction: (typeof DIRECTIONS)[number];
  family: string;
  text: string;
}>;

const HEADER = /^=== (attack|benign) (\S+) (\S+) (\S+) (\S+)$/u;
const INNERMOST = /⟪([^⟪⟫]*)⟫/u;
const PAYLOAD = /⟦([\s\S]*)⟧/u;
/** Every wording of a seed counts as much as this many rows that somebody else wrote, in all. */
const SEED_WEIGHT = 3;

/** @throws GatewayError `CONFIG_INVALID` with file and line for a header that is none, or that has no text below it. */
export const parseSeeds = (content: string, file: string): readonly Seed[] => {
  const seeds: Seed[] = [];
  let lines: string[] = [];
  let header: RegExpExecArray | null = null;
  let headerLine = 0;
  const end = (): void => {
    if (header === null) return;
    const [, label, subType, lang, direction, family] = header;
    const known = DIRECTIONS.find((each) => each === direction);
    const text = lines.join('\n').trim();
    if (known === undefined || text === '')
      throw new GatewayError('CONFIG_INVALID', `${file}:${headerLine}: unknown direction or no text`);
    seeds.push({
      attack: label === 'attack',
      subType: label === 'attack' ? (subType ?? null) : null,
      lang: lang ?? '',
      direction: known,
      family: ideaOf(family ?? '', lang ?? ''),
      text,
    });
  };
  for (const [index, line] of content.split('\n').entries()) {
    if (!line.startsWith('=== ')) {
      lines.push(line);
      continue;
    }
    end();
    lines = [];
    header = HEADER.exec(line.trimEnd());
    headerLine = index + 1;
    if (header === null) throw new GatewayError('CONFIG_INVALID', `${file}:${headerLine}: not a header`);
  }
  end();
  return seeds;
};

/** Writers in many languages name an idea `de-grandmother`, `fi-grandmother`: to be split by, it is one. */
const ideaOf = (family: string, lang: string): string =>
  `seeds/${family.startsWith(`${lang}-`) ? family.slice(lang.length + 1) : family}`;

/** Chooses one wording at each place, innermost first. */
export const expand = (text: string, random: Random): string => {
  let result = text;
  for (let match = INNERMOST.exec(result); match !== null; match = INNERMOST.exec(result)) {
    const chosen = pick(random, (match[1] ?? '').split('|'));
    result = result.slice(0, match.index) + chosen + result.slice(match.index + match[0].length);
  }
  return result;
};

const toRow = (seed: Seed, source: string, weight: number, random: Random): TrainingRow => {
  const marked = expand(seed.text, random);
  const text = normalize(marked.replace(/[⟦⟧]/gu, '')).text;
  return {
    text,
    attack: seed.attack,
    subType: seed.subType,
    lang: seed.lang,
    side: sideOf(seed.direction),
    source,
    licence: 'Apache-2.0',
    family: seed.family,
    payload: payloadIn(text, PAYLOAD.exec(marked)?.[1]?.trim()),
    weight,
  };
};

/** @param variants Wordings of each seed, fewer where it has not as many. */
export const expandSeeds = (
  seeds: readonly Seed[],
  source: string,
  variants: number,
  random: Random,
): readonly TrainingRow[] =>
  seeds.flatMap((seed) => {
    const rows = Array.from({ length: variants }, () => toRow(seed, source, SEED_WEIGHT / variants, random));
    return [...new Map(rows.map((row) => [row.text, row])).values()];
  });

/** All of the project's own texts, written out. The same for the same seed. */
export const loadSeeds = (variants: number, seed: number): readonly TrainingRow[] => {
  const random = createRandom(seed);
  return readdirSync(SEEDS_DIR)
    .filter((file) => file.endsWith('.txt'))
    .sort()
    .flatMap((file) => {
      const seeds = parseSeeds(readFileSync(new URL(file, SEEDS_DIR), 'utf8'), file);
      return expandSeeds(seeds, `seeds/${file}`, variants, random);
    });
};
