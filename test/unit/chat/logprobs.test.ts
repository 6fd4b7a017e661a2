import { expect, it } from 'vitest';
import { readJson } from '../../../src/chat/json.ts';
import { repeatedTexts, withoutRepeats } from '../../../src/chat/logprobs.ts';

it.each([
  { name: 'no logprobs', text: '{ "choices": [ {"message":{"content":"a"}} ] }' },
  { name: 'logprobs of null', text: '{"choices":[{"logprobs": null}]}' },
  { name: 'no choices', text: '{"logprobs": {"content": []}}' },
  { name: 'no object', text: '[1, 2]' },
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
  { logprobs: null, texts: [] },
  { logprobs: ['ada'], texts: [] },
])('makes texts of tokens: $logprobs', ({ logprobs, texts }) => {
  const choice = readJson(JSON.stringify({ logprobs }), 9);
  expect(repeatedTexts(choice).map(({ name, text }) => [name, text])).toEqual(texts);
});
