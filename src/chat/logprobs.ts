import { isUtf8 } from 'node:buffer';
import type { JsonArray, JsonMember, JsonNode, JsonObject } from './json.ts';
import { tryLooseJson } from './loose-json.ts';
import { isSameKey, valuesOf } from './message.ts';
import { foldKey } from './readings.ts';
import type { Segment, Span } from './segment.ts';

/** What repeats a text as tokens, or their numbers: vLLM, SGLang, Cohere, llama.cpp, Gemini. Some have it in a choice, some beside a message, or at the top. */
const REPEATS: ReadonlySet<string> = new Set([
  'logprobs',
  'top_logprobs',
  'token_ids',
  'output_ids',
  'meta_info',
  'completion_probabilities',
  'logprobsresult',
]);

/** The same where they hold nothing but numbers, as in llama.cpp and Ollama: other things have these names, too. */
const NUMBERS: ReadonlySet<string> = new Set(['tokens', 'bytes', 'context']);

/** What a tool is called with is nobody's but the tool's. */
const ARGUMENTS: ReadonlySet<string> = new Set(['arguments', 'args', 'input', 'parameters']);

/** No key is one of those otherwise: folded as keys are, with the long ſ; an escape may stand for any of its letters. */
const MAY_HAVE =
  /logprobs|token_ids|output_ids|meta_info|completion_probabilities|"(?:tokens|bytes|context)"|\\u/iu;

/** Behind the string that begins here. */
const endOfString = (text: string, start: number): number => {
  let at = start + 1;
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
};

/** Behind the string, list or object that begins here in valid JSON. */
const endOfValue = (text: string, start: number): number => {
  let depth = 0;
  let at = start;
  do {
    const character = text.charAt(at);
    if (character === '{' || character === '[') depth += 1;
    if (character === '}' || character === ']') depth -= 1;
    at = character === '"' ? endOfString(text, at) : at + 1;
  } while (depth > 0);
  return at;
};

const startOfValue = (text: string, endOfKey: number): number => {
  let at = text.indexOf(':', endOfKey) + 1;
  while (' \t\n\r'.includes(text.charAt(at))) at += 1;
  return at;
};

const saysSomething = ({ type }: JsonNode): boolean =>
  type === 'string' || type === 'array' || type === 'object';

const isOfNumbers = (node: JsonNode): boolean =>
  node.type === 'array' && node.items.length > 0 && node.items.every(({ type }) => type === 'number');

const isRepeat = ({ key, value }: JsonMember): boolean => {
  if (!saysSomething(value)) return false;
  const name = foldKey(key);
  return REPEATS.has(name) || (NUMBERS.has(name) && isOfNumbers(value));
};

const spanOf = (text: string, { keySource }: JsonMember): Span => {
  const start = startOfValue(text, keySource.end);
  return { start, end: endOfValue(text, start) };
};

type Container = JsonArray | JsonObject;

const addContainers = (to: Container[], nodes: Iterable<JsonNode>): void => {
  for (const node of nodes) if (node.type === 'array' || node.type === 'object') to.push(node);
};

function* membersToEnter({ members }: JsonObject): Generator<JsonNode> {
  for (const member of members)
    if (!isRepeat(member) && !ARGUMENTS.has(foldKey(member.key))) yield member.value;
}

/** Where they stand, in order and none within another. */
const repeatsIn = (text: string, root: JsonNode): readonly Span[] => {
  const spans: Span[] = [];
  const open: Container[] = [];
  addContainers(open, [root]);
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.type === 'array') {
      addContainers(open, node.items);
      continue;
    }
    for (const member of node.members) if (isRepeat(member)) spans.push(spanOf(text, member));
    addContainers(open, membersToEnter(node));
  }
  return spans.sort((a, b) => a.start - b.start);
};

/** Where a server gives a token's number for its name (vLLM), or the signs that its tokenizer has for blanks, the bytes still say what it is. */
const textOfBytes = (bytes: JsonNode | undefined): string | null => {
  if (bytes?.type !== 'array' || bytes.items.length === 0) return null;
  const values = bytes.items.map((item) => (item.type === 'number' ? item.value : -1));
  if (!values.every((value) => Number.isInteger(value) && value >= 0 && value < 256)) return null;
  const text = Buffer.from(values);
  return isUtf8(text) ? text.toString() : null;
};

const tokenOf = (item: JsonNode): string => {
  if (item.type === 'string') return item.value;
  if (item.type !== 'object') return '';
  const text = textOfBytes(valuesOf(item, 'bytes').at(-1));
  if (text !== null) return text;
  const tokens = valuesOf(item, 'token');
  return tokens.map((token) => (token.type === 'string' ? token.value : '')).join('');
};

type Repeat = Readonly<{ name: string; text: string }>;
const NONE: readonly Repeat[] = [];

const listsOf = ({ members }: JsonObject): readonly Repeat[] =>
  members
    .map(({ key, value }) => ({
      name: key,
      text: value.type === 'array' ? value.items.map(tokenOf).join('') : '',
    }))
    .filter(({ text }) => text !== '');

/** The text that the tokens under `logprobs` of a choice make, each list of them for itself. */
export const repeatedTexts = (choice: JsonNode): readonly Repeat[] => {
  if (choice.type !== 'object') return NONE;
  let found = NONE;
  for (const { key, value } of choice.members) {
    // Nearly all have none.
    if (value.type === 'object' && isSameKey(key, 'logprobs')) found = [...found, ...listsOf(value)];
  }
  return found;
};

const SPECIAL_TOKENS = /^(?:<[|/]?[\w ]{1,24}\|?>){0,4}$/;

/** Whether tokens say what a text says, and no more than that it has ended. */
const saysTheSame = ({ text }: Segment, tokens: string): boolean =>
  tokens.startsWith(text) && SPECIAL_TOKENS.test(tokens.slice(text.length));

/**
 * What the tokens of a choice say that none of its texts says: servers leave out of a text what they have read as reasoning or as
 * a tool call, and not out of the tokens.
 *
 * @param texts Those of the answer.
 */
export const unsaidTokens = (choice: JsonNode, texts: readonly Segment[]): readonly string[] =>
  repeatedTexts(choice)
    .map(({ text }) => text)
    .filter((tokens) => !texts.some((text) => saysTheSame(text, tokens)));

/** Whether an answer, or an event, may hold what `withoutRepeats` takes out. */
export const mayRepeat = (text: string): boolean => MAY_HAVE.test(text);

/**
 * Takes out of an answer whose text was changed what repeats that text token by token.
 *
 * @param text A chat completion, a chunk of one, or what other servers say in its place. All else in it comes back byte for byte as it is.
 */
export const withoutRepeats = (text: string): string => {
  if (!mayRepeat(text)) return text;
  const answer = tryLooseJson(text, Number.POSITIVE_INFINITY);
  if (answer === null) return text;
  const pieces: string[] = [];
  let end = 0;
  for (const span of repeatsIn(text, answer)) {
    pieces.push(text.slice(end, span.start), 'null');
    ({ end } = span);
  }
  return pieces.join('') + text.slice(end);
};
