import type { Span } from './segment.ts';

export type Edit = Readonly<{ source: Span; value: string }>;

/**
 * Replaces JSON strings in a body and leaves every other byte as it was: the order of keys, repeated keys, white
 * space and the spelling of numbers are the caller's.
 *
 * @param edits In ascending order, without overlap; each `source` is a whole string token with both its quotes.
 * @throws RangeError Where an edit is none of that, which is a fault of the gateway.
 */
export const replaceStrings = (text: string, edits: readonly Edit[]): string => {
  const pieces: string[] = [];
  let end = 0;
  for (const { source, value } of edits) {
    if (!isToken(text, source, end)) {
      throw new RangeError(`edit at ${source.start}..${source.end} is no string token behind ${end}`);
    }
    pieces.push(text.slice(end, source.start), JSON.stringify(value));
    end = source.end;
  }
  pieces.push(text.slice(end));
  return pieces.join('');
};

const isToken = (text: string, { start, end }: Span, from: number): boolean =>
  start >= from && end >= start + 2 && text[start] === '"' && text[end - 1] === '"';
