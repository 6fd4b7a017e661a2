import type { Span } from '../../chat/segment.ts';
import { codeAt, unitsOf } from '../code-units.ts';
import { createMapBuilder, type MappedText } from '../mapped-text.ts';
import { SHORT_TEXT, SIGNS as TEXT_SIGNS } from '../signs.ts';
import type { TextFacts } from '../text-facts.ts';
import { hasFunctionWord, isSentence } from './sentence-words.ts';

/** Words with a sign in place of each blank, or a capital at the beginning of each: `ignore_all_previous`, `Ignore.all.previous`, `IgnoreAllPrevious`. */

/** Paths and addresses are no sentences. */
const PATH = /^(?:\/|\.{1,2}\/|~\/|www\.|[a-z]:\\)|:\/\//iu;
const MIN_WORDS = 4;
const LONGEST_WORD = 24;
const MAX_PIECE = 4096;
/** Of the places between words so many have the same sign. */
const SAME_SHARE = 0.8;

const OTHER = 0;
const SMALL = 1;
const CAPITAL = 2;
const BLANK = 3;
/** The first of the signs; the others follow it. */
const SIGN = 4;
/** Of alphabets; behind them come those of East Asia. */
const LAST_LETTER = 0x1fff;
const KINDS = new Uint8Array(0x10000);
for (let code = 0; code <= LAST_LETTER; code++) {
  const letter = String.fromCharCode(code);
  if (/\p{Lu}/u.test(letter)) KINDS[code] = CAPITAL;
  else if (/[\p{L}\p{M}'’]/u.test(letter)) KINDS[code] = SMALL;
}
KINDS.fill(SMALL, 0x3041, 0x3100);
KINDS.fill(SMALL, 0x3400, 0xa000);
KINDS.fill(SMALL, 0xac00, 0xd7a4);
const SIGNS = '_-./+|,:;~#=&\\^*·•';
for (const [i, sign] of [...SIGNS].entries()) KINDS[sign.charCodeAt(0)] = SIGN + i;
KINDS[0x20] = BLANK;
KINDS[0x0a] = BLANK;

const kindAt = (text: string, at: number): number => KINDS[codeAt(text, at)] ?? OTHER;

const GAP = /[^\p{L}\p{N}\p{M}'’]{1,4}/gu;
/** Where blanks were, and what stands there now. */
type Cuts = readonly Span[];

/** Of a gap that ends a sentence, too, the sign in place of the blank is the last one. */
const signCuts = (piece: string, sign: string): Cuts | undefined => {
  const cuts: Span[] = [];
  let gaps = 0;
  for (const { 0: gap, index } of piece.matchAll(GAP)) {
    if (index === 0 || index + gap.length === piece.length) continue;
    gaps++;
    const at = index + gap.lastIndexOf(sign);
    if (at >= index) cuts.push({ start: at, end: at + 1 });
  }
  return cuts.length >= MIN_WORDS - 1 && cuts.length >= gaps * SAME_SHARE ? cuts : undefined;
};

/** What stands around names in a program, which begin their words with capitals, too. */
const OF_PROGRAM = /[\p{L}\d]\(|[{}=]/gu;
const SIGN_OF_PROGRAM = /[({}=]/;
/** For each of them that many words are somebody's sentence all the same. */
const WORDS_OF_SENTENCE = 12;

/** Where a word with a capital begins behind another word: `allPrevious`, `IAm`. */
const isHump = (piece: string, at: number): boolean => {
  const before = kindAt(piece, at - 1);
  return before === SMALL || (before === CAPITAL && kindAt(piece, at + 1) === SMALL);
};

const humpCuts = (piece: string): Cuts | undefined => {
  const cuts: Span[] = [];
  for (let at = 1; at < piece.length; at++)
    if (KINDS[piece.charCodeAt(at)] === CAPITAL && isHump(piece, at)) cuts.push({ start: at, end: at });
  if (cuts.length < MIN_WORDS - 1) return undefined;
  const signs = SIGN_OF_PROGRAM.test(piece) ? (piece.match(OF_PROGRAM)?.length ?? 0) : 0;
  return cuts.length >= signs * WORDS_OF_SENTENCE ? cuts : undefined;
};

const spread = (piece: string, cuts: Cuts): string => {
  let out = '';
  let from = 0;
  for (const { start, end } of cuts) {
    out += `${piece.slice(from, start)} `;
    from = end;
  }
  return out + piece.slice(from);
};

type Piece = Readonly<{ start: number; end: number; cuts: Cuts }>;

/** The piece at `at`, where it is a sentence once blanks stand at its cuts. @param joint As `jointOf` has it. */
const readPiece = (text: string, { start, end }: Span, joint: string): Piece | undefined => {
  const piece = text.slice(start, end);
  if (joint !== '' && !hasFunctionWord(piece.split(joint))) return undefined;
  if (PATH.test(piece)) return undefined;
  const cuts = joint === '' ? humpCuts(piece) : signCuts(piece, joint);
  return cuts !== undefined && isSentence(spread(piece, cuts)) ? { start, end, cuts } : undefined;
};

/** What stands between blanks, and how often its words hang together in which way; one for all, written anew for each. */
const joints = { start: 0, end: 0, capitals: 0, words: 0, signs: 0 };
const bySign = new Uint16Array(SIGNS.length);

const isLetter = (kind: number): boolean => kind === SMALL || kind === CAPITAL;

/** Counts what lies between a character of one kind and one of another. @returns Where the word began that stands there. */
const countBorder = (last: number, kind: number, at: number, wordAt: number): number => {
  const wasLetter = isLetter(last);
  if (isLetter(kind)) {
    if (wasLetter && kind === CAPITAL) joints.capitals++;
    if (wasLetter) return wordAt;
    joints.words++;
    return at;
  }
  if (kind >= SIGN && wasLetter && at - wordAt <= LONGEST_WORD) {
    bySign[kind - SIGN] = (bySign[kind - SIGN] ?? 0) + 1;
    joints.signs++;
  }
  return wordAt;
};

/** Looks from `at` as far as the blanks on both sides, or `MAX_PIECE` units away; not in front of `floor`. @param units Those of a text of `length`. */
const countJoints = (units: Uint16Array, length: number, at: number, floor: number): void => {
  let start = at;
  const first = Math.max(floor, at - MAX_PIECE);
  while (start > first && KINDS[units[start - 1] ?? 0] !== BLANK) start--;
  if (joints.signs > 0) bySign.fill(0);
  joints.signs = 0;
  joints.capitals = 0;
  joints.words = 0;
  let before = BLANK;
  let wordAt = start;
  let end = start;
  for (const last = Math.min(length, at + MAX_PIECE); end < last; end++) {
    const kind = KINDS[units[end] ?? 0] ?? OTHER;
    if (kind === before) continue;
    if (kind === BLANK) break;
    wordAt = countBorder(before, kind, end, wordAt);
    before = kind;
  }
  joints.start = start;
  joints.end = end;
};

/** Characters for each word that begins with a capital or behind a sign, at least: base64 has more of these. */
const CHARACTERS_OF_WORD = 3.6;

/** The sign that most of its words have behind them, an empty text for capitals; undefined where neither is. */
const jointOf = ({ start, end, capitals, words, signs }: typeof joints): string | undefined => {
  const least = Math.max(MIN_WORDS - 1, (words - 1) * SAME_SHARE);
  let sign = 0;
  for (let i = 1; i < SIGNS.length && signs >= least; i++)
    if ((bySign[i] ?? 0) > (bySign[sign] ?? 0)) sign = i;
  if ((bySign[sign] ?? 0) >= least) return SIGNS.charAt(sign);
  const most = (end - start) / CHARACTERS_OF_WORD;
  return capitals >= Math.max(MIN_WORDS - 1, words) && capitals + words <= most ? '' : undefined;
};

/** What was found in a text so far. */
type Search = Readonly<{ text: string; pieces: Piece[] }> & { units: Uint16Array | undefined };

/** Adds what stands between blanks around `at`, where it is a piece. @returns Where it ends. */
const addAround = (search: Search, at: number, floor: number): number => {
  const { text, pieces } = search;
  search.units ??= unitsOf(text);
  countJoints(search.units, text.length, at, floor);
  const joint = jointOf(joints);
  const piece = joint === undefined ? undefined : readPiece(text, joints, joint);
  if (piece !== undefined) pieces.push(piece);
  return joints.end;
};

/** Signs that no run of base64 has in it, and that hardly ever stand between two letters again and again; with the sign of a text that has it, if there is one. */
const BETWEEN: readonly Readonly<{ sign: string; needs: number }>[] = [
  { sign: '.', needs: 0 },
  { sign: '|', needs: 0 },
  { sign: '·', needs: 0 },
  { sign: '•', needs: TEXT_SIGNS.picture },
  { sign: '~', needs: TEXT_SIGNS.star },
];

/** Adds the pieces where such a sign stands again and again. */
const addSigned = (search: Search, sign: string): void => {
  const { text } = search;
  let count = 0;
  let last = 0;
  for (let at = text.indexOf(sign); at !== -1; at = text.indexOf(sign, at + 1)) {
    count = at - last <= LONGEST_WORD ? count + 1 : 0;
    last = at;
    if (count !== MIN_WORDS - 1) continue;
    last = addAround(search, at, 0);
    at = last - 1;
  }
};

/** Of the words of a sentence so many characters hang together at least. */
const SHORTEST_RUN = 20;

/** Looks at runs of letters, which are known, and where a few signs stand again and again. */
const searchLong = (search: Search, { runs, signs }: TextFacts): void => {
  let floor = 0;
  for (const { start, end } of runs)
    if (start >= floor && end - start >= SHORTEST_RUN) floor = addAround(search, start, floor);
  for (const { sign, needs } of BETWEEN) if (needs === 0 || (signs & needs) !== 0) addSigned(search, sign);
};

/** Shorter ones hold no four words. */
const SHORTEST_PIECE = 16;

/**
 * Looks at all that stands between blanks and is long enough. It is looked for from where one that began behind the last blank would end,
 * so that of most words a few units are looked at.
 */
const searchShort = (search: Search): void => {
  const { text } = search;
  const units = unitsOf(text);
  search.units = units;
  let start = 0;
  // What lies between the two is inside.
  let known = 0;
  for (let end = SHORTEST_PIECE; end <= text.length; end = start + SHORTEST_PIECE) {
    let at = end - 1;
    while (at >= known && KINDS[units[at] ?? 0] !== BLANK) at--;
    start = at < known ? addAround(search, start, start) : at + 1;
    known = at < known ? start : end;
  }
};

const NONE: readonly Piece[] = [];

/** Those that overlap none before them. */
const apart = (pieces: readonly Piece[]): readonly Piece[] => {
  let done = 0;
  return pieces
    .toSorted((a, b) => a.start - b.start)
    .filter(({ start, end }) => {
      if (start < done) return false;
      done = end;
      return true;
    });
};

const piecesIn = (facts: TextFacts): readonly Piece[] => {
  const { text } = facts;
  const search: Search = { text, units: undefined, pieces: [] };
  if (text.length <= SHORT_TEXT) searchShort(search);
  else searchLong(search, facts);
  return search.pieces.length > 0 ? apart(search.pieces) : NONE;
};

/** @returns What such pieces say, with blanks between the words, and nothing else. */
export const spreadJoinedWords = (facts: TextFacts): MappedText | undefined => {
  const { text } = facts;
  const pieces = piecesIn(facts);
  if (pieces.length === 0) return undefined;
  const builder = createMapBuilder(text);
  for (const { start, end, cuts } of pieces) {
    let from = start;
    for (const cut of cuts) {
      builder.copy(from, start + cut.start);
      builder.put(' ', start + cut.start, start + cut.end);
      from = start + cut.end;
    }
    builder.copy(from, end);
    builder.put('\n', end, end);
  }
  return builder.build();
};
