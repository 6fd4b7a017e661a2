import { type CodeFence, createCodeFence } from './code-fence.ts';

/** What a text is; unknown while nothing but blanks, or a bracket alone, has come. */
export type Kind = 'unknown' | 'json' | 'text';

/** One of the texts that stand in each other: how far it was read. */
export type Level = {
  kind: Kind;
  beginning: string;
  isInString: boolean;
  escape: string | null;
  /** Objects and lists that are not closed yet. */
  open: number;
  /** The outermost one has been closed: what follows is prose. */
  isOver: boolean;
  /** Of a text that is no JSON, or not any more: code in it may be JSON again, one level down. */
  fence: CodeFence;
};

export const createLevel = (kind: Kind): Level => ({
  kind,
  beginning: '',
  isInString: false,
  escape: null,
  open: 0,
  isOver: false,
  fence: createCodeFence(),
});

/** A beginning of nothing but blanks longer than this is no JSON that anybody would send. */
const MAX_BEGINNING = 64;

/** A text is JSON where it begins as an object, or as a list of texts, objects or lists; `[note]` is none. */
export const kindOf = (beginning: string): Kind => {
  if (beginning.length > MAX_BEGINNING) return 'text';
  const [first, second] = beginning.replaceAll(/[\s\ufeff]/g, '');
  if (first === undefined) return 'unknown';
  if (first !== '{' && first !== '[') return 'text';
  if (second === undefined) return 'unknown';
  return (first === '{' ? '"}' : '"[{]').includes(second) ? 'json' : 'text';
};

/** Whether prose, or code that is no JSON, goes on up to the end of the line. */
export const isProse = ({ kind, isOver, fence }: Level, inner?: Level): boolean =>
  (kind === 'text' || isOver) &&
  fence.isIdle() &&
  (!fence.isOpen() || (inner !== undefined && isProse(inner)));

/** Between strings: what opens and closes objects and lists. @returns Whether the outermost one is closed by it. */
export const followBracket = (level: Level, character: string): boolean => {
  if (character === '{' || character === '[') level.open += 1;
  if (character !== '}' && character !== ']') return false;
  level.open -= 1;
  level.isOver = level.open <= 0;
  return level.isOver;
};

const ESCAPED: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };
/** `\u` and four digits. */
const LONGEST_ESCAPE = 5;

/** @returns The character that a string holds for it; null where an escape is not complete. */
export const decode = (level: Level, character: string): string | null => {
  if (level.escape === null) {
    if (character !== '\\') return character;
    level.escape = '';
    return null;
  }
  const escaped = level.escape + character;
  if (escaped.startsWith('u') && escaped.length < LONGEST_ESCAPE) {
    level.escape = escaped;
    return null;
  }
  level.escape = null;
  if (!escaped.startsWith('u')) return ESCAPED[escaped] ?? escaped;
  const code = Number.parseInt(escaped.slice(1), 16);
  return Number.isNaN(code) ? '?' : String.fromCharCode(code);
};
