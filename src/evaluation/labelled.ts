import { basename } from 'node:path';
import { z } from 'zod';
import { createRandom } from '../training/random.ts';
import { DIRECTIONS, LabelSchema, TextSchema } from '../training/rows.ts';
import { expand, parseSeeds } from '../training/seeds.ts';
import { readLabelledLines, readTextFile } from '../training/text-file.ts';

/** A text whose label is known, as it would reach the gateway. */
export type LabelledText = Readonly<{
  text: string;
  attack: boolean;
  source: string;
  lang: string;
  direction: (typeof DIRECTIONS)[number];
  /** The attack within the text, where it stands in a carrier. */
  payload: string | null;
}>;

const LineSchema = z.object({
  text: TextSchema,
  label: LabelSchema,
  source: z.string().nullish(),
  lang: z.string().nullish(),
  direction: z.enum(DIRECTIONS).default('user'),
  payload: z.string().nullish(),
});

const readLines = (
  file: string,
  content: string,
  onTextless: (count: number) => void,
): readonly LabelledText[] =>
  readLabelledLines(file, content, LineSchema, onTextless).map(
    ({ text, label, source, lang, direction, payload }) => ({
      text,
      attack: label === 1 || label === true,
      source: source ?? basename(file),
      lang: lang ?? '',
      direction,
      payload: payload ?? null,
    }),
  );

const readBlocks = (file: string, content: string): readonly LabelledText[] =>
  parseSeeds(content, basename(file)).map(({ text, attack, lang, direction, family }) => {
    const marked = expand(text, createRandom(1));
    return {
      text: marked.replace(/[⟦⟧]/gu, ''),
      attack,
      source: family.replace(/^.*\//u, ''),
      lang,
      direction,
      payload: /⟦([\s\S]*)⟧/u.exec(marked)?.[1]?.trim() ?? null,
    };
  });

/**
 * @param file JSON Lines (`text`, `label`, and where known `source`, `lang`, `direction`, `payload`), or blocks as in
 *   `training/seeds` where the name ends in `.txt`; a block's family is its source.
 * @param onTextless Told how many labels of an export of feedback have no text, where there are some.
 * @throws GatewayError `CONFIG_INVALID` with file and line for what cannot be read.
 */
export const readLabelled = (
  file: string,
  onTextless: (count: number) => void = () => undefined,
): readonly LabelledText[] => {
  const content = readTextFile(file);
  return file.endsWith('.txt') ? readBlocks(file, content) : readLines(file, content, onTextless);
};
