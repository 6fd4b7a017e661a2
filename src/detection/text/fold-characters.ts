import { revealBits } from '../decoding/hidden-bits.ts';
import { LEAST_GAPS, openGaps } from '../decoding/invisible-gaps.ts';
import { hasMojibake, repairMojibake } from '../decoding/mojibake.ts';
import {
  BEFORE_TEXT,
  putText as putInHand,
  reserve,
  TEXT_AT,
  TEXT_FUNCTIONS,
  TEXT_MEMORY,
  TEXT_UNITS,
} from '../kernel/text-kernel.ts';
import {
  BLANK,
  BREAK,
  ESCAPE,
  GONE,
  HIGH_SURROGATE,
  KINDS,
  MAPPED,
  PLAIN,
  REPLACEMENTS,
  readAstral,
  SELECTOR,
  SINGLES,
  SPACE,
  selectorByte,
} from './characters.ts';
import { codeAt, codePointAt, createCodeUnits, textOf } from './code-units.ts';
import { locate, type MappedText, type Pieces } from './mapped-text.ts';
import {
  createWriter,
  putText,
  putUnit,
  putUnits,
  resetWriter,
  toMapped,
  type UnitWriter,
} from './unit-writer.ts';

const LINE_FEED = 0x0a;
const SPACE_CODE = 0x20;
const LAST_OF_ASCII = 0x7f;
const LAST_BYTE = 0xff;

/** A chain of variation selectors this long carries bytes; a shorter one picks the look of an emoji. */
const MIN_SMUGGLED = 4;

/** A rewritten text, and whether rewriting it once more would surely change nothing. */
type Folded = Readonly<{ mapped: MappedText; isSettled: boolean }>;

const CODE_UNITS = createCodeUnits();
const WRITER = createWriter();

/** Code units that the kernel looks at in one go. */
const PIECE_UNITS = TEXT_UNITS;
/** Of eight: the last one of them is the unit in front of a piece. */
const LEAD_BYTES = 16;
const NO_BLANK = 0x21;
const AT = reserve({
  kinds: KINDS.length,
  singles: SINGLES.byteLength,
  units: LEAD_BYTES + 2 * PIECE_UNITS,
  out: LEAD_BYTES + 2 * PIECE_UNITS,
  outStarts: 4 * PIECE_UNITS,
  starts: 4 * PIECE_UNITS,
  ends: 4 * PIECE_UNITS,
  result: 4 * 2,
  bytes: PIECE_UNITS + 16,
});
const OUT = new Uint16Array(TEXT_MEMORY, AT.out, PIECE_UNITS);
const BYTES = Buffer.from(TEXT_MEMORY, AT.bytes, PIECE_UNITS);
const RESULT = new Int32Array(TEXT_MEMORY, AT.result, 2);
const PIECE = Buffer.from(TEXT_MEMORY, AT.units, LEAD_BYTES + 2 * PIECE_UNITS);
const PIECE_TEXT = new Uint16Array(TEXT_MEMORY, AT.units + LEAD_BYTES, PIECE_UNITS);
PIECE.writeUInt16LE(NO_BLANK, LEAD_BYTES - 2);
new Uint8Array(TEXT_MEMORY).set(KINDS, AT.kinds);
new Uint16Array(TEXT_MEMORY, AT.singles, SINGLES.length).set(SINGLES);

/** The first unit of a text that may not stay as it is, or that of a pair of blanks which is not the first; or its length. */
const firstSpecial = (text: string): number => {
  for (let from = 0; from < text.length; from += PIECE_UNITS) {
    const piece = text.length <= PIECE_UNITS ? text : text.slice(from, from + PIECE_UNITS);
    putInHand(piece);
    BEFORE_TEXT[0] = from === 0 ? NO_BLANK : text.charCodeAt(from - 1);
    const at = TEXT_FUNCTIONS.firstSpecial(TEXT_AT, piece.length, AT.kinds);
    if (at < piece.length) return from + at;
  }
  return text.length;
};

/** The pieces that the kernel has written, in one piece of memory: three of them cost more than what is in them. */
const readPieces = (count: number): Pieces => {
  const all = new Int32Array(3 * count);
  all.set(new Int32Array(TEXT_MEMORY, AT.outStarts, count));
  all.set(new Int32Array(TEXT_MEMORY, AT.starts, count), count);
  all.set(new Int32Array(TEXT_MEMORY, AT.ends, count), 2 * count);
  return {
    outStarts: all.subarray(0, count),
    starts: all.subarray(count, 2 * count),
    ends: all.subarray(2 * count),
  };
};

/**
 * Resolves what `PIECE` holds, a whole text of so many units; `OUT` and `RESULT` are what comes of it.
 *
 * @returns False where there is more in it than white space, what is invisible, and letters that another one stands for.
 */
const runFoldSimple = (length: number): boolean => {
  const { kinds, singles, out, outStarts, starts, ends, result } = AT;
  const units = AT.units + LEAD_BYTES;
  return TEXT_FUNCTIONS.foldSimple(units, length, kinds, singles, out, outStarts, starts, ends, result) !== 0;
};

/** Where the parts of a text stand that is resolved so: few are asked for, so they are worked out once more. */
const piecesOf = (text: string): Pieces => {
  PIECE.write(text, LEAD_BYTES, 'utf16le');
  runFoldSimple(text.length);
  const [, count = 0] = RESULT;
  return readPieces(count);
};

/** The first `length` units of `OUT`. */
const writtenText = (length: number): string =>
  TEXT_FUNCTIONS.narrow(AT.out, length, AT.bytes) > LAST_BYTE
    ? textOf(OUT, length)
    : BYTES.toString('latin1', 0, length);

/** @param text That `PIECE` holds. */
const foldSimple = (text: string): MappedText | undefined => {
  if (!runFoldSimple(text.length)) return undefined;
  const [written = 0] = RESULT;
  let pieces: Pieces | undefined;
  return {
    text: writtenText(written),
    toSource: (span) => {
      pieces ??= piecesOf(text);
      return locate(pieces, span);
    },
  };
};

/** The first unit from `from` on that may not stay as it is, or `length`. */
const nextSpecial = (units: Uint16Array, from: number, length: number): number => {
  let before = PLAIN;
  for (let i = from; i < length; i++) {
    const kind = KINDS[units[i] ?? 0] ?? 0;
    // Two blanks in a row share the bit that `BLANK` is.
    if (kind > BLANK || (kind & before) !== 0) return before === BLANK && kind <= GONE ? i - 1 : i;
    before = kind;
  }
  return length;
};

/** Puts a text that has to be resolved where no other is put in its place meanwhile; a long one is resolved otherwise. */
const writePiece = (text: string): void => {
  if (text.length <= PIECE_UNITS) PIECE.write(text, LEAD_BYTES, 'utf16le');
};

/** Whether all of a text is ASCII that `PIECE` holds. */
const isAscii = (length: number): boolean =>
  TEXT_FUNCTIONS.narrow(AT.units + LEAD_BYTES, length, AT.bytes) <= LAST_OF_ASCII;

/**
 * Resolves compatibility forms, decoration, invisible characters, hidden text in Unicode tags and variation selectors,
 * and runs of white space; what invisible characters say in bits comes first, and UTF-8 that was taken for something else, and all else
 * in another round.
 *
 * @returns Undefined where nothing changes.
 */
export const foldCharacters = (text: string): Folded | undefined => {
  const { length } = text;
  const special = firstSpecial(text);
  if (special === length) return undefined;
  writePiece(text);
  if (length <= PIECE_UNITS && isAscii(length)) {
    // What is invisible, or was taken for another encoding, is beyond ASCII.
    const mapped = foldSimple(text);
    if (mapped !== undefined) return { mapped, isSettled: true };
  }
  const units = length <= PIECE_UNITS ? PIECE_TEXT : CODE_UNITS.read(text);
  const revealed = revealBits(text, special) ?? repairMojibake(text, units);
  if (revealed !== undefined) return { mapped: revealed, isSettled: false };
  const simple = length <= PIECE_UNITS ? foldSimple(text) : undefined;
  const opened = length - (simple?.text.length ?? 0) >= LEAST_GAPS ? openGaps(text, units) : undefined;
  if (opened !== undefined) return { mapped: opened, isSettled: false };
  if (simple !== undefined) return { mapped: simple, isSettled: !hasMojibake(OUT, simple.text.length) };
  const first = nextSpecial(units, Math.max(0, special - 1), length);
  resetWriter(WRITER, length);
  settled = true;
  if (!foldFrom(text, units, first)) return undefined;
  const mapped = toMapped(WRITER);
  return { mapped, isSettled: settled && !hasMojibake(WRITER.out, WRITER.length) };
};

/**
 * Whether all replacements so far are plain. Others may become part of a run of white space or be folded further, and
 * where nothing replaces something two blanks may meet.
 */
let settled = true;

const putReplacement = (text: string, from: number, to: number, rest: number): void => {
  if (text === '') settled = false;
  for (let i = 0; i < text.length && settled; i++) settled = KINDS[text.charCodeAt(i)] === PLAIN;
  putText(WRITER, text, from, to, rest);
};

/** @returns Whether anything changed. */
const foldFrom = (text: string, units: Uint16Array, first: number): boolean => {
  const { length } = text;
  let changed = false;
  let copied = 0;
  for (let special = first; ; special = nextSpecial(units, copied, length)) {
    putUnits(WRITER, units, copied, special);
    if (special === length) return changed;
    const { length: written } = WRITER;
    copied = foldSpecial(text, units, special);
    changed ||= !isCopied(WRITER, units, written, special, copied);
  }
};

/** Whether what was written from `written` on is what stands in `[from, to)`. */
const isCopied = (
  { out, length }: UnitWriter,
  units: Uint16Array,
  written: number,
  from: number,
  to: number,
): boolean => {
  if (length - written !== to - from) return false;
  for (let i = written; i < length; i++) if (out[i] !== units[from + i - written]) return false;
  return true;
};

/** @returns Where the next unit to read stands. */
const foldSpecial = (text: string, units: Uint16Array, at: number): number => {
  const code = units[at] ?? 0;
  switch (KINDS[code]) {
    case BLANK:
    case SPACE:
    case BREAK:
      return foldSpaces(text, units, at);
    case MAPPED: {
      const single = SINGLES[code] ?? 0;
      if (single > 0) putUnit(WRITER, single, at, at + 1);
      else putReplacement(REPLACEMENTS.get(code) ?? '', at, at + 1, text.length - at);
      return at + 1;
    }
    case SELECTOR:
      return foldSelectors(text, at);
    case HIGH_SURROGATE:
      return foldAstral(text, at);
    case ESCAPE:
      settled = false;
      return endOfSequence(text, at);
    default:
      return at + 1;
  }
};

const foldSpaces = (text: string, units: Uint16Array, at: number): number => {
  let end = at;
  let last = at;
  let breaks = false;
  for (; end < text.length; end++) {
    const code = units[end] ?? 0;
    const kind = KINDS[code] ?? 0;
    if (kind === PLAIN || kind > GONE) break;
    if (kind !== GONE) last = end + 1;
    if (kind === BREAK || code === LINE_FEED) breaks = true;
  }
  putUnit(WRITER, breaks ? LINE_FEED : SPACE_CODE, at, last);
  return end;
};

/**
 * Behind a control sequence (ECMA-48, 5.4): parameters, intermediate bytes, and one that says what it is; behind the escape alone where
 * there is none.
 */
const endOfSequence = (text: string, from: number): number => {
  if (text[from + 1] !== '[') return from + 1;
  let at = from + 2;
  while (isBetween(text, at, ' ', '?')) at++;
  return isBetween(text, at, '@', '~') ? at + 1 : from + 1;
};

const isBetween = (text: string, at: number, first: string, last: string): boolean => {
  const code = codeAt(text, at);
  return code >= first.charCodeAt(0) && code <= last.charCodeAt(0);
};

const foldSelectors = (text: string, at: number): number => {
  const bytes: number[] = [];
  let end = at;
  while (end < text.length) {
    const codePoint = codePointAt(text, end);
    const byte = selectorByte(codePoint);
    if (byte === undefined) break;
    bytes.push(byte);
    end += codePoint > 0xffff ? 2 : 1;
  }
  const smuggled = bytes.length >= MIN_SMUGGLED ? Buffer.from(bytes).toString('utf8') : '';
  putReplacement(smuggled, at, end, text.length - end);
  return end;
};

const foldAstral = (text: string, at: number): number => {
  const codePoint = codePointAt(text, at);
  if (codePoint <= 0xffff) {
    // Half a character may meet its other half when what stands between them is gone.
    settled = false;
    putText(WRITER, text.charAt(at), at, at + 1, text.length - at);
    return at + 1;
  }
  if (selectorByte(codePoint) !== undefined) return foldSelectors(text, at);
  const folded = readAstral(codePoint);
  if (folded === text.slice(at, at + 2)) putText(WRITER, folded, at, at + 2, text.length - at);
  else putReplacement(folded, at, at + 2, text.length - at);
  return at + 2;
};
