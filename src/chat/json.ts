import { GatewayError } from '../errors.ts';
import type { Span } from './segment.ts';

export type JsonString = Readonly<{
  type: 'string';
  value: string;
  source: Span;
  /** The value with its lone surrogates; absent where it has none. */
  raw?: string;
}>;
export type JsonMember = Readonly<{ key: string; keySource: Span; value: JsonNode }>;
export type JsonObject = Readonly<{ type: 'object'; members: readonly JsonMember[] }>;
export type JsonArray = Readonly<{ type: 'array'; items: readonly JsonNode[] }>;
export type JsonNumber = Readonly<{
  type: 'number';
  value: number;
  /** As it is written, where that may be somebody's number: see {@link mayBeSomebodys}. */
  digits?: JsonString;
}>;
export type JsonNode =
  | JsonObject
  | JsonArray
  | JsonString
  | JsonNumber
  | Readonly<{ type: 'boolean'; value: boolean }>
  | Readonly<{ type: 'null' }>;

/** A body of 8 MiB with this many values is no chat (even `logprobs` has 8 bytes a value), but costs 100 MB of nodes. */
export const MAX_JSON_VALUES = 1_000_000;

/** Where the reading of a text may go on: behind an item of an array that a member of the root holds. */
export type Stop = Readonly<{
  /** In UTF-16 code units. */
  end: number;
  /** How many values were read up to there, and items of the array. */
  values: number;
  items: number;
  /** Of the root, in front of the array's. */
  members: readonly JsonMember[];
  /** The array's own member. */
  name: Pick<JsonMember, 'key' | 'keySource'>;
}>;

/** Stands for an item in front of the place where the reading went on. */
export const KNOWN_ITEM: JsonNode = Object.freeze({ type: 'null' });

/** What was read, and where each item of the array ended that was not known before; none where the root holds no such array. */
export type ListRead = Readonly<{
  root: JsonNode;
  ends: readonly number[];
  /** @param index Into `ends`. */
  stopAt: (index: number) => Stop | null;
}>;

/** What may be JSON to somebody, and is more than is read here. */
export class JsonLimitError extends GatewayError {
  constructor(message: string) {
    super('INVALID_JSON', message);
  }
}

/** Whether an error says that a text is JSON to nobody. */
export const isNobodysJson = (error: unknown): boolean =>
  error instanceof GatewayError && error.code === 'INVALID_JSON' && !(error instanceof JsonLimitError);

type OpenMember = { readonly key: string; readonly keySource: Span; value: JsonNode };
type Open =
  | { readonly type: 'object'; readonly members: OpenMember[] }
  | { readonly type: 'array'; readonly items: JsonNode[] };

const NULL: JsonNode = Object.freeze({ type: 'null' });
const TRUE: JsonNode = Object.freeze({ type: 'boolean', value: true });
const FALSE: JsonNode = Object.freeze({ type: 'boolean', value: false });
const EMPTY_OBJECT: JsonNode = Object.freeze({ type: 'object', members: Object.freeze([]) });
const EMPTY_ARRAY: JsonNode = Object.freeze({ type: 'array', items: Object.freeze([]) });

const QUOTE = 0x22;
const COMMA = 0x2c;
const MINUS = 0x2d;
const PLUS = 0x2b;
const DOT = 0x2e;
const ZERO = 0x30;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Strings up to here are read character by character: for keys and words a native search costs more than it saves. */
const SHORT = 24;
/** A shorter text costs as much to copy as its scan gains. */
const LEAST_NARROWED = 512;
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the point (RFC 8259 §7)
const CONTROL = /[\0-\x1f]/g;

/**
 * Reads JSON (RFC 8259) and keeps what `JSON.parse` drops: where each string stands, and every member of an object
 * whose keys repeat. Accepts what `JSON.parse` accepts, up to `maxDepth` nested containers and
 * {@link MAX_JSON_VALUES} values. Linear in the text; no recursion, so that a high `maxDepth` is no stack overflow.
 *
 * @returns Strings with escapes resolved and lone surrogates replaced by U+FFFD, keys too.
 * @throws GatewayError `INVALID_JSON`, a {@link JsonLimitError} over a limit; the message names the position (UTF-16 code units) and never the text.
 */
export const readJson = (text: string, maxDepth: number): JsonNode => new Reader(text, maxDepth).read();

/**
 * The same for a text whose root holds an array under this key, which may have been read in part before.
 *
 * @param from A stop in a text that began like this one, up to there; null to read all of it.
 */
export const readJsonList = (text: string, maxDepth: number, key: string, from: Stop | null): ListRead =>
  new Reader(text, maxDepth, key).readList(from);

class Reader {
  readonly #text: string;
  readonly #maxDepth: number;
  readonly #wellFormed: boolean;
  /** Of the whole text; known once it is asked for. */
  #isAscii: boolean | undefined;
  readonly #open: Open[] = [];
  #pos = 0;
  #values = 0;
  // The first backslash and the first control character at or after the last place that asked for one: both only
  // move forward, so that a body of many strings is searched once and not once per string.
  #nextBackslash = -1;
  #nextControl = -1;
  /** The key whose array is watched, that array, and where each of its items ended after how many values. */
  readonly #watched: string | null;
  #list: Open | undefined;
  readonly #ends: number[] = [];
  readonly #valuesAtEnds: number[] = [];
  #isBack = false;

  constructor(text: string, maxDepth: number, watched: string | null = null) {
    this.#text = text;
    this.#maxDepth = maxDepth;
    this.#watched = watched;
    this.#wellFormed = text.isWellFormed();
  }

  read(): JsonNode {
    return this.#readOn(this.#value());
  }

  readList(from: Stop | null): ListRead {
    const root = from === null ? this.read() : this.#readOn(this.#goBackTo(from));
    const known = from?.items ?? 0;
    return { root, ends: this.#ends, stopAt: (index) => this.#stopAt(root, index, known) };
  }

  /** @returns The last item in front of the stop, which is still to be put into its array. */
  #goBackTo({ end, values, items, members, name }: Stop): JsonNode {
    const list: Open = { type: 'array', items: Array<JsonNode>(items - 1).fill(KNOWN_ITEM) };
    this.#open.push({ type: 'object', members: [...members, { ...name, value: NULL }] }, list);
    this.#list = list;
    this.#isBack = true;
    this.#pos = end;
    this.#values = values;
    return KNOWN_ITEM;
  }

  #stopAt(root: JsonNode, index: number, known: number): Stop | null {
    const end = this.#ends[index];
    const values = this.#valuesAtEnds[index];
    if (root.type !== 'object' || end === undefined || values === undefined) return null;
    const place = root.members.findIndex(({ value }) => value === this.#list);
    const name = root.members[place];
    if (name === undefined) return null;
    const { key, keySource } = name;
    return {
      ...{ end, values, items: known + index + 1 },
      ...{ members: root.members.slice(0, place), name: { key, keySource } },
    };
  }

  #readOn(first: JsonNode | undefined): JsonNode {
    let done = first;
    for (;;) {
      if (done === undefined) {
        done = this.#value();
        continue;
      }
      const open = this.#open[this.#open.length - 1];
      if (open === undefined) return this.#end(done);
      done = this.#attach(open, done);
    }
  }

  #end(root: JsonNode): JsonNode {
    this.#skipSpace();
    if (this.#pos < this.#text.length) this.#fail(this.#pos);
    return root;
  }

  /** Reads a value; undefined where it opened a container, whose first value comes next. */
  #value(): JsonNode | undefined {
    this.#values += 1;
    if (this.#values > MAX_JSON_VALUES) this.#exceed(`has more than ${MAX_JSON_VALUES} values`);
    switch (this.#skipSpace()) {
      case QUOTE:
        return this.#string();
      case OPEN_OBJECT:
        return this.#openObject();
      case OPEN_ARRAY:
        return this.#openArray();
      case 0x74:
        return this.#literal('true', TRUE);
      case 0x66:
        return this.#literal('false', FALSE);
      case 0x6e:
        return this.#literal('null', NULL);
      default:
        return this.#number();
    }
  }

  #openObject(): JsonNode | undefined {
    this.#descend();
    if (this.#skipSpace() === CLOSE_OBJECT) {
      this.#pos += 1;
      return EMPTY_OBJECT;
    }
    const members: OpenMember[] = [];
    this.#open.push({ type: 'object', members });
    this.#key(members);
    return undefined;
  }

  #openArray(): JsonNode | undefined {
    this.#descend();
    if (this.#skipSpace() === CLOSE_ARRAY) {
      this.#pos += 1;
      return EMPTY_ARRAY;
    }
    const list: Open = { type: 'array', items: [] };
    this.#open.push(list);
    if (this.#watched !== null && this.#open.length === 2 && this.#list === undefined) this.#watch(list);
    return undefined;
  }

  #noteEnd(): void {
    // The item that was put in its place again ends where it is known to.
    if (!this.#isBack) {
      this.#ends.push(this.#pos);
      this.#valuesAtEnds.push(this.#values);
    }
    this.#isBack = false;
  }

  #watch(list: Open): void {
    const root = this.#open[0];
    if (root?.type === 'object' && root.members.at(-1)?.key === this.#watched) this.#list = list;
  }

  #descend(): void {
    if (this.#open.length >= this.#maxDepth) {
      this.#exceed(`is nested deeper than ${this.#maxDepth} levels`);
    }
    this.#pos += 1;
  }

  #key(members: OpenMember[]): void {
    if (this.#skipSpace() !== QUOTE) this.#fail(this.#pos);
    const { value: key, source: keySource } = this.#string();
    if (this.#skipSpace() !== COLON) this.#fail(this.#pos);
    this.#pos += 1;
    members.push({ key, keySource, value: NULL });
  }

  /** Puts a finished value into its container; the container where that is finished too, else undefined. */
  #attach(open: Open, done: JsonNode): JsonNode | undefined {
    if (open.type === 'array') open.items.push(done);
    else setLast(open.members, done);
    if (open === this.#list) this.#noteEnd();
    const code = this.#skipSpace();
    if (code === COMMA) {
      this.#pos += 1;
      if (open.type === 'object') this.#key(open.members);
      return undefined;
    }
    if (code !== (open.type === 'array' ? CLOSE_ARRAY : CLOSE_OBJECT)) this.#fail(this.#pos);
    this.#pos += 1;
    this.#open.pop();
    return open;
  }

  #string(): JsonString {
    const start = this.#pos;
    const short = Math.min(start + SHORT, this.#text.length);
    for (let at = start + 1; at < short; at += 1) {
      const code = this.#text.charCodeAt(at);
      if (code === QUOTE) return this.#plain(start, at);
      if (code === BACKSLASH) return this.#escaped(start, at);
      if (code < 0x20) this.#fail(at);
    }
    return this.#longString(start, short);
  }

  #longString(start: number, from: number): JsonString {
    const quote = this.#text.indexOf('"', from);
    if (quote === -1) this.#fail(this.#text.length);
    if (this.#nextBackslash < from) this.#nextBackslash = orEnd(this.#text.indexOf('\\', from));
    if (this.#nextBackslash < quote) return this.#escaped(start, this.#nextBackslash);
    if (this.#nextControl < from) this.#nextControl = findControl(this.#text, from);
    if (this.#nextControl < quote) this.#fail(this.#nextControl);
    return this.#plain(start, quote);
  }

  #plain(start: number, quote: number): JsonString {
    this.#pos = quote + 1;
    const value = this.#narrowed(this.#text.slice(start + 1, quote));
    const source = { start, end: quote + 1 };
    return { type: 'string', value: this.#wellFormed ? value : value.toWellFormed(), source };
  }

  /** One letter beyond Latin-1 in a body has V8 keep two bytes for each of its characters, and of those of all texts that are cut out of it. */
  #narrowed(value: string): string {
    if (value.length < LEAST_NARROWED) return value;
    this.#isAscii ??= Buffer.byteLength(this.#text) === this.#text.length;
    if (this.#isAscii || Buffer.byteLength(value) !== value.length) return value;
    return Buffer.from(value, 'latin1').toString('latin1');
  }

  #escaped(start: number, backslash: number): JsonString {
    let quote = this.#text.indexOf('"', backslash);
    while (quote !== -1 && this.#isEscaped(quote)) quote = this.#text.indexOf('"', quote + 1);
    if (quote === -1) this.#fail(this.#text.length);
    this.#pos = quote + 1;
    const value = resolveEscapes(this.#text.slice(start, quote + 1));
    if (value === undefined) return this.#fail(start);
    const source = { start, end: quote + 1 };
    return value.isWellFormed()
      ? { type: 'string', value, source }
      : { type: 'string', value: value.toWellFormed(), source, raw: value };
  }

  #isEscaped(quote: number): boolean {
    let run = quote;
    while (this.#text.charCodeAt(run - 1) === BACKSLASH) run -= 1;
    return (quote - run) % 2 === 1;
  }

  #number(): JsonNode {
    const start = this.#pos;
    if (this.#code() === MINUS) this.#pos += 1;
    if (this.#code() === ZERO) this.#pos += 1;
    else this.#digits();
    if (this.#code() === DOT) {
      this.#pos += 1;
      this.#digits();
    }
    if ((this.#code() | 0x20) === 0x65) this.#exponent();
    const written = this.#text.slice(start, this.#pos);
    const value = Number(written);
    if (written.length < FEWEST_DIGITS || !mayBeSomebodys(written)) return { type: 'number', value };
    const digits: JsonString = { type: 'string', value: written, source: { start, end: this.#pos } };
    return { type: 'number', value, digits };
  }

  #exponent(): void {
    this.#pos += 1;
    const code = this.#code();
    if (code === PLUS || code === MINUS) this.#pos += 1;
    this.#digits();
  }

  #digits(): void {
    const start = this.#pos;
    while (isDigit(this.#code())) this.#pos += 1;
    if (this.#pos === start) this.#fail(start);
  }

  #literal(word: string, node: JsonNode): JsonNode {
    if (!this.#text.startsWith(word, this.#pos)) this.#fail(this.#pos);
    this.#pos += word.length;
    return node;
  }

  #code(): number {
    return this.#text.charCodeAt(this.#pos);
  }

  /** @returns The code unit after the white space; NaN at the end. */
  #skipSpace(): number {
    let code = this.#text.charCodeAt(this.#pos);
    while (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09) {
      this.#pos += 1;
      code = this.#text.charCodeAt(this.#pos);
    }
    return code;
  }

  #fail(at: number): never {
    const what = at >= this.#text.length ? 'end' : 'character';
    throw new GatewayError(
      'INVALID_JSON',
      `The body is not valid JSON: unexpected ${what} at position ${at}.`,
    );
  }

  #exceed(what: string): never {
    throw new JsonLimitError(`The body ${what} at position ${this.#pos}.`);
  }
}

const FEWEST_DIGITS = 11;
/** Such as of a card, and of people in the countries whose numbers are known without words around them. */
const DIGITS_OF_SOMEBODY = /^[1-9]\d{10,18}$/;
/** The time in milli-, micro- or nanoseconds, of which bodies hold many: no card of these lengths begins with a 1. */
const TIME = /^1(?:\d{12}|\d{15}|\d{18})$/;

/** Whether a number outside of strings may be a value; what is written with fewer digits is known by words alone. */
export const mayBeSomebodys = (written: string): boolean =>
  DIGITS_OF_SOMEBODY.test(written) && !TIME.test(written);

const setLast = (members: OpenMember[], value: JsonNode): void => {
  const last = members[members.length - 1];
  if (last !== undefined) last.value = value;
};

const isDigit = (code: number): boolean => code >= ZERO && code <= 0x39;

const orEnd = (index: number): number => (index === -1 ? Number.POSITIVE_INFINITY : index);

const findControl = (text: string, from: number): number => {
  CONTROL.lastIndex = from;
  return CONTROL.test(text) ? CONTROL.lastIndex - 1 : Number.POSITIVE_INFINITY;
};

const resolveEscapes = (token: string): string | undefined => {
  try {
    const value: unknown = JSON.parse(token);
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
};
