import { createCodeUnits } from './code-units.ts';
import { LIBERAL_LOOKALIKES } from './confusables.ts';
import { decodeRuns } from './decoding/alphabet-runs.ts';
import { mayBeBase64, readBase64 } from './decoding/base64.ts';
import { decodeLeet } from './decoding/leet.ts';
import { reverseAll, reverseWords, rot13 } from './decoding/letter-order.ts';
import { decodePercent } from './decoding/percent.ts';
import { readable, toText } from './decoding/readable.ts';
import { createMapBuilder, type MappedText, unchanged } from './mapped-text.ts';
import type { Signal } from './rule-literals.ts';
import { splitWords } from './split-words.ts';
import type { TextFacts } from './text-facts.ts';

/** What is known about a text before a decoder looks at it. */
type Signs = Readonly<{ signals: ReadonlySet<Signal>; facts: TextFacts }>;

/** One way to hide a text. `decode` gives undefined where there is nothing of the kind. */
export type Decoder = Readonly<{
  name: string;
  /** Letters change places or meaning, so that numbers and keys found in the result would be chance. */
  scrambles: boolean;
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
  const text = toText(Buffer.from(digits, 'hex'));
  return readable(text) ? text : undefined;
};

const BASE64 = { begins: mayBeBase64, read: readBase64 } as const;
const HEX = { begins: mayBeHex, read: readHex } as const;

const readBinary = (bits: string): string | undefined => {
  const compact = bits.replace(/[^01]/gu, '');
  const bytes = Buffer.from((compact.match(/.{8}/gu) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const text = toText(bytes);
  return readable(text) ? text : undefined;
};

const replaceAll = (
  text: string,
  pattern: RegExp,
  read: (matched: string) => string | undefined,
): MappedText | undefined => {
  const builder = createMapBuilder(text);
  let from = 0;
  let found = false;
  for (const match of text.matchAll(pattern)) {
    const out = read(match[0]);
    if (out === undefined) continue;
    found = true;
    const end = match.index + match[0].length;
    builder.copy(from, match.index);
    builder.put(out, match.index, end);
    from = end;
  }
  if (!found) return undefined;
  builder.copy(from, text.length);
  return builder.build();
};

const ESCAPE = /\\(?:u\{[\da-f]{1,6}\}|u[\da-f]{4}|x[\da-f]{2})/giu;
const readEscape = (escaped: string): string | undefined => {
  const code = Number.parseInt(escaped.replace(/[^\da-f]/giu, ''), 16);
  return Number.isNaN(code) || code > 0x10ffff ? undefined : String.fromCodePoint(code);
};

const SPACED_HEX =
  /(?<![\da-f])(?:0x|\\x)?[\da-f]{2}(?:[\s,:;]{1,2}(?:0x|\\x)?[\da-f]{2}){7,4096}(?![\da-f])/giu;
const BINARY = /(?<![01])[01]{8}(?:[\s,]?[01]{8}){7,4096}(?![01])/gu;

const SPACED_SIGN = /(?<![\p{L}\p{N}])\p{L}(?:[^\p{L}\p{N}]{1,3}\p{L}(?![\p{L}\p{N}])){4}/u;
const SPACED = /(?<![\p{L}\p{N}])\p{L}(?:[^\p{L}\p{N}]{1,3}\p{L}(?![\p{L}\p{N}])){2,400}/gu;

const decodeSpaced = (text: string): MappedText | undefined => {
  if (!SPACED_SIGN.test(text)) return undefined;
  const builder = createMapBuilder(text);
  let from = 0;
  for (const match of text.matchAll(SPACED)) {
    builder.copy(from, match.index);
    from = match.index + match[0].length;
    const letters = Array.from(match[0].matchAll(/\p{L}/gu), (letter) => ({
      text: letter[0],
      at: match.index + letter.index,
    }));
    const cuts = splitWords(
      letters
        .map((letter) => letter.text)
        .join('')
        .toLowerCase(),
    );
    for (const [i, letter] of letters.entries()) {
      if (i > 0 && cuts.has(i)) builder.put(' ', letter.at, letter.at);
      builder.copy(letter.at, letter.at + letter.text.length);
    }
  }
  builder.copy(from, text.length);
  return builder.build();
};

const FIRST_LOOKALIKE = 0x370;
const LAST_LOOKALIKE = 0x52f;
const CODE_UNITS = createCodeUnits();
/** The Latin letters that Greek and Cyrillic ones look like, or the letters themselves. */
const LATIN_LETTERS = Uint16Array.from({ length: LAST_LOOKALIKE - FIRST_LOOKALIKE + 1 }, (_, i) => {
  const letter = String.fromCharCode(FIRST_LOOKALIKE + i);
  return (LIBERAL_LOOKALIKES.get(letter) ?? letter).charCodeAt(0);
});

const readLookalikes = (text: string): string | undefined => {
  if (!/[\u0370-\u052f]/u.test(text)) return undefined;
  const units = CODE_UNITS.read(text);
  for (let i = 0; i < text.length; i++) {
    const code = units[i] ?? 0;
    if (code >= FIRST_LOOKALIKE && code <= LAST_LOOKALIKE)
      units[i] = LATIN_LETTERS[code - FIRST_LOOKALIKE] ?? 0;
  }
  return CODE_UNITS.write(text.length);
};

export const DECODERS: readonly Decoder[] = [
  {
    name: 'confusables',
    scrambles: true,
    decode: (text) => {
      const read = readLookalikes(text);
      return read === undefined ? undefined : unchanged(read);
    },
  },
  {
    name: 'base64',
    scrambles: false,
    decode: (text, { facts }) => (facts.traits.mayHoldRuns ? decodeRuns(text, BASE64) : undefined),
  },
  {
    name: 'hex',
    scrambles: false,
    decode: (text, { facts }) => (facts.traits.mayHoldRuns ? decodeRuns(text, HEX) : undefined),
  },
  {
    name: 'hex-bytes',
    scrambles: false,
    decode: (text, { facts }) =>
      facts.traits.isPaired
        ? replaceAll(text, SPACED_HEX, (run) => readHex(run.replace(/0x|\\x|[^\da-f]/giu, '')))
        : undefined,
  },
  {
    name: 'url',
    scrambles: false,
    decode: decodePercent,
  },
  {
    name: 'escapes',
    scrambles: false,
    decode: (text) => (text.includes('\\') ? replaceAll(text, ESCAPE, readEscape) : undefined),
  },
  {
    name: 'binary',
    scrambles: false,
    decode: (text) => (text.includes('011') ? replaceAll(text, BINARY, readBinary) : undefined),
  },
  {
    name: 'spaced',
    scrambles: true,
    decode: (text, { facts }) => (facts.traits.isSpelled ? decodeSpaced(text) : undefined),
  },
  {
    name: 'leet',
    scrambles: true,
    decode: (text, { facts }) => (facts.traits.isMixed ? decodeLeet(text, facts.marks) : undefined),
  },
  {
    name: 'rot13',
    scrambles: true,
    decode: (text, { signals }) => (signals.has('rot13') ? rot13(text) : undefined),
  },
  {
    name: 'reversed',
    scrambles: true,
    decode: (text, { signals }) => (signals.has('reversed') ? reverseAll(text) : undefined),
  },
  {
    name: 'reversed-words',
    scrambles: true,
    decode: (text, { signals }) => (signals.has('reversed') ? reverseWords(text) : undefined),
  },
];
