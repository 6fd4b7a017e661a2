import { createMapBuilder, type MappedText } from '../mapped-text.ts';

/** Pictures and signs between words, instead of a blank or beside one. */
const BETWEEN =
  /(?<=[\p{L}\p{N}.,!?;:'")]) ?[\p{Extended_Pictographic}\p{Emoji_Modifier}\u2500-\u27bf\u2190-\u21ff*~^•·]{1,6} ?(?=[\p{L}\p{N}'"(])/gu;
const MIN_BETWEEN = 3;
/** One bytes of a text without them fail at once. */
const PICTURES = /[\u2022\u2190-\u27bf\ud83c-\ud83e]/;
const SIGNS = ['*', '~'] as const;

/** Whether a letter stands on that side, or one behind a blank. */
const isWordSide = (text: string, at: number, step: number): boolean => {
  const next = text.charAt(at + step) === ' ' ? at + 2 * step : at + step;
  return /[\p{L}\p{N}.,!?]/u.test(text.charAt(next));
};

/** At least three words with the same kind of sign between them. */
const hasSigns = (text: string): boolean =>
  SIGNS.some((sign) => {
    let count = 0;
    for (let at = text.indexOf(sign); at !== -1 && count < MIN_BETWEEN; at = text.indexOf(sign, at + 1)) {
      if (isWordSide(text, at, -1) && isWordSide(text, at, 1)) count++;
    }
    return count >= MIN_BETWEEN;
  });

/** The text with blanks in the place of signs between words. */
export const dropSymbols = (text: string, mayHaveSigns: boolean): MappedText | undefined => {
  if (!(mayHaveSigns && hasSigns(text)) && !PICTURES.test(text)) return undefined;
  const matches = [...text.matchAll(BETWEEN)];
  if (matches.length < MIN_BETWEEN) return undefined;
  const builder = createMapBuilder(text);
  let from = 0;
  for (const { 0: symbols, index } of matches) {
    builder.copy(from, index);
    builder.put(' ', index, index + symbols.length);
    from = index + symbols.length;
  }
  builder.copy(from, text.length);
  return builder.build();
};
