import type { Span } from '../chat/segment.ts';

/** Letters, and characters of several scripts, that are words by themselves. */
const ALONE = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/u;
const OF_WORDS = /[\p{L}\p{N}]/u;
/** In code points; what is longer is several words. */
const LONGEST_WORD = 64;

/** Bits of what a character is; 0 stands for one that no text had yet. */
const NEITHER_KIND = 1;
const OF_WORDS_KIND = 2;
const ALONE_KIND = 4;
/** Two code units make it. */
const WIDE_KIND = 8;
const kinds = new Uint8Array(0x10000);

const kindOf = (character: string): number => {
  const kind = (OF_WORDS.test(character) ? OF_WORDS_KIND : 0) | (ALONE.test(character) ? ALONE_KIND : 0);
  return kind === 0 ? NEITHER_KIND : kind;
};

const isLow = (code: number): boolean => (code & 0xfc00) === 0xdc00;
const isHigh = (code: number): boolean => (code & 0xfc00) === 0xd800;

const kindAt = (text: string, at: number): number => {
  const code = text.charCodeAt(at);
  const known = kinds[code] ?? 0;
  if (known !== 0) return known;
  if (isHigh(code) && isLow(text.charCodeAt(at + 1))) return kindOf(text.slice(at, at + 2)) | WIDE_KIND;
  const kind = kindOf(text.charAt(at));
  if (!isHigh(code)) kinds[code] = kind;
  return kind;
};

const widthOf = (kind: number): number => ((kind & WIDE_KIND) === 0 ? 1 : 2);

/** Where the word ends that begins with a letter or digit. */
const endOfWord = (text: string, start: number): number => {
  let end = start;
  for (let left = LONGEST_WORD; left > 0 && end < text.length; left--) {
    const kind = kindAt(text, end);
    if ((kind & OF_WORDS_KIND) === 0) return end;
    end += widthOf(kind);
  }
  return end;
};

/**
 * Words as leaks are told by: runs of letters and digits, and each character of scripts that put no blanks between words. Without
 * the time that a pattern takes.
 *
 * @param take Gets every word until it has seen enough.
 */
export const eachWord = (
  text: string,
  take: (from: number, to: number, isAlone: boolean) => boolean,
): boolean => {
  for (let at = 0; at < text.length; ) {
    const kind = kindAt(text, at);
    const isAlone = (kind & ALONE_KIND) !== 0;
    if (!isAlone && (kind & OF_WORDS_KIND) === 0) {
      at++;
      continue;
    }
    const end = isAlone ? at + widthOf(kind) : endOfWord(text, at);
    if (take(at, end, isAlone)) return true;
    at = end;
  }
  return false;
};

export const wordsOf = (text: string): readonly string[] => {
  const words: string[] = [];
  const lower = text.toLowerCase();
  eachWord(lower, (from, to) => {
    words.push(lower.slice(from, to));
    return false;
  });
  return words;
};

/** Whether a word cannot go on behind its first letter. */
export const standsByItself = (word: string): boolean => (kindAt(word, 0) & ALONE_KIND) !== 0;

const isWordCode = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 48 && code <= 57);

/** The code of a small letter for that of an ASCII letter; of nothing else a letter or digit. */
const smallCodeAt = (text: string, at: number): number => {
  const code = text.charCodeAt(at);
  return code >= 65 && code <= 90 ? code + 32 : code;
};

/** ASCII, dashes, quotes and the like: no other words than those of ASCII letters and digits. */
const isPlain = (code: number): boolean => code < 0x80 || (code >= 0x2000 && code < 0x2070);

/**
 * The last word in front of an offset, as `eachWord` finds it.
 *
 * @returns An empty span where there is none; null where what stands in front of it has to be read.
 */
export const plainWordBefore = (text: string, offset: number): Span | null => {
  let end = offset;
  while (end > 0 && !isWordCode(smallCodeAt(text, end - 1))) {
    end--;
    if (!isPlain(text.charCodeAt(end))) return null;
  }
  let start = end;
  while (start > 0 && isWordCode(smallCodeAt(text, start - 1))) start--;
  // Longer ones are words of 64 letters, counted from their beginning.
  const touchesOther = start > 0 && !isPlain(text.charCodeAt(start - 1));
  return touchesOther || end - start > LONGEST_WORD ? null : { start, end };
};
