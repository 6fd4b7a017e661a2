import { expect, it } from 'vitest';
import { readJson } from '../../../src/chat/json.ts';
import { repeatedTexts, unsaidTokens, withoutRepeats } from '../../../src/chat/logprobs.ts';
import { readChatResponse } from '../../../src/chat/response.ts';
import { LIMITS } from './limits.ts';

/** None of these is a text. */
const BYTES = [null, [], [256], ['97'], [0xe2, 0x82]];

it.each([
  { name: 'no logprobs', text: '{ "choices": [ {"message":{"content":"a"}} ] }' },
  { name: 'logprobs of null', text: '{"choices":[{"logprobs": null}]}' },
  { name: 'no object', text: '[1, 2]' },
  { name: 'other things of these names', text: '{"tokens":7,"context":"a","bytes":[],"logprobs":true}' },
  {
    name: 'a tool that is called with them',
    text: '{"message":{"tool_calls":[{"function":{"arguments":{"bytes":[1,2],"token_ids":[3]}}}]}}',
  },
])('leaves an answer with $name byte for byte as it is', ({ text }) => {
  expect(withoutRepeats(text)).toBe(text);
});

it('takes out the tokens of every choice, and nothing else', () => {
  const choice = (token: string) => ({
    index: 0,
    message: { content: '<EMAIL_ADDRESS>' },
    logprobs: { content: [{ token, logprob: -1 }] },
  });
  const answer = { id: 'x', choices: [choice('ada@'), choice('example.com')], usage: { total_tokens: 3 } };
  expect(JSON.parse(withoutRepeats(JSON.stringify(answer)))).toEqual({
    ...answer,
    choices: answer.choices.map((each) => ({ ...each, logprobs: null })),
  });
});

it.each([
  { name: 'in other case', before: '"LogProbs":{"content":[]}', after: '"LogProbs":null' },
  { name: 'that are a list', before: '"logprobs" : [{"t":"ada@"}] ', after: '"logprobs" : null ' },
  { name: 'that are a string', before: '"logprobs":"ada@ \\" ] }"', after: '"logprobs":null' },
  { name: 'with brackets in strings', before: '"logprobs":{"t":"}]\\\\"}', after: '"logprobs":null' },
  { name: 'under an escaped key', before: '"log\\u0070robs":["a"]', after: '"log\\u0070robs":null' },
  { name: 'with the long letter s', before: '"logprob\u017f":["a"]', after: '"logprob\u017f":null' },
  { name: 'twice', before: '"logprobs":["a"],"logprobs":["b"]', after: '"logprobs":null,"logprobs":null' },
  {
    name: 'that are numbers of tokens',
    before: '"Token_ids":[1,2],"output_ids":[3]',
    after: '"Token_ids":null,"output_ids":null',
  },
  {
    name: 'that a server counts with',
    before: '"meta_info":{"output_token_logprobs":[[-1,2,"a"]]}',
    after: '"meta_info":null',
  },
  { name: 'that say nothing', before: '"logprobs":null', after: '"logprobs":null' },
])('takes out logprobs $name, and leaves all else byte for byte', ({ before, after }) => {
  const answer = (logprobs: string): string =>
    `{ "id":12345678901234567890,"choices":[{"index":1.0,${logprobs}},{"text":"\\ud800",${logprobs}}] , "n":1e0}`;
  expect(withoutRepeats(answer(before))).toBe(answer(after));
  expect(() => JSON.parse(answer(after))).not.toThrow();
});

it.each([
  {
    name: 'in a message',
    before:
      '{"choices":[{"message":{"content":"x","logprobs":{"content":[{"bytes":[97]}]},"token_ids":[5]}}]}',
    after: '{"choices":[{"message":{"content":"x","logprobs":null,"token_ids":null}}]}',
  },
  {
    name: 'of Ollama',
    before: '{"message":{"content":"x"},"logprobs":[{"token":"a","bytes":[97]}],"context":[5,6]}',
    after: '{"message":{"content":"x"},"logprobs":null,"context":null}',
  },
  {
    name: 'of llama.cpp',
    before: '{"content":"x","tokens":[5],"completion_probabilities":[{"token":"a"}],"tokens_predicted":1}',
    after: '{"content":"x","tokens":null,"completion_probabilities":null,"tokens_predicted":1}',
  },
  {
    name: 'of Gemini',
    before: '{"candidates":[{"content":{},"logprobsResult":{"chosenCandidates":[{"token":"a"}]}}]}',
    after: '{"candidates":[{"content":{},"logprobsResult":null}]}',
  },
  {
    name: 'of Cohere',
    before: '{"delta":{"message":{}},"logprobs":{"text":"a","token_ids":[5]}}',
    after: '{"delta":{"message":{}},"logprobs":null}',
  },
  {
    name: 'in a list, at two depths and in any order',
    before: '[{"a":[{"bytes":[97]}],"token_ids":[[5]]},{"output_ids":[7],"b":{"tokens":[8]}}]',
    after: '[{"a":[{"bytes":null}],"token_ids":null},{"output_ids":null,"b":{"tokens":null}}]',
  },
])('takes out what repeats a text $name', ({ before, after }) => {
  expect(withoutRepeats(before)).toBe(after);
});

it('goes down as deep as JSON may be', () => {
  const nested = (inner: string): string => `${'{"a":['.repeat(5000)}${inner}${']}'.repeat(5000)}`;
  expect(withoutRepeats(nested('{"token_ids":[1]}'))).toBe(nested('{"token_ids":null}'));
});

it('reads numbers that are none', () => {
  const answer = (logprobs: string): string =>
    `{"choices":[{"x":NaN,"y":"NaN","logprobs":${logprobs}}],"z":-Infinity}`;
  expect(withoutRepeats(answer('{"content":[{"logprob":-Infinity}]}'))).toBe(answer('null'));
});

it('leaves what is no JSON as it is', () => {
  expect(withoutRepeats('{"choices":[{"logprobs":["a"]}]')).toBe('{"choices":[{"logprobs":["a"]}]');
});

it.each([
  { logprobs: { content: [{ token: 'a' }, { token: 'da' }], refusal: [] }, texts: [['content', 'ada']] },
  { logprobs: { tokens: ['a', 'da'], text_offset: [0, 1] }, texts: [['tokens', 'ada']] },
  {
    logprobs: { Content: [{ Token: 'a' }, 1, {}], refusal: [{ token: 'no' }] },
    texts: [
      ['Content', 'a'],
      ['refusal', 'no'],
    ],
  },
  {
    logprobs: {
      content: [
        { token: 'token_id:7', bytes: [97, 100] },
        { token: 'Ġa', bytes: [32, 97] },
      ],
    },
    texts: [['content', 'ad a']],
  },
  {
    logprobs: { content: ['a', 'b', 'c', 'd', 'e'].map((token, at) => ({ token, bytes: BYTES[at] })) },
    texts: [['content', 'abcde']],
  },
  { logprobs: null, texts: [] },
  { logprobs: ['ada'], texts: [] },
])('makes texts of tokens: $logprobs', ({ logprobs, texts }) => {
  const choice = readJson(JSON.stringify({ logprobs }), 9);
  expect(repeatedTexts(choice).map(({ name, text }) => [name, text])).toEqual(texts);
});

it.each([
  { name: 'the same', content: 'Paris.', tokens: ['Par', 'is.'], unsaid: [] },
  { name: 'the same and an end', content: 'Paris.', tokens: ['Paris.', '<|im_end|>', '</s>'], unsaid: [] },
  {
    name: 'more in front',
    content: 'Paris.',
    tokens: ['<think>', 'Hm.', '</think>', 'Paris.'],
    unsaid: ['<think>Hm.</think>Paris.'],
  },
  { name: 'more behind', content: 'Paris', tokens: ['Paris', ' it is'], unsaid: ['Paris it is'] },
  { name: 'a text where there is none', content: null, tokens: ['Paris'], unsaid: ['Paris'] },
])('knows whether tokens say $name', ({ content, tokens, unsaid }) => {
  const choice = { message: { content }, logprobs: { content: tokens.map((token) => ({ token })) } };
  const { segments, unsaid: read } = readChatResponse(JSON.stringify({ choices: [choice] }), LIMITS);
  expect(unsaidTokens(readJson(JSON.stringify(choice), 9), segments)).toEqual(unsaid);
  expect(read).toEqual(unsaid);
});
