import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { GatewayError } from '../errors.ts';
import { decodeUtf8 } from '../platform/utf8.ts';

const unreadable = (file: string, error: unknown): GatewayError => {
  const reason = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
  return new GatewayError('CONFIG_INVALID', `${file}: cannot be read${reason}`, { cause: error });
};

const decoded = (file: string): ReturnType<typeof decodeUtf8> => {
  try {
    return decodeUtf8(readFileSync(file), file);
  } catch (error) {
    throw unreadable(file, error);
  }
};

/** Without the mark of the byte order that some editors write first. @throws GatewayError `CONFIG_INVALID` for a file that cannot be read. */
export const readTextFile = (file: string): string => {
  const content = decoded(file);
  if ('problem' in content) throw new GatewayError('CONFIG_INVALID', content.problem);
  return content.text;
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
 * @param parse Throws what a schema throws.
 * @throws GatewayError `CONFIG_INVALID` with the first lines that cannot be read.
 */
export const readJsonLines = <T>(
  file: string,
  content: string,
  what: string,
  parse: (value: unknown) => T,
): readonly T[] => {
  const problems: string[] = [];
  const read: T[] = [];
  for (const [index, line] of content.split('\n').entries()) {
    if (line.trim() === '') continue;
    try {
      read.push(parse(JSON.parse(line)));
    } catch (error) {
      const reason = error instanceof z.ZodError ? wrongMembers(error) : 'not JSON';
      problems.push(`${file}:${index + 1}: not ${what}: ${reason}`);
    }
  }
  if (problems.length > 0) throw refusalOf(problems);
  return read;
};

/** What the dashboard exports of a label whose text was not kept. */
const TextlessSchema = z.object({
  text: z.null(),
  label: z.union([z.literal(0), z.literal(1)]),
  feedback: z.string(),
});

/**
 * Reads labelled texts, without those labels of an export of feedback that have no text.
 *
 * @param onTextless Told how many these are, where there are some.
 * @throws GatewayError `CONFIG_INVALID` with the first lines that cannot be read.
 */
export const readLabelledLines = <T>(
  file: string,
  content: string,
  schema: z.ZodType<T>,
  onTextless: (count: number) => void,
): readonly T[] => {
  const parse = (value: unknown): T | null =>
    TextlessSchema.safeParse(value).success ? null : schema.parse(value);
  const rows = readJsonLines(file, content, 'a labelled text', parse);
  const texts = rows.filter((row) => row !== null);
  if (texts.length < rows.length) onTextless(rows.length - texts.length);
  return texts;
};

/** Of nothing every measure is as good as before, and a model learns as if the file had not been named. */
export const requireTexts = <T>(file: string, texts: readonly T[]): readonly T[] => {
  if (texts.length > 0) return texts;
  throw new GatewayError('CONFIG_INVALID', `There is no text in ${file}.`);
};
