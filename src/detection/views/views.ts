import { forgetCuts } from '../decoding/run-together.ts';
import { forgetRuns } from '../decoding/runs/alphabet-runs.ts';
import { isMostlyJumbled, LEAST_SHARE, withoutJumbles } from '../decoding/runs/jumble.ts';
import { tellsOf } from '../decoding/runs/tells.ts';
import { hasLines } from '../decoding/selected.ts';
import type { TextFacts } from '../facts/facts.ts';
import { SIGNS } from '../facts/signs.ts';
import { asPartOfLong, readFacts } from '../facts/text-facts.ts';
import { compose, type MappedText, TOO_LONG, unchanged } from '../text/mapped-text.ts';
import { normalize } from '../text/normalize.ts';
import { ALWAYS, ANY, DECODERS, type Decoder } from './decoders.ts';
import { nearChanges } from './near-changes.ts';

/** A further reading of a window, with the way back to it. */
export type View = Readonly<{
  /** Decoders in the order in which they were applied, joined by `+`. */
  name: string;
  text: string;
  toSource: MappedText['toSource'];
  scrambles: boolean;
  /** As of a decoder. */
  isUnawaited: boolean;
  isOfValues: boolean;
  facts: TextFacts;
}>;

/** Ways to read a text that nobody has hidden. */
const IN_PLAIN_SIGHT = new Set([
  'unwrapped',
  'typos',
  'tagged',
  'columns',
  'tables',
  'prefixed',
  'cut-values',
]);

/** Whether what a view of this name shows was hidden from a reader. */
export const isDisguised = (name: string): boolean =>
  name !== '' && !name.split('+').every((part) => IN_PLAIN_SIGHT.has(part));

/** Ways to write that nobody uses but to keep somebody from reading: no program does, and no mail. */
export const RIDDLES: ReadonlySet<string> = new Set([
  ...[
    'rot13',
    'rot47',
    'caesar',
    'atbash',
    'pig-latin',
    'morse',
    'morse-digits',
    'nato',
    'braille',
    'turned',
  ],
  ...['reversed', 'reversed-words', 'jumbled', 'vowelless', 'repeated', 'separated', 'listed'],
  ...['numbers', 'letter-numbers', 'code-points', 'bits', 'base58', 'base64-reversed'],
  ...['coded-words', 'cut-words', 'cut-codes', 'glued-numbers'],
  ...['number-grids', 'knocks', 'two-signs', 'letter-places', 'word-games', 'named-ciphers'],
  ...['signs-in-words', 'blanked-words'],
]);

/** Whether whoever wrote what a view of this name shows meant to hide it. */
export const isRiddle = (name: string): boolean => name.split('+').some((part) => RIDDLES.has(part));

const MAX_DEPTH = 3;
/** Decoders that find something in texts in which nobody has hidden anything. */
const LOOSE = new Set(['spaced', 'broken', 'symbols']);
/** No window of 900 files of packages has more than sixteen; of 20,000 other texts one has nine. */
const MAX_VIEWS = 17;
/**
 * All views of a window together may hold this many times its text: the decoders stand in the order of their promise, and
 * what does not fit any more is left out, of which whoever asks is told.
 */
const MAX_EXPANSION = 3;
/** Short windows have this much room, in which what nobody made to fill it up has its place. */
const LEAST_EXPANSION = 5120;
/** A view that shows more of its window has less around what was changed in it, so that there is room for others; short windows have it anyway. */
const MOST_OF_ONE = 0.4;
const LEAST_MOST = 2048;
/** The same for the views behind so many: somebody may have made these so that they fill up the room. */
const FEW_VIEWS = 3;
const MOST_OF_MANY = 0.125;
const LEAST_MOST_OF_MANY = 1024;
/** Where something is left out anyway, views are looked into as far as these hold so many times the window together. */
const MAX_NESTED = 0.5;
/** With less room left nothing that says something would fit. */
const LEAST_ROOM = 16;

type Node = Readonly<{
  name: string;
  mapped: MappedText;
  depth: number;
  scrambles: boolean;
  isUnawaited: boolean;
  isFinal: boolean;
  facts: TextFacts;
  /** Which decoders are asked about it: only those that look in jumbles, or only the others. */
  of: 'all' | 'jumbles' | 'rest';
}>;

/** What was found in one window so far, and how much room there is for more. */
type Search = Readonly<{ window: string; queue: Node[]; views: View[]; readings: Readings }> & {
  room: number;
  most: number;
  isComplete: boolean;
};

/**
 * Which readings somebody asks for. `plain`: those in which letters have their places and meanings; in others values would be chance.
 * `awaited`: ciphers and the like as well, but not those that a stream does not wait for. `all`: these, too, in which only attacks are looked for.
 */
export type Readings = 'plain' | 'awaited' | 'all';

const isAskedFor = ({ scrambles, isUnawaited }: Decoder, readings: Readings): boolean =>
  readings === 'all' || (!isUnawaited && (readings === 'awaited' || !scrambles));

const NEEDED = DECODERS.reduce((all, { needs }) => all | needs, 0);
/** Decoders by the signs of the texts that they have something to do in: there are few kinds of texts. */
const decodersBySigns: Readonly<Record<Readings, Map<number, readonly Decoder[]>>> = {
  ...{ plain: new Map(), awaited: new Map(), all: new Map() },
};
/** Signs in more combinations than this are made up by somebody, and each is looked at anew. */
const MOST_KINDS = 4096;

const decodersFor = (signs: number, readings: Readings): readonly Decoder[] => {
  const needed = signs & NEEDED;
  const bySigns = decodersBySigns[readings];
  const known = bySigns.get(needed);
  if (known !== undefined) return known;
  const decoders = DECODERS.filter(
    (decoder) =>
      (decoder.needs === ALWAYS || (decoder.needs & needed) !== 0) &&
      decoder.suits(needed) &&
      isAskedFor(decoder, readings),
  );
  if (bySigns.size < MOST_KINDS) bySigns.set(needed, decoders);
  return decoders;
};

// Texts of the same length are few, and differ soon: to compare them is cheaper than to hash them all.
const isNew = ({ window, views }: Search, text: string): boolean =>
  text !== window && views.every((view) => view.text !== text);

/** Of a long text nothing is looked for that only short ones hide, nor in what only stands together otherwise. */
const factsOf = (text: string, node: Node, { keepsLetters }: Decoder): TextFacts => {
  const facts = readFacts(text);
  return keepsLetters && (node.facts.signs & SIGNS.short) === 0 ? asPartOfLong(facts) : facts;
};

/** What a decoder has made of a text, normalised; of a long one the places that it changed. */
const readingOf = ({ room, most }: Search, { isLocal }: Decoder, decoded: MappedText): MappedText => {
  const near = isLocal ? nearChanges(decoded, Math.min(room, most)) : decoded;
  return compose(near, normalize(near.text));
};

const add = (search: Search, node: Node, decoder: Decoder, decoded: MappedText): void => {
  const mapped = compose(node.mapped, readingOf(search, decoder, decoded));
  const { text, toSource } = mapped;
  if (!isNew(search, text)) return;
  if (text.length > search.room || search.views.length >= MAX_VIEWS) {
    search.isComplete = false;
    return;
  }
  search.room -= text.length;
  const name = node.name === '' ? decoder.name : `${node.name}+${decoder.name}`;
  const scrambles = node.scrambles || decoder.scrambles;
  const isUnawaited = node.isUnawaited || decoder.isUnawaited;
  const facts = factsOf(text, node, decoder);
  const next = {
    name,
    mapped,
    depth: node.depth + 1,
    scrambles,
    isUnawaited,
    isFinal: decoder.isFinal,
    facts,
    of: 'all',
  } as const;
  search.queue.push(next);
  const { isOfValues } = decoder;
  search.views.push({ name, text, toSource, scrambles, isUnawaited, isOfValues, facts });
  if (search.views.length === FEW_VIEWS)
    search.most = Math.max(LEAST_MOST_OF_MANY, search.window.length * MOST_OF_MANY);
};

const NO_NAMES: readonly string[] = [];

/** Whether a decoder may find something in a text, by its kind, by which characters it has, and by what its digits and long runs tell. */
const mayRead = ({ chars, tells, readsJumbles }: Decoder, { of, facts }: Node, told: number): boolean =>
  (of === 'all' || readsJumbles === (of === 'jumbles')) &&
  (chars === ANY || (chars & facts.chars) !== 0) &&
  (tells === ANY || (tells & told) !== 0);

/** Adds the readings one step further on. */
const decodeNode = (search: Search, node: Node): void => {
  const { facts, mapped } = node;
  // One for all decoders: thirty of them for each text were a tenth of all that a scan allocates.
  const signs = { facts, room: 0 };
  const told = tellsOf(facts);
  const used = node.name === '' ? NO_NAMES : node.name.split('+');
  for (const decoder of decodersFor(facts.signs, search.readings)) {
    if (
      !mayRead(decoder, node, told) ||
      (decoder.scrambles && used.length > 0 && used.includes(decoder.name))
    )
      continue;
    if (search.room < LEAST_ROOM) {
      search.isComplete = false;
      return;
    }
    signs.room = search.room;
    const decoded = decoder.decode(mapped.text, signs);
    if (decoded === TOO_LONG) search.isComplete = false;
    else if (decoded !== undefined && decoded.text !== mapped.text) add(search, node, decoder, decoded);
  }
};

/** Letters apart and words run together are made by chance, too; a code is not. */
const isCode = ({ name, keepsLetters, isFinal }: Decoder): boolean =>
  !keepsLetters && !isFinal && !LOOSE.has(name);

/** Whether a text that is not decoded any more is one that somebody has written in yet another code. */
const isCoded = (search: Search, { name, facts, mapped }: Node): boolean => {
  const used = name.split('+');
  return decodersFor(facts.signs, search.readings).some((decoder) => {
    if (!isCode(decoder) || (decoder.scrambles && used.includes(decoder.name))) return false;
    const decoded = decoder.decode(mapped.text, { facts, room: Infinity });
    return decoded !== undefined && isNew(search, readingOf(search, decoder, decoded).text);
  });
};

const KEPT_SIGNS = SIGNS.short | SIGNS.coded | SIGNS.strange;

/** Of a text without its jumbles: what was strange in between, anything beside it may be. */
const factsOfRest = (text: string, { signs }: TextFacts): TextFacts => {
  const facts = readFacts(text);
  return {
    ...facts,
    signs: (facts.signs & ~KEPT_SIGNS) | (signs & KEPT_SIGNS),
    strange: [{ start: 0, end: text.length }],
  };
};

/** Whether letters are strange in so much of a text that much of it may be a jumble, or few stand together in nearly all of it. */
const mayBeJumble = ({ text, strange, signs }: TextFacts): boolean => {
  if ((signs & SIGNS.coded) === 0) return false;
  let chars = 0;
  for (const { start, end } of strange) chars += end - start;
  return chars >= text.length * LEAST_SHARE || isMostlyJumbled(text);
};

/** Where much of a text is a jumble, that is left out for decoders that look for words. */
const decodeParts = (search: Search, node: Node): void => {
  const { mapped, facts } = node;
  const rest = mayBeJumble(facts) ? withoutJumbles(mapped.text) : undefined;
  if (rest === undefined) {
    decodeNode(search, node);
    return;
  }
  decodeNode(search, { ...node, of: 'jumbles' });
  const restFacts = factsOfRest(rest.text, facts);
  decodeNode(search, { ...node, mapped: compose(mapped, rest), facts: restFacts, of: 'rest' });
};

/** Adds the readings of the window, of these, and so on, as far as there is room. */
const decodeAll = (search: Search): void => {
  const { queue, views, window } = search;
  let nested = 0;
  const isEnough = (): boolean =>
    views.length >= MAX_VIEWS || (!search.isComplete && nested >= MAX_NESTED * window.length);
  for (const node of queue) {
    if (node.isFinal || (node.depth > 0 && (node.facts.signs & NEEDED) === 0)) continue;
    if (node.depth >= MAX_DEPTH) search.isComplete &&= !isCoded(search, node);
    else if (isEnough()) search.isComplete = false;
    else {
      if (node.depth > 0) nested += node.mapped.text.length;
      decodeParts(search, node);
    }
  }
};

/** `isComplete`: whether nothing was left out for want of room, or for how deep it lies. */
export type AllViews = Readonly<{ views: readonly View[]; isComplete: boolean }>;

const NOTHING: AllViews = { views: [], isComplete: true };

/** The decoded readings of a normalised window, nested at most three deep and bounded in number and size. */
export const viewsOf = (
  window: string,
  facts: TextFacts = readFacts(window),
  readings: Readings = 'all',
): AllViews => {
  if ((facts.signs & NEEDED) === 0 && !hasLines(facts)) return NOTHING;
  const root: Node = {
    name: '',
    mapped: unchanged(window),
    depth: 0,
    scrambles: false,
    isUnawaited: false,
    isFinal: false,
    facts,
    of: 'all',
  };
  const search: Search = {
    window,
    queue: [root],
    views: [],
    most: Math.max(LEAST_MOST, window.length * MOST_OF_ONE),
    readings,
    room: Math.max(LEAST_EXPANSION, window.length * MAX_EXPANSION),
    isComplete: true,
  };
  decodeAll(search);
  forgetRuns();
  forgetCuts();
  return search;
};

export const decodedViews = (window: string, facts?: TextFacts, readings?: Readings): readonly View[] =>
  viewsOf(window, facts, readings).views;
