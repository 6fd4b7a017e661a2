import { GatewayError } from '../errors.ts';
import { beginsLikeKey, Collector, type Origin, type ReadLimits, stricterTrust } from './collector.ts';
import { credentialFields } from './credential-fields.ts';
import { type JsonNode, type JsonObject, KNOWN_ITEM, readJson, readJsonList, type Stop } from './json.ts';
import {
  allStrings,
  ignored,
  isSameKey,
  type MemberReader,
  type MemberReaders,
  readContent,
  readDefinition,
  readDocuments,
  readMembers,
  readMessage,
  unlessLabels,
  unlessNames,
  valuesOf,
} from './message.ts';
import { readingsOf } from './readings.ts';
import type { Segment, Unjudged } from './segment.ts';

export type ChatRequest = Readonly<{
  /** As the caller spelt it, unbounded; null where it is missing or no string. */
  model: string | null;
  stream: boolean;
  /** `stream_options.include_usage`. */
  includeUsage: boolean;
  /** In the order in which they stand in the body. */
  segments: readonly Segment[];
  unjudged: readonly Unjudged[];
}>;

/** What was read of a body up to behind one of its messages. */
export type Beginning = Readonly<{
  stop: Stop;
  segments: readonly Segment[];
  unjudged: readonly Unjudged[];
}>;

/** A request that may be the next turn of one that was read before. */
export type Turn = Readonly<{
  chat: ChatRequest;
  /** Where the last message ended behind which a later turn could go on, in code units; 0 where there is none that was not known. */
  end: number;
  /** The longest beginning that ends within so many code units; null where a later turn could not go on from there. */
  beginningWithin: (end: number) => Beginning | null;
}>;

/**
 * Cuts a chat completion request into all the texts that the model will read.
 *
 * Servers differ in what they read: the last of repeated keys or the first, keys in any case, fields of their own.
 * So every occurrence of a key is read, and an unknown field is taken for text.
 *
 * @param text The decoded body; `source` of the segments points into it.
 * @throws GatewayError `INVALID_JSON`, or `INVALID_CHAT_REQUEST` with `param` such as `messages.0.role`.
 */
export const readChatRequest = (text: string, limits: ReadLimits): ChatRequest =>
  chatRequestOf(readJson(text, limits.maxDepth), limits);

/**
 * The same for a body that begins like one that was read before: only what stands behind that beginning is read.
 *
 * @param known Must stand in this text word for word; null where nothing is known.
 */
export const readTurn = (text: string, limits: ReadLimits, known: Beginning | null): Turn => {
  const { root, ends, stopAt } = readJsonList(text, limits.maxDepth, MESSAGES, known?.stop ?? null);
  // Under a repeated key what was read before may be what only some servers read.
  const isAlike = root.type === 'object' && readingsOf(root.members, (key) => TOP_LEVEL.has(key)) === null;
  if (known !== null && !isAlike) return readTurn(text, limits, null);
  const to = createCollector(limits);
  for (const segment of known?.segments ?? []) to.segments.push(segment);
  for (const unjudged of known?.unjudged ?? []) to.unjudged.push(unjudged);
  const chat = collect(to, root, known?.stop.members.length ?? 0);
  const beginningWithin = (end: number): Beginning | null => {
    const last = isAlike ? ends.findLastIndex((each) => each <= end) : -1;
    const mark = to.marks[last];
    const stop = stopAt(last);
    if (mark === undefined || stop === null) return null;
    return {
      stop,
      segments: to.segments.slice(0, mark.segments),
      unjudged: to.unjudged.slice(0, mark.unjudged),
    };
  };
  return { chat, end: isAlike ? (ends.at(-1) ?? 0) : 0, beginningWithin };
};

/** The same for a body that has been read already, such as one inside a line of `portcullis scan`. */
export const chatRequestOf = (body: JsonNode, limits: ReadLimits): ChatRequest =>
  collect(createCollector(limits), body, 0);

const MESSAGES = 'messages';

const createCollector = (limits: ReadLimits): Collector =>
  new Collector(limits, () => invalid(`The request has more than ${limits.maxSegments} texts.`));

/** @param from The member with which to begin; what stands in front of it is in the collector. */
const collect = (to: Collector, body: JsonNode, from: number): ChatRequest => {
  if (body.type !== 'object') throw invalid('The body must be a JSON object.');
  if (valuesOf(body, 'messages').length === 0) throw invalid('`messages` is required.', 'messages');
  const rest: JsonObject = from === 0 ? body : { type: 'object', members: body.members.slice(from) };
  readMembers(to, rest, '', UNKNOWN, TOP_LEVEL);
  to.markCredentials(credentialFields(rest));
  return {
    model: modelOf(body),
    stream: valuesOf(body, 'stream').some(isTrue),
    includeUsage: valuesOf(body, 'stream_options').some(asksForUsage),
    segments: to.segments,
    unjudged: to.unjudged,
  };
};

const modelOf = ({ members }: JsonObject): string | null => {
  const last = members.findLast(({ key }) => key === 'model')?.value;
  return last?.type === 'string' ? last.value : null;
};

const isTrue = (node: JsonNode): boolean => node.type === 'boolean' && node.value;

const asksForUsage = (node: JsonNode): boolean =>
  node.type === 'object' && valuesOf(node, 'include_usage').some(isTrue);

const readMessages: MemberReader = (to, node, pointer) => {
  if (node.type !== 'array' || node.items.length === 0) {
    throw invalid('`messages` must be an array of at least one message.', 'messages');
  }
  for (const [index, message] of node.items.entries()) {
    if (message === KNOWN_ITEM) continue;
    if (message.type !== 'object') {
      throw invalidAt(`messages.${index}`, 'must be an object');
    }
    checkContent(message, index);
    readMessage(to, message, `${pointer}/${index}`, originOf(message, index));
    to.mark();
  }
};

/** Of several roles the one that is judged most strictly. */
const originOf = (message: JsonObject, index: number): Origin => {
  let strictest: Origin | undefined;
  for (const { key, value: role } of message.members) {
    if (!isSameKey(key, 'role')) continue;
    if (role.type !== 'string') throw invalidAt(`messages.${index}.role`, 'must be a string');
    const origin = originOfRole(role.value);
    const isStricter =
      strictest !== undefined && stricterTrust(strictest.trust, origin.trust) !== strictest.trust;
    if (strictest === undefined || isStricter) strictest = origin;
  }
  if (strictest === undefined) throw invalidAt(`messages.${index}.role`, 'is required');
  return strictest;
};

/** Some servers take roles in any case; to those that do not, one that is spelt otherwise may be anyone. */
const originOfRole = (role: string): Origin => {
  const exact = ORIGINS.get(role);
  if (exact !== undefined) return exact;
  const folded = ORIGINS.get(role.toLowerCase()) ?? UNKNOWN;
  return stricterTrust(folded.trust, UNKNOWN.trust) === folded.trust ? folded : UNKNOWN;
};

const checkContent = (message: JsonObject, index: number): void => {
  for (const { key, value: content } of message.members) {
    if (!isSameKey(key, 'content') || content.type === 'string' || content.type === 'null') continue;
    if (content.type !== 'array') {
      throw invalidAt(`messages.${index}.content`, 'must be a string or an array of parts');
    }
    const wrong = content.items.findIndex(({ type }) => type !== 'object' && type !== 'string');
    if (wrong !== -1) throw invalidAt(`messages.${index}.content.${wrong}`, 'must be a content part');
  }
};

/** Tokens in the place of the messages: SGLang reads these alone, and nobody else can. */
const readTokens: MemberReader = (to, node, pointer, origin, key) => {
  if ((node.type === 'array' && node.items.length > 0) || node.type === 'string')
    to.addUnjudged('unknown_part', pointer);
  allStrings(to, node, pointer, origin, key);
};

const readPrediction: MemberReader = (to, node, pointer, _origin, key) => {
  if (node.type === 'object') readMembers(to, node, pointer, ASSISTANT, PREDICTION);
  else allStrings(to, node, pointer, ASSISTANT, key);
};

const input = (role: Origin['role'], trust: Origin['trust']): Origin => ({ role, trust, direction: 'input' });

const UNKNOWN = input('other', 'user');
const ASSISTANT = input('assistant', 'model');
const TOOL = input('tool', 'untrusted');

/** Roles compare exactly: to a server that does not know it, `System` may be anyone. */
const ORIGINS: ReadonlyMap<string, Origin> = new Map([
  ['system', input('system', 'trusted')],
  ['developer', input('developer', 'trusted')],
  ['user', input('user', 'user')],
  ['tool', TOOL],
  ['function', TOOL],
  // What templates of open models call results and documents (Llama, GLM, Granite and others).
  ['ipython', TOOL],
  ['observation', TOOL],
  ['tool_response', TOOL],
  ['tool_result', TOOL],
  ['environment', TOOL],
  ['document', input('other', 'untrusted')],
  ['assistant', ASSISTANT],
]);

const PREDICTION: MemberReaders = new Map([['content', readContent]]);

/** Parameters that hold texts, of which no model reads any. */
const UNREAD = ['logit_bias', 'metadata', 'prompt_cache_key', 'safety_identifier', 'stop', 'user'] as const;

/** Parameters that templates write into the prompt as they stand. */
const WRITTEN = ['reasoning_effort', 'verbosity'] as const;

/** Names of models have dates and addresses in them, and neither so many digits nor addresses of mail. */
const VALUE_IN_NAME = /\d{11}|@[\w-]+\.[a-z]/i;

/** A name, unless somebody has put a key or a value of somebody's there: the provider would get it, and records would name it. */
const readModel: MemberReader = (to, node, pointer, origin, key) => {
  const isValue = node.type === 'string' && (beginsLikeKey(node.value) || VALUE_IN_NAME.test(node.value));
  (isValue ? allStrings : unlessLabels)(to, node, pointer, origin, key);
};

/** Parameters that steer the provider by labels and numbers. */
const LABELS = [
  'audio',
  'frequency_penalty',
  'logprobs',
  'max_completion_tokens',
  'max_tokens',
  'modalities',
  'moderation',
  'n',
  'parallel_tool_calls',
  'presence_penalty',
  'prompt_cache_options',
  'prompt_cache_retention',
  'seed',
  'service_tier',
  'store',
  'stream',
  'stream_options',
  'temperature',
  'top_logprobs',
  'top_p',
] as const;

/** What SGLang and vLLM take tokens under. */
const TOKENS = ['input_ids', 'prompt_token_ids', 'prompt_embeds'] as const;

/** Everything that is not listed is scanned. */
const TOP_LEVEL: MemberReaders = new Map([
  ...UNREAD.map((key): [string, MemberReader] => [key, ignored]),
  ...LABELS.map((key): [string, MemberReader] => [key, unlessLabels]),
  ...WRITTEN.map((key): [string, MemberReader] => [key, unlessNames]),
  ...TOKENS.map((key): [string, MemberReader] => [key, readTokens]),
  ['model', readModel],
  [MESSAGES, readMessages],
  ['tools', readDefinition],
  ['functions', readDefinition],
  ['tool_choice', readDefinition],
  ['function_call', readDefinition],
  ['response_format', readDefinition],
  ['prediction', readPrediction],
  ['documents', readDocuments],
]);

const invalidAt = (param: string, what: string): GatewayError => invalid(`\`${param}\` ${what}.`, param);

const invalid = (message: string, param?: string): GatewayError =>
  new GatewayError('INVALID_CHAT_REQUEST', message, param === undefined ? {} : { param });
