import { describe, expect, it } from 'vitest';
import { createBodies } from '../../bench/proxies/bodies.ts';
import { CELLS } from '../../bench/proxies/cells.ts';
import { FIVE_LETTERS } from '../../bench/proxies/prose.ts';

type Message = Readonly<{
  role: string;
  content: string | readonly Readonly<{ text: string }>[] | null;
  tool_calls?: readonly Readonly<{ function: Readonly<{ arguments: string }> }>[];
}>;

const textsOf = ({ content, tool_calls: calls = [] }: Message): readonly string[] => [
  ...(typeof content === 'string' ? [content] : (content ?? []).map(({ text }) => text)),
  ...calls.map((call) => call.function.arguments),
];

const REQUESTS = 200;

const requestsOf = (
  id: string,
): readonly Readonly<{ bytes: number; messages: readonly Message[]; stream: unknown }>[] => {
  const cell = CELLS.find((each) => each.id === id);
  if (cell === undefined) throw new Error(id);
  const next = createBodies(cell.body);
  return Array.from({ length: REQUESTS }, () => {
    const request = next((bytes) => `${bytes}\r\n`);
    const [head = '', body = ''] = request.toString('latin1').split('\r\n');
    expect(Number(head)).toBe(body.length);
    return { bytes: body.length, ...JSON.parse(body) };
  });
};

it.each(['0.5', '8', '128', 'stream'])('%s: no two texts of all requests are alike', (id) => {
  const texts = requestsOf(id).flatMap(({ messages }) => messages.flatMap(textsOf));
  expect(new Set(texts).size).toBe(texts.length);
});

it.each([
  ['0.5', 512],
  ['8', 8192],
  ['128', 131_072],
] as const)('%s KB are as many', (id, size) => {
  for (const { bytes } of requestsOf(id)) expect(bytes).toBe(size);
});

it('large ones have everything that requests are made of', () => {
  for (const id of ['8', '128']) {
    const [request] = requestsOf(id);
    const messages = request?.messages ?? [];
    expect(new Set(messages.map(({ role }) => role))).toEqual(
      new Set(['system', 'user', 'assistant', 'tool']),
    );
    expect(messages.some(({ content }) => Array.isArray(content))).toBe(true);
    expect(messages.some(({ tool_calls: calls }) => calls !== undefined)).toBe(true);
    expect(JSON.stringify(messages)).toContain('```');
    expect(JSON.stringify(messages)).toContain('| harbour |');
  }
});

describe('a conversation', () => {
  const requests = requestsOf('conversation');
  it('has forty turns, of which only the last is new', () => {
    const [first] = requests;
    const again = requests[32];
    expect(first?.messages).toHaveLength(1 + 39 * 2 + 1);
    expect(again?.messages.slice(0, -1)).toEqual(first?.messages.slice(0, -1));
    const last = requests.map(({ messages }) => messages.at(-1)?.content);
    expect(new Set(last).size).toBe(REQUESTS);
  });
});

it('only streams are asked for as such', () => {
  expect(requestsOf('stream')[0]?.stream).toBe(true);
  expect(requestsOf('0.5')[0]?.stream).toBeUndefined();
});

it('marks are words of one length, or they would not fit', () => {
  expect(FIVE_LETTERS).toHaveLength(32);
  expect(new Set(FIVE_LETTERS.map((word) => word.length))).toEqual(new Set([5]));
});
