import { CHARS } from '../facts/signs.ts';
import { createMapBuilder, type MapBuilder, type MappedText } from '../text/mapped-text.ts';
import { chainsOf, type Quoted, stringsIn } from './runs/quoted.ts';

/** Between two strings: what joins them, or the end of an assignment to a short name and the beginning of the next. */
const JOINT =
  /^\s?(?:\+|\.|~|&|\|\||\.\.)?\s?$|^\s?\}\}\s?\{\{\s?$|^\s?[;,]?\s?(?:(?:and|let|const|var|set)\s)?\$?[a-z]\w{0,5}\s?:?=\s?$/iu;
const JOINS_LISTS = /\b(?:join|concat|together|combine)|%s ?%s|\{\} ?\{\}/iu;
/** The same where nothing else in the text joins any. */
const JOINING_CALL = /\b(?:join|concat)\w{0,8} ?\(|%s ?%s|\{\} ?\{\}/iu;
const LONGEST_JOINT = 24;
/** With a blank on either side, as around `||`. */
const LONGEST_SIGN = 4;
/** What joins strings besides `=` and `+`, and which characters are in it. */
const OTHER_JOINTS = [
  { chars: CHARS.stroke, joints: ['||'] },
  { chars: CHARS.point, joints: ['"."', "'.'", '" . "', "' . '"] },
  { chars: CHARS.curly, joints: ['}}{{', '}} {{'] },
  { chars: CHARS.tilde, joints: ['"~"', "'~'", '" ~ "', "' ~ '"] },
  { chars: CHARS.quote | CHARS.apostrophe, joints: ['" "', "' '"] },
] as const;
const LIST_COMMAS = ["',", '",'] as const;
/** Without one of them there is none, which is told sooner than by a pattern; and none of these without such a character. */
const JOINING_PARTS = [
  { chars: CHARS.round, parts: ['oin', 'OIN', 'oncat', 'ONCAT'] },
  { chars: CHARS.curly, parts: ['{} {}', '{}{}'] },
] as const;
const FORMATTED = '%s';
const MIN_CHARS = 12;
const MAX_CHARS = 16_384;

type Chain = readonly Quoted[];

/** Undefined where it is too long, or the colon behind a name. */
const gapBetween = (text: string, { end }: Quoted, { start }: Quoted): string | undefined =>
  start - end > LONGEST_JOINT || text[end + 1] === ':' ? undefined : text.slice(end + 1, start - 1);

const mayJoin = (gap: string): boolean =>
  gap.length <= LONGEST_SIGN || gap.includes('=') || gap.includes('{{');

const chainsIn = (text: string, strings: readonly Quoted[]): readonly Chain[] => {
  let mayBeList: boolean | undefined;
  return chainsOf(strings, 2, (before, next) => {
    const gap = gapBetween(text, before, next);
    if (gap === undefined) return false;
    if (gap.trim() !== ',') return mayJoin(gap) && JOINT.test(gap);
    mayBeList ??= JOINS_LISTS.test(text);
    return mayBeList;
  });
};

/** What another decoder may read. */
const CODE = /^[\w+/-]{24,}={0,2}$/u;

const LETTER = /\p{L}/u;
const ASCII_END = 0x80;
const BLANK = 0x20;

/** Letters and blanks. */
const countOfText = (text: string): number => {
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= ASCII_END) return count + countWide(text.slice(at));
    if (code === BLANK || ((code | BLANK) >= 97 && (code | BLANK) <= 122)) count++;
  }
  return count;
};

const countWide = (text: string): number => {
  let count = 0;
  for (const character of text) if (character === ' ' || LETTER.test(character)) count++;
  return count;
};

/** Some programs join strings; an attack that was cut in pieces has letters on both sides of a cut. */
const isText = (text: string, chain: Chain): boolean => {
  const whole = chain.map(({ start, end }) => text.slice(start, end)).join('');
  if (whole.length < MIN_CHARS) return false;
  return countOfText(whole) > whole.length * 0.8 || CODE.test(whole);
};

const hasJoint = (text: string, chars: number): boolean =>
  OTHER_JOINTS.some(
    (each) => (chars & each.chars) !== 0 && each.joints.some((joint) => text.includes(joint)),
  );

const hasJoiningPart = (text: string, chars: number): boolean =>
  text.includes(FORMATTED) ||
  JOINING_PARTS.some((each) => (chars & each.chars) !== 0 && each.parts.some((part) => text.includes(part)));

/**
 * Whether strings are found is mostly known already, and apostrophes of prose are none, so that this is asked first.
 *
 * @param chars Of the text, as its facts have them.
 */
export const hasOtherJoints = (text: string, chars: number): boolean =>
  text.length <= MAX_CHARS &&
  stringsIn(text).length >= 2 &&
  (hasJoint(text, chars) ||
    (LIST_COMMAS.some((comma) => text.includes(comma)) &&
      hasJoiningPart(text, chars) &&
      JOINING_CALL.test(text)));

/**
 * Strings in pieces, put together: `"ign" + "ore"`, `a = "ign"; b = "ore"`.
 *
 * @returns What was put together, and nothing else.
 */
export const joinStrings = (text: string): MappedText | undefined => {
  if (text.length > MAX_CHARS) return undefined;
  const strings = stringsIn(text);
  if (strings.length < 2) return undefined;
  let builder: MapBuilder | undefined;
  for (const chain of chainsIn(text, strings)) {
    if (!isText(text, chain)) continue;
    builder ??= createMapBuilder(text);
    for (const { start, end } of chain) builder.copy(start, end);
    const last = chain.at(-1)?.end ?? 0;
    builder.put('\n', last, last);
  }
  return builder?.build();
};
