import type { Span } from '../../chat/segment.ts';
import type { TextFacts } from '../facts/facts.ts';
import { CHARS, SHORT_TEXT } from '../facts/signs.ts';
import { codeAt, unitsOf } from '../text/code-units.ts';
import { createMapBuilder, type MappedText } from '../text/mapped-text.ts';
import { hasFunctionWord, isSentence, mayBeSentence } from './words/sentence-words.ts';
import { findJoined, JOINT, JOINT_KINDS, JOINT_SIGNS } from './words/word-gaps.ts';

/** Words with a sign in place of each blank, or a capital at the beginning of each: `ignore_all_previous`, `Ignore.all.previous`, `IgnoreAllPrevious`. */

/** Paths and addresses are no sentences. */
const PATH = /^(?:\/|\.{1,2}\/|~\/|www\.|[a-z]:\\)/iu;
const MIN_WORDS = 4;
const LONGEST_WORD = 24;
const MAX_PIECE = 4096;
/** Of the places between words so many have the same sign. */
const SAME_SHARE = 0.8;

const kindAt = (text: string, at: number): number => JOINT_KINDS[codeAt(text, at)] ?? JOINT.other;

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
  return before === JOINT.small || (before === JOINT.capital && kindAt(piece, at + 1) === JOINT.small);
};

const humpCuts = (piece: string): Cuts | undefined => {
  const cuts: Span[] = [];
  for (let at = 1; at < piece.length; at++)
    if (JOINT_KINDS[piece.charCodeAt(at)] === JOINT.capital && isHump(piece, at))
      cuts.push({ start: at, end: at });
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
  // Most pieces are addresses.
  if (piece.includes('://')) return undefined;
  // A sign in place of a blank ends a word as well.
  if (joint !== '' && !(mayBeSentence(piece) && hasFunctionWord(piece.split(joint)))) return undefined;
  if (PATH.test(piece)) return undefined;
  const cuts = joint === '' ? humpCuts(piece) : signCuts(piece, joint);
  return cuts !== undefined && isSentence(spread(piece, cuts)) ? { start, end, cuts } : undefined;
};

/** What stands between blanks, and how often its words hang together in which way; one for all, written anew for each. */
const joints = { start: 0, end: 0, capitals: 0, words: 0, signs: 0 };
const bySign = new Uint16Array(JOINT_SIGNS.length);

const isLetter = (kind: number): boolean => kind === JOINT.small || kind === JOINT.capital;

/** Counts what lies between a character of one kind and one of another. @returns Where the word began that stands there. */
const countBorder = (last: number, kind: number, at: number, wordAt: number): number => {
  const wasLetter = isLetter(last);
  if (isLetter(kind)) {
    if (wasLetter && kind === JOINT.capital) joints.capitals++;
    if (wasLetter) return wordAt;
    joints.words++;
    return at;
  }
  if (kind >= JOINT.sign && wasLetter && at - wordAt <= LONGEST_WORD) {
    bySign[kind - JOINT.sign] = (bySign[kind - JOINT.sign] ?? 0) + 1;
    joints.signs++;
  }
  return wordAt;
};

/** Looks from `at` as far as the blanks on both sides, or `MAX_PIECE` units away; not in front of `floor`. @param units Those of a text of `length`. */
const countJoints = (units: Uint16Array, length: number, at: number, floor: number): void => {
  let start = at;
  const first = Math.max(floor, at - MAX_PIECE);
  while (start > first && JOINT_KINDS[units[start - 1] ?? 0] !== JOINT.blank) start--;
  if (joints.signs > 0) bySign.fill(0);
  joints.signs = 0;
  joints.capitals = 0;
  joints.words = 0;
  let before: number = JOINT.blank;
  let wordAt = start;
  let end = start;
  for (const last = Math.min(length, at + MAX_PIECE); end < last; end++) {
    const kind = JOINT_KINDS[units[end] ?? 0] ?? JOINT.other;
    if (kind === before) continue;
    if (kind === JOINT.blank) break;
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
  for (let i = 1; i < JOINT_SIGNS.length && signs >= least; i++)
    if ((bySign[i] ?? 0) > (bySign[sign] ?? 0)) sign = i;
  if ((bySign[sign] ?? 0) >= least) return JOINT_SIGNS.charAt(sign);
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

/** Signs that no run of base64 has in it, and that hardly ever stand between two letters again and again; with the bit of a text that has it. */
const BETWEEN: readonly Readonly<{ sign: string; bit: number }>[] = [
  { sign: '.', bit: CHARS.point },
  { sign: '|', bit: CHARS.stroke },
  { sign: '·', bit: CHARS.dot },
  { sign: '•', bit: CHARS.dot },
  { sign: '~', bit: CHARS.tilde },
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
const searchLong = (search: Search, { runs, chars }: TextFacts): void => {
  let floor = 0;
  for (const { start, end } of runs)
    if (start >= floor && end - start >= SHORTEST_RUN) floor = addAround(search, start, floor);
  for (const { sign, bit } of BETWEEN) if ((chars & bit) !== 0) addSigned(search, sign);
};

/** Looks at all that stands between blanks. */
const searchShort = ({ text, pieces }: Search): void => {
  for (const joined of findJoined(text)) {
    const piece = readPiece(text, joined, joined.joint);
    if (piece !== undefined) pieces.push(piece);
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
