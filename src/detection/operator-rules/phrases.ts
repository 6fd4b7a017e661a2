import type { Span } from '../../chat/segment.ts';
import { endsStep, type Steps } from '../../steps/steps.ts';

/** A phrase and the rule that it is of. */
export type Phrase = Readonly<{ text: string; rule: number }>;

export type PhraseHit = Readonly<{ rule: number; span: Span }>;

/** Finds phrases of any number at a cost of one look at most places, and at worst one walk along the longest of them. */
export type PhraseFinder = Readonly<{
  /** In order of the start; of one rule's phrases that begin at a place only the longest. */
  find: (text: string) => readonly PhraseHit[];
  /** Where the first phrase may begin that the text ends within, or right behind. */
  openFrom: (text: string) => number;
}>;

type Node = { readonly next: Map<number, Node>; readonly rules: number[] };

const LETTER = /[\p{L}\p{N}\p{M}]/u;
/** Scripts that write no blanks between words: there a word is wherever it stands. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

const isWordCharacter = (text: string, at: number): boolean => {
  const character = text.charAt(at);
  return character !== '' && LETTER.test(character) && !UNSPACED.test(character);
};

/** Behind an escaped line break, as texts within JSON within JSON have them, a word begins. */
const isEscaped = (text: string, at: number): boolean =>
  text[at - 1] === '\\' && 'nrt'.includes(text.charAt(at));

const beginsWord = (text: string, at: number): boolean =>
  !isWordCharacter(text, at) || !isWordCharacter(text, at - 1) || isEscaped(text, at - 1);

const endsWord = (text: string, end: number): boolean =>
  !isWordCharacter(text, end - 1) || !isWordCharacter(text, end);

const createNode = (): Node => ({ next: new Map(), rules: [] });

/** Text of the same length in which characters that count as the same are the same. */
export type Fold = (text: string) => string;

const foldEach = (text: string): string =>
  Array.from({ length: text.length }, (_, at) => {
    const lower = text.charAt(at).toLowerCase();
    return lower.length === 1 ? lower : text.charAt(at);
  }).join('');

export const keepCase: Fold = (text) => text.replaceAll('\n', ' ');

/** Unicode's simple folding, as far as it keeps lengths; sigma has two small letters. */
export const foldCase: Fold = (text) => {
  const lower = text.toLowerCase();
  return keepCase((lower.length === text.length ? lower : foldEach(text)).replaceAll('ς', 'σ'));
};

/**
 * @param phrases In the form that `normalize` gives texts.
 * @param fold Applied to phrases and texts alike.
 */
export function* phraseFinderSteps(phrases: readonly Phrase[], fold: Fold): Steps<PhraseFinder> {
  const root = createNode();
  const begins = new Uint8Array(0x10000);
  let longest = 0;
  for (const [index, phrase] of phrases.entries()) {
    const text = fold(phrase.text);
    let node = root;
    for (let at = 0; at < text.length; at += 1) {
      const next = node.next.get(text.charCodeAt(at)) ?? createNode();
      node.next.set(text.charCodeAt(at), next);
      node = next;
    }
    if (!node.rules.includes(phrase.rule)) node.rules.push(phrase.rule);
    begins[text.charCodeAt(0)] = 1;
    longest = Math.max(longest, text.length);
    if (endsStep(index)) yield;
  }

  const findAt = (text: string, start: number, found: PhraseHit[]): void => {
    const ends = new Map<number, number>();
    let node: Node | undefined = root;
    for (let at = start; at < text.length; at += 1) {
      node = node.next.get(text.charCodeAt(at));
      if (node === undefined) break;
      if (node.rules.length > 0 && endsWord(text, at + 1)) {
        for (const rule of node.rules) ends.set(rule, at + 1);
      }
    }
    for (const [rule, end] of ends) found.push({ rule, span: { start, end } });
  };

  const isOpenAt = (text: string, start: number): boolean => {
    let node: Node | undefined = root;
    for (let at = start; at < text.length; at += 1) {
      node = node.next.get(text.charCodeAt(at));
      if (node === undefined) return false;
    }
    return true;
  };

  const mayBegin = (text: string, at: number): boolean =>
    begins[text.charCodeAt(at)] === 1 && beginsWord(text, at);

  return {
    find: (text) => {
      const folded = fold(text);
      const found: PhraseHit[] = [];
      for (let at = 0; at < folded.length; at += 1) if (mayBegin(folded, at)) findAt(folded, at, found);
      return found;
    },
    openFrom: (text) => {
      // One character before it says whether a word begins.
      const from = Math.max(0, text.length - longest - 2);
      const tail = fold(text.slice(from));
      for (let at = Math.max(0, tail.length - longest); at < tail.length; at += 1) {
        if (mayBegin(tail, at) && isOpenAt(tail, at)) return from + at;
      }
      return text.length;
    },
  };
}
