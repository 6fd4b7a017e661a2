import type { Span } from '../../chat/segment.ts';
import { type Detector, type Finding, KEPT_SECRET_RULE } from '../detector.ts';
import { type KeptSecret, MAX_SECRET_LETTERS } from '../kept-secrets.ts';
import { prepare, reverse, rot13 } from '../protected-texts.ts';
import { isLetterAt, type Letters, lazy, readLetters } from '../secret-letters.ts';
import { inSequences, openSequenceFrom } from '../secret-sequences.ts';

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

/** A value by itself is too short a code for the decoders. */
const codesOf = onceFor(({ value, key }): readonly string[] => {
  if (key.length < MIN_TURNED_LETTERS) return [];
  return [value, value.toLowerCase(), value.toUpperCase()].flatMap((spelt) => {
    const bytes = Buffer.from(spelt);
    const hex = bytes.toString('hex');
    return [bytes.toString('base64').replace(/=+$/u, ''), hex, hex.toUpperCase()];
  });
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

/** Where a value stands in a text, in whatever form. */
const spansIn = (text: string): ((secret: KeptSecret) => readonly Span[]) => {
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
    ].filter(isDifferent);
  };
};

const FOUND = { ruleId: KEPT_SECRET_RULE, category: 'data_leak', subType: 'system_prompt_leak' } as const;

/** Where some of these values stand in a text, whoever wrote it: for what shows a part of it. */
export const keptValuesIn = (text: string, secrets: readonly KeptSecret[]): readonly Finding[] => {
  if (secrets.length === 0) return [];
  const find = spansIn(text);
  return secrets.flatMap((secret) =>
    find(secret).map((span) => ({ ...FOUND, score: scoreOf(secret), span, view: 'text' })),
  );
};

/** Values that the trusted messages name and forbid to tell, also spelled out, backwards and down the lines. */
export const keptSecret: Detector = {
  id: 'kept-secret',
  readings: 'awaited',
  applies: ({ direction, protectedTexts }) => direction === 'output' && protectedTexts.length > 0,
  detect: (text, { protectedTexts, request }) => {
    const secrets = prepare(protectedTexts).kept;
    if (secrets.length === 0) return [];
    const find = spansIn(text);
    return secrets.flatMap((secret) => {
      const spans = find(secret);
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
  for (let count = Math.min(code.length, text.length); count >= LEAST_OPEN_WITHIN; count--) {
    if (text.endsWith(code.slice(0, count))) return count;
  }
  return 0;
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
  const start = Math.max(0, text.length - LONGEST_KEPT_CHARS);
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
