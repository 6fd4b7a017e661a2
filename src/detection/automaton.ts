import { foldLetters } from './normalize.ts';

/**
 * The tables of an Aho-Corasick automaton over a fixed set of literals, with every failure link resolved, so that a
 * text costs one step a character whatever the number of literals.
 *
 * A literal that begins with a letter of a script that writes words apart counts only where a word begins. That
 * condition is built into the rows: within a word that no literal begins with, the automaton rests in one row, which
 * stays in the cache of the processor, and literals in the middle of words cost nothing.
 */
export type Automaton = Readonly<{
  /** Literals in the form in which they are looked for: folded, in lower case. */
  literals: readonly string[];
  /** For each UTF-16 code unit its column; letters that differ in case share one. */
  columns: Uint16Array;
  /** The next row for `row + column`; its complement where at least one literal ends. Rows are offsets. */
  next: Int32Array;
  /** The row at the beginning of a text, or of a word. */
  start: number;
  /** Numbers of the literals that end where a row is entered, longest first. */
  endsOf: (row: number) => readonly number[];
  /** How many characters of a literal have been read where a row is entered; 0 for the two rows of no literal. */
  depthOf: (row: number) => number;
}>;

/** Letters of scripts that write words apart: a literal that begins with one must begin a word. */
const WORD_CHARACTERS = new Uint8Array(0x10000);
for (let code = 0; code < 0x600; code++) {
  if (/[\p{L}\p{N}]/u.test(String.fromCharCode(code))) WORD_CHARACTERS[code] = 1;
}

export const isWordCode = (code: number): boolean => WORD_CHARACTERS[code] === 1;

/** Columns of characters that no literal holds. */
const OTHER_WORD = 0;
const OTHER_SIGN = 1;

/** Rows: nothing read, at the beginning of a word, and within one. */
const AT_WORD = 0;
const IN_WORD = 1;

type Columns = Readonly<{ columns: Uint16Array; isWord: readonly boolean[] }>;

const assignColumns = (literals: readonly string[]): Columns => {
  const columns = Uint16Array.from(WORD_CHARACTERS, (word) => (word === 1 ? OTHER_WORD : OTHER_SIGN));
  const isWord = [true, false];
  const known = new Set<number>();
  for (const letter of literals.join('').split('')) {
    const code = letter.charCodeAt(0);
    if (known.has(code)) continue;
    known.add(code);
    columns[code] = isWord.length;
    const upper = letter.toUpperCase();
    if (upper.length === 1) columns[upper.charCodeAt(0)] = isWord.length;
    isWord.push(isWordCode(code));
  }
  return { columns, isWord };
};

type Trie = { children: Map<number, number>[]; ends: number[][]; depths: number[] };

const stepInto = (trie: Trie, node: number, column: number, depth: number): number => {
  const known = trie.children[node]?.get(column);
  if (known !== undefined) return known;
  const child = trie.children.length;
  trie.children.push(new Map());
  trie.ends.push([]);
  trie.depths.push(depth);
  trie.children[node]?.set(column, child);
  return child;
};

/** Letter by letter, so that the rows of short beginnings, which are used most, lie together. */
const buildTrie = (literals: readonly string[], columns: Uint16Array): Trie => {
  const trie: Trie = { children: [new Map(), new Map()], ends: [[], []], depths: [0, 0] };
  const reached = literals.map(() => AT_WORD);
  const longest = Math.max(0, ...literals.map(({ length }) => length));
  for (let i = 0; i < longest; i++) {
    for (const [number, literal] of literals.entries()) {
      if (i >= literal.length) continue;
      const column = columns[literal.charCodeAt(i)] ?? 0;
      const node = stepInto(trie, reached[number] ?? 0, column, i + 1);
      reached[number] = node;
      if (i === literal.length - 1) trie.ends[node]?.push(number);
    }
  }
  return trie;
};

/** Fills the two rows of no literal: within a word only what begins with a sign can begin. */
const fillRoots = (trie: Trie, next: Int32Array, isWord: readonly boolean[]): void => {
  for (const [column, word] of isWord.entries()) {
    const child = trie.children[AT_WORD]?.get(column);
    next[column] = child ?? (word ? IN_WORD : AT_WORD);
    next[isWord.length + column] = word ? IN_WORD : (child ?? AT_WORD);
  }
};

/** The classic construction, breadth first; the failure of a letter is the row of no literal on its side. */
const buildTable = (trie: Trie, isWord: readonly boolean[]): Int32Array => {
  const width = isWord.length;
  const next = new Int32Array(trie.children.length * width);
  const failure = new Int32Array(trie.children.length);
  fillRoots(trie, next, isWord);
  const queue: number[] = [];
  for (const [column, child] of trie.children[AT_WORD] ?? []) {
    failure[child] = isWord[column] === true ? IN_WORD : AT_WORD;
    queue.push(child);
  }
  for (let head = 0; head < queue.length; head++) {
    const node = queue[head] ?? 0;
    const fallback = failure[node] ?? 0;
    trie.ends[node]?.push(...(trie.ends[fallback] ?? []));
    next.copyWithin(node * width, fallback * width, fallback * width + width);
    for (const [column, child] of trie.children[node] ?? []) {
      failure[child] = next[fallback * width + column] ?? 0;
      next[node * width + column] = child;
      queue.push(child);
    }
  }
  return next;
};

/** @param words At most some 4,000 different characters among them. */
export const createAutomaton = (words: readonly string[]): Automaton => {
  const literals = words.map((word) => foldLetters(word).toLowerCase());
  const { columns, isWord } = assignColumns(literals);
  const trie = buildTrie(literals, columns);
  const next = buildTable(trie, isWord);
  const width = isWord.length;
  for (let i = 0; i < next.length; i++) {
    const node = next[i] ?? 0;
    next[i] = trie.ends[node]?.length === 0 ? node * width : ~(node * width);
  }
  return {
    literals,
    columns,
    next,
    start: AT_WORD * width,
    endsOf: (row) => trie.ends[row / width] ?? [],
    depthOf: (row) => trie.depths[row / width] ?? 0,
  };
};

const BACKSLASH = 0x5c;

/** Behind a backslash: of a line break, a carriage return, or a tab. */
export const isBreakLetter = (code: number): boolean => code === 0x6e || code === 0x72 || code === 0x74;

/** Whether the word behind an escaped line break begins here, as in texts within JSON within JSON: `\nword`. */
export const isEscapedBreak = (text: string, at: number): boolean =>
  text.charCodeAt(at) === BACKSLASH && isBreakLetter(text.charCodeAt(at + 1));
