import { z } from 'zod';
import { builtInDetectors } from '../detection/detectors/all.ts';
import type { Finding } from '../detection/findings.ts';
import { looksEnglish } from '../detection/model/english.ts';
import { createJudge } from '../detection/model/judge.ts';
import type { LinearModel } from '../detection/model/model-file.ts';
import type { SecondTierHeader } from '../detection/model/second-tier.ts';
import { bySide } from '../detection/model/side.ts';
import { createPipeline } from '../detection/pipeline.ts';
import { GatewayError } from '../errors.ts';
import { isHeldOut } from './folds.ts';
import { MIN_SHOWN, type Passage, shownOf } from './passages.ts';
import { below, pick, type Random } from './random.ts';
import type { TrainingRow } from './rows.ts';
import { readTextFile } from './text-file.ts';

/** Pieces of files that an attack is put into, in UTF-16 code units. */
const PIECE_CHARS = [1500, 7500] as const;
/** An attack that is shorter says too little, a longer one is not hidden. */
const ATTACK_CHARS = [20, 450] as const;
/** Most of what is planted in files speaks to whoever reads them; some is what callers write. */
const INDIRECT_SHARE = 0.75;
const COMMENTED_SHARE = 0.5;
const ONE_LINE_SHARE = 0.4;
/** So many attacks are put into each file. */
const ATTACKS_PER_FILE = 0.6;
/** What stands in front of a line of a comment or a list. */
const LEAD = /^\s*(?:#|\/\/|\*|--|%|;|<!--|- )?\s*/u;

const FileSchema = z.object({ text: z.string().min(1) });

/**
 * Reads harmless files, one JSON object a line with their `text`, as `packages/files.py` writes them.
 *
 * @throws GatewayError `CONFIG_INVALID` with file and line for what cannot be read.
 */
export const readPackageFiles = (file: string): readonly string[] =>
  readTextFile(file)
    .split('\n')
    .flatMap((line, index) => {
      if (line.trim() === '') return [];
      const where = `${file}:${index + 1}`;
      let json: unknown;
      try {
        json = JSON.parse(line);
      } catch (error) {
        throw new GatewayError('CONFIG_INVALID', `${where}: not JSON`, { cause: error });
      }
      const read = FileSchema.safeParse(json);
      if (!read.success) throw new GatewayError('CONFIG_INVALID', `${where}: ${z.prettifyError(read.error)}`);
      return [read.data.text.toWellFormed()];
    });

/** What the second tier would be asked about in a tool's result, and whether a rule names a wording of attacks in it. */
export type AskedPlaces = (text: string) => Readonly<{ places: readonly string[]; isNamed: boolean }>;

export const createAskedPlaces = (model: LinearModel, secondTier: SecondTierHeader): AskedPlaces => {
  const judge = createJudge(model, { floors: bySide(() => 0), secondTier });
  const pipeline = createPipeline(builtInDetectors, { judge });
  return (text) => {
    const found: Finding[] = [];
    const context = { role: 'tool', trust: 'untrusted', direction: 'input', protectedTexts: [] } as const;
    for (const findings of pipeline.scan(text, context)) found.push(...findings);
    return {
      places: [...new Set(found.flatMap(({ passage }) => passage?.texts ?? []))],
      isNamed: found.some(({ least = 0 }) => least > 0),
    };
  };
};

const pieceOf = (file: string, random: Random): string => {
  const [least, most] = PIECE_CHARS;
  if (file.length <= most) return file;
  const from = file.lastIndexOf('\n', below(random, file.length - most)) + 1;
  return file.slice(from, from + least + below(random, most - least));
};

/** Puts an attack between two lines, mostly as what stands there: a comment, an entry of a list. */
const plant = (attack: string, piece: string, random: Random): string => {
  const border = piece.indexOf('\n', below(random, piece.length));
  const at = border === -1 ? piece.length : border;
  const before = piece.slice(piece.lastIndexOf('\n', at - 1) + 1, at);
  const lead = random() < COMMENTED_SHARE ? (LEAD.exec(before)?.[0] ?? '') : '';
  const lines = random() < ONE_LINE_SHARE ? [attack.replace(/\s*\n\s*/gu, ' ')] : attack.split('\n');
  return `${piece.slice(0, at)}\n${lines.map((line) => lead + line).join('\n')}\n${piece.slice(at)}`;
};

/**
 * Passages for the second tier out of harmless files: what would be asked about in each, and the same of pieces with an attack of `rows` in
 * them. Programs, change logs and manuals are most of what it is asked about in vain, and the other training texts have little of them.
 *
 * @param files Of packages, see `packages/files.txt`.
 */
export const filePassages = (
  files: readonly string[],
  rows: readonly TrainingRow[],
  placesIn: AskedPlaces,
  random: Random,
): readonly Passage[] => {
  const [least, most] = ATTACK_CHARS;
  const attacks = rows
    .filter((row) => row.attack && !isHeldOut(row))
    .map(({ side, payload, text }) => ({ side, text: payload ?? text }))
    .filter(({ text }) => text.length >= least && text.length <= most && looksEnglish(text));
  const ofSide = Map.groupBy(attacks, ({ side }) => side);
  const planted = (file: string): readonly Passage[] => {
    const pool = ofSide.get(random() < INDIRECT_SHARE ? 'indirect' : 'direct') ?? attacks;
    if (pool.length === 0) return [];
    const attack = pick(random, pool).text;
    return placesIn(plant(attack, pieceOf(file, random), random))
      .places.filter((place) => shownOf(place, attack) >= MIN_SHOWN)
      .map((text) => ({ text, attack: true, side: 'indirect', weight: 1 }));
  };
  const harmless = (file: string): readonly Passage[] => {
    const { places, isNamed } = placesIn(file);
    // A file that quotes an attack would teach that it is none.
    return isNamed ? [] : places.map((text) => ({ text, attack: false, side: 'indirect', weight: 1 }));
  };
  return files.flatMap((file) => [...harmless(file), ...(random() < ATTACKS_PER_FILE ? planted(file) : [])]);
};
