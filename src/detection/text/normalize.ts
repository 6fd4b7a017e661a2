import { foldCharacter } from './characters.ts';
import { foldCharacters } from './fold-characters.ts';
import { composeHangul } from './hangul.ts';
import { decodeEntities } from './html-entities.ts';
import { onForget } from './in-hand.ts';
import { foldLookalikes } from './lookalikes.ts';
import { compose, type MappedText, unchanged } from './mapped-text.ts';

const MAX_PASSES = 8;

const mapLookalikes = (text: string): MappedText | undefined => {
  const folded = foldLookalikes(text);
  return folded === undefined ? undefined : unchanged(folded);
};

/** A growing answer is asked about in two ways, one right after the other. Longer texts are not kept. */
export const MOST_KEPT_CHARS = 8192;
let last: Readonly<{ text: string; mapped: MappedText }> | undefined;
onForget(() => {
  last = undefined;
});

/**
 * Reads a text the way a model would: compatibility forms, decoration, invisible characters, hidden text in
 * Unicode tags and variation selectors, Korean letters, lookalike letters, HTML entities and runs of white space are resolved.
 *
 * Case is kept. `normalize(normalize(x).text).text === normalize(x).text`. A text in which nothing has to be done costs
 * a look at each character, and is given back as it is.
 */
export const normalize = (text: string): MappedText => {
  if (last?.text === text) return last.mapped;
  const mapped = resolve(text);
  if (text.length <= MOST_KEPT_CHARS) last = { text, mapped };
  return mapped;
};

const resolve = (text: string): MappedText => {
  let result: MappedText | undefined;
  const take = (next: MappedText | undefined): boolean => {
    if (next === undefined || next.text === (result?.text ?? text)) return false;
    result = result === undefined ? next : compose(result, next);
    return true;
  };
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const folded = foldCharacters(result?.text ?? text);
    take(folded?.mapped);
    take(composeHangul(result?.text ?? text));
    const isDecoded = take(decodeEntities(result?.text ?? text));
    const isRead = take(mapLookalikes(result?.text ?? text));
    if (folded?.isSettled !== false && !isDecoded && !isRead) break;
  }
  return result ?? unchanged(text);
};

/** Folds single letters only; rules are written through it, so that they meet the text in the same form. */
export const foldLetters = (text: string): string =>
  Array.from(text, (letter) => (letter < '\x7f' ? letter : foldCharacter(letter))).join('');
