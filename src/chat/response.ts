import { GatewayError } from '../errors.ts';
import { Collector, type Origin, type ReadLimits } from './collector.ts';
import { decodeUtf8 } from './content-encoding.ts';
import type { JsonNode, JsonObject } from './json.ts';
import { unsaidTokens } from './logprobs.ts';
import { readLooseJson } from './loose-json.ts';
import {
  ignored,
  type MemberReader,
  type MemberReaders,
  readContent,
  readMembers,
  readMessage,
  unlessLabels,
  valuesOf,
} from './message.ts';
import type { Segment, Unjudged } from './segment.ts';

export type ChatResponse = Readonly<{
  /** False where the answer has no `choices`: then every string in it is a segment. */
  isCompletion: boolean;
  model: string | null;
  segments: readonly Segment[];
  unjudged: readonly Unjudged[];
  /** One for each choice that says why it ended. */
  finishReasons: readonly string[];
  /** What tokens say that no text says. */
  unsaid: readonly string[];
}>;

/** Blanks, zeros, and the bytes of UTF-16's and UTF-32's marks, which UTF-8 has nowhere. */
const BEFORE_JSON: ReadonlySet<number> = new Set([0x00, 0x09, 0x0a, 0x0d, 0x20, 0xfe, 0xff]);
const OPENS_JSON: ReadonlySet<number | undefined> = new Set([0x7b, 0x5b]);

/** In UTF-16 or UTF-32, which clients tell by its mark or its zeros. */
const isWideJson = (bytes: Uint8Array): boolean => {
  const start = bytes.findIndex((byte) => !BEFORE_JSON.has(byte));
  if (!OPENS_JSON.has(bytes[start])) return false;
  const head = bytes.subarray(0, start + 2);
  return head.includes(0x00) || head.includes(0xff);
};

/**
 * The text of an answer. JSON that only some clients read, in another encoding or with a sign in the place of what is no UTF-8, is not taken
 * for something else.
 *
 * @throws GatewayError `INVALID_ENCODING` for such JSON; `INVALID_JSON` for what is no UTF-8 and no JSON to anybody.
 */
export const decodeAnswer = (bytes: Uint8Array, maxDepth: number): string => {
  if (isWideJson(bytes)) throw new GatewayError('INVALID_ENCODING', 'The body is not valid UTF-8.');
  try {
    return decodeUtf8(bytes);
  } catch (error) {
    readLooseJson(new TextDecoder().decode(bytes), maxDepth);
    throw error;
  }
};

/**
 * Cuts a chat completion (or a legacy one, or one chunk of a stream) into all the texts that the caller will read.
 * Takes any JSON: of what has another shape than a completion every string is read.
 * What repeats a text token by token is no text of its own: whoever changes a text must drop it (`logprobs.ts`).
 *
 * @throws GatewayError `INVALID_JSON`; `SCAN_UNAVAILABLE` over `limits.maxSegments`.
 */
export const readChatResponse = (text: string, limits: ReadLimits): ChatResponse =>
  chatResponseOf(readLooseJson(text, limits.maxDepth), limits);

/** The same for an answer that has been read already. */
export const chatResponseOf = (body: JsonNode, limits: ReadLimits): ChatResponse => {
  const to = new Collector(limits, tooManyTexts(limits));
  if (body.type !== 'object' || valuesOf(body, 'choices').length === 0) {
    // Some other shape, which the caller will read all the same.
    to.addAny(body, '', OUTPUT);
    return {
      isCompletion: false,
      model: null,
      segments: to.segments,
      unjudged: to.unjudged,
      finishReasons: [],
      unsaid: [],
    };
  }
  readMembers(to, body, '', OUTPUT, TOP_LEVEL);
  const choices = valuesOf(body, 'choices').flatMap((list) => (list.type === 'array' ? list.items : []));
  return {
    isCompletion: true,
    model: stringsOf(body, 'model').at(-1) ?? null,
    segments: to.segments,
    unjudged: to.unjudged,
    finishReasons: choices.flatMap(finishReasonsOf),
    unsaid: choices.flatMap((choice) => unsaidTokens(choice, to.segments)),
  };
};

/** What to throw over `limits.maxSegments`. */
export const tooManyTexts =
  ({ maxSegments }: ReadLimits) =>
  (): GatewayError =>
    new GatewayError('SCAN_UNAVAILABLE', `The answer has more than ${maxSegments} texts.`);

const stringsOf = (object: JsonObject, key: string): string[] =>
  valuesOf(object, key).flatMap((node) => (node.type === 'string' ? [node.value] : []));

const finishReasonsOf = (choice: JsonNode): string[] =>
  choice.type === 'object' ? stringsOf(choice, 'finish_reason') : [];

const readChoices: MemberReader = (to, node, pointer, origin) => {
  if (node.type !== 'array') {
    to.addAny(node, pointer, origin);
    return;
  }
  for (const [index, choice] of node.items.entries()) {
    const place = `${pointer}/${index}`;
    if (choice.type === 'object') readMembers(to, choice, place, origin, CHOICE);
    else to.addAny(choice, place, origin);
  }
};

const readChoiceMessage: MemberReader = (to, node, pointer, origin) => {
  if (node.type === 'object') readMessage(to, node, pointer, origin);
  else to.addAny(node, pointer, origin);
};

export const OUTPUT: Origin = { role: 'output', trust: 'output', direction: 'output' };

export const CHOICE: MemberReaders = new Map([
  ['message', readChoiceMessage],
  ['delta', readChoiceMessage],
  // A legacy completion's text; a string is a content.
  ['text', readContent],
  ['index', ignored],
  ['finish_reason', unlessLabels],
  ['logprobs', ignored],
  ['content_filter_results', unlessLabels],
]);

export const TOP_LEVEL: MemberReaders = new Map([
  ['choices', readChoices],
  ['id', unlessLabels],
  ['object', unlessLabels],
  ['created', ignored],
  ['model', unlessLabels],
  ['moderation', unlessLabels],
  ['usage', unlessLabels],
  ['system_fingerprint', unlessLabels],
  ['service_tier', unlessLabels],
  ['prompt_filter_results', unlessLabels],
  // OpenRouter's, in each chunk.
  ['provider', unlessLabels],
  // Random letters in each chunk, so that its size tells nothing (OpenAI).
  ['obfuscation', unlessLabels],
]);
