import { codeAt } from '../code-units.ts';
import { createMapBuilder, type MappedText } from '../mapped-text.ts';

/** Pictures and signs between words, instead of a blank or beside one. */
const BETWEEN =
  /(?<=[\p{L}\p{N}.,!?;:'")]) ?[\p{Extended_Pictographic}\p{Emoji_Modifier}\u2500-\u27bf\u2190-\u21ff*~^•·]{1,6} ?(?=[\p{L}\p{N}'"(])/gu;
const MIN_BETWEEN = 3;
/** So near to each other, in UTF-16 code units: in a program or a list some stand here and there. */
const WITHIN = 160;
/** One bytes of a text without them fail at once. */
const PICTURES = /[\u2022\u2190-\u27bf\ud83c-\ud83e]/;
const SIGNS = ['*', '~'] as const;

const BLANK = 0x20;
const BESIDE = /[\p{L}\p{N}.,!?]/u;
/** 1 for the characters of ASCII that end or begin words; of others the expression is asked. */
const BESIDE_ASCII = Uint8Array.from({ length: 128 }, (_, code) =>
  BESIDE.test(String.fromCharCode(code)) ? 1 : 0,
);

/** Whether a letter stands on that side, or one behind a blank. */
const isWordSide = (text: string, at: number, step: number): boolean => {
  const next = codeAt(text, at + step) === BLANK ? at + 2 * step : at + step;
  const code = codeAt(text, next);
  return code < 128 ? BESIDE_ASCII[code] === 1 : BESIDE.test(text.charAt(next));
};

/** At least three words near to each other with the same kind of sign between them. */
const hasSigns = (text: string): boolean =>
  SIGNS.some((sign) => {
    const places: number[] = [];
    for (let at = text.indexOf(sign); at !== -1; at = text.indexOf(sign, at + 1)) {
      if (!(isWordSide(text, at, -1) && isWordSide(text, at, 1))) continue;
      const first = places[places.push(at) - MIN_BETWEEN];
      if (first !== undefined && at - first <= WITHIN) return true;
    }
    return false;
  });

/** Those that have company near enough. */
const crowded = (matches: readonly RegExpExecArray[]): readonly RegExpExecArray[] => {
  const last = MIN_BETWEEN - 1;
  let until = -1;
  return matches.filter(({ index }, i) => {
    if ((matches[i + last]?.index ?? Number.POSITIVE_INFINITY) - index <= WITHIN) until = i + last;
    return i <= until;
  });
};

/** The text with blanks in the place of signs between words. */
export const dropSymbols = (text: string, mayHaveSigns: boolean): MappedText | undefined => {
  if (!(mayHaveSigns && hasSigns(text)) && !PICTURES.test(text)) return undefined;
  const matches = crowded([...text.matchAll(BETWEEN)]);
  if (matches.length === 0) return undefined;
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
