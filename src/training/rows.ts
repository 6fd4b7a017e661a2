import { basename } from 'node:path';
import { z } from 'zod';
import type { Side } from '../detection/model/side.ts';
import { normalize } from '../detection/text/normalize.ts';
import { readLabelledLines, readTextFile } from './text-file.ts';

export const DIRECTIONS = ['user', 'tool', 'document', 'system', 'assistant', 'tool_definition'] as const;
type RowDirection = (typeof DIRECTIONS)[number];

/** One labelled text, normalised as the gateway would. */
export type TrainingRow = Readonly<{
  text: string;
  attack: boolean;
  /** Of an attack; null where the data does not say. */
  subType: string | null;
  lang: string;
  side: Side;
  /** Where it comes from; the attribution of the model lists these with their licences. */
  source: string;
  licence: string;
  /** Texts of one family are kept on one side of a split, so that no text is judged by a model that saw its twin. */
  family: string;
  /** The attack within `text`, where it stands in a carrier. */
  payload: string | null;
  /** How much it counts in training. */
  weight: number;
}>;

export const TextSchema = z.string({ error: 'must be a text' }).min(1, 'must not be empty');
export const LabelSchema = z.union([z.literal(0), z.literal(1), z.boolean()], {
  error: 'must be 1 or true for an attack, 0 or false for what is none',
});

const RowSchema = z.object({
  text: TextSchema,
  label: LabelSchema,
  sub_type: z.string().nullish(),
  lang: z.string().nullish(),
  direction: z.enum(DIRECTIONS).default('user'),
  source: z.string().nullish(),
  licence: z.string().nullish(),
  family: z.string().nullish(),
  payload: z.string().nullish(),
});

/** Texts of other authors than the caller are judged by the weights for those. */
export const sideOf = (direction: RowDirection): Side => {
  if (direction === 'tool_definition') return 'definition';
  return direction === 'tool' || direction === 'document' ? 'indirect' : 'direct';
};

/** The attack as it stands in a normalised text; null where it does not. */
export const payloadIn = (text: string, given: string | null | undefined): string | null => {
  const payload = normalize(given ?? '').text;
  return payload !== '' && text.includes(payload) ? payload : null;
};

const toRow = (row: z.output<typeof RowSchema>, file: string): TrainingRow => {
  const name = basename(file).replace(/\.jsonl$/u, '');
  const text = normalize(row.text).text;
  return {
    text,
    attack: row.label === 1 || row.label === true,
    subType: row.sub_type ?? null,
    lang: row.lang ?? '',
    side: sideOf(row.direction),
    source: row.source ?? name,
    licence: row.licence ?? 'unknown',
    family: `${name}/${row.family ?? row.source ?? ''}`,
    payload: payloadIn(text, row.payload),
    weight: 1,
  };
};

/**
 * Reads labelled texts, one JSON object a line: `text` and `label` (1: attack), and where known `sub_type`, `lang`,
 * `direction` (default `user`), `source`, `licence`, `family`, and `payload` (the attack inside its carrier).
 *
 * @param onTextless Told how many labels of an export of feedback have no text, where there are some.
 * @throws GatewayError `CONFIG_INVALID` with file and line for what cannot be read.
 */
export const readRows = (
  file: string,
  onTextless: (count: number) => void = () => undefined,
): readonly TrainingRow[] =>
  readLabelledLines(file, readTextFile(file), RowSchema, onTextless).map((row) => toRow(row, file));

/** Harmless texts written as twins of attacks: far harder than what people send, and no measure of everyday traffic. */
const HARD_SOURCES = /^(?:written |synthetic |seeds\/)/u;
/** Our own documents are what tools return any day, and nobody's twins. */
export const EVERYDAY_SEEDS = 'seeds/documents.txt';
/** So are these, in fifty languages. */
const EVERYDAY_LANGUAGES = /^seeds\/everyday-(?:europe|world)\.txt$/u;

const isEveryday = (source: string): boolean => source === EVERYDAY_SEEDS || EVERYDAY_LANGUAGES.test(source);

export const isHard = ({ source, attack }: TrainingRow): boolean =>
  !attack && !isEveryday(source) && HARD_SOURCES.test(source);

/**
 * Attacks that their context alone tells from their twins: an errand in a mail, a step in a repository's guide, a question in a game of
 * riddles.
 */
const CONTEXT_SOURCES =
  /^seeds\/(?:(?:documents|errands|planted|repository)-b|records|games-[lm]|hijack-[de]|callers-e|planted-f|agents-[de]|quotes-e|quiet-e|mentions)\.txt$/u;

/**
 * Whether a row is for the second tier alone. A linear model has nothing but the words of such a request to go by; what its twin
 * says against them makes it find fewer of all requests.
 */
export const needsContext = ({ source }: Pick<TrainingRow, 'source'>): boolean =>
  CONTEXT_SOURCES.test(source);

/** Rows of a large source count less each, so that a grammar's ten thousand do not drown what people wrote. */
const FULL_WEIGHT_ROWS = 1500;

export const balanceSources = (rows: readonly TrainingRow[]): readonly TrainingRow[] => {
  const sizes = new Map<string, number>();
  for (const { source } of rows) sizes.set(source, (sizes.get(source) ?? 0) + 1);
  return rows.map((row) => {
    const size = sizes.get(row.source) ?? 1;
    return { ...row, weight: row.weight * Math.min(1, Math.sqrt(FULL_WEIGHT_ROWS / size)) };
  });
};
