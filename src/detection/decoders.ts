import { isUtf8 } from 'node:buffer';
import { LIBERAL_LOOKALIKES } from './confusables.ts';
import { createMapBuilder, type MappedText, unchanged } from './mapped-text.ts';
import type { Signal } from './rule-literals.ts';
import { isAttackWord, splitWords } from './split-words.ts';
import type { TextFacts } from './text-facts.ts';
import { MIN_RUN } from './traits.ts';

/** What is known about a text before a decoder looks at it. */
type Signs = Readonly<{ signals: ReadonlySet<Signal>; facts: TextFacts }>;

/** One way to hide a text. `decode` gives undefined where there is nothing of the kind. */
export type Decoder = Readonly<{
  name: string;
  /** Letters change places or meaning, so that numbers and keys found in the result would be chance. */
  scrambles: boolean;
  decode: (text: string, signs: Signs) => MappedText | undefined;
}>;

const MIN_TEXT = 8;

const toText = (bytes: Buffer): string | undefined => {
  const wide = bytes.length >= 8 && bytes[1] === 0 && bytes[3] === 0 && bytes[5] === 0;
  if (wide) return bytes.toString('utf16le');
  return isUtf8(bytes) ? bytes.toString('utf8') : undefined;
};

/** Decoded bytes are only worth a scan when they read like something somebody wrote. */
const readable = (text: string | undefined): text is string => {
  if (text === undefined || text.length < MIN_TEXT) return false;
  const odd = text.match(/[^\p{L}\p{N}\p{P}\p{M}\p{Sm}\p{Zs}\n\r\t$`^|]/gu)?.length ?? 0;
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  return odd <= text.length * 0.1 && letters >= text.length * 0.5;
};

const isAlphabet = (code: number): boolean =>
  (code >= 97 && code <= 122) ||
  (code >= 65 && code <= 90) ||
  (code >= 47 && code <= 57) ||
  code === 43 ||
  code === 45 ||
  code === 95;

type Run = { start: number; end: number };

/** Runs of the base64 alphabet, looked for with a stride: a run of 16 can't hide between two probes. Lines are joined. */
const longRuns = (text: string): readonly Run[] => {
  const runs: Run[] = [];
  for (let probe = MIN_RUN - 1; probe < text.length; probe += MIN_RUN) {
    const run = runAround(text, probe);
    if (run === undefined) continue;
    probe = Math.max(probe, run.end - 1);
    const last = runs.at(-1);
    if (run.end - run.start < MIN_RUN || (last !== undefined && run.start <= last.end)) continue;
    if (last !== undefined && run.start - last.end === 1 && /\s/u.test(text.charAt(last.end)))
      last.end = run.end;
    else runs.push(run);
  }
  return runs;
};

const runAround = (text: string, probe: number): Run | undefined => {
  if (!isAlphabet(text.charCodeAt(probe))) return undefined;
  let start = probe;
  while (start > 0 && isAlphabet(text.charCodeAt(start - 1))) start--;
  let end = probe + 1;
  while (end < text.length && isAlphabet(text.charCodeAt(end))) end++;
  return { start, end };
};

const decodeRuns = (
  text: string,
  read: (run: string, atEdge: boolean) => string | undefined,
): MappedText | undefined => {
  const builder = createMapBuilder(text);
  let found = false;
  for (const { start, end } of longRuns(text)) {
    const out = read(text.slice(start, end), start === 0);
    if (out === undefined) continue;
    found = true;
    builder.put(`${out}\n`, start, end);
  }
  return found ? builder.build() : undefined;
};

const fromBase64 = (run: string): string | undefined => {
  const text = toText(Buffer.from(run, 'base64'));
  return readable(text) ? text : undefined;
};

/** The tail of a short last line is not a long run of its own, so the whole is also read up to the next blank. */
const readBase64 = (run: string, atEdge: boolean): string | undefined => {
  const compact = run.replace(/\s/gu, '');
  if (!/[a-z]/u.test(compact) || !/[A-Z]/u.test(compact)) return undefined;
  const whole = compact.length % 4 === 1 ? compact.slice(0, -1) : compact;
  for (let skip = 0; skip < (atEdge ? 4 : 1); skip++) {
    const out =
      fromBase64(whole.slice(skip)) ??
      fromBase64(whole.slice(skip, whole.length - ((whole.length - skip) % 4)));
    if (out !== undefined) return out;
  }
  return /\s/u.test(run) ? fromBase64(run.split(/\s/u)[0] ?? '') : undefined;
};

const readHex = (run: string): string | undefined => {
  const digits = run.replace(/^0x/iu, '').replace(/\s/gu, '');
  if (!/^(?:[\da-f]{2}){8,16384}$/iu.test(digits)) return undefined;
  const text = toText(Buffer.from(digits, 'hex'));
  return readable(text) ? text : undefined;
};

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

const PERCENT = /(?:%[\da-f]{2}){1,512}/giu;
const readPercent = (run: string): string | undefined => toText(Buffer.from(run.replaceAll('%', ''), 'hex'));

const ESCAPE = /\\(?:u\{[\da-f]{1,6}\}|u[\da-f]{4}|x[\da-f]{2})/giu;
const readEscape = (escaped: string): string | undefined => {
  const code = Number.parseInt(escaped.replace(/[^\da-f]/giu, ''), 16);
  return Number.isNaN(code) || code > 0x10ffff ? undefined : String.fromCodePoint(code);
};

const SPACED_HEX =
  /(?<![\da-f])(?:0x|\\x)?[\da-f]{2}(?:[\s,:;]{1,2}(?:0x|\\x)?[\da-f]{2}){7,4096}(?![\da-f])/giu;
const BINARY = /(?<![01])[01]{8}(?:[\s,]?[01]{8}){7,4096}(?![01])/gu;

const LEET: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
  '|': 'l',
  '8': 'b',
  '9': 'g',
  '+': 't',
};
const LEET_SIGN = /[a-z][013457@$!|]{1,3}[a-z]|\b[0134579@$!][a-z]{2,16}\b/iu;
const LEET_WORD = /[a-z0-9@$!|+]{2,32}/giu;
/** Only words of attacks are worth reading so: identifiers and units are full of digits. */
const readLeet = (word: string): string | undefined => {
  if (!/[a-z]/iu.test(word) || !/[0134578@$!|]/u.test(word)) return undefined;
  const body = /!$/u.test(word) ? word.slice(0, -1) : word;
  const out = body.replace(/11/gu, 'll').replace(/[0134578@$!|9+]/gu, (sign) => LEET[sign] ?? sign);
  return isAttackWord(out.toLowerCase()) ? out + word.slice(body.length) : undefined;
};

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

const rot13 = (text: string): string => {
  const turn = (code: number, base: number): number => ((code - base + 13) % 26) + base;
  return text.replace(/[a-z]/giu, (letter) =>
    String.fromCharCode(turn(letter.charCodeAt(0), letter <= 'Z' ? 65 : 97)),
  );
};

const reverseAll = (text: string): MappedText => ({
  text: text.split('').reverse().join(''),
  toSource: ({ start, end }) => ({ start: text.length - end, end: text.length - start }),
});

export const DECODERS: readonly Decoder[] = [
  {
    name: 'confusables',
    scrambles: true,
    decode: (text) => {
      if (!/[\u0370-\u052f]/u.test(text)) return undefined;
      return unchanged(
        text.replace(/[\u0370-\u052f]/gu, (letter) => LIBERAL_LOOKALIKES.get(letter) ?? letter),
      );
    },
  },
  {
    name: 'base64',
    scrambles: false,
    decode: (text, { facts }) => (facts.traits.mayHoldRuns ? decodeRuns(text, readBase64) : undefined),
  },
  {
    name: 'hex',
    scrambles: false,
    decode: (text, { facts }) => (facts.traits.mayHoldRuns ? decodeRuns(text, readHex) : undefined),
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
    decode: (text) => (text.includes('%') ? replaceAll(text, PERCENT, readPercent) : undefined),
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
    decode: (text, { facts }) =>
      facts.traits.isMixed && LEET_SIGN.test(text) ? replaceAll(text, LEET_WORD, readLeet) : undefined,
  },
  {
    name: 'rot13',
    scrambles: true,
    decode: (text, { signals }) => (signals.has('rot13') ? unchanged(rot13(text)) : undefined),
  },
  {
    name: 'reversed',
    scrambles: true,
    decode: (text, { signals }) => (signals.has('reversed') ? reverseAll(text) : undefined),
  },
  {
    name: 'reversed-words',
    scrambles: true,
    decode: (text, { signals }) =>
      signals.has('reversed')
        ? unchanged(text.replace(/[\p{L}\p{N}]{2,64}/gu, (word) => [...word].reverse().join('')))
        : undefined,
  },
];
