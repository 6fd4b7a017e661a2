import { type JsonNode, type JsonObject, readJson } from './json.ts';
import { isSameKey, valuesOf } from './message.ts';
import type { Span } from './segment.ts';

/** No key is that one otherwise: folded as keys are, with the long ſ; an escape may stand for any of its letters. */
const MAY_HAVE = /logprobs|\\u/iu;

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

const logprobsOf = (text: string, { members }: JsonObject): readonly Span[] =>
  members
    .filter(({ key, value }) => isSameKey(key, 'logprobs') && saysSomething(value))
    .map(({ keySource }) => {
      const start = startOfValue(text, keySource.end);
      return { start, end: endOfValue(text, start) };
    });

/**
 * Takes the `logprobs` out of an answer whose text was changed: they repeat the text token by token.
 *
 * @param text A chat completion. All else in it comes back byte for byte as it is.
 */
export const withoutLogprobs = (text: string): string => {
  if (!MAY_HAVE.test(text)) return text;
  const answer = readJson(text, Number.POSITIVE_INFINITY);
  if (answer.type !== 'object') return text;
  const choices = valuesOf(answer, 'choices').flatMap((list) => (list.type === 'array' ? list.items : []));
  const spans = choices.flatMap((choice) => (choice.type === 'object' ? logprobsOf(text, choice) : []));
  const pieces: string[] = [];
  let end = 0;
  for (const span of spans) {
    pieces.push(text.slice(end, span.start), 'null');
    ({ end } = span);
  }
  return pieces.join('') + text.slice(end);
};
