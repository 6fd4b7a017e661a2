import type { JsonNode, JsonObject } from './json.ts';
import { tryLooseJson } from './loose-json.ts';
import { isSameKey, valuesOf } from './message.ts';
import type { Span } from './segment.ts';

/** Of a choice: what repeats its text as tokens, or their numbers (vLLM, SGLang). */
const REPEATS = ['logprobs', 'token_ids', 'output_ids', 'meta_info'] as const;

/** No key is one of those otherwise: folded as keys are, with the long ſ; an escape may stand for any of its letters. */
const MAY_HAVE = /logprobs|token_ids|output_ids|meta_info|\\u/iu;

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

const isRepeat = (key: string): boolean => REPEATS.some((name) => isSameKey(key, name));

const repeatsOf = (text: string, { members }: JsonObject): readonly Span[] =>
  members
    .filter(({ key, value }) => isRepeat(key) && saysSomething(value))
    .map(({ keySource }) => {
      const start = startOfValue(text, keySource.end);
      return { start, end: endOfValue(text, start) };
    });

const tokenOf = (item: JsonNode): string => {
  if (item.type === 'string') return item.value;
  const tokens = item.type === 'object' ? valuesOf(item, 'token') : [];
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

/**
 * Takes out of an answer whose text was changed what repeats that text token by token.
 *
 * @param text A chat completion, or a chunk of one. All else in it comes back byte for byte as it is.
 */
export const withoutRepeats = (text: string): string => {
  if (!MAY_HAVE.test(text)) return text;
  const answer = tryLooseJson(text, Number.POSITIVE_INFINITY);
  if (answer?.type !== 'object') return text;
  const choices = valuesOf(answer, 'choices').flatMap((list) => (list.type === 'array' ? list.items : []));
  const spans = choices.flatMap((choice) => (choice.type === 'object' ? repeatsOf(text, choice) : []));
  const pieces: string[] = [];
  let end = 0;
  for (const span of spans) {
    pieces.push(text.slice(end, span.start), 'null');
    ({ end } = span);
  }
  return pieces.join('') + text.slice(end);
};
