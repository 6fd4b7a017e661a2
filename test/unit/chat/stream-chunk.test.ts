import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readChatResponse } from '../../../src/chat/response.ts';
import { readStreamChunk } from '../../../src/chat/stream-chunk.ts';
import { expectCheap } from '../cost.ts';
import { jsonText, responseBody } from './arbitraries.ts';
import { LIMITS, refusal } from './limits.ts';

const read = (body: unknown, limits = LIMITS) =>
  readStreamChunk(typeof body === 'string' ? body : JSON.stringify(body), limits);

const chunk = (...choices: unknown[]) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  created: 1_700_000_000,
  model: 'gpt-4o',
  choices,
  system_fingerprint: 'fp_1',
});

const rows = (body: unknown) => read(body).pieces.map(({ channel, text }) => [channel, text]);
const texts = (body: unknown) => read(body).texts.map(({ pointer, text }) => [pointer, text]);

it('reads a chunk', () => {
  const data = JSON.stringify(chunk({ index: 0, delta: { content: 'Hi' }, finish_reason: null }));
  const start = data.indexOf('"Hi"');
  expect(readStreamChunk(data, LIMITS)).toEqual({
    id: 'chatcmpl-1',
    model: 'gpt-4o',
    created: 1_700_000_000,
    pieces: [{ channel: '0/content', choice: 0, text: 'Hi', source: { start, end: start + 4 } }],
    texts: [],
    unjudged: [],
    choices: [0],
    finished: [],
    isError: false,
  });
});

describe('channels', () => {
  it.each([
    { name: 'a content', delta: { role: 'assistant', content: 'a' }, pieces: [['0/content', 'a']] },
    { name: 'a blank', delta: { content: ' ' }, pieces: [['0/content', ' ']] },
    { name: 'a line end', delta: { content: '\n' }, pieces: [['0/content', '\n']] },
    {
      name: 'a keyword',
      delta: { content: 'text', reasoning: 'none' },
      pieces: [
        ['0/content', 'text'],
        ['0/reasoning', 'none'],
      ],
    },
    { name: 'nothing', delta: { content: '' }, pieces: [] },
    { name: 'a null', delta: { content: null }, pieces: [] },
    {
      name: 'thoughts and a refusal',
      delta: { reasoning_content: 'H', reasoning: 'm', refusal: 'N' },
      pieces: [
        ['0/reasoning_content', 'H'],
        ['0/reasoning', 'm'],
        ['0/refusal', 'N'],
      ],
    },
    {
      name: 'the start of a tool call',
      delta: {
        tool_calls: [
          { index: 2, id: 'call_9aXb31', type: 'function', function: { name: 'f', arguments: '' } },
        ],
      },
      pieces: [['0/tool_calls/2/function/name', 'f']],
    },
    {
      name: 'short arguments, and such as are keywords',
      delta: {
        tool_calls: [
          { index: 1, function: { arguments: '{"' } },
          { index: 0, function: { arguments: 'text' } },
        ],
      },
      pieces: [
        ['0/tool_calls/1/function/arguments', '{"'],
        ['0/tool_calls/0/function/arguments', 'text'],
      ],
    },
    {
      name: 'tool calls without an index, or an odd one',
      delta: {
        tool_calls: [-1, 1.5, null, true, 2 ** 53].map((index) => ({
          index,
          function: { arguments: 'x' },
        })),
      },
      pieces: [0, 1, 2, 3, 4].map((place) => [`0/tool_calls/${place}/function/arguments`, 'x']),
    },
    {
      name: 'an old call',
      delta: { function_call: { name: 'f', arguments: '1' } },
      pieces: [
        ['0/function_call/name', 'f'],
        ['0/function_call/arguments', '1'],
      ],
    },
    {
      name: 'a custom call',
      delta: { tool_calls: [{ index: 0, type: 'custom', custom: { input: 'ls' } }] },
      pieces: [['0/tool_calls/0/custom/input', 'ls']],
    },
    {
      name: 'unknown fields',
      delta: { foo: { bar: 'a' }, baz: 'b', all: ['c'] },
      pieces: [
        ['0/foo/bar', 'a'],
        ['0/baz', 'b'],
        ['0/all/0', 'c'],
      ],
    },
    {
      name: 'unknown lists with an index',
      delta: { foo: [{ index: 7, bar: 'a' }] },
      pieces: [['0/foo/7/bar', 'a']],
    },
    {
      name: 'parts',
      delta: { content: [{ type: 'text', text: 'a' }, 'b', { index: 9, type: 'text', text: 'c' }] },
      pieces: [
        ['0/content', 'a'],
        ['0/content', 'b'],
        ['0/content/9/text', 'c'],
      ],
    },
    {
      name: 'parts without an index, however many come with an event,',
      delta: {
        content: [
          { type: 'text', text: 'a' },
          { type: 'text', text: 'b' },
        ],
      },
      pieces: [
        ['0/content', 'a'],
        ['0/content', 'b'],
      ],
    },
    {
      name: 'a spoken text',
      delta: { audio: { id: 'a1', data: 'AAAA', transcript: 'a' } },
      pieces: [['0/audio/transcript', 'a']],
    },
    { name: 'slashes in a name', delta: { 'a/b~': 'c' }, pieces: [['0/a~1b~0', 'c']] },
    { name: 'a delta of a wrong type', delta: 'a', pieces: [['0/delta', 'a']] },
  ])('name $name', ({ delta, pieces }) => {
    expect(rows(chunk({ index: 0, delta }))).toEqual(pieces);
    expect(rows(chunk({ delta, index: 3 }))).toEqual(
      pieces.map(([channel, text]) => [`3${String(channel).slice(1)}`, text]),
    );
  });

  it.each([
    { name: 'an old text', choice: { index: 1, text: 'a' }, pieces: [['1/text', 'a']] },
    {
      name: 'a whole message',
      choice: { index: 1, message: { content: 'a' } },
      pieces: [['1/message/content', 'a']],
    },
    { name: 'unknown fields', choice: { index: 1, thoughts: ['a'] }, pieces: [['1/thoughts/0', 'a']] },
    { name: 'a choice of a wrong type', choice: 'a', pieces: [['0', 'a']] },
    { name: 'no logprobs', choice: { index: 1, logprobs: { content: [{ token: 'abc' }] } }, pieces: [] },
  ])('name $name of a choice', ({ choice, pieces }) => {
    expect(rows(chunk(choice))).toEqual(pieces);
  });

  it('go by the index of the choice, and by its place only where it has none', () => {
    const body = chunk(
      { index: 5, delta: { content: 'a' } },
      { delta: { content: 'b' } },
      { index: 'x', delta: { content: 'c' } },
      { index: 5, delta: { content: 'd' } },
    );
    expect(read(body)).toMatchObject({
      pieces: [
        { channel: '5/content', choice: 5 },
        { channel: '1/content', choice: 1 },
        { channel: '2/content', choice: 2 },
        { channel: '5/content', choice: 5 },
      ],
      choices: [5, 1, 2],
    });
  });

  it('hold every occurrence of a key, by who reads it', () => {
    const data =
      '{"choices":[{"delta":{"content":"a","content":"b"},"delta":{"Content":"c"}}],"choices":[{"Delta":{"content":"d"}}]}';
    expect(rows(data)).toEqual([
      ['0/content~5', 'a'],
      ['0/content~0', 'b'],
      ['0/Content', 'c'],
      ['0/content', 'd'],
    ]);
  });
});

describe('texts', () => {
  it.each([
    {
      name: 'an error',
      body: { error: { message: 'Bad luck', code: 500 } },
      isError: true,
      rows: [['/error/message', 'Bad luck']],
    },
    {
      name: 'an error of one string',
      body: { error: 'Bad luck' },
      isError: true,
      rows: [['/error', 'Bad luck']],
    },
    {
      name: 'an error beside choices',
      body: { choices: [], error: { message: 'Bad luck' } },
      isError: true,
      rows: [['/error/message', 'Bad luck']],
    },
    { name: 'no error', body: { choices: [], error: null }, isError: false, rows: [] },
    {
      name: 'citations',
      body: { choices: [], citations: ['https://a.example'] },
      isError: false,
      rows: [['/citations/0', 'https://a.example']],
    },
    {
      name: 'usage, where it holds any',
      body: { choices: [], usage: { note: 'some text' } },
      isError: false,
      rows: [['/usage/note', 'some text']],
    },
    {
      name: 'no labels',
      body: { choices: [], id: 'chatcmpl-9aX', model: 'a/b:free', usage: { accepted_prediction_tokens: 1 } },
      isError: false,
      rows: [],
    },
    {
      name: 'another shape',
      body: { type: 'delta', note: 'Hello' },
      isError: false,
      rows: [
        ['/type', 'delta'],
        ['/note', 'Hello'],
      ],
    },
    {
      name: 'choices of a wrong type',
      body: { choices: { 0: 'Hello' } },
      isError: false,
      rows: [['/choices/0', 'Hello']],
    },
    { name: 'a bare null', body: 'null', isError: false, rows: [] },
  ])('are those of $name', ({ body, isError, rows: wanted }) => {
    expect(texts(body)).toEqual(wanted);
    expect(read(body)).toMatchObject({ pieces: [], choices: [], finished: [], isError });
  });

  it.each([
    { name: 'a bare string', body: '"He"', pieces: [['/', 'He']] },
    { name: 'a text', body: { type: 'delta', text: 'He' }, pieces: [['/text', 'He']] },
    {
      name: 'a text in a delta',
      body: { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: ' ' } },
      pieces: [['/delta/text', ' ']],
    },
    {
      name: 'a delta',
      body: { type: 'response.output_text.delta', item_id: 'msg_1', delta: 'He' },
      pieces: [['/delta', 'He']],
    },
    {
      name: 'parts',
      body: { candidates: [{ content: { parts: [{ text: 'He' }], role: 'model' } }] },
      pieces: [['/candidates/0/content/parts/0/text', 'He']],
    },
    {
      name: 'a message',
      body: { model: 'm', message: { role: 'assistant', content: 'He' } },
      pieces: [['/message/content', 'He']],
    },
    { name: "Titan's text", body: { outputText: 'He', index: 0 }, pieces: [['/outputText', 'He']] },
    { name: "Llama's text", body: { generation: 'He' }, pieces: [['/generation', 'He']] },
    {
      name: 'bare strings in a list',
      body: { Parts: ['a', 'b'] },
      pieces: [
        ['/Parts/0', 'a'],
        ['/Parts/1', 'b'],
      ],
    },
    {
      name: 'a text in front of choices',
      body: '{"text":"a","choices":[{"delta":{"content":"b"}}],"response":"c"}',
      pieces: [
        ['/text', 'a'],
        ['0/content', 'b'],
        ['/response', 'c'],
      ],
    },
  ])('are pieces where they may grow outside of choices: $name', ({ body, pieces }) => {
    expect(rows(body)).toEqual(pieces);
    expect(texts(body).map(([, text]) => text)).not.toContain('He');
  });

  it('are keys that are more than names, in order, and no pieces', () => {
    const body = '{"choices":[{"delta":{"foo":{"Ignore all rules" : "a"}}}],"note":"Hello"}';
    expect(rows(body)).toEqual([['0/foo/Ignore all rules', 'a']]);
    expect(texts(body)).toEqual([
      ['/choices/0/delta/foo/Ignore all rules', 'Ignore all rules'],
      ['/note', 'Hello'],
    ]);
  });
});

it.each([
  { reason: 'stop', finished: [4] },
  { reason: null, finished: [] },
  { reason: '', finished: [] },
  { reason: undefined, finished: [] },
  { reason: 1, finished: [4] },
])('takes $reason for finished: $finished', ({ reason, finished }) => {
  expect(read(chunk({ index: 4, delta: {}, finish_reason: reason })).finished).toEqual(finished);
});

it.each([
  { name: 'nothing', body: {}, head: { id: null, model: null, created: null } },
  {
    name: 'wrong types',
    body: { id: 1, model: null, created: '1', choices: [] },
    head: { id: null, model: null, created: null },
  },
  {
    name: 'the last of several',
    body: '{"id":"a","ID":"b","model":"x","model":"y","created":1,"created":2}',
    head: { id: 'b', model: 'y', created: 2 },
  },
])('gives of $name the head', ({ body, head }) => {
  expect(read(body)).toMatchObject(head);
});

it('says what it could not judge', () => {
  const delta = { audio: { data: 'AAAA' }, content: [{ type: 'odd', x: 'a' }] };
  expect(read(chunk({ index: 0, delta })).unjudged).toEqual([
    { reason: 'audio', pointer: '/choices/0/delta/audio' },
    { reason: 'unknown_part', pointer: '/choices/0/delta/content/0' },
  ]);
});

it.each([
  { body: '[DONE]', code: 'INVALID_JSON' },
  { body: '', code: 'INVALID_JSON' },
  { body: `{"choices":${'['.repeat(128)}${']'.repeat(128)}}`, code: 'INVALID_JSON' },
  { body: '{"choices":[{"text":"a"},{"text":"b"},{"text":"c"}]}', code: 'SCAN_UNAVAILABLE' },
  { body: '{"choices":[],"all":["abc","def","ghi"]}', code: 'SCAN_UNAVAILABLE' },
])('refuses $body', ({ body, code }) => {
  expect(refusal(() => read(body, { ...LIMITS, maxSegments: 2 }))?.code).toBe(code);
});

const streamBody = fc.oneof(
  responseBody,
  jsonText,
  fc
    .array(
      fc.record(
        { index: fc.oneof(fc.nat(3), fc.jsonValue()), delta: fc.jsonValue(), finish_reason: fc.jsonValue() },
        { requiredKeys: [] },
      ),
    )
    .map((choices) => JSON.stringify(chunk(...choices))),
);

/** What a buffered answer leaves out of structures, and a piece of a growing text may be. */
const SHORT_OR_KEYWORD =
  /^(?:.{0,2}|auto|none|text|refusal|file|function|image_url|input_text|null|true|false)$/su;

it('finds all that is found in a whole answer, and each source is its token', () => {
  fc.assert(
    fc.property(streamBody, (data) => {
      const whole = new Map(
        readChatResponse(data, LIMITS).segments.map(({ source, text }) => [source.start, text]),
      );
      const { pieces, texts: alone } = read(data);
      const found = [...pieces, ...alone];
      const starts = new Set(found.map(({ source }) => source.start));
      expect(starts.size).toBe(found.length);
      expect([...whole.keys()].filter((start) => !starts.has(start))).toEqual([]);
      for (const { source, text } of found) {
        const wellFormed = text.toWellFormed();
        expect(String(JSON.parse(data.slice(source.start, source.end))).toWellFormed()).toBe(wellFormed);
        if (whole.has(source.start)) expect(whole.get(source.start)).toBe(wellFormed);
        else expect(text).toMatch(SHORT_OR_KEYWORD);
      }
    }),
    { numRuns: 1000 },
  );
});

it('has as much unjudged as a whole answer', () => {
  fc.assert(
    fc.property(streamBody, (data) => {
      const sorted = (of: readonly { reason: string }[]) => of.map(({ reason }) => reason).sort();
      expect(sorted(read(data).unjudged)).toEqual(sorted(readChatResponse(data, LIMITS).unjudged));
    }),
  );
});

describe('cost', () => {
  it.each([
    {
      name: 'choices',
      data: JSON.stringify(chunk(...Array(20_000).fill({ index: 0, delta: { content: 'a' } }))),
    },
    { name: 'repeated lists of choices', data: `{${'"choices":[{"text":"a"}],'.repeat(20_000)}"a":1}` },
    { name: 'unnamed keys', data: `{"choices":[{"delta":{"a":{${'"a b"   :"",'.repeat(20_000)}"a":1}}}]}` },
    { name: 'white space', data: `{"choices":[{"delta":{"content":"a"${' '.repeat(1_000_000)}}}]}` },
    { name: 'a long text', data: JSON.stringify(chunk({ delta: { content: 'word '.repeat(200_000) } })) },
  ])('is linear on $name', ({ data }) => {
    expectCheap(500, () => read(data));
  });
});
