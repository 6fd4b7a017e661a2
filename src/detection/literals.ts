import { foldLetters } from './normalize.ts';

/** Where literals end in a text: pairs of (number of the literal, end offset), in order of the end. */
export type LiteralHits = readonly number[];

export type LiteralScanner = (text: string) => LiteralHits;

/** Letters of scripts that write words apart: a literal that begins with one must begin a word. */
const WORD_CHARACTERS = new Uint8Array(0x10000);
for (let code = 0; code < 0x600; code++) {
  if (/[\p{L}\p{N}]/u.test(String.fromCharCode(code))) WORD_CHARACTERS[code] = 1;
}

type Trie = { children: Map<number, number>[]; ends: number[][] };

const buildTrie = (literals: readonly string[], classOf: Uint16Array): Trie => {
  const trie: Trie = { children: [new Map()], ends: [[]] };
  for (const [number, literal] of literals.entries()) {
    let node = 0;
    for (let i = 0; i < literal.length; i++) {
      const symbol = classOf[literal.charCodeAt(i)] ?? 0;
      let next = trie.children[node]?.get(symbol);
      if (next === undefined) {
        next = trie.children.length;
        trie.children.push(new Map());
        trie.ends.push([]);
        trie.children[node]?.set(symbol, next);
      }
      node = next;
    }
    trie.ends[node]?.push(number);
  }
  return trie;
};

const classifyLetters = (literals: readonly string[]): { classOf: Uint16Array; width: number } => {
  const classOf = new Uint16Array(0x10000);
  let width = 1;
  for (const literal of literals) {
    for (const letter of literal) {
      const code = letter.charCodeAt(0);
      if (classOf[code] !== 0) continue;
      classOf[code] = width;
      const upper = letter.toUpperCase();
      if (upper.length === 1) classOf[upper.charCodeAt(0)] = width;
      width++;
    }
  }
  return { classOf, width };
};

/** The classic Aho-Corasick construction, with every failure link resolved into the table. */
const buildTable = (trie: Trie, width: number): Int32Array => {
  const next = new Int32Array(trie.children.length * width);
  const failure = new Int32Array(trie.children.length);
  const queue: number[] = [];
  for (const [symbol, child] of trie.children[0] ?? []) {
    next[symbol] = child;
    queue.push(child);
  }
  for (let head = 0; head < queue.length; head++) {
    const node = queue[head] ?? 0;
    const fallback = failure[node] ?? 0;
    trie.ends[node]?.push(...(trie.ends[fallback] ?? []));
    next.copyWithin(node * width, fallback * width, fallback * width + width);
    for (const [symbol, child] of trie.children[node] ?? []) {
      failure[child] = next[fallback * width + symbol] ?? 0;
      next[node * width + symbol] = child;
      queue.push(child);
    }
  }
  return next;
};

/**
 * Finds all of a fixed set of literals in one pass, whatever their number and regardless of case.
 *
 * @param words Literals in the form that `normalize` gives texts; one that begins with a letter matches only where a
 *   word begins (scripts without blanks excepted).
 */
export const createLiteralScanner = (words: readonly string[]): LiteralScanner => {
  const literals = words.map((word) => foldLetters(word).toLowerCase());
  const { classOf, width } = classifyLetters(literals);
  const trie = buildTrie(literals, classOf);
  const table = buildTable(trie, width);
  // The table holds row offsets, so that a step needs no multiplication.
  for (let i = 0; i < table.length; i++) table[i] = (table[i] ?? 0) * width;
  const accepting = new Uint8Array(table.length);
  for (const [node, ends] of trie.ends.entries()) if (ends.length > 0) accepting[node * width] = 1;
  const lengths = literals.map((literal) => literal.length);
  const bound = literals.map((literal) => WORD_CHARACTERS[literal.charCodeAt(0)] === 1);

  const report = (hits: number[], text: string, row: number, end: number): void => {
    for (const literal of trie.ends[row / width] ?? []) {
      const start = end - (lengths[literal] ?? 0);
      if (bound[literal] !== true || beginsWord(text, start)) hits.push(literal, end);
    }
  };

  return (text) => {
    const hits: number[] = [];
    let row = 0;
    for (let i = 0; i < text.length; i++) {
      row = table[row + (classOf[text.charCodeAt(i)] ?? 0)] ?? 0;
      if (accepting[row] === 1) report(hits, text, row, i + 1);
    }
    return hits;
  };
};

/** True too behind an escaped line break, as texts within JSON within JSON have them. */
const beginsWord = (text: string, start: number): boolean =>
  start === 0 ||
  WORD_CHARACTERS[text.charCodeAt(start - 1)] === 0 ||
  (text.charCodeAt(start - 2) === 0x5c && 'nrt'.includes(text.charAt(start - 1)));
