import type { Span } from '../../chat/segment.ts';

/** What begins the tags and the long variation selectors in UTF-16; few texts have it. */
const HIGH_SURROGATE = '\udb40';
const TAG_BLOCK = 0xe0000;
/** Fewer are left over from something else, and tell a model nothing. */
const LEAST_LETTERS = 4;

/** Runs of Unicode tags, with the black flag that they may belong to, and runs of variation selectors. */
const RUN = /\u{1f3f4}?[\u{e0020}-\u{e007f}]+|[\u{fe00}-\u{fe0f}\u{e0100}-\u{e01ef}]{4,}/gu;
/** The flag of a part of a country: a black one, a code of letters and digits, a cancel tag (Unicode TS #51, appendix C). */
const FLAG = /^\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f}$/u;
const SELECTORS = /^[\u{fe00}-\u{fe0f}\u{e0100}-\u{e01ef}]/u;
const LETTER = /\p{L}/gu;

const bytesOf = (selectors: string): readonly number[] =>
  Array.from(selectors, (each) => {
    const code = each.codePointAt(0) ?? 0;
    return code < 0xfe10 ? code - 0xfe00 : code - 0xe0100 + 16;
  });

const textOf = (run: string): string => {
  if (SELECTORS.test(run)) return Buffer.from(bytesOf(run)).toString('utf8').replaceAll('\ufffd', '');
  const tags = Array.from(run, (each) => (each.codePointAt(0) ?? 0) - TAG_BLOCK);
  return String.fromCharCode(...tags.filter((code) => code >= 0x20 && code < 0x7f));
};

/**
 * Letters that nobody sees and every model reads: Unicode tags and chains of variation selectors. No keyboard and no program
 * writes them; flags are the tags' only use.
 *
 * @returns From the first to the last of them, in UTF-16 code units; undefined where there are none that say something.
 */
export const smuggledIn = (text: string): Span | undefined => {
  if (!text.includes(HIGH_SURROGATE)) return undefined;
  let letters = 0;
  let span: Span | undefined;
  for (const { 0: run, index } of text.matchAll(RUN)) {
    if (FLAG.test(run)) continue;
    const count = textOf(run).match(LETTER)?.length ?? 0;
    if (count === 0) continue;
    letters += count;
    span = { start: span?.start ?? index, end: index + run.length };
  }
  return letters >= LEAST_LETTERS ? span : undefined;
};
