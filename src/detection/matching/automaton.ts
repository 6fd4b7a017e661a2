import { foldLetters } from '../text/normalize.ts';

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
  /**
   * The next row at `placeOf` of a row and a column of ASCII, a row being below `AT_WORD` where at least one literal ends. The columns that are
   * used most stand in a table of their own, and behind it the others: so what texts read is one line of a processor's cache for each row.
   */
  next: Int16Array;
  /**
   * The same for columns from `ASCII_COLUMNS` on, at `rests[origin + row] + column`. Letters of other scripts are four fifths of all
   * columns, and nearly all rows say the same of them: each of these is kept once, in an eighth of the memory.
   */
  others: Int16Array;
  rests: Int32Array;
  /** Where row 0 stands, or would. Rows in which a literal ends stand in front of the others, the first of which is `AT_WORD`. */
  origin: number;
  /** How many more rows there is room for, of those in which no literal ends and of those in which one does. */
  left: Readonly<{ rows: number; endRows: number }>;
  /** Numbers of the literals that end where a row is entered, longest first. */
  endsOf: (row: number) => readonly number[];
  /** How many characters of a literal have been read where a row is entered; 0 for the two rows of no literal. */
  depthOf: (row: number) => number;
}>;

/** Columns in `next`: those of ASCII, the rarest signs aside, and of what no literal holds. */
const ASCII_COLUMNS = 64;
/** Columns in each of its two tables. */
export const HALF_COLUMNS = ASCII_COLUMNS / 2;
const NUMBERS = 1 << 16;
/** Rows are numbers of 16 bits, shared out as literals need them: five rows go on where a literal ends in one. */
export const MOST_END_ROWS = 12_288;
export const MOST_ROWS = NUMBERS - MOST_END_ROWS;
/** What an entry of the kernel's table has bits for. */
export const MOST_COLUMNS = 1 << 12;

/** Letters of scripts that write words apart: a literal that begins with one must begin a word. */
const WORD_CHARACTERS = new Uint8Array(0x10000);
for (let code = 0; code < 0x600; code++) {
  if (/[\p{L}\p{N}]/u.test(String.fromCharCode(code))) WORD_CHARACTERS[code] = 1;
}

export const isWordCode = (code: number): boolean => WORD_CHARACTERS[code] === 1;

/** Columns of characters that no literal holds. */
const OTHER_WORD = 0;
const OTHER_SIGN = 1;

/** The row of nothing read, at the beginning of a text or of a word; a literal ends in all rows below it, and in no other. */
export const AT_WORD = MOST_END_ROWS - NUMBERS / 2;

/** The same in the trie, and nothing read within a word. */
const ROOT = 0;
const WITHIN = 1;

type Columns = Readonly<{ columns: Uint16Array; isWord: readonly boolean[] }>;

const check = (what: string, count: number, most: number): void => {
  if (count > most)
    throw new Error(`Literals make ${count} ${what}; the automaton has room for ${most} of them.`);
};

const ASCII = 0x80;

const assignColumns = (literals: readonly string[]): Columns => {
  const columns = Uint16Array.from(WORD_CHARACTERS, (word) => (word === 1 ? OTHER_WORD : OTHER_SIGN));
  const isWord = [true, false];
  const uses = new Map<string, number>();
  for (const letter of literals.join('')) uses.set(letter, (uses.get(letter) ?? 0) + 1);
  const isAscii = (letter: string): boolean => letter.charCodeAt(0) < ASCII;
  // ASCII first, of that the most used.
  const rank = (letter: string): number => (isAscii(letter) ? (uses.get(letter) ?? 0) : -1);
  const letters = [...uses.keys()].sort((a, b) => rank(b) - rank(a));
  for (const letter of letters) {
    const code = letter.charCodeAt(0);
    columns[code] = isWord.length;
    const upper = letter.toUpperCase();
    if (upper.length === 1) columns[upper.charCodeAt(0)] = isWord.length;
    isWord.push(isWordCode(code));
  }
  // Columns of no letter, so that all of the first ones are there.
  while (isWord.length < ASCII_COLUMNS) isWord.push(false);
  check('columns', isWord.length, MOST_COLUMNS);
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
  const reached = literals.map(() => ROOT);
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

/** The rows of a trie, and room for the other columns of those that have some of their own. */
const createTable = ({ children }: Trie, columns: number) => {
  const rows = children.length;
  const hasOwnRest = children.map(
    (own, row) => row <= WITHIN || [...own.keys()].some((column) => column >= ASCII_COLUMNS),
  );
  const width = columns - ASCII_COLUMNS;
  const next = new Int32Array(rows * ASCII_COLUMNS);
  const others = new Int32Array(hasOwnRest.filter(Boolean).length * width);
  const rests = new Int32Array(rows);
  let used = 0;
  return {
    next,
    others,
    rests,
    step: (row: number, column: number): number =>
      (column < ASCII_COLUMNS ? next[row * ASCII_COLUMNS + column] : others[(rests[row] ?? 0) + column]) ?? 0,
    set: (row: number, column: number, to: number): void => {
      if (column < ASCII_COLUMNS) next[row * ASCII_COLUMNS + column] = to;
      else others[(rests[row] ?? 0) + column] = to;
    },
    /** The row goes on as another does, until it is told better. */
    begin: (row: number, as: number): void => {
      next.copyWithin(row * ASCII_COLUMNS, as * ASCII_COLUMNS, (as + 1) * ASCII_COLUMNS);
      const rest = rests[as] ?? 0;
      rests[row] = rest;
      if (hasOwnRest[row] !== true) return;
      rests[row] = used - ASCII_COLUMNS;
      others.copyWithin(used, rest + ASCII_COLUMNS, rest + ASCII_COLUMNS + width);
      used += width;
    },
  };
};

type Table = ReturnType<typeof createTable>;

/** Fills the two rows of no literal: within a word only what begins with a sign can begin. */
const fillRoots = (table: Table, { children }: Trie, isWord: readonly boolean[]): void => {
  table.begin(ROOT, ROOT);
  table.begin(WITHIN, ROOT);
  for (const [column, word] of isWord.entries()) {
    const child = children[ROOT]?.get(column);
    table.set(ROOT, column, child ?? (word ? WITHIN : ROOT));
    table.set(WITHIN, column, word ? WITHIN : (child ?? ROOT));
  }
};

/**
 * The classic construction, breadth first; the failure of a letter is the row of no literal on its side. A row goes on as that of its
 * failure does, but for its own children. Adds to the ends of each row those of its failure.
 *
 * @param isWord For each column.
 */
const buildTable = (trie: Trie, isWord: readonly boolean[]): Table => {
  const { children, ends } = trie;
  const table = createTable(trie, isWord.length);
  fillRoots(table, trie, isWord);
  const failure = new Int32Array(children.length);
  const queue: number[] = [];
  for (const [column, child] of children[ROOT] ?? []) {
    failure[child] = isWord[column] === true ? WITHIN : ROOT;
    queue.push(child);
  }
  for (let head = 0; head < queue.length; head++) {
    const row = queue[head] ?? 0;
    const fallback = failure[row] ?? 0;
    ends[row]?.push(...(ends[fallback] ?? []));
    table.begin(row, fallback);
    for (const [column, child] of children[row] ?? []) {
      failure[child] = table.step(fallback, column);
      table.set(row, column, child);
      queue.push(child);
    }
  }
  return table;
};

/** A word that comes after so many others in a list by frequency is half as frequent as the first one. */
const HALF_AS_FREQUENT = 16;
const BLANK = 0x20;

/** How often texts lead to each row, by the words that they are mostly made of. @param usual The commonest first. */
const countUses = (
  { step }: Table,
  columns: Uint16Array,
  rows: number,
  usual: readonly string[],
): Float64Array => {
  const uses = new Float64Array(rows);
  for (const [rank, word] of usual.entries()) {
    let row = ROOT;
    for (let i = 0; i <= word.length; i++) {
      row = step(row, columns[i < word.length ? word.charCodeAt(i) : BLANK] ?? 0);
      uses[row] = (uses[row] ?? 0) + 1 / (HALF_AS_FREQUENT + rank);
    }
  }
  uses[ROOT] = Number.POSITIVE_INFINITY;
  uses[WITHIN] = Number.POSITIVE_INFINITY;
  return uses;
};

/**
 * Rows as the kernel has them, by their places in the trie: from `AT_WORD` on those in which nothing ends, below it the others. Those that
 * texts lead to lie together: each page of memory that a text needs has to be found, and one in ten rows is all that texts need.
 */
const numberRows = (
  ends: Trie['ends'],
  uses: Float64Array,
): Readonly<{ numbers: Int32Array; rows: number; endRows: number }> => {
  const numbers = new Int32Array(ends.length);
  let rows = 0;
  let endRows = 0;
  const byUse = Array.from(ends.keys()).sort((a, b) => (uses[b] ?? 0) - (uses[a] ?? 0) || a - b);
  for (const row of byUse) numbers[row] = ends[row]?.length === 0 ? AT_WORD + rows++ : AT_WORD - ++endRows;
  check('rows in which no literal ends', rows, MOST_ROWS);
  check('rows in which a literal ends', endRows, MOST_END_ROWS);
  return { numbers, rows, endRows };
};

/** Where in `next`, which is so long, a column of ASCII stands of the row that has this place. */
const placeOf = (length: number, place: number, column: number): number => {
  const half = column < HALF_COLUMNS ? 0 : length / 2 - HALF_COLUMNS;
  return half + place * HALF_COLUMNS + column;
};

/** The tables in the order of the rows' numbers. */
const inOrder = ({ next, others, rests }: Table, numbers: Int32Array, origin: number) => {
  const numberOf = (row: number): number => numbers[row] ?? AT_WORD;
  const ordered = {
    next: new Int16Array(next.length),
    others: Int16Array.from(others, numberOf),
    rests: new Int32Array(rests.length),
  };
  for (const [row, number] of numbers.entries()) {
    const place = origin + number;
    for (let column = 0; column < ASCII_COLUMNS; column += HALF_COLUMNS) {
      const from = row * ASCII_COLUMNS + column;
      const half = next.subarray(from, from + HALF_COLUMNS);
      ordered.next.set(half.map(numberOf), placeOf(next.length, place, column));
    }
    ordered.rests[place] = rests[row] ?? 0;
  }
  return ordered;
};

const NOTHING: readonly number[] = [];

/**
 * @param usual Words of the texts that are read, the commonest first.
 * @throws Error where the words make more than `MOST_ROWS`, `MOST_END_ROWS` or `MOST_COLUMNS`.
 */
export const createAutomaton = (words: readonly string[], usual: readonly string[] = []): Automaton => {
  const literals = words.map((word) => foldLetters(word).toLowerCase());
  const { columns, isWord } = assignColumns(literals);
  const trie = buildTrie(literals, columns);
  const table = buildTable(trie, isWord);
  const uses = countUses(table, columns, trie.ends.length, usual);
  const { numbers, rows, endRows } = numberRows(trie.ends, uses);
  const origin = endRows - AT_WORD;
  const ends: (readonly number[])[] = Array.from({ length: endRows }, () => NOTHING);
  // Copies, since an array that grew has room for sixteen more.
  for (const [row, here] of trie.ends.entries())
    if (here.length > 0) ends[AT_WORD - 1 - (numbers[row] ?? 0)] = here.slice();
  const depths = new Uint16Array(numbers.length);
  for (const [row, number] of numbers.entries()) depths[origin + number] = trie.depths[row] ?? 0;
  return {
    literals,
    columns,
    ...inOrder(table, numbers, origin),
    origin,
    left: { rows: MOST_ROWS - rows, endRows: MOST_END_ROWS - endRows },
    endsOf: (row) => ends[AT_WORD - 1 - row] ?? NOTHING,
    depthOf: (row) => depths[origin + row] ?? 0,
  };
};

/** The row that follows; the kernel has the same in its loop. */
export const enterNext = (
  { columns, next, others, rests, origin }: Automaton,
  row: number,
  code: number,
): number => {
  const column = columns[code] ?? 0;
  const place = origin + row;
  return (
    (column < ASCII_COLUMNS
      ? next[placeOf(next.length, place, column)]
      : others[(rests[place] ?? 0) + column]) ?? AT_WORD
  );
};

const BACKSLASH = 0x5c;

/** Behind a backslash: of a line break, a carriage return, or a tab. */
export const isBreakLetter = (code: number): boolean => code === 0x6e || code === 0x72 || code === 0x74;

/** Whether the word behind an escaped line break begins here, as in texts within JSON within JSON: `\nword`. */
export const isEscapedBreak = (text: string, at: number): boolean =>
  text.charCodeAt(at) === BACKSLASH && isBreakLetter(text.charCodeAt(at + 1));
