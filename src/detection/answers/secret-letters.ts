/** What a code unit is. Of a script's letters and number signs those of ASCII's digits are known, too, and the letters a to z in any case. */
const LETTER = 1;
const DIGIT = 2;
const IN_WORD = LETTER | DIGIT;
const PLAIN = 4;
/** `@`, `$` and digits, of which some stand for letters. */
const SIGN = 8;
const STANDS_FOR_LETTER = 16;
const IN_SIGNED = PLAIN | SIGN;
const KNOWN = 32;
const SMALL_SHIFT = 16;

const LETTER_OR_NUMBER = /[\p{L}\p{N}]/u;
const ZERO = 48;
const NINE = 57;
const ONE = 49;
const SMALL_A = 97;
const SMALL_Z = 122;
const ALPHABET = 26;
const SIGNS = new Map(
  Object.entries({ 0: 'o', 1: '', 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b', '@': 'a', $: 's' }),
);

/** Kind and small letter of code units, filled as they are met: few texts hold letters of more than one script. */
const UNITS = new Uint32Array(0x10000);

const learn = (code: number): number => {
  const letter = String.fromCharCode(code);
  const small = letter.toLowerCase().charCodeAt(0);
  let unit = KNOWN | (small << SMALL_SHIFT);
  if (code >= ZERO && code <= NINE) unit |= DIGIT | SIGN;
  else if (LETTER_OR_NUMBER.test(letter)) unit |= LETTER;
  if (small >= SMALL_A && small <= SMALL_Z) unit |= PLAIN;
  if (SIGNS.has(letter)) unit |= SIGN | STANDS_FOR_LETTER;
  UNITS[code] = unit >>> 0;
  return unit >>> 0;
};

const unitOf = (code: number): number => UNITS[code] || learn(code);
const smallOf = (code: number): number => unitOf(code) >>> SMALL_SHIFT;

/** Whether a code unit is a letter or digit of any script. */
export const isLetterAt = (text: string, at: number): boolean =>
  at < text.length && (unitOf(text.charCodeAt(at)) & IN_WORD) !== 0;

const textOf = (codes: Uint16Array, count: number): string =>
  Buffer.from(codes.buffer, 0, 2 * count).toString('utf16le');

/** Letters in small letters, and where each stands; places behind the last letter say nothing. */
export type Letters = Readonly<{ letters: string; places: Int32Array }>;

/** Letters that can be read out of a text, in small letters, each with the stretch of text that says it. */
export type Sequence = Readonly<{ letters: string; starts: readonly number[]; ends: readonly number[] }>;

/** Letters that stand by themselves, those that words begin with, and places in the alphabet: `3-15-3-15`. */
export type Sequences = Readonly<{ alone: Sequence; initials: Sequence; numbered: Sequence }>;

/** Stretches of a text: where each begins and ends. */
export type Stretches = Readonly<{ starts: readonly number[]; ends: readonly number[] }>;
type Growing = Readonly<{ starts: number[]; ends: number[] }>;

/** What a text says letter by letter; each of these is made when it is asked for. */
export type TextLetters = Readonly<{
  all: () => Letters;
  withoutDigits: () => Letters;
  /** Whether letters follow each other in one of the sequences, wherever those stand. */
  mayHave: (letters: string) => boolean;
  sequences: () => Sequences;
  /** Letters and digits by their codes, one number each: `chr(67)+chr(79)`, `\\103\\117`, `0x43, 0x4f`; a sequence for each radix. */
  codes: () => readonly Sequence[];
  /** Words of letters and digits, of six and more. */
  long: () => Stretches;
  /** Words of the letters a to z, digits, `@` and `$`, with a sign among them that stands for a letter. */
  signed: () => Stretches;
}>;

const add = ({ starts, ends }: Growing, start: number, end: number): void => {
  starts.push(start);
  ends.push(end);
};

/** Room for the letters of one text; new for one that is longer than most. */
const createRoom = () => {
  let codes = new Uint16Array(0);
  let places = new Int32Array(0);
  return (length: number): Readonly<{ codes: Uint16Array; places: Int32Array }> => {
    if (length > MOST_KEPT) return { codes: new Uint16Array(length), places: new Int32Array(length) };
    if (length > codes.length) {
      codes = new Uint16Array(length);
      places = new Int32Array(length);
    }
    return { codes, places };
  };
};
const MOST_KEPT = 65_536;
const roomForAll = createRoom();
const roomWithoutDigits = createRoom();

/** Shorter words are not asked for. */
const LEAST_LONG = 6;

type Pass = Readonly<{
  codes: Uint16Array;
  places: Int32Array;
  count: number;
  hasDigits: boolean;
  signs: readonly number[];
}>;

/** The one look at each code unit, in which as little is done as can be. */
const passOver = (text: string, from: number): Pass => {
  const { codes, places } = roomForAll(text.length - from);
  const signs: number[] = [];
  let count = 0;
  let kinds = 0;
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const unit = UNITS[code] || learn(code);
    if ((unit & STANDS_FOR_LETTER) !== 0) signs.push(at);
    if ((unit & IN_WORD) === 0) continue;
    kinds |= unit;
    codes[count] = unit >>> SMALL_SHIFT;
    places[count] = at;
    count++;
  }
  return { codes, places, count, hasDigits: (kinds & DIGIT) !== 0, signs };
};

const isDigit = (code: number): boolean => code >= ZERO && code <= NINE;

const withoutDigits = ({ codes, places, count }: Pass): Letters => {
  const kept = roomWithoutDigits(count);
  let keptCount = 0;
  for (let at = 0; at < count; at++) {
    const code = codes[at] ?? 0;
    if (isDigit(code)) continue;
    kept.codes[keptCount] = code;
    kept.places[keptCount] = places[at] ?? 0;
    keptCount++;
  }
  return { letters: textOf(kept.codes, keptCount), places: kept.places };
};

const roomForInitials = createRoom();
const roomForAlone = createRoom();

/** What of the words of a text can be said without where each stands. */
type Skimmed = Readonly<{ initials: string; alone: string; long: Stretches }>;

const skim = ({ codes, places, count }: Pass): Skimmed => {
  const initials = roomForInitials(count).codes;
  const alone = roomForAlone(count).codes;
  const long: Growing = { starts: [], ends: [] };
  let [initialCount, aloneCount, first] = [0, 0, 0];
  for (let at = 1; at <= count; at++) {
    const last = places[at - 1] ?? 0;
    if (at < count && places[at] === last + 1) continue;
    const code = codes[first] ?? 0;
    if (!isDigit(code)) {
      initials[initialCount++] = code;
      if (at - first === 1) alone[aloneCount++] = code;
    }
    if (at - first >= LEAST_LONG) add(long, places[first] ?? 0, last + 1);
    first = at;
  }
  return { initials: textOf(initials, initialCount), alone: textOf(alone, aloneCount), long };
};

const wordsOf = ({ places, count }: Pass): Stretches => {
  const words: Growing = { starts: [], ends: [] };
  let next = -1;
  for (let at = 0; at < count; at++) {
    const place = places[at] ?? 0;
    if (place !== next) {
      if (at > 0) words.ends.push(next);
      words.starts.push(place);
    }
    next = place + 1;
  }
  if (count > 0) words.ends.push(next);
  return words;
};

const initialsOf = (text: string, { starts, ends }: Stretches, isAlone: boolean): Sequence => {
  const letters = new Uint16Array(starts.length);
  const found: Growing = { starts: [], ends: [] };
  for (let at = 0; at < starts.length; at++) {
    const start = starts[at] ?? 0;
    if (isAlone && ends[at] !== start + 1) continue;
    const unit = unitOf(text.charCodeAt(start));
    if ((unit & LETTER) === 0) continue;
    letters[found.starts.length] = unit >>> SMALL_SHIFT;
    add(found, start, start + 1);
  }
  return { letters: textOf(letters, found.starts.length), ...found };
};

/** Places in the alphabet, without a zero in front. */
const numberedOf = (text: string, { codes, places, count, hasDigits }: Pass): Sequence => {
  const letters: number[] = [];
  const found: Growing = { starts: [], ends: [] };
  for (let at = 0; hasDigits && at < count; at++) {
    if (!isDigit(codes[at] ?? 0)) continue;
    const first = at;
    const start = places[first] ?? 0;
    while (at + 1 < count && isDigit(codes[at + 1] ?? 0) && places[at + 1] === start + at + 1 - first) at++;
    if (at - first > 1 || codes[first] === ZERO) continue;
    const end = start + at + 1 - first;
    const place = Number(text.slice(start, end));
    if (place > ALPHABET) continue;
    letters.push(SMALL_A - 1 + place);
    add(found, start, end);
  }
  return { letters: textOf(Uint16Array.from(letters), letters.length), ...found };
};

/** How the code of a character from a blank on is written as a word; no beginning of a longer one is one. Each with its radix. */
const CODE_WORDS = [
  [/^(\d{2,3})$/u, 10],
  [/^(?:0o?)?([1-7][0-7]{1,2})$/iu, 8],
  [/^(?:0x|x|u)?(?:00)?([2-7][\da-f])h?$/iu, 16],
  [/^(?:0b)?(0?[01]{7})$/iu, 2],
] as const;
const LONGEST_CODE = 10;
const FIRST_PRINTED = 32;
const LAST_OF_ASCII = 0x7f;

const isAlphanumeric = (code: number): boolean => (unitOf(code) & (PLAIN | DIGIT)) !== 0;

const mayBeCode = (text: string, start: number, end: number): boolean =>
  end - start >= 2 &&
  end - start <= LONGEST_CODE &&
  (isDigit(text.charCodeAt(end - 1)) || isDigit(text.charCodeAt(end - 2)));

/** The letter or digit that a word is the code of, in small letters; 0 where it is none. */
const codeOf = (written: string, pattern: RegExp, radix: number): number => {
  const code = Number.parseInt(pattern.exec(written)?.[1] ?? '', radix);
  return code >= FIRST_PRINTED && code < LAST_OF_ASCII && isAlphanumeric(code) ? smallOf(code) : 0;
};

const codesIn = (text: string, { starts, ends }: Stretches, pattern: RegExp, radix: number): Sequence => {
  const letters: number[] = [];
  const found: Growing = { starts: [], ends: [] };
  for (let word = 0; word < starts.length; word++) {
    const [start, end] = [starts[word] ?? 0, ends[word] ?? 0];
    const letter = codeOf(text.slice(start, end), pattern, radix);
    if (letter === 0) continue;
    letters.push(letter);
    add(found, start, end);
  }
  return { letters: textOf(Uint16Array.from(letters), letters.length), ...found };
};

const codesOf = (text: string, words: Stretches): readonly Sequence[] => {
  const likely: Growing = { starts: [], ends: [] };
  for (let word = 0; word < words.starts.length; word++) {
    const [start, end] = [words.starts[word] ?? 0, words.ends[word] ?? 0];
    if (mayBeCode(text, start, end)) add(likely, start, end);
  }
  return CODE_WORDS.map(([pattern, radix]) => codesIn(text, likely, pattern, radix));
};

const isInSigned = (text: string, at: number): boolean => (unitOf(text.charCodeAt(at)) & IN_SIGNED) !== 0;

const signedOf = (text: string, from: number, { signs }: Pass): Stretches => {
  const words: Growing = { starts: [], ends: [] };
  let last = from;
  for (const sign of signs) {
    if (sign < last) continue;
    let start = sign;
    while (start > last && isInSigned(text, start - 1)) start--;
    last = sign + 1;
    while (last < text.length && isInSigned(text, last)) last++;
    add(words, start, last);
  }
  return words;
};

/** Made when it is first asked for: most values need but some of what can be read. */
export const lazy = <T>(make: () => T): (() => T) => {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
};

/**
 * Reads one text; what it gives holds until the next one is read.
 *
 * @param from Where in the text to begin; places count from its beginning.
 */
export const readLetters = (text: string, from = 0): TextLetters => {
  const pass = lazy(() => passOver(text, from));
  const skimmed = lazy(() => skim(pass()));
  const words = lazy(() => wordsOf(pass()));
  const numbered = lazy(() => numberedOf(text, pass()));
  const all = lazy((): Letters => ({ letters: textOf(pass().codes, pass().count), places: pass().places }));
  return {
    all,
    withoutDigits: lazy(() => (pass().hasDigits ? withoutDigits(pass()) : all())),
    mayHave: (letters) =>
      skimmed().initials.includes(letters) ||
      skimmed().alone.includes(letters) ||
      numbered().letters.includes(letters),
    sequences: lazy(() => ({
      alone: initialsOf(text, words(), true),
      initials: initialsOf(text, words(), false),
      numbered: numbered(),
    })),
    codes: lazy(() => (pass().hasDigits ? codesOf(text, words()) : [])),
    long: () => skimmed().long,
    signed: lazy(() => signedOf(text, from, pass())),
  };
};

/** Small letters that signs stand for; a one may be either of two. */
const SAID_BY = new Uint8Array(0x80);
for (const [sign, letter] of SIGNS) SAID_BY[sign.charCodeAt(0)] = letter === '' ? 0 : letter.charCodeAt(0);
const ONES = [105, 108];

/** Whether a text has these small letters somewhere, or signs in their place, in one reading of the ones. */
export const isSpelt = (text: string, start: number, letters: string): boolean =>
  ONES.some((one) => {
    for (let at = 0; at < letters.length; at++) {
      const code = text.charCodeAt(start + at);
      const said = code === ONE ? one : SAID_BY[code] || smallOf(code);
      if (said !== letters.charCodeAt(at)) return false;
    }
    return true;
  });

/** The word that a text ends in, of letters, digits, `@` and `$`. */
export const lastWordOf = (text: string): string => {
  let at = text.length;
  while (at > 0 && (isLetterAt(text, at - 1) || '@$'.includes(text.charAt(at - 1)))) at--;
  return text.slice(at);
};

/** How far the letters are apart in the alphabet, as from 0 to 25; the same however far all are moved. */
export const hasSteps = (text: string, start: number, steps: Uint8Array, isMirrored: boolean): boolean => {
  let before = smallOf(text.charCodeAt(start));
  for (let at = 0; at < steps.length; at++) {
    const code = smallOf(text.charCodeAt(start + at + 1));
    const step = isMirrored ? before - code : code - before;
    if ((step + ALPHABET) % ALPHABET !== steps[at]) return false;
    before = code;
  }
  return true;
};

/** @param letters Small letters from a to z. */
export const stepsOf = (letters: string): Uint8Array => {
  const steps = new Uint8Array(Math.max(0, letters.length - 1));
  for (let at = 0; at < steps.length; at++) {
    const step = letters.charCodeAt(at + 1) - letters.charCodeAt(at);
    steps[at] = (step + ALPHABET) % ALPHABET;
  }
  return steps;
};

/** Where words of so many letters from a to z stand in a word, or in a piece of one. */
export const plainWithin = (text: string, start: number, end: number, length: number): number => {
  for (let at = start, first = start; at <= end; at++) {
    if (at < end && (unitOf(text.charCodeAt(at)) & PLAIN) !== 0) continue;
    if (at - first === length) return first;
    first = at + 1;
  }
  return -1;
};
