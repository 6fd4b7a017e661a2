import type { Span } from '../../chat/segment.ts';
import { codeAt, unitsOf } from '../text/code-units.ts';
import type { MappedText } from '../text/mapped-text.ts';
import { createWriter, putUnits, resetWriter, toMapped } from '../text/unit-writer.ts';
import { mergeSpans } from './words/stretches.ts';

/**
 * What stands within words and is not shown, or only as their look: tags of HTML that begin no line of their own, comments, and the signs
 * of Markdown.
 */
const LONGEST = 200;
const INLINE =
  'a|abbr|acronym|b|bdi|bdo|big|cite|code|data|del|dfn|em|font|i|ins|kbd|label|mark|nobr|q|s|samp|small|span|strike|strong|sub|sup|tt|u|var|wbr';
const WITHIN = new RegExp(
  String.raw`(?:<!--.{0,${LONGEST}}?-->|</?(?:${INLINE})(?: [^<>]{0,${LONGEST}})?/?>|\*{1,3}|~~)+`,
  'suy',
);
const WRITER = createWriter();

/** A letter on either side, as within a word; that of an escaped line break is none. */
const BEFORE = /(?:^|[^\\])(?:(\p{Ll})|\p{L})$/u;
const BEHIND = /^(?:(\p{Lu})|\p{L})/u;
/** So many within words, so near to each other in UTF-16 code units, tell that somebody did it on purpose. */
const MIN_PLACES = 3;
const REACH = 240;
/** The other half of a pair stands at either end of the word. */
const LONGEST_WORD = 32;

/** Signs between two single letters are a product. */
const PAIR = /\p{L}{2}/u;

const NAMES: ReadonlySet<string> = new Set(INLINE.split('|'));
const LONGEST_NAME = Math.max(...Array.from(NAMES, ({ length }) => length));
const ASCII_END = 0x80;
const BLANK = 0x20;
const SLASH = 0x2f;
const GREATER = 0x3e;
/** Sets capitals to small letters. */
const SMALL = 0x20;
const BACKSLASH = 0x5c;
const STAR = 0x2a;
const TILDE = 0x7e;
const LESS = 0x3c;

/** Letters of ASCII, and whatever is beyond that. */
const mayBeLetter = (code: number): boolean =>
  code >= ASCII_END || ((code | SMALL) >= 97 && (code | SMALL) <= 122);

/** Whether two letters stand side by side at `at`. */
const isPair = (text: string, at: number): boolean => {
  const first = codeAt(text, at);
  const second = codeAt(text, at + 1);
  if (!mayBeLetter(first) || !mayBeLetter(second)) return false;
  return (first < ASCII_END && second < ASCII_END) || PAIR.test(text.slice(at, at + 2));
};

const isSmallLetter = (code: number): boolean => code >= 97;

const isWithinWord = (text: string, start: number, end: number): boolean => {
  const before = codeAt(text, start - 1);
  const behind = codeAt(text, end);
  // Nearly all are ruled out by a sign on one side.
  if (!mayBeLetter(before) || !mayBeLetter(behind)) return false;
  if (text[start] !== '<' && !isPair(text, start - 2) && !isPair(text, end)) return false;
  if (before < ASCII_END && behind < ASCII_END)
    return codeAt(text, start - 2) !== BACKSLASH && (isSmallLetter(behind) || !isSmallLetter(before));
  const letterBefore = BEFORE.exec(text.slice(Math.max(0, start - 2), start));
  const letterBehind = BEHIND.exec(text.slice(end, end + 2));
  // Behind a small letter a capital begins another word.
  return (
    letterBefore !== null &&
    letterBehind !== null &&
    (letterBefore[1] === undefined || letterBehind[1] === undefined)
  );
};

const endsName = (code: number): boolean => code === BLANK || code === SLASH || code === GREATER;

/** Whether a tag or a comment of `WITHIN` may begin at `at`. */
const mayBeTag = (text: string, at: number): boolean => {
  if (text.startsWith('!--', at + 1)) return true;
  const start = codeAt(text, at + 1) === SLASH ? at + 2 : at + 1;
  for (let end = start + 1; end <= start + LONGEST_NAME; end++)
    if (endsName(codeAt(text, end))) return NAMES.has(text.slice(start, end));
  return false;
};

/** What markup within words begins with. */
const SIGNS = '<*~';

/** Whether signs of Markdown may stand within a word; those of several kinds follow each other. */
const mayBeMarkdown = (text: string, at: number, sign: string): boolean => {
  let end = at + 1;
  while (text[end] === sign) end++;
  if (mayBeLetter(codeAt(text, end))) return isPair(text, at - 2) || isPair(text, end);
  return SIGNS.includes(text[end] ?? ' ');
};

/** Where `WITHIN` may match behind a letter, in no order; more places than those within words. */
const likelyStarts = (text: string): readonly number[] => {
  const starts: number[] = [];
  for (const sign of SIGNS)
    for (let at = text.indexOf(sign); at !== -1; at = text.indexOf(sign, at + 1)) {
      if (!mayBeLetter(codeAt(text, at - 1))) continue;
      if (sign === '<' ? mayBeTag(text, at) : mayBeMarkdown(text, at, sign)) starts.push(at);
    }
  return starts;
};

/** Whether enough of some places in ascending order are near to each other. */
const areNear = (starts: readonly number[]): boolean =>
  starts.some((start, i) => (starts[i + MIN_PLACES - 1] ?? Number.POSITIVE_INFINITY) - start <= REACH);

const MARKUP_HERE = new RegExp(WITHIN.source, 'suy');

/** Whether markup begins at `at` that stands within a word. */
const isInWordAt = (text: string, at: number): boolean => {
  MARKUP_HERE.lastIndex = at;
  return MARKUP_HERE.test(text) && isWithinWord(text, at, MARKUP_HERE.lastIndex);
};

/** Whether enough of them are near to each other, and are what they look like: these are all within words, wherever markup in front of them ends. */
const mayHoldMarkup = (text: string): boolean => {
  const starts = likelyStarts(text);
  if (starts.length < MIN_PLACES) return false;
  const ordered = starts.toSorted((a, b) => a - b);
  return areNear(ordered) && areNear(ordered.filter((start) => isInWordAt(text, start)));
};

/** Where markup starts and ends by turns, and where such starts and ends that stands within a word. */
type Places = Readonly<{ all: readonly number[]; inWords: readonly number[] }>;

/** Where markup ends that begins at `at`; -1 where none does. Stars alone need no pattern. */
const endOfMarkup = (text: string, units: Uint16Array, at: number): number => {
  let end = at;
  while (units[end] === STAR) end++;
  if (end > at && units[end] !== LESS && units[end] !== TILDE) return end;
  WITHIN.lastIndex = at;
  return WITHIN.test(text) ? WITHIN.lastIndex : -1;
};

const placesIn = (text: string, units: Uint16Array): Places => {
  const all: number[] = [];
  const inWords: number[] = [];
  for (let at = 0; at < text.length; at++) {
    const code = units[at];
    if (code !== STAR && code !== TILDE && code !== LESS) continue;
    const end = endOfMarkup(text, units, at);
    if (end === -1) continue;
    all.push(at, end);
    if (isWithinWord(text, at, end)) inWords.push(at, end);
    at = end - 1;
  }
  return { all, inWords };
};

/** Where those within words stand close together; overlapping ones are one. */
const crowds = (inWords: readonly number[]): readonly Span[] => {
  const spans: Span[] = [];
  for (let i = 0, last = 2 * MIN_PLACES - 1; last < inWords.length; i += 2, last += 2) {
    const [start = 0, end = 0] = [inWords[i], inWords[last]];
    if (end - start <= REACH) spans.push({ start: start - LONGEST_WORD, end: end + LONGEST_WORD });
  }
  return mergeSpans(spans);
};

/** The text without markup that stands within words or at their ends, where it cuts several in two. */
export const dropInlineMarkup = (text: string): MappedText | undefined => {
  if (!mayHoldMarkup(text)) return undefined;
  const units = unitsOf(text);
  const { all, inWords } = placesIn(text, units);
  const spans = crowds(inWords);
  if (spans.length === 0) return undefined;
  resetWriter(WRITER, text.length);
  let from = 0;
  let next = 0;
  for (let i = 0; i < all.length; i += 2) {
    const [start = 0, end = 0] = [all[i], all[i + 1]];
    while (start >= (spans[next]?.end ?? Number.POSITIVE_INFINITY)) next++;
    if (start < (spans[next]?.start ?? Number.POSITIVE_INFINITY)) continue;
    putUnits(WRITER, units, from, start);
    from = end;
  }
  putUnits(WRITER, units, from, text.length);
  return toMapped(WRITER);
};
