import { codeAt } from './code-units.ts';
import { createMapBuilder, type MappedText } from './mapped-text.ts';

const FIRST_SYLLABLE = 0xac00;
const FIRST_INITIAL = 0x1100;
const FIRST_VOWEL = 0x1161;
/** One in front of the first final consonant: none is number 0. */
const NO_FINAL = 0x11a7;
const INITIALS = 19;
const VOWELS = 21;
const FINALS = 28;
const SYLLABLES = INITIALS * VOWELS * FINALS;

/** Nothing is composed where there is no vowel and no final consonant. */
const PARTS = /[\u1161-\u1175\u11a8-\u11c2]/u;

/** For each initial consonant the final one that is the same letter; 0 for those that end no syllable. */
const FINAL_OF_INITIAL = Uint8Array.of(1, 2, 4, 7, 0, 8, 16, 17, 0, 19, 20, 21, 22, 0, 23, 24, 25, 26, 27);

/** The number of the letter at `at`, or -1 where it is none of `count` letters from `first` on. */
const numberAt = (text: string, at: number, first: number, count: number): number => {
  const number = codeAt(text, at) - first;
  return number >= 0 && number < count ? number : -1;
};

const initialAt = (text: string, at: number): number => numberAt(text, at, FIRST_INITIAL, INITIALS);
const vowelAt = (text: string, at: number): number => numberAt(text, at, FIRST_VOWEL, VOWELS);
const finalAt = (text: string, at: number): number => Math.max(0, numberAt(text, at, NO_FINAL, FINALS));

/** Letters that are typed one by one do not say which consonant is a final one: that which no vowel follows. */
const typedFinalAt = (text: string, at: number): number => {
  const initial = initialAt(text, at);
  return initial === -1 || vowelAt(text, at + 1) !== -1 ? 0 : (FINAL_OF_INITIAL[initial] ?? 0);
};

/** A syllable, and how many units of the text it stands for. */
type Syllable = Readonly<{ number: number; width: number }>;

const syllableAt = (text: string, at: number): Syllable | undefined => {
  const initial = initialAt(text, at);
  const vowel = initial === -1 ? -1 : vowelAt(text, at + 1);
  if (vowel !== -1) {
    const final = finalAt(text, at + 2) || typedFinalAt(text, at + 2);
    return { number: (initial * VOWELS + vowel) * FINALS + final, width: final === 0 ? 2 : 3 };
  }
  const whole = numberAt(text, at, FIRST_SYLLABLE, SYLLABLES);
  if (whole === -1 || whole % FINALS !== 0) return undefined;
  const final = finalAt(text, at + 1);
  return final === 0 ? undefined : { number: whole + final, width: 2 };
};

/**
 * Makes syllables of Korean letters, as Unicode does (3.12), and of those that are typed one by one.
 *
 * @returns Undefined where nothing changes.
 */
export const composeHangul = (text: string): MappedText | undefined => {
  const first = text.search(PARTS);
  if (first === -1) return undefined;
  const builder = createMapBuilder(text);
  let copied = 0;
  // What is composed begins one unit in front of the first of these letters, or further on.
  for (let at = Math.max(0, first - 1); at < text.length; at++) {
    const syllable = syllableAt(text, at);
    if (syllable === undefined) continue;
    const { number, width } = syllable;
    builder.copy(copied, at);
    builder.put(String.fromCharCode(FIRST_SYLLABLE + number), at, at + width);
    copied = at + width;
    at = copied - 1;
  }
  if (copied === 0) return undefined;
  builder.copy(copied, text.length);
  return builder.build();
};
