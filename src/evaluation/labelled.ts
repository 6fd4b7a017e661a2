import { basename } from 'node:path';
import { z } from 'zod';
import { GatewayError } from '../errors.ts';
import { createRandom } from '../training/random.ts';
import { DIRECTIONS, LabelSchema, TextSchema, wrongMembers } from '../training/rows.ts';
import { expand, parseSeeds } from '../training/seeds.ts';
import { readTextFile } from '../training/text-file.ts';

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

const readLines = (file: string, content: string): readonly LabelledText[] =>
  content.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return [];
    try {
      const { text, label, source, lang, direction, payload } = LineSchema.parse(JSON.parse(line));
      const attack = label === 1 || label === true;
      return [
        {
          text,
          attack,
          source: source ?? basename(file),
          lang: lang ?? '',
          direction,
          payload: payload ?? null,
        },
      ];
    } catch (error) {
      const reason = error instanceof z.ZodError ? wrongMembers(error) : 'not JSON';
      throw new GatewayError('CONFIG_INVALID', `${file}:${index + 1}: not a labelled text: ${reason}`, {
        cause: error,
      });
    }
  });

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
 * @throws GatewayError `CONFIG_INVALID` with file and line for what cannot be read.
 */
export const readLabelled = (file: string): readonly LabelledText[] => {
  const content = readTextFile(file);
  return file.endsWith('.txt') ? readBlocks(file, content) : readLines(file, content);
};
