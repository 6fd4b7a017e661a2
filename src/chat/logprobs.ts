const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Takes the `logprobs` out of an answer whose text was changed: they repeat the text token by token.
 *
 * @param text A chat completion. Comes back byte for byte as it is where there are none.
 */
export const withoutLogprobs = (text: string): string => {
  const answer: unknown = JSON.parse(text);
  if (!isObject(answer) || !Array.isArray(answer['choices'])) return text;
  const choices: readonly unknown[] = answer['choices'];
  const speaking = choices.filter(isObject).filter(({ logprobs }) => isObject(logprobs));
  if (speaking.length === 0) return text;
  for (const choice of speaking) choice['logprobs'] = null;
  return JSON.stringify(answer);
};
