import type { Span } from '../../chat/segment.ts';
import { type KeptSecret, MAX_SECRET_LETTERS } from '../answers/kept-secrets.ts';
import { prepare, reverse, rot13 } from '../answers/protected-texts.ts';
import { isLetterAt, type Letters, lazy, readLetters } from '../answers/secret-letters.ts';
import { inSequences, openSequenceFrom } from '../answers/secret-sequences.ts';
import { rot47 } from '../decoding/letters/letter-order.ts';
import { uprightOf } from '../decoding/turned.ts';
import type { Detector } from '../detector.ts';
import { type Finding, KEPT_SECRET_RULE } from '../findings.ts';
import { createMapBuilder, type MappedText, unchanged } from '../text/mapped-text.ts';

/** Between two letters of a value that is spelled out: ` - `, `, `, `\n10. `. */
const LONGEST_GAP = 6;
/** Shorter ones have to stand by themselves, either in one piece or each letter apart. */
const LONG_LETTERS = 6;
/** So long ones are found within words, too. */
const ANYWHERE_LETTERS = 8;
/** Shorter ones are other words when they are read backwards. */
const MIN_TURNED_LETTERS = 5;
/** A value that is spelled out is no longer. */
export const LONGEST_KEPT_CHARS = MAX_SECRET_LETTERS * (LONGEST_GAP + 1);

/** As much of a text is looked at for one with markup between its letters. */
const LONGEST_MARKED_CHARS = 1024;

const UNBROKEN = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/u;
const DIGIT = /\d/u;

/** How a value may stand in an answer. */
type Form = Readonly<{ key: string; gaps: readonly boolean[]; secret: KeptSecret }>;

/** Once for each value: every answer to a request is read for the same. */
const onceFor = <T>(of: (secret: KeptSecret) => T): ((secret: KeptSecret) => T) => {
  const known = new WeakMap<KeptSecret, T>();
  return (secret) => {
    const before = known.get(secret);
    if (before !== undefined) return before;
    const made = of(secret);
    known.set(secret, made);
    return made;
  };
};

const formsOf = onceFor((secret): readonly Form[] => {
  const { key, gaps } = secret;
  const plain = { key, gaps, secret };
  if (key.length < MIN_TURNED_LETTERS) return [plain];
  const backwards = gaps.map((_, at) => at > 0 && gaps[gaps.length - at] === true);
  return [plain, { ...plain, key: reverse(key), gaps: backwards }, { ...plain, key: rot13(key) }];
});

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

const base32Of = (bytes: Uint8Array): string => {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/gu) ?? [])
    .map((five) => BASE32.charAt(Number.parseInt(five.padEnd(5, '0'), 2)))
    .join('');
};

const SMALL_A = 97;
/** From a to z, in Braille. */
const BRAILLE = '⠁⠃⠉⠙⠑⠋⠛⠓⠊⠚⠅⠇⠍⠝⠕⠏⠟⠗⠎⠞⠥⠧⠺⠭⠽⠵';
/** From a to z, in Morse; only these, since dots and dashes that are not all letters are anything. */
const MORSE =
  '.- -... -.-. -.. . ..-. --. .... .. .--- -.- .-.. -- -. --- .--. --.- .-. ... - ..- ...- .-- -..- -.-- --..'.split(
    ' ',
  );
const IN_ALPHABET = /^[a-z]+$/u;

const lettersIn = (key: string, alphabet: ArrayLike<string>): readonly string[] =>
  Array.from(key, (letter) => alphabet[letter.charCodeAt(0) - SMALL_A] ?? letter);

/** Letters of other alphabets that stand for those of the value, one for one. */
const alphabetsOf = (key: string): readonly string[] =>
  IN_ALPHABET.test(key) ? [lettersIn(key, BRAILLE).join(''), lettersIn(key, MORSE).join(' ')] : [];

/** A value by itself is too short a code for the decoders. */
const codesOf = onceFor(({ value, key }): readonly string[] => {
  if (key.length < MIN_TURNED_LETTERS) return [];
  const spellings = [...new Set([value, value.toLowerCase(), value.toUpperCase()])];
  const codes = spellings.flatMap((spelt) => {
    const bytes = Buffer.from(spelt);
    const hex = bytes.toString('hex');
    return [
      bytes.toString('base64').replace(/=+$/u, ''),
      base32Of(bytes),
      hex,
      hex.toUpperCase(),
      rot47(spelt),
    ];
  });
  return [...codes, ...alphabetsOf(key)];
});

const touches = (text: string, outside: number, inside: number): boolean =>
  outside >= 0 &&
  outside < text.length &&
  isLetterAt(text, outside) &&
  !UNBROKEN.test(text.charAt(outside)) &&
  !UNBROKEN.test(text.charAt(inside));

/** Whether letters that are those of a value, or of its beginning, are written as one would write it. */
const isWritten = ({ key, gaps }: Form, places: ArrayLike<number>, first: number, count: number): boolean => {
  let apart = 0;
  let isLikeItself = true;
  for (let at = 1; at < count; at++) {
    const gap = (places[first + at] ?? 0) - (places[first + at - 1] ?? 0) - 1;
    if (gap > LONGEST_GAP) return false;
    if (gap === 0) continue;
    apart++;
    isLikeItself &&= gaps[at] === true;
  }
  return isLikeItself || key.length >= LONG_LETTERS || apart === count - 1;
};

const placesOf = (text: string, { letters, places }: Letters, form: Form): readonly Span[] => {
  const { key } = form;
  const spans: Span[] = [];
  for (let at = letters.indexOf(key); at !== -1; at = letters.indexOf(key, at + 1)) {
    const start = places[at] ?? 0;
    const last = places[at + key.length - 1] ?? 0;
    const isAlone = !touches(text, start - 1, start) && !touches(text, last + 1, last);
    if ((isAlone || key.length >= ANYWHERE_LETTERS) && isWritten(form, places, at, key.length))
      spans.push({ start, end: last + 1 });
  }
  return spans;
};

const LINE_BEGINS =
  /(?:^|\n)[^\p{L}\p{N}\n]{0,8}(?:\d{1,3}[.)]\s{0,4})?[^\p{L}\p{N}\n]{0,8}(?<initial>[\p{L}\p{N}])/uy;

type Initials = Readonly<{ letters: string; starts: readonly number[] }>;

/** The first letters of the lines, which a poem may hide a word in. */
const initialsOf = (text: string): Initials => {
  let letters = '';
  const starts: number[] = [];
  for (let line = 0; line !== -1; line = text.indexOf('\n', line)) {
    LINE_BEGINS.lastIndex = line;
    const initial = LINE_BEGINS.exec(text)?.groups?.['initial'] ?? '';
    line = Math.max(line + (text[line] === '\n' ? 1 : 0), LINE_BEGINS.lastIndex);
    if (initial.length !== 1) continue;
    letters += initial.toLowerCase().charAt(0);
    starts.push(line - 1);
  }
  return { letters, starts };
};

const acrosticsOf = ({ letters, starts }: Initials, { key }: Form): readonly Span[] => {
  const at = letters.indexOf(key);
  return at === -1 ? [] : [{ start: starts[at] ?? 0, end: (starts[at + key.length - 1] ?? 0) + 1 }];
};

const codedIn = (text: string, code: string): readonly Span[] => {
  const start = text.indexOf(code);
  return start === -1 ? [] : [{ start, end: start + code.length }];
};

const isDifferent = ({ start, end }: Span, at: number, spans: readonly Span[]): boolean =>
  spans.findIndex((other) => other.start === start && other.end === end) === at;

const scoreOf = ({ isUncommon }: KeptSecret): number => (isUncommon ? 0.96 : 0.85);

/** What is not shown between letters, or as their look alone: tags, comments, addresses of links, commands of TeX. */
const MARKUP = /<\/?[a-z][^<>]{0,200}>|<!--[\s\S]{0,200}?-->|\]\([^()\s]{1,400}\)|\\[a-z]{2,12}\{/giu;
/** The beginning of some, at the end of a text. */
const OPEN_MARKUP = /(?:<(?:\/?[a-z][^<>]{0,200}|!?)|\](?:\([^()\s]{0,400})?|\\[a-z]{0,12})$/iu;
const MAY_BE_MARKUP = /[<\\]|\]\(/u;

/** The text without it; null where there is none. */
const withoutMarkup = (text: string, from = 0): MappedText | null => {
  if (!MAY_BE_MARKUP.test(from === 0 ? text : text.slice(from))) return null;
  const builder = createMapBuilder(text);
  let copied = 0;
  MARKUP.lastIndex = from;
  for (let found = MARKUP.exec(text); found !== null; found = MARKUP.exec(text)) {
    builder.copy(copied, found.index);
    copied = found.index + found[0].length;
  }
  if (copied === 0) return null;
  builder.copy(copied, text.length);
  return builder.build();
};

/** Where a value stands in a text, in whatever form. */
const spansAsWritten = (text: string): ((secret: KeptSecret) => readonly Span[]) => {
  const read = readLetters(text);
  const initials = lazy(() => initialsOf(text));
  return (secret) => {
    const forms = formsOf(secret);
    const letters = DIGIT.test(secret.key) ? read.all() : read.withoutDigits();
    const acrostic = secret.key.length < MIN_TURNED_LETTERS ? [] : forms.slice(0, 2);
    return [
      ...forms.flatMap((form) => placesOf(text, letters, form)),
      ...acrostic.flatMap((form) => acrosticsOf(initials(), form)),
      ...codesOf(secret).flatMap((code) => codedIn(text, code)),
      ...inSequences(text, read, secret),
    ];
  };
};

/** The same, also upside down or with markup between its letters, for all of some values. */
const spansIn = (text: string, secrets: readonly KeptSecret[]): ReadonlyMap<KeptSecret, readonly Span[]> => {
  const asWritten = spansAsWritten(text);
  const found = new Map(secrets.map((secret) => [secret, [...asWritten(secret)]]));
  const upright = uprightOf(text);
  if (upright !== null) {
    const inUpright = spansAsWritten(upright);
    for (const [secret, spans] of found) spans.push(...inUpright(secret));
  }
  const bare = withoutMarkup(text);
  if (bare !== null) {
    const inBare = spansAsWritten(bare.text);
    for (const [secret, spans] of found) spans.push(...inBare(secret).map(bare.toSource));
  }
  return new Map([...found].map(([secret, spans]) => [secret, spans.filter(isDifferent)]));
};

const FOUND = { ruleId: KEPT_SECRET_RULE, category: 'data_leak', subType: 'system_prompt_leak' } as const;

/** Where some of these values stand in a text, whoever wrote it: for what shows a part of it. */
export const keptValuesIn = (text: string, secrets: readonly KeptSecret[]): readonly Finding[] => {
  if (secrets.length === 0) return [];
  return [...spansIn(text, secrets)].flatMap(([secret, spans]) =>
    spans.map((span) => ({ ...FOUND, score: scoreOf(secret), span, view: 'text' })),
  );
};

/** Values that the trusted messages name and forbid to tell, also spelled out, backwards and down the lines. */
export const keptSecret: Detector = {
  id: 'kept-secret',
  readings: 'awaited',
  applies: ({ direction, protectedTexts }) =>
    direction === 'output' && protectedTexts.length > 0 && prepare(protectedTexts).kept.length > 0,
  detect: (text, { protectedTexts, request }) => {
    const secrets = prepare(protectedTexts).kept;
    return [...spansIn(text, secrets)].flatMap(([secret, spans]) => {
      if (spans.length === 0 || request?.isSaidByCaller(secret.value) === true) return [];
      return spans.map((span) => ({ ...FOUND, score: scoreOf(secret), span }));
    });
  },
};

/** Fewer letters than these tell nothing of a value, and every word may begin so. */
const LEAST_OPEN = 2;
const LEAST_OPEN_WITHIN = 3;

/** So many letters at the end of a text are the beginning of a value; 0 where none are. */
const openLetters = (text: string, { letters, places }: Letters, form: Form): number => {
  const lastGap = text.length - 1 - (places[letters.length - 1] ?? 0);
  if (lastGap > LONGEST_GAP) return 0;
  for (let count = Math.min(form.key.length, letters.length); count >= LEAST_OPEN; count--) {
    const first = letters.length - count;
    const start = places[first] ?? 0;
    if (!letters.endsWith(form.key.slice(0, count))) continue;
    const isWithin = touches(text, start - 1, start);
    if (isWithin && (form.key.length < ANYWHERE_LETTERS || count < LEAST_OPEN_WITHIN)) continue;
    if (isWritten(form, places, first, count)) return count;
  }
  return 0;
};

/** So many characters at the end of a text are the beginning of a code. */
const openCode = (text: string, code: string): number => {
  const last = text.charCodeAt(text.length - 1);
  for (let count = Math.min(code.length, text.length); count >= LEAST_OPEN_WITHIN; count--) {
    if (code.charCodeAt(count - 1) === last && text.endsWith(code.slice(0, count))) return count;
  }
  return 0;
};

/** As `openSecretFrom`, of a text as it is written, from some place on. */
const openAsWritten = (text: string, start: number, kept: readonly KeptSecret[]): number => {
  const read = readLetters(text, start);
  let from = openSequenceFrom(text, read, kept);
  for (const secret of kept) {
    const letters = DIGIT.test(secret.key) ? read.all() : read.withoutDigits();
    for (const form of formsOf(secret)) {
      const count = openLetters(text, letters, form);
      if (count > 0) from = Math.min(from, letters.places[letters.letters.length - count] ?? from);
    }
    for (const code of codesOf(secret)) from = Math.min(from, text.length - openCode(text, code));
  }
  return from;
};

/**
 * Where a value that nobody may be told may begin, which the end of a growing text is in the middle of.
 *
 * @param text In the form that `normalize` gives.
 * @returns `text.length` where the text does not end like the beginning of one.
 */
export const openSecretFrom = (text: string, protectedTexts: readonly string[]): number => {
  if (protectedTexts.length === 0) return text.length;
  const { kept } = prepare(protectedTexts);
  if (kept.length === 0) return text.length;
  const last = Math.max(0, text.length - LONGEST_KEPT_CHARS);
  const upright = uprightOf(text.slice(last));
  const from = Math.min(
    openAsWritten(text, last, kept),
    upright === null ? text.length : last + openAsWritten(upright, 0, kept),
  );
  const near = Math.max(0, text.length - LONGEST_MARKED_CHARS);
  const open = OPEN_MARKUP.exec(text.slice(near))?.[0].length ?? 0;
  const whole = text.slice(0, text.length - open);
  const bare = withoutMarkup(whole, near) ?? (open > 0 ? unchanged(whole) : null);
  if (bare === null) return from;
  const inBare = openAsWritten(bare.text, Math.max(0, bare.text.length - LONGEST_KEPT_CHARS), kept);
  if (inBare === bare.text.length) return from;
  return Math.min(from, bare.toSource({ start: inBare, end: inBare + 1 }).start);
};
