import type { Span } from '../../chat/segment.ts';
import type { TextFacts } from '../facts/facts.ts';
import { SIGNAL_BITS, SIGNS } from '../facts/signs.ts';
import { TELLS_OF_SECRETS } from '../matching/rule-literals.ts';
import { DECODERS } from './decoders.ts';

/** What is longer may be coded, or a passage of a text that nobody may be told, of which the shortest has 40. */
const MOST_CHARS = 36;
const LONGEST_WORD = 15;
/** Fewer digits write no word that announces a secret. */
const MOST_NUMBERS = 3;

const BLANK = 1;
const SIGN = 2;
const LETTER = 3;
/** Letters, blanks and what ends words and sentences, in ASCII; 0 for all else. */
const KINDS = new Uint8Array(128);
for (const letter of 'abcdefghijklmnopqrstuvwxyz') {
  KINDS[letter.charCodeAt(0)] = LETTER;
  KINDS[letter.toUpperCase().charCodeAt(0)] = LETTER;
}
for (const sign of '.,;!?()"*-\'') KINDS[sign.charCodeAt(0)] = SIGN;
for (const blank of ' \n') KINDS[blank.charCodeAt(0)] = BLANK;

const isFewWords = (text: string, { start, end }: Span): boolean => {
  if (end - start > MOST_CHARS) return false;
  let chars = 0;
  for (let at = start; at < end; at += 1) {
    const kind = KINDS[text.charCodeAt(at)] ?? 0;
    if (kind === 0) return false;
    chars = kind === BLANK ? 0 : chars + 1;
    if (chars > LONGEST_WORD) return false;
  }
  return true;
};

const announcesSecret = ({ hits }: TextFacts): boolean => {
  for (let i = 0; i < hits.length; i += 2) if (TELLS_OF_SECRETS[hits[i] ?? 0] === 1) return true;
  return false;
};

/** Signs of what a word that announces a secret may be written in; one in digits has more of them than `MOST_NUMBERS`. */
const CODED =
  DECODERS.reduce(
    (all, { scrambles, isOfValues, needs }) => (scrambles || isOfValues ? all : all | needs),
    0,
  ) & ~(SIGNS.digit | SIGNS.run);

/** Signs of ciphers, in which a passage may be written. Those of markup are in every answer. */
const CIPHERED =
  SIGNS.strange |
  SIGNS.spelled |
  SIGNS.mixed |
  SIGNS.lookalike |
  SIGNS.picture |
  SIGNAL_BITS.rot13 |
  SIGNAL_BITS.rot47 |
  SIGNAL_BITS.reversed |
  SIGNAL_BITS['reversed-script'] |
  SIGNAL_BITS.order |
  SIGNAL_BITS['pig-latin'] |
  SIGNAL_BITS.nato |
  SIGNAL_BITS.typo;

/**
 * Whether a stretch of a text is a few words in which no value can lie, whole: those of people and addresses have digits or signs, and of
 * plain words only those are secrets that something in front of them announces, be it written in some code.
 *
 * @param facts Of the stretch with all in front of it that may announce something in it.
 * @param isBesideProtected Whether passages of other texts are looked for as well.
 */
export const arePlainWords = (stretch: Span, facts: TextFacts, isBesideProtected: boolean): boolean =>
  (facts.signs & (isBesideProtected ? CODED | CIPHERED : CODED)) === 0 &&
  facts.marks.length <= MOST_NUMBERS &&
  isFewWords(facts.text, stretch) &&
  !announcesSecret(facts);
