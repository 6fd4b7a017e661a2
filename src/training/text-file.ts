import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { GatewayError } from '../errors.ts';

/** Without the mark of the byte order that some editors write first. @throws GatewayError `CONFIG_INVALID` for a file that cannot be read. */
export const readTextFile = (file: string): string => {
  try {
    return readFileSync(file, 'utf8').replace(/^\uFEFF/u, '');
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    throw new GatewayError('CONFIG_INVALID', `${file}: cannot be read${reason}`, { cause: error });
  }
};

/** Which members of a line are wrong, and how, in one line; values are not repeated. */
const wrongMembers = ({ issues }: z.ZodError): string =>
  issues.map(({ path, message }) => `${path.join('.') || 'the line'}: ${message}`).join('; ');

/** Whoever mends a file wants all of it at once; a file of another kind has nothing else. */
const MAX_TOLD = 10;

const refusalOf = (problems: readonly string[]): GatewayError => {
  const more = problems.length - MAX_TOLD;
  const told = problems.slice(0, MAX_TOLD);
  const rest = more > 0 ? [`and ${more} more`] : [];
  return new GatewayError('CONFIG_INVALID', [...told, ...rest].join('\n'));
};

/**
 * Reads a JSON object from each line that is not blank.
 *
 * @param what A line should be, for those that are not.
 * @param content Of the file.
 * @throws GatewayError `CONFIG_INVALID` with the first lines that cannot be read.
 */
export const readJsonLines = <T>(
  file: string,
  content: string,
  what: string,
  schema: z.ZodType<T>,
): readonly T[] => {
  const problems: string[] = [];
  const read: T[] = [];
  for (const [index, line] of content.split('\n').entries()) {
    if (line.trim() === '') continue;
    try {
      read.push(schema.parse(JSON.parse(line)));
    } catch (error) {
      const reason = error instanceof z.ZodError ? wrongMembers(error) : 'not JSON';
      problems.push(`${file}:${index + 1}: not ${what}: ${reason}`);
    }
  }
  if (problems.length > 0) throw refusalOf(problems);
  return read;
};

/** Of nothing every measure is as good as before, and a model learns as if the file had not been named. */
export const requireTexts = <T>(file: string, texts: readonly T[]): readonly T[] => {
  if (texts.length > 0) return texts;
  throw new GatewayError('CONFIG_INVALID', `There is no text in ${file}.`);
};
