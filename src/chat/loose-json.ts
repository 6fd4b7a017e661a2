import { GatewayError } from '../errors.ts';
import { type JsonNode, readJson } from './json.ts';
import { endOfString } from './loose-lines.ts';

const NO_NUMBER = /-?\b(?:NaN|Infinity)\b/g;

/** Numbers in the place of what Python writes and reads for such as are none; strings stay as they are, and where they are. */
const withNumbers = (text: string): string => {
  const pieces: string[] = [];
  let from = 0;
  while (from < text.length) {
    const quote = text.indexOf('"', from);
    const end = quote === -1 ? text.length : quote;
    pieces.push(text.slice(from, end).replaceAll(NO_NUMBER, (token) => '0'.padStart(token.length)));
    from = quote === -1 ? end : endOfString(text, quote);
    pieces.push(text.slice(end, from));
  }
  return pieces.join('');
};

/** The same, or null where it is no JSON. */
export const tryLooseJson = (text: string, maxDepth: number): JsonNode | null => {
  try {
    return readLooseJson(text, maxDepth);
  } catch (error) {
    if (isNoJson(error)) return null;
    throw error;
  }
};

const isNoJson = (error: unknown): boolean => error instanceof GatewayError && error.code === 'INVALID_JSON';

/**
 * Reads JSON as answers have it: where a provider writes `NaN` or `-Infinity` for a number, many a client reads it.
 *
 * @throws GatewayError `INVALID_JSON`
 */
export const readLooseJson = (text: string, maxDepth: number): JsonNode => {
  try {
    return readJson(text, maxDepth);
  } catch (error) {
    if (!isNoJson(error) || !/NaN|Infinity/.test(text)) throw error;
    return readJson(withNumbers(text), maxDepth);
  }
};
