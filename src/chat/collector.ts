import { createHash } from 'node:crypto';
import type { GatewayError } from '../errors.ts';
import {
  type JsonArray,
  type JsonMember,
  type JsonNode,
  type JsonNumber,
  type JsonObject,
  type JsonString,
  mayBeSomebodys,
} from './json.ts';
import { EVERY_READING, readingsOf } from './readings.ts';
import type { Direction, Role, Segment, Trust, Unjudged, UnjudgedReason } from './segment.ts';
import { readBareFile, readTextUrl } from './text-url.ts';

export type ReadLimits = Readonly<{
  /** Deepest nesting of the JSON body. */
  maxDepth: number;
  /** Most segments and unjudged parts, taken together. */
  maxSegments: number;
  /** Longest text of one segment, in UTF-16 code units. */
  maxTextChars: number;
}>;

export type Origin = Readonly<{ role: Role; trust: Trust; direction: Direction }>;

/** Laxest first. `output` is last, so that nothing in an answer is taken for input. */
const STRICTNESS: readonly Trust[] = ['trusted', 'model', 'user', 'third-party', 'untrusted', 'output'];

export const stricterTrust = (a: Trust, b: Trust): Trust =>
  STRICTNESS.indexOf(a) >= STRICTNESS.indexOf(b) ? a : b;

/** The same origin, with a trust that is at least as strict as the given one. */
export const atLeast = (origin: Origin, trust: Trust): Origin => {
  const stricter = stricterTrust(origin.trust, trust);
  return stricter === origin.trust ? origin : { ...origin, trust: stricter };
};

/** How a collector reads structures. */
export type Manner = Readonly<{
  /** Whether a string under this key says nothing. */
  isInert: (value: string, slot: string) => boolean;
  /** What an item of an array is called in a pointer. */
  placeOf: (item: JsonNode, index: number) => number;
  /** The same for a part of a content. */
  placeOfPart: (part: JsonNode, index: number) => number;
}>;

type Frame = {
  readonly node: JsonArray | JsonObject;
  readonly pointer: string;
  /** The key under which the node stands; its strings are what that key says they are. */
  readonly slot: string;
  /** Which readings have the node, and which have each of its members; null: all that have the node. */
  readonly readings: number;
  readonly ofMembers: readonly number[] | null;
  next: number;
};

/** Gathers the segments of one body in the order in which they stand in it. */
export class Collector {
  readonly segments: Segment[] = [];
  readonly unjudged: Unjudged[] = [];
  /** How many segments and unjudged parts there were at each call of `mark`. */
  readonly marks: Readonly<{ segments: number; unjudged: number }>[] = [];
  readonly #limits: ReadLimits;
  readonly #tooMany: () => GatewayError;
  readonly #manner: Manner;
  #readings = EVERY_READING;

  /** @param tooMany What to throw over `limits.maxSegments`. */
  constructor(limits: ReadLimits, tooMany: () => GatewayError, manner = WHOLE) {
    this.#limits = limits;
    this.#tooMany = tooMany;
    this.#manner = manner;
  }

  mark(): void {
    this.marks.push({ segments: this.segments.length, unjudged: this.unjudged.length });
  }

  /** The pointer to an item of an array. */
  place(pointer: string, item: JsonNode, index: number): string {
    return `${pointer}/${this.#manner.placeOf(item, index)}`;
  }

  /** The pointer to a part of a content. */
  placeOfPart(pointer: string, part: JsonNode, index: number): string {
    return `${pointer}/${this.#manner.placeOfPart(part, index)}`;
  }

  /** Adds a text, whatever it says; empty ones say nothing. */
  addText({ value, source, raw }: JsonString, pointer: string, { role, trust, direction }: Origin): void {
    if (value === '') return;
    const segment = { text: this.#cut(value, pointer), pointer, role, trust, direction, source };
    const readings = this.#readings;
    // Nearly all are plain, and a body may have thousands.
    const isPlain = raw === undefined && readings === EVERY_READING;
    this.segments.push(
      isPlain
        ? segment
        : {
            ...segment,
            ...(raw === undefined ? {} : { raw }),
            ...(readings === EVERY_READING ? {} : { readings }),
          },
    );
    this.#count();
  }

  /** @param starts Where strings begin that are credentials for the provider. */
  markCredentials(starts: ReadonlySet<number>): void {
    if (starts.size === 0) return;
    for (const [index, segment] of this.segments.entries())
      if (starts.has(segment.source.start)) this.segments[index] = { ...segment, isCredential: true };
  }

  /**
   * Adds a file of text that a string of a request has as a `data:` address.
   *
   * @param isBare Whether it may also be base64 by itself.
   * @returns Whether all that a reader may find in it was added.
   */
  addFile(
    { value, source }: JsonString,
    pointer: string,
    { role, trust, direction }: Origin,
    isBare = false,
  ): boolean {
    const file = direction === 'input' ? (readTextUrl(value) ?? (isBare ? readBareFile(value) : null)) : null;
    if (file === null || file.text === '') return false;
    const { text, isExact } = file;
    const readings = this.#readings === EVERY_READING ? {} : { readings: this.#readings };
    const cut = this.#cut(text, pointer);
    this.segments.push({ text: cut, pointer, role, trust, direction, source, isFile: true, ...readings });
    this.#count();
    return isExact;
  }

  /** Adds a number that may be somebody's; others say nothing. */
  addNumber({ digits }: JsonNumber, pointer: string, slot: string, origin: Origin): void {
    if (digits === undefined || this.#manner.isInert(digits.value, slot)) return;
    const readings = this.#readings === EVERY_READING ? {} : { readings: this.#readings };
    const text = this.#cut(digits.value, pointer);
    this.segments.push({ text, pointer, ...origin, source: digits.source, isNumber: true, ...readings });
    this.#count();
  }

  /** Adds a key that is more than a name. */
  addKey({ key, keySource }: JsonMember, pointer: string, origin: Origin): void {
    if (!isMereName(key)) this.addText({ type: 'string', value: key, source: keySource }, pointer, origin);
  }

  /** What `read` adds is had by no other readings than these. */
  within(readings: number, read: () => void): void {
    const outer = this.#readings;
    this.#readings &= readings;
    read();
    this.#readings = outer;
  }

  addUnjudged(reason: UnjudgedReason, pointer: string): void {
    this.unjudged.push({ reason, pointer });
    this.#count();
  }

  /** Adds a string as text, and of anything else every string in it, and every number that may be somebody's. */
  addAny(node: JsonNode, pointer: string, origin: Origin): void {
    if (node.type === 'string') this.addText(node, pointer, origin);
    else this.addStrings(node, pointer, origin);
  }

  /**
   * Adds every string in a tree, at any depth, every key that is more than a name, and every number that may be
   * somebody's. Left out are only strings that can't say anything: see {@link WHOLE}.
   *
   * @param slot The key under which the tree stands.
   */
  addStrings(root: JsonNode, pointer: string, origin: Origin, slot = ''): void {
    const outer = this.#readings;
    const stack: Frame[] = [];
    this.#visit(root, pointer, slot, origin, stack);
    for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
      this.#readings = frame.readings;
      if (frame.node.type === 'array') this.#stepArray(frame, frame.node, origin, stack);
      else this.#stepObject(frame, frame.node, origin, stack);
    }
    this.#readings = outer;
  }

  #stepArray(frame: Frame, { items }: JsonArray, origin: Origin, stack: Frame[]): void {
    const index = frame.next;
    const item = items[index];
    frame.next += 1;
    if (item === undefined) stack.pop();
    else if (mayHoldText(item)) {
      this.#visit(item, this.place(frame.pointer, item, index), frame.slot, origin, stack);
    }
  }

  #stepObject(frame: Frame, { members }: JsonObject, origin: Origin, stack: Frame[]): void {
    const member = members[frame.next];
    frame.next += 1;
    if (member === undefined) {
      stack.pop();
      return;
    }
    const { key, value } = member;
    if (isMereName(key) && !mayHoldText(value)) return;
    this.#readings &= frame.ofMembers?.[frame.next - 1] ?? EVERY_READING;
    const pointer = childPointer(frame.pointer, key);
    this.addKey(member, pointer, origin);
    this.#visit(value, pointer, key, origin, stack);
  }

  #visit(node: JsonNode, pointer: string, slot: string, origin: Origin, stack: Frame[]): void {
    if (node.type === 'object' || node.type === 'array') {
      const ofMembers = node.type === 'object' ? readingsOf(node.members, isNobodys) : null;
      stack.push({ node, pointer, slot, readings: this.#readings, ofMembers, next: 0 });
    } else if (node.type === 'string' && !this.#manner.isInert(node.value, slot)) {
      this.addText(node, pointer, origin);
    } else if (node.type === 'number') {
      this.addNumber(node, pointer, slot, origin);
    }
  }

  #cut(value: string, pointer: string): string {
    const { maxTextChars } = this.#limits;
    if (value.length <= maxTextChars) return value;
    this.addUnjudged('too_long', pointer);
    const splitsPair = (value.charCodeAt(maxTextChars - 1) & 0xfc00) === 0xd800;
    return value.slice(0, splitsPair ? maxTextChars - 1 : maxTextChars);
  }

  #count(): void {
    if (this.segments.length + this.unjudged.length > this.#limits.maxSegments) throw this.#tooMany();
  }
}

/** Each text below a key has the key in its pointer: of what callers write there no more than this is kept, in UTF-16 code units. */
export const MAX_POINTER_CHARS = 512;
const KEPT_POINTER_CHARS = 256;
/** Longer than the names that are looked for at the end of a pointer. */
const LONGEST_END = 32;

/** What is left of a long pointer: its beginning, a hash that tells it from others, its last name if that is a short one. */
const shorten = (pointer: string, end: string): string => {
  const hash = createHash('sha256').update(pointer).digest('base64url').slice(0, 22);
  return `${pointer.slice(0, KEPT_POINTER_CHARS)}…${hash}${end.length <= LONGEST_END ? end : ''}`;
};

/** Appends a key to a JSON pointer (RFC 6901 §3). */
export const childPointer = (pointer: string, key: string): string => {
  const isPlain = !key.includes('~') && !key.includes('/');
  const end = isPlain ? `/${key}` : `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  const child = pointer + end;
  return child.length > MAX_POINTER_CHARS ? shorten(child, end) : child;
};

const mayHoldText = (node: JsonNode): boolean =>
  node.type === 'string' ||
  node.type === 'object' ||
  node.type === 'array' ||
  (node.type === 'number' && node.digits !== undefined);

/** In a tree of any shape no key is asked for by its name. */
const isNobodys = (): boolean => false;

/** An identifier too short for an order; wider alphabets say a whole sentence in as many characters. */
export const isName = (key: string): boolean => {
  if (key.length > LONGEST_NAME) return false;
  for (let at = 0; at < key.length; at += 1) if (IN_NAMES[key.charCodeAt(at)] !== 1) return false;
  return true;
};
const LONGEST_NAME = 24;
const IN_NAMES = Uint8Array.from({ length: 128 }, (_, code) =>
  /[\w.$-]/.test(String.fromCharCode(code)) ? 1 : 0,
);

/** As providers and servers make them: `call_9aX…`, `chatcmpl-tool-4f1c…`, `toolu_01A…`. So many random letters and no digit are none. */
const isId = (value: string): boolean =>
  /^[a-z]{1,8}(?:-tool)?[-_](?![A-Za-z]{26})[A-Za-z0-9]{1,48}$/.test(value);

/** Values that JSON Schema, the chat API and its kin fix; none of them is an order. */
const KEYWORDS: ReadonlySet<string> = new Set(
  `object string number integer boolean array null function custom text content grammar lark regex
  date-time date time duration email hostname ipv4 ipv6 uri uri-reference uuid binary byte float double int32 int64
  json_schema json_object input_text output_text refusal image_url input_audio file url_citation ephemeral
  wav mp3 flac opus aac pcm16 auto none required any enabled disabled low medium high minimal true false approximate`.split(
    /\s+/,
  ),
);

/** How keys and tokens begin that look like an id, as the rules for secrets know them; a test holds the two together. */
const SECRET = new RegExp(
  `^(?:(?:${[
    'sk|hf|gsk|xai|pplx|pcsk|nvapi|tvly|fw|jina|nf[pco]|sbp|gh[pousr]|gl[a-z]+|npm|rubygems|secret|ntn|fig[a-z]+',
    'sntry[usai]|pul|sq[upa]|xox[a-z]|xapp|whsec|(?:pub)?key|xkeysib|xsmtpsib|shp[a-z]+|re|pcl|cf[a-z]+|tskey|vc[a-z]',
    'csk|llx|ph[a-z]|bk[a-z]{2}|rnd|ico|pn[a-z]|aio|sgp',
    'aact|alcht|bpk|cog|ctp|d[du][bpw]|dbt[cu]|dnkey|esecret|essu|ion|lip|live|lm[ab]|mat|mct|mka|napi|ovsxp|pina|ptr|rootly|rpa|syt|tly',
    'tfp|tss|ucat|unkey|vtwn|wrka[a-z]*|xau|zpka',
  ].join('|')})[-_]|fc-|A(?:[SK]I|BI|CC)A|A3T|LTAI)[A-Za-z0-9]{12}`,
);

/** Those that no id looks like, for the marks in them. */
const MARKED_SECRET = /^sk-[\w-]{12}/;

/** Whether a text begins as keys and tokens do that would else pass for a name. */
export const beginsLikeKey = (text: string): boolean => SECRET.test(text) || MARKED_SECRET.test(text);

/** From so many characters on a key or a number may be somebody's. */
const SHORTEST_VALUE = 11;
const ALL_DIGITS = /^\d+$/;
const MANY_DIGITS = /^(?:\D*\d){9}/;

/** A name that is no key of somebody's, and no number. */
const isMereName = (key: string): boolean => {
  if (!isName(key)) return false;
  if (key.length < SHORTEST_VALUE) return true;
  return !SECRET.test(key) && !(ALL_DIGITS.test(key) ? mayBeSomebodys(key) : MANY_DIGITS.test(key));
};

const isIdIn = (slot: string, value: string): boolean =>
  (slot === 'id' || slot === 'tool_call_id') && (isName(value) || isId(value)) && !SECRET.test(value);

/**
 * Inside a larger structure one or two characters say nothing, nor does a fixed keyword, an id under an id's key, a
 * property's name under `required` (the property's key is held to the same rule).
 */
export const WHOLE: Manner = {
  isInert: (value, slot) =>
    value.length < 3 || KEYWORDS.has(value) || (slot === 'required' && isName(value)) || isIdIn(slot, value),
  placeOf: (_item, index) => index,
  placeOfPart: (_part, index) => index,
};

/** The number by which an item of a stream says to which of its kind it belongs, else its place. */
export const numberOf = (item: JsonNode, place: number): number => {
  if (item.type !== 'object') return place;
  const index = item.members.findLast(({ key }) => key === 'index')?.value;
  return index?.type === 'number' && Number.isSafeInteger(index.value) && index.value >= 0
    ? index.value
    : place;
};

/** Where a string may be a piece of a longer one, the shortest counts, and a keyword is just a word. */
export const PIECES: Manner = {
  isInert: (value, slot) => (slot === 'type' && KEYWORDS.has(value)) || isIdIn(slot, value),
  placeOf: numberOf,
  // Clients put the texts of parts without an index one behind the other, however many came with an event.
  placeOfPart: (part) => numberOf(part, 0),
};
