import { assemble } from '../decoding/assembled.ts';
import { mayBeBase64, mayBeReversedBase64, readBase64, readReversedBase64 } from '../decoding/base64.ts';
import { decodeBase85 } from '../decoding/base85.ts';
import { mayBeBigNumber, readBigNumber } from '../decoding/big-numbers.ts';
import { decodeBinary, decodeBits } from '../decoding/binary.ts';
import { fillBlanks } from '../decoding/blanked-words.ts';
import { decodeBraille } from '../decoding/braille.ts';
import { joinBrokenWords } from '../decoding/broken-words.ts';
import {
  decodeEncodedWords,
  decodeQuotedPrintable,
  decodeUtf7,
  joinSoftBreaks,
  mayBeBase32,
  readBase32,
} from '../decoding/byte-codes.ts';
import { decodeCharacterCalls } from '../decoding/character-calls.ts';
import { decodeCipher, decodeReversed, decodeReversedWords } from '../decoding/ciphers.ts';
import { decodeCodePoints } from '../decoding/code-points.ts';
import { decodeMorse, decodeMorseDigits, decodeNato } from '../decoding/code-words.ts';
import { decodeCodedWords } from '../decoding/coded-words.ts';
import { readColumns } from '../decoding/column-words.ts';
import { decodeCutCodes } from '../decoding/cut-codes.ts';
import { joinCutValues, mayBeCut } from '../decoding/cut-values.ts';
import { decodeCutWords } from '../decoding/cut-words.ts';
import { decodeDocumentEscapes } from '../decoding/document-escapes.ts';
import { decodeEscapes } from '../decoding/escapes.ts';
import { decodeGluedBytes } from '../decoding/glued-bytes.ts';
import { mayBeGlued, readGlued } from '../decoding/glued-codes.ts';
import { decodeHexDump } from '../decoding/hex-dump.ts';
import { digitsOf, pairsIn } from '../decoding/hex-pairs.ts';
import { dropInlineMarkup } from '../decoding/inline-markup.ts';
import { hasOtherJoints, joinStrings } from '../decoding/joined-strings.ts';
import { spreadJoinedWords } from '../decoding/joined-words.ts';
import { readLookalikes } from '../decoding/latin-forms.ts';
import { decodeLeet } from '../decoding/leet.ts';
import { decodeKnocks, decodeNumberGrids, decodeTwoSigns } from '../decoding/letter-grids.ts';
import { decodeLetterNumbers } from '../decoding/letter-numbers.ts';
import { readPlaces } from '../decoding/letter-places.ts';
import { decodeDigitBytes, decodeListedBytes } from '../decoding/listed-bytes.ts';
import { readLists } from '../decoding/listed-words.ts';
import { textOfBytes } from '../decoding/loose-text.ts';
import { decodeNamedCipher } from '../decoding/named-ciphers.ts';
import { decodeGluedNumbers, decodeNumbers } from '../decoding/number-codes.ts';
import { readOtherScripts } from '../decoding/other-scripts.ts';
import { decodePercent } from '../decoding/percent.ts';
import { decodePigLatin } from '../decoding/pig-latin.ts';
import { readPrefixed } from '../decoding/prefixed-lines.ts';
import { readJumbled, readRepeated, readVowelless } from '../decoding/remade-words.ts';
import { replaceSpans } from '../decoding/replaced.ts';
import { decodeRot47 } from '../decoding/rot47.ts';
import { splitRunTogether } from '../decoding/run-together.ts';
import { decodeRuns } from '../decoding/runs/alphabet-runs.ts';
import { digitMarks } from '../decoding/runs/digit-runs.ts';
import { TELLS } from '../decoding/runs/tells.ts';
import { readSelected } from '../decoding/selected.ts';
import { readSeparated } from '../decoding/separated-words.ts';
import { dropSignsInWords } from '../decoding/signs-in-words.ts';
import { decodeSpelled, hasStrokes } from '../decoding/spelled.ts';
import { readStandIns } from '../decoding/stand-ins.ts';
import { dropSymbols } from '../decoding/symbols.ts';
import { readTables } from '../decoding/table-words.ts';
import { readTagged } from '../decoding/tagged-words.ts';
import { readTurnedLetters } from '../decoding/turned.ts';
import { correctTypos } from '../decoding/typos.ts';
import { unwrap } from '../decoding/unwrapped.ts';
import { decodeUuencode } from '../decoding/uuencode.ts';
import { decodeWordGames } from '../decoding/word-games.ts';
import { reverseOrder } from '../decoding/word-order.ts';
import type { TextFacts } from '../facts/facts.ts';
import { CHARS, SIGNAL_BITS, SIGNS } from '../facts/signs.ts';
import { TELLS_OF_RULES } from '../matching/rule-literals.ts';
import { onForget } from '../text/in-hand.ts';
import type { MappedText } from '../text/mapped-text.ts';

/** What is known about a text before a decoder looks at it. */
type Signs = Readonly<{
  facts: TextFacts;
  /** What would be longer is of no use: a decoder that sees so need not go on, and says `TOO_LONG`. */
  room: number;
}>;

/** For what leaves no sign. */
export const ALWAYS = 0;
/** For what needs no character, or whose digits and long runs tell nothing. */
export const ANY = 0;

/** One way to hide a text. `decode` gives undefined where there is nothing of the kind. */
export type Decoder = Readonly<{
  name: string;
  /** Letters change places or meaning, so that numbers and keys found in the result would be chance. */
  scrambles: boolean;
  /** A stream does not wait for what is written like this: only attacks are looked for in it, since all else would be seen too late. */
  isUnawaited: boolean;
  /** Nothing is looked for in what comes out. */
  isFinal: boolean;
  /** Only values are looked for in what comes out: the rest of it says nothing that the text does not say. */
  isOfValues: boolean;
  /** What it changes stands in the text around it, which it takes over. */
  isLocal: boolean;
  /** Its letters stand in the text in the same order: what nobody looks for there, for its length, nobody looks for in what comes out either. */
  keepsLetters: boolean;
  /** What it reads is a code, in which signs may stand for whatever: it looks in a jumble of them as well, where no words are. */
  readsJumbles: boolean;
  /** Bits of `SIGNS`: in a text with none of them there is nothing of the kind, and `decode` is not asked; or `ALWAYS`. */
  needs: number;
  /** Bits of `CHARS`: in a text with none of these characters it is not asked either; or `ANY`. */
  chars: number;
  /** Bits of `TELLS`, in the same way; or `ANY`. */
  tells: number;
  /** Whether it is asked in texts with these signs, of which those that are needed are some; each combination is looked at once. */
  suits: (signs: number) => boolean;
  decode: (text: string, signs: Signs) => MappedText | undefined;
}>;

const isHex = (code: number): boolean =>
  (code >= 48 && code <= 57) || (code >= 65 && code <= 70) || (code >= 97 && code <= 102);

const HEX_PROBE = 12;

/** The second character may be the `x` of `0x`. */
const mayBeHex = (text: string, start: number): boolean => {
  for (let i = 0; i < HEX_PROBE; i++) if (i !== 1 && !isHex(text.charCodeAt(start + i))) return false;
  return true;
};

const readHex = (run: string): string | undefined => {
  const digits = run.replace(/^0x/iu, '').replace(/\s/gu, '');
  if (!/^(?:[\da-f]{2}){8,16384}$/iu.test(digits)) return undefined;
  return textOfBytes(Buffer.from(digits, 'hex'));
};

/** Marks at which no digits stand tell a decoder of numbers nothing. */
const ofDigits =
  (decode: (text: string, marks: readonly number[]) => MappedText | undefined): Decoder['decode'] =>
  (text, { facts }) =>
    decode(text, digitMarks(text, facts.marks));

/** Two decoders ask about each row of bytes one after the other, and a text of nothing else has a single one. */
const lastHex: { digits: string; out: string | undefined } = { digits: '', out: undefined };
onForget(() => {
  lastHex.digits = '';
  lastHex.out = undefined;
});

const readHexOnce = (digits: string): string | undefined => {
  if (lastHex.digits !== digits) {
    lastHex.out = readHex(digits);
    lastHex.digits = digits;
  }
  return lastHex.out;
};

const BASE64 = { begins: mayBeBase64, read: readBase64 } as const;
const HEX = { begins: mayBeHex, read: readHex } as const;
const BASE32 = { begins: mayBeBase32, read: readBase32 } as const;
const GLUED = { begins: mayBeGlued, read: readGlued } as const;
const REVERSED_BASE64 = { begins: mayBeReversedBase64, read: readReversedBase64 } as const;
const BIG_NUMBER = { begins: mayBeBigNumber, read: readBigNumber } as const;

/** Whole codes, in which no other stands. */
const CODED_RUNS = [BASE64, HEX, BASE32, REVERSED_BASE64];

const plain = (name: string, needs: number, decode: Decoder['decode']): Decoder => ({
  name,
  scrambles: false,
  isUnawaited: false,
  isFinal: false,
  isOfValues: false,
  isLocal: false,
  keepsLetters: false,
  readsJumbles: false,
  needs,
  chars: ANY,
  tells: ANY,
  suits: () => true,
  decode,
});
const scrambling = (name: string, needs: number, decode: Decoder['decode']): Decoder => ({
  ...plain(name, needs, decode),
  scrambles: true,
});
const unawaited = (name: string, needs: number, decode: Decoder['decode']): Decoder => ({
  ...scrambling(name, needs, decode),
  isUnawaited: true,
});
const final = (name: string, needs: number, decode: Decoder['decode']): Decoder => ({
  ...scrambling(name, needs, decode),
  isFinal: true,
});

const last = (name: string, needs: number, decode: Decoder['decode']): Decoder => ({
  ...final(name, needs, decode),
  isUnawaited: true,
});

const QUOTES = CHARS.quote | CHARS.apostrophe | CHARS.backtick;
/** One of these stands in whatever markup cuts. */
const CUTTING =
  CHARS.lineFeed | CHARS.star | CHARS.backtick | CHARS.tilde | CHARS.stroke | CHARS.less | CHARS.underscore;
const { run, equals, plus, quote, apostrophe, less, star } = SIGNS;
/** In UTF-16 code units. */
const LONG_QUESTION = 320;
const local = (decoder: Decoder): Decoder => ({ ...decoder, isLocal: true });
const code = (decoder: Decoder): Decoder => ({ ...decoder, readsJumbles: true });
/** One that needs one of these signs as well. */
const withSigns = (signs: number, decoder: Decoder): Decoder => ({
  ...decoder,
  suits: (all) => (all & signs) !== 0,
});
const withoutSigns = (signs: number, decoder: Decoder): Decoder => ({
  ...decoder,
  suits: (all) => (all & signs) === 0,
});
/** One that reads nothing without one of these characters. */
const withChars = (chars: number, decoder: Decoder): Decoder => ({ ...decoder, chars });
/** One that reads nothing where digits and long runs tell none of these. */
const withTells = (tells: number, decoder: Decoder): Decoder => ({ ...decoder, tells });
const letterKeeping = (decoder: Decoder): Decoder => ({ ...decoder, keepsLetters: true });

/** Without these there is no place where a cipher of letters may be. */
const CIPHERED = SIGNS.strange | SIGNAL_BITS.rot13 | SIGNAL_BITS.reversed | SIGNAL_BITS['reversed-script'];

const hasWords = ({ hits }: TextFacts): boolean => {
  for (let i = 0; i < hits.length; i += 2) if (TELLS_OF_RULES[hits[i] ?? 0] === 1) return true;
  return false;
};

const wordsIn = ({ hits }: TextFacts): TextFacts['hits'] => {
  let telling = 0;
  for (let i = 0; i < hits.length; i += 2) telling += TELLS_OF_RULES[hits[i] ?? 0] ?? 0;
  return 2 * telling === hits.length ? hits : hits.filter((_, i) => TELLS_OF_RULES[hits[i & ~1] ?? 0] === 1);
};

/** Where words of rules are; null for a short text in letters that few of them have, all of which may be such a word. */
const saidIn = (facts: TextFacts): TextFacts['hits'] | null =>
  (facts.signs & SIGNS.short) !== 0 && (facts.chars & CHARS.wide) !== 0 ? null : wordsIn(facts);

/** In the order of promise: where views are too many or too large, the last ones are left out. */
export const DECODERS: readonly Decoder[] = [
  withTells(TELLS.base64, code(plain('base64', SIGNS.longRun, (_, { facts }) => decodeRuns(facts, BASE64)))),
  withTells(TELLS.hex, code(plain('hex', SIGNS.longRun, (_, { facts }) => decodeRuns(facts, HEX)))),
  withTells(TELLS.base32, code(plain('base32', SIGNS.longRun, (_, { facts }) => decodeRuns(facts, BASE32)))),
  withTells(TELLS.zeros, code(unawaited('hex-dump', SIGNS.numbers, decodeHexDump))),
  code(unawaited('coded-words', SIGNS.coded, (_, { facts }) => decodeCodedWords(facts))),
  code(unawaited('cut-words', SIGNS.coded | SIGNS.spelled, (_, { facts }) => decodeCutWords(facts))),
  code(unawaited('cut-codes', SIGNS.coded, (_, { facts }) => decodeCutCodes(facts))),
  code(unawaited('base85', SIGNS.coded, (_, { facts }) => decodeBase85(facts))),
  code(unawaited('uuencode', SIGNS.coded, decodeUuencode)),
  code(
    unawaited('base64-reversed', SIGNS.coded, (_, { facts }) => decodeRuns(facts, REVERSED_BASE64, [BASE64])),
  ),
  code(unawaited('base58', SIGNS.coded, (_, { facts }) => decodeRuns(facts, BIG_NUMBER, [BASE64]))),
  withTells(
    TELLS.glued,
    code(unawaited('glued', SIGNS.longRun, (_, { facts }) => decodeRuns(facts, GLUED, CODED_RUNS))),
  ),
  code(
    local(
      plain('hex-bytes', SIGNS.paired, (text) =>
        replaceSpans(text, pairsIn(text), (row) => readHexOnce(digitsOf(row))),
      ),
    ),
  ),
  code(
    unawaited('glued-bytes', SIGNS.paired | SIGNS.backslash, (text) => decodeGluedBytes(text, readHexOnce)),
  ),
  code(local(plain('url', SIGNS.percent, (text, { room }) => decodePercent(text, room)))),
  code(
    local(
      unawaited('encoded-words', equals, (text) =>
        text.includes('=?') ? decodeEncodedWords(text) : undefined,
      ),
    ),
  ),
  code(
    local(plain('quoted-printable', equals, (text) => decodeQuotedPrintable(text) ?? joinSoftBreaks(text))),
  ),
  withSigns(plus, code(local(plain('utf-7', run, decodeUtf7)))),
  code(local(plain('escapes', SIGNS.backslash, (text, { room }) => decodeEscapes(text, room)))),
  code(local(unawaited('document-escapes', SIGNS.backslash, decodeDocumentEscapes))),
  withTells(TELLS.bits, code(local(plain('binary', SIGNS.digit, ofDigits(decodeBinary))))),
  withTells(TELLS.bits, code(local(unawaited('bits', SIGNS.digit, ofDigits(decodeBits))))),
  withTells(
    TELLS.row,
    code(plain('numbers', SIGNS.numbers, (text, { facts }) => decodeNumbers(text, facts.marks))),
  ),
  withTells(
    TELLS.row,
    code(
      unawaited('glued-numbers', SIGNS.numbers, (text, { facts }) => decodeGluedNumbers(text, facts.marks)),
    ),
  ),
  withTells(TELLS.list, code(local(unawaited('listed-bytes', SIGNS.numbers, ofDigits(decodeListedBytes))))),
  withTells(TELLS.digits, code(local(unawaited('digit-bytes', SIGNS.longRun, ofDigits(decodeDigitBytes))))),
  withChars(
    CHARS.plus | CHARS.ampersand,
    code(
      local(
        unawaited('code-points', SIGNS.numbers, (text, { facts }) =>
          decodeCodePoints(text, (facts.signs & plus) !== 0),
        ),
      ),
    ),
  ),
  withTells(
    TELLS.arguments,
    withChars(
      CHARS.round | CHARS.closesSquare,
      code(local(unawaited('character-calls', SIGNS.numbers, decodeCharacterCalls))),
    ),
  ),
  withTells(TELLS.row, code(unawaited('letter-numbers', SIGNS.numbers, ofDigits(decodeLetterNumbers)))),
  withTells(
    TELLS.row,
    code(unawaited('number-grids', SIGNS.numbers, (text, { facts }) => decodeNumberGrids(text, facts.marks))),
  ),
  withChars(CHARS.point, code(unawaited('knocks', SIGNS.slash | SIGNS.coded | run, decodeKnocks))),
  code(unawaited('two-signs', SIGNS.coded, decodeTwoSigns)),
  withSigns(quote | apostrophe, letterKeeping(plain('joined', equals | plus, joinStrings))),
  withoutSigns(
    equals | plus,
    letterKeeping(
      unawaited('joined-otherwise', quote | apostrophe, (text, { facts }) =>
        hasOtherJoints(text, facts.chars) ? joinStrings(text) : undefined,
      ),
    ),
  ),
  withChars(QUOTES | CHARS.curly, unawaited('assembled', quote | apostrophe | SIGNS.short, assemble)),
  unawaited('listed', quote | apostrophe, readLists),
  withChars(
    CHARS.colon,
    letterKeeping(
      unawaited('columns', quote | apostrophe, (text, { facts }) =>
        // Records have none of the words of rules.
        hasWords(facts) || facts.signs & SIGNS.short ? readColumns(text) : undefined,
      ),
    ),
  ),
  withChars(
    CHARS.lineFeed,
    letterKeeping(
      unawaited('tables', SIGNS.short | SIGNS.dash | equals | SIGNS.digit, (text, { facts }) => {
        const said = saidIn(facts);
        return said === null || said.length > 0 ? readTables(text, said) : undefined;
      }),
    ),
  ),
  withChars(
    CHARS.lineFeed,
    letterKeeping(
      unawaited('prefixed', SIGNS.digit | quote | apostrophe, (_, { facts }) =>
        hasWords(facts) ? readPrefixed(facts) : undefined,
      ),
    ),
  ),
  withChars(
    CHARS.less | CHARS.curly | CHARS.square | CHARS.star,
    letterKeeping(scrambling('unwrapped', less | star | quote, unwrap)),
  ),
  local(letterKeeping(unawaited('inline-markup', less | star, dropInlineMarkup))),
  withChars(
    CHARS.less | CHARS.square | CHARS.closesSquare,
    letterKeeping(unawaited('tagged', less | SIGNS.slash | SIGNS.short, readTagged)),
  ),
  code(
    local(
      scrambling('spaced', SIGNS.spelled | SIGNS.mixed, (text, { facts, room }) =>
        // A stroke looks like a letter to what tells the first of the signs.
        facts.signs & SIGNS.spelled || hasStrokes(text) ? decodeSpelled(text, room) : undefined,
      ),
    ),
  ),
  withTells(
    TELLS.letters,
    letterKeeping(scrambling('run-together', SIGNS.longRun, (_, { facts }) => splitRunTogether(facts))),
  ),
  letterKeeping(unawaited('joined-words', run | SIGNS.short, (_, { facts }) => spreadJoinedWords(facts))),
  unawaited('separated', SIGNS.short, (text, { facts }) =>
    // Tables have none of the words of rules.
    hasWords(facts) || text.length <= LONG_QUESTION ? readSeparated(facts) : undefined,
  ),
  unawaited('signs-in-words', SIGNS.short, (_, { facts }) => dropSignsInWords(facts)),
  unawaited('blanked-words', SIGNS.short, (_, { facts }) => fillBlanks(facts)),
  local(unawaited('stand-ins', equals | SIGNS.short, (_, { facts }) => readStandIns(facts))),
  withChars(
    CHARS.wide,
    unawaited('other-script', SIGNS.short, (_, { facts }) => readOtherScripts(facts)),
  ),
  unawaited('broken', SIGNS.short, (_, { facts }) => joinBrokenWords(facts)),
  local(scrambling('leet', SIGNS.mixed, (text, { facts }) => decodeLeet(text, facts.marks))),
  local(unawaited('braille', SIGNS.braille, decodeBraille)),
  local(unawaited('turned', SIGNS.turned, readTurnedLetters)),
  scrambling('rot13', CIPHERED, (_, { facts }) => decodeCipher(facts, 'rot13')),
  scrambling('reversed', CIPHERED, (_, { facts }) => decodeReversed(facts)),
  scrambling('reversed-words', CIPHERED, (_, { facts }) => decodeReversedWords(facts)),
  scrambling('caesar', CIPHERED, (_, { facts }) => decodeCipher(facts, 'caesar')),
  scrambling('atbash', CIPHERED, (_, { facts }) => decodeCipher(facts, 'atbash')),
  scrambling('pig-latin', SIGNAL_BITS['pig-latin'], (_, { facts }) => decodePigLatin(facts)),
  code(scrambling('rot47', SIGNAL_BITS.rot47, (_, { facts }) => decodeRot47(facts))),
  withChars(
    CHARS.hyphen | CHARS.dot | CHARS.underscore,
    code(scrambling('morse', SIGNS.dash | SIGNS.picture | run, decodeMorse)),
  ),
  withTells(TELLS.row, code(unawaited('morse-digits', SIGNS.numbers, decodeMorseDigits))),
  scrambling('nato', SIGNAL_BITS.nato, decodeNato),
  local(scrambling('symbols', star | SIGNS.picture, (_, { facts }) => dropSymbols(facts))),
  withSigns(SIGNS.short, unawaited('letter-places', SIGNS.strange, readPlaces)),
  unawaited('named-ciphers', SIGNS.strange | SIGNS.picture, (_, { facts }) => decodeNamedCipher(facts)),
  unawaited('selected', ALWAYS, (_, { facts }) => readSelected(facts)),
  withSigns(SIGNS.short, unawaited('word-games', SIGNS.strange, decodeWordGames)),
  final('word-order', SIGNAL_BITS.order, (_, { facts }) => reverseOrder(facts)),
  // In a short text, or where one is mistyped that attacks are made of.
  final('typos', SIGNS.short | SIGNAL_BITS.typo, (_, { facts }) => correctTypos(facts)),
  last('jumbled', SIGNS.short | SIGNS.strange, (_, { facts }) => readJumbled(facts)),
  last('vowelless', SIGNS.short | SIGNS.strange, (_, { facts }) => readVowelless(facts)),
  last('repeated', SIGNS.short | SIGNS.strange, (_, { facts }) => readRepeated(facts)),
  local(final('confusables', SIGNS.lookalike, readLookalikes)),
  local({
    ...withChars(
      CUTTING,
      plain('cut-values', SIGNS.digit, (text, { facts }) =>
        mayBeCut(facts) ? joinCutValues(text, digitMarks(text, facts.marks)) : undefined,
      ),
    ),
    isFinal: true,
    isOfValues: true,
  }),
];
