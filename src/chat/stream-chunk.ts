import { Collector, type Manner, numberOf, PIECES, type ReadLimits, WHOLE } from './collector.ts';
import type { JsonNode, JsonObject } from './json.ts';
import { repeatedTexts } from './logprobs.ts';
import { readLooseJson } from './loose-json.ts';
import { type MemberReaders, readMembers, valuesOf } from './message.ts';
import { LAST_EXACT } from './readings.ts';
import { CHOICE, OUTPUT, TOP_LEVEL, tooManyTexts } from './response.ts';
import { asWritten, type Segment, type Span, type Unjudged } from './segment.ts';

/** A piece of a text that grows over events. */
export type StreamPiece = Readonly<{
  /**
   * Which text: the choice's `index`, then the way to the string, where an item of an array goes by its own `index`
   * if it has one. Such as `0/content`, `1/tool_calls/2/function/arguments`, and `0/message/content` outside of
   * `delta`. Outside of choices the pointer, such as `/delta/text`.
   */
  channel: string;
  /** Null outside of choices. */
  choice: number | null;
  /** With its lone surrogates, of which another piece may have the other half. */
  text: string;
  /** The JSON string token in the event's data, both quotes included. */
  source: Span;
}>;

/** What comes of a text once more, token by token; it may come before the text itself, or behind it. */
export type StreamRepeat = Readonly<{ channel: string; text: string }>;

export type StreamChunk = Readonly<{
  id: string | null;
  model: string | null;
  /** In seconds, as the provider says. */
  created: number | null;
  /** In the order in which they stand in the data. */
  pieces: readonly StreamPiece[];
  /** Other strings outside of choices, keys that are more than names, and numbers: each is judged alone. In order, too. */
  texts: readonly Segment[];
  /** Absent where there are none, as in nearly all chunks. */
  repeats?: readonly StreamRepeat[];
  unjudged: readonly Unjudged[];
  /** The `index` of each choice, or its place where it has none. */
  choices: readonly number[];
  /** Those of them that say why they ended. */
  finished: readonly number[];
  isError: boolean;
}>;

/**
 * Reads the JSON of one event of a streamed chat completion. Finds every string that `readChatResponse` finds;
 * within choices also those that say nothing alone, for they may say something together.
 *
 * @param data Not `[DONE]`, which is no JSON.
 * @throws GatewayError `INVALID_JSON`; `SCAN_UNAVAILABLE` over `limits.maxSegments`, for choices and all else each.
 */
export const readStreamChunk = (data: string, limits: ReadLimits): StreamChunk => {
  const body = readLooseJson(data, limits.maxDepth);
  const others = new Collector(limits, tooManyTexts(limits), BESIDE);
  const inChoices = new Collector(limits, tooManyTexts(limits), PIECES);
  const choices = choicesOf(body);
  if (choices === null || body.type !== 'object') others.addAny(body, '', OUTPUT);
  else readMembers(others, body, '', OUTPUT, BESIDE_CHOICES);
  const { pieces, whole } = readChoices(inChoices, choices ?? [], data);
  const { growing, alone } = apart(others.segments, data);
  const repeats = repeatsOf(choices ?? []);
  return {
    ...headOf(body),
    pieces: growing.length === 0 ? pieces : inOrder([...growing.map(toPiece), ...pieces]),
    texts: whole.length === 0 ? alone : inOrder([...alone, ...whole]),
    ...(repeats === NO_REPEATS ? null : { repeats }),
    unjudged: [...others.unjudged, ...inChoices.unjudged],
    choices: numbersOf(choices ?? []),
    finished: numbersOf((choices ?? []).filter(isFinished)),
  };
};

type Choice = Readonly<{ node: JsonNode; place: number; number: number }>;

/** Null where there are none, not even an empty list; then this is no chunk of a completion. */
const choicesOf = (body: JsonNode): readonly Choice[] | null => {
  const lists = body.type === 'object' ? valuesOf(body, 'choices') : [];
  if (lists.length === 0) return null;
  return lists.flatMap((list) =>
    list.type === 'array'
      ? list.items.map((node, place) => ({ node, place, number: numberOf(node, place) }))
      : [],
  );
};

const readChoices = (
  to: Collector,
  choices: readonly Choice[],
  data: string,
): { pieces: StreamPiece[]; whole: Segment[] } => {
  const pieces: StreamPiece[] = [];
  const whole: Segment[] = [];
  for (const { node, place, number } of choices) {
    const base = `/choices/${place}`;
    const first = to.segments.length;
    if (node.type === 'object') readMembers(to, node, base, OUTPUT, CHOICE);
    else to.addAny(node, base, OUTPUT);
    for (const segment of to.segments.slice(first)) {
      const { pointer, source } = segment;
      if (segment.isNumber === true || isKey(data, source) || isKind(segment)) whole.push(segment);
      else
        pieces.push({
          channel: `${number}${inDelta(pointer, base.length)}${ofReading(segment)}`,
          choice: number,
          text: asWritten(segment),
          source,
        });
    }
  }
  return { pieces, whole };
};

const NO_REPEATS: readonly StreamRepeat[] = [];

const repeatsOf = (choices: readonly Choice[]): readonly StreamRepeat[] => {
  let repeats: StreamRepeat[] | null = null;
  for (const { node, number } of choices) {
    for (const { name, text } of repeatedTexts(node)) {
      repeats ??= [];
      repeats.push({ channel: `${number}/logprobs/${name}`, text });
    }
  }
  return repeats ?? NO_REPEATS;
};

/**
 * `reasoning.text`, `anthropic-claude-v1`: what kind something is of, which comes again with each piece of it. Put together
 * that is an endless word, which would hold every stream.
 */
const KIND = /^[a-z]{2,20}(?:[._-](?:[a-z]{1,20}|v?\d{1,2})){0,4}$/;

const isKind = ({ pointer, text }: Segment): boolean =>
  /\/(?:type|format)$/i.test(pointer) && KIND.test(text);

/** What grows over the events of other protocols than ours, of which nobody knows all. */
const GROWING: ReadonlySet<string> = new Set(
  `delta text content parts thinking reasoning reasoning_content refusal partial_json arguments input response
  completion generation generated_text output output_text outputtext token chunk data value transcript answer`.split(
    /\s+/,
  ),
);

const BESIDE: Manner = {
  ...WHOLE,
  isInert: (value, slot) => !GROWING.has(slot.toLowerCase()) && WHOLE.isInert(value, slot),
};

/** The key that a string stands under, past the places in lists. */
const keyOf = (pointer: string): string =>
  pointer
    .split('/')
    .findLast((name) => !/^\d+$/.test(name))
    ?.toLowerCase() ?? '';

/** Whether a string outside of choices may be a piece of a longer text. A bare string is nothing else. */
const isGrowing = ({ pointer, source, isNumber }: Segment, data: string): boolean =>
  isNumber !== true && (pointer === '' || GROWING.has(keyOf(pointer))) && !isKey(data, source);

const apart = (segments: readonly Segment[], data: string): { growing: Segment[]; alone: Segment[] } => {
  const growing: Segment[] = [];
  const alone: Segment[] = [];
  for (const segment of segments) (isGrowing(segment, data) ? growing : alone).push(segment);
  return { growing, alone };
};

/** Of a list of chunks each goes on with the text of the one before. */
const IN_LIST = /^\/\d+(?=\/)/;

const toPiece = (segment: Segment): StreamPiece => ({
  channel: segment.pointer === '' ? '/' : segment.pointer.replace(IN_LIST, ''),
  choice: null,
  text: asWritten(segment),
  source: segment.source,
});

/** The way from the choice, or from its `delta`, to a string. */
const inDelta = (pointer: string, start: number): string => {
  const way = pointer.slice(DELTA.test(pointer.slice(start, start + 7)) ? start + 6 : start);
  return FIRST_PART.test(way.slice(-LONGEST_PART)) ? way.slice(0, way.lastIndexOf('/0')) : way;
};

/** Clients put the first part of a content behind a content that is a string, and the other way round. */
const FIRST_PART = /\/content\/0(?:\/text)?$/i;
const LONGEST_PART = '/content/0/text'.length;

/** Under a repeated key: who reads the first text has another one before him than who reads the last. */
const ofReading = ({ readings = LAST_EXACT }: Segment): string =>
  (readings & LAST_EXACT) === 0 ? `~${readings}` : '';

const DELTA = /^\/delta\/$/i;

/** In valid JSON a colon follows on a key and on no other string. */
const isKey = (data: string, { end }: Span): boolean => {
  let at = end;
  while (' \t\n\r'.includes(data.charAt(at)) && at < data.length) at += 1;
  return data[at] === ':';
};

const isFinished = ({ node }: Choice): boolean =>
  node.type === 'object' && valuesOf(node, 'finish_reason').some(isGiven);

/** Some servers send an empty reason with every chunk. */
const isGiven = (node: JsonNode): boolean =>
  node.type !== 'null' && !(node.type === 'string' && node.value === '');

const numbersOf = (choices: readonly Choice[]): number[] => [...new Set(choices.map(({ number }) => number))];

const inOrder = <T extends Pick<Segment, 'source'>>(texts: T[]): T[] =>
  texts.sort((a, b) => a.source.start - b.source.start);

const headOf = (body: JsonNode): Pick<StreamChunk, 'id' | 'model' | 'created' | 'isError'> => {
  if (body.type !== 'object') return { id: null, model: null, created: null, isError: false };
  const created = valuesOf(body, 'created').findLast(({ type }) => type === 'number');
  return {
    id: lastString(body, 'id'),
    model: lastString(body, 'model'),
    created: created?.type === 'number' ? created.value : null,
    isError: valuesOf(body, 'error').some(({ type }) => type !== 'null'),
  };
};

const lastString = (body: JsonObject, key: string): string | null => {
  const last = valuesOf(body, key).findLast(({ type }) => type === 'string');
  return last?.type === 'string' ? last.value : null;
};

/** Choices of another type than a list are no choices. */
const BESIDE_CHOICES: MemberReaders = new Map([
  ...TOP_LEVEL,
  [
    'choices',
    (to, node, pointer, origin) => {
      if (node.type !== 'array') to.addAny(node, pointer, origin);
    },
  ],
]);
