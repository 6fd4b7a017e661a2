import { type CodeFence, createCodeFence } from './code-fence.ts';

/** Where in JSON something stands. */
export type JsonPlace = Readonly<{
  /** 0 outside of strings, 1 in a string, 2 in a string of JSON that is itself the content of a string, and so on. */
  depth: number;
  /** Between the strings of the innermost JSON, where numbers stand and what holds JSON together. */
  isOutside: boolean;
}>;

/** How deep in JSON the places of a growing text stand. What is put there has to be escaped as often. */
export type JsonNesting = Readonly<{
  /** Adds text. Pieces may be cut anywhere. */
  push: (text: string) => void;
  /** False where the text is no JSON, though some may stand in it as code; also while nothing but blanks has come. */
  isJson: () => boolean;
  /** @param offset From the beginning of the text, not beyond its end nor before what was forgotten. */
  placeAt: (offset: number) => JsonPlace;
  forget: (until: number) => void;
}>;

const MAX_LEVELS = 6;

const STRUCTURE = /["{}[\]]/g;
const QUOTE_OR_ESCAPE = /["\\]/g;
const LINE_END = /\n/g;

type Kind = 'unknown' | 'json' | 'text';

/** A text is JSON where it begins as an object, or as a list of texts, objects or lists; `[note]` is none. */
const kindOf = (beginning: string): Kind => {
  const [first, second] = beginning.replaceAll(/[\s\ufeff]/g, '');
  if (first === undefined) return 'unknown';
  if (first !== '{' && first !== '[') return 'text';
  if (second === undefined) return 'unknown';
  return (first === '{' ? '"}' : '"[{]').includes(second) ? 'json' : 'text';
};

type Level = {
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

const createLevel = (kind: Kind): Level => ({
  kind,
  beginning: '',
  isInString: false,
  escape: null,
  open: 0,
  isOver: false,
  fence: createCodeFence(),
});

/** Whether prose, or code that is no JSON, goes on up to the end of the line. */
const isProse = ({ kind, isOver, fence }: Level, inner?: Level): boolean =>
  (kind === 'text' || isOver) &&
  fence.isIdle() &&
  (!fence.isOpen() || (inner !== undefined && isProse(inner)));

const ESCAPED: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };
/** `\u` and four digits. */
const LONGEST_ESCAPE = 5;
/** A beginning of nothing but blanks longer than this is no JSON that anybody would send. */
const MAX_BEGINNING = 64;

/** Arguments that begin with another sign are no JSON. */
const BEGINS_VALUE = /[{["\d-]/;

/** @param isSurelyJson Such as the arguments of a function, unless they begin like no value; else the text's beginning tells. */
export const createJsonNesting = (isSurelyJson: boolean): JsonNesting => {
  const levels: Level[] = [createLevel(isSurelyJson ? 'json' : 'unknown')];
  /** Where the place changes, and to what. */
  let changes: { offset: number; place: JsonPlace }[] = [];
  let length = 0;
  let place: JsonPlace = { depth: 0, isOutside: isSurelyJson };
  let first = place;
  let isBegun = !isSurelyJson;
  /** Whether the next character may stand somewhere else than the one before. */
  let isMoved = false;

  /** @returns The character that a string holds for it; null where an escape is not complete. */
  const decode = (level: Level, character: string): string | null => {
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

  /** Between strings: what opens and closes objects and lists. */
  const takeStructure = (level: Level, character: string): void => {
    if (character === '{' || character === '[') level.open += 1;
    if (character !== '}' && character !== ']') return;
    level.open -= 1;
    level.isOver = level.open <= 0;
    isMoved ||= level.isOver;
  };

  const openInner = (at: number): void => {
    levels.splice(at + 1);
    if (at + 1 < MAX_LEVELS) levels.push(createLevel('unknown'));
  };

  const turnString = (at: number, level: Level): void => {
    level.isInString = !level.isInString;
    isMoved = true;
    if (level.isInString) openInner(at);
    else levels.splice(at + 1);
  };

  const takeText = (at: number, level: Level, character: string): void => {
    const step = level.fence.follow(character);
    if (step === 'opens') {
      openInner(at);
    } else if (step === 'closes') {
      levels.splice(at + 1);
      isMoved = true;
    } else if (level.fence.isOpen()) {
      take(at + 1, character);
      // Code may be several documents, one a line.
      if (character === '\n' && levels[at + 1]?.isOver === true) openInner(at);
    }
  };

  const takeJson = (at: number, level: Level, character: string): void => {
    if (level.isOver) {
      takeText(at, level, character);
    } else if (character === '"' && level.escape === null) {
      turnString(at, level);
    } else if (!level.isInString) {
      takeStructure(level, character);
    } else {
      const decoded = decode(level, character);
      if (decoded !== null) take(at + 1, decoded);
    }
  };

  const take = (at: number, character: string): void => {
    const level = levels[at];
    if (level === undefined) return;
    if (level.kind !== 'unknown') {
      takeKnown(at, level, character);
      return;
    }
    level.beginning += character;
    level.kind = level.beginning.length > MAX_BEGINNING ? 'text' : kindOf(level.beginning);
    isMoved = true;
    if (level.kind !== 'unknown') for (const each of level.beginning) takeKnown(at, level, each);
  };

  const takeKnown = (at: number, level: Level, character: string): void => {
    if (level.kind === 'json') takeJson(at, level, character);
    else takeText(at, level, character);
  };

  /** What may change something next; null where every character may. */
  const nextTurn = (): RegExp | null => {
    const [level, inner] = levels;
    if (level === undefined || level.escape !== null) return null;
    if (isProse(level, inner)) return LINE_END;
    if (level.kind !== 'json' || level.isOver) return null;
    if (!level.isInString) return STRUCTURE;
    return inner !== undefined && isProse(inner) ? QUOTE_OR_ESCAPE : null;
  };

  /** Passes over what changes nothing: lines of prose, text between two strings, and within a string that is no JSON. */
  const skip = (text: string, from: number): number => {
    const pattern = nextTurn();
    if (pattern === null) return from;
    pattern.lastIndex = from;
    return pattern.exec(text)?.index ?? text.length;
  };

  const currentPlace = (): JsonPlace => {
    let depth = 0;
    let isOutside = false;
    for (const level of levels) {
      isOutside = level.kind === 'json' && !(level.isInString || level.isOver);
      if (level.kind === 'json' && level.isInString) depth += 1;
    }
    return depth === place.depth && isOutside === place.isOutside ? place : { depth, isOutside };
  };

  const note = (at: number): void => {
    if (!isMoved) return;
    isMoved = false;
    const now = currentPlace();
    if (now === place) return;
    // A quote that opens a string stands outside of it, and so does one that closes it.
    changes.push({ offset: now.depth < place.depth ? at : at + 1, place: now });
    place = now;
  };

  /** How many changes stand at or before an offset. */
  const changesUpTo = (offset: number): number => {
    let low = 0;
    let high = changes.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((changes[middle]?.offset ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    return low;
  };

  const begin = (text: string): void => {
    const sign = /\S/.exec(text)?.[0];
    if (isBegun || sign === undefined) return;
    isBegun = true;
    if (BEGINS_VALUE.test(sign)) return;
    levels.splice(0, 1, createLevel('text'));
    first = { depth: 0, isOutside: false };
    place = first;
  };

  return {
    push: (text) => {
      if (!isBegun) begin(text);
      for (let at = skip(text, 0); at < text.length; at = skip(text, at + 1)) {
        take(0, text.charAt(at));
        note(length + at);
      }
      length += text.length;
    },
    isJson: () => levels[0]?.kind === 'json',
    placeAt: (offset) => changes[changesUpTo(offset) - 1]?.place ?? first,
    forget: (until) => {
      const kept = changesUpTo(until) - 1;
      if (kept > 0) changes = changes.slice(kept);
    },
  };
};

/** The pointers of texts that are JSON by themselves. */
const ARGUMENTS = /\/(?:function|function_call)\/arguments$/i;

export const holdsJson = (pointer: string): boolean => ARGUMENTS.test(pointer);

/** A value as it stands `depth` strings deep. */
export const escapeInto = (value: string, depth: number): string =>
  depth <= 0 ? value : escapeInto(JSON.stringify(value).slice(1, -1), depth - 1);

/** The value that stands so, `depth` strings deep; null where it is no whole piece of such a string. */
export const unescapeFrom = (text: string, depth: number): string | null => {
  let value = text;
  for (let level = 0; level < depth; level += 1) {
    try {
      const inner: unknown = JSON.parse(`"${value}"`);
      if (typeof inner !== 'string') return null;
      value = inner;
    } catch {
      return null;
    }
  }
  return value;
};
