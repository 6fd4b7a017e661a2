import type { Span } from './segment.ts';

export type Edit = Readonly<{ source: Span; value: string }>;

/**
 * Replaces JSON strings, and whole numbers by strings, in a body and leaves every other byte as it was: the order of keys, repeated keys, white
 * space and the spelling of numbers are the caller's.
 *
 * @param edits In ascending order, without overlap; each `source` is a whole string token with both its quotes, or a whole number.
 * @throws RangeError Where an edit is none of that, which is a fault of the gateway.
 */
export const replaceStrings = (text: string, edits: readonly Edit[]): string => {
  const pieces: string[] = [];
  let end = 0;
  for (const { source, value } of edits) {
    if (!isToken(text, source, end)) {
      throw new RangeError(`edit at ${source.start}..${source.end} is no token behind ${end}`);
    }
    pieces.push(text.slice(end, source.start), JSON.stringify(value));
    end = source.end;
  }
  pieces.push(text.slice(end));
  return pieces.join('');
};

const isToken = (text: string, { start, end }: Span, from: number): boolean =>
  start >= from && (isString(text, start, end) || isWholeNumber(text, start, end));

const isString = (text: string, start: number, end: number): boolean =>
  end >= start + 2 && text[start] === '"' && text[end - 1] === '"';

const isWholeNumber = (text: string, start: number, end: number): boolean =>
  /^\d+$/.test(text.slice(start, end)) && !/[-+.\dE"]/i.test(text.charAt(start - 1) + text.charAt(end));
