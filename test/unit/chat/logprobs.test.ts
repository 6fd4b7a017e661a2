import { expect, it } from 'vitest';
import { withoutLogprobs } from '../../../src/chat/logprobs.ts';

it.each([
  { name: 'no logprobs', text: '{ "choices": [ {"message":{"content":"a"}} ] }' },
  { name: 'logprobs of null', text: '{"choices":[{"logprobs": null}]}' },
  { name: 'no choices', text: '{"logprobs": {"content": []}}' },
  { name: 'no object', text: '[1, 2]' },
])('leaves an answer with $name byte for byte as it is', ({ text }) => {
  expect(withoutLogprobs(text)).toBe(text);
});

it('takes out the tokens of every choice, and nothing else', () => {
  const choice = (token: string) => ({
    index: 0,
    message: { content: '<EMAIL_ADDRESS>' },
    logprobs: { content: [{ token, logprob: -1 }] },
  });
  const answer = { id: 'x', choices: [choice('ada@'), choice('example.com')], usage: { total_tokens: 3 } };
  expect(JSON.parse(withoutLogprobs(JSON.stringify(answer)))).toEqual({
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
  { name: 'that say nothing', before: '"logprobs":null', after: '"logprobs":null' },
])('takes out logprobs $name, and leaves all else byte for byte', ({ before, after }) => {
  const answer = (logprobs: string): string =>
    `{ "id":12345678901234567890,"choices":[{"index":1.0,${logprobs}},{"text":"\\ud800",${logprobs}}] , "n":1e0}`;
  expect(withoutLogprobs(answer(before))).toBe(answer(after));
  expect(() => JSON.parse(answer(after))).not.toThrow();
});
