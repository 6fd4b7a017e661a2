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
