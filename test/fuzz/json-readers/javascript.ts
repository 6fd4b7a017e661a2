import type { Reading } from './other-readers.ts';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const stringsOf = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(stringsOf);
  return isObject(value) ? Object.entries(value).flatMap(([key, item]) => [key, ...stringsOf(item)]) : [];
};

const textsOf = (content: unknown): unknown[] =>
  Array.isArray(content) ? content.map((part) => (isObject(part) ? part['text'] : part)) : [content];

/** As a server on Node reads a body: what is no UTF-8 is replaced, a byte order mark is left out. */
export const readAsJavaScript = (body: Buffer): Reading | null => {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(body));
    const messages = isObject(value) && Array.isArray(value['messages']) ? value['messages'] : [];
    const prompts = messages
      .filter(isObject)
      .flatMap((message) => [message['role'], ...textsOf(message['content'])])
      .filter((text) => typeof text === 'string');
    return { strings: stringsOf(value), prompts };
  } catch {
    return null;
  }
};
