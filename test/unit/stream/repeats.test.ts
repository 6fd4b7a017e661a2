import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maskWhole, policyOf, run, textsOf } from './streams.ts';
import { DONE, event, say } from './transcripts.ts';

const MASKING = policyOf({ entityAction: () => 'redact' });
const TOKEN = ['ghp_aB3dE5fG7hI9jK1l', 'M2nO4pQ6rS8tU0vW1xY2'].join('');
const SAID = `So the token is ${TOKEN} and that is all of it, more or less.`;
const CONTENT = '/choices/0/content';

const cut = (text: string, size: number): string[] =>
  Array.from({ length: Math.ceil(text.length / size) }, (_, i) => text.slice(i * size, (i + 1) * size));

const chunk = (delta: object, rest: object = {}): string =>
  event(JSON.stringify({ id: 'c', choices: [{ index: 0, delta, ...rest }] }));
const content = (tokens: readonly string[]) => ({
  logprobs: {
    content: tokens.map((token) => ({
      token,
      logprob: -0.5,
      bytes: [...Buffer.from(token)],
      top_logprobs: [{ token, logprob: -0.5 }],
    })),
  },
});
const legacy = (tokens: readonly string[]) => ({
  logprobs: { tokens, token_logprobs: tokens.map(() => -0.5) },
});

type Made = Readonly<{
  logprobs?: { content?: { token: string }[]; tokens?: string[] };
  token_ids?: number[];
}>;

/** What is left of the repeats in what a stream released. */
const repeatsIn = (released: string) => {
  const choices = [...released.matchAll(/^data: (\{.*\})$/gm)].flatMap(([, data = '']) => {
    const { choices: made }: { choices: Made[] } = JSON.parse(data.replaceAll('-Infinity', '0'));
    return made;
  });
  return {
    tokens: choices
      .flatMap(({ logprobs }) => [
        ...(logprobs?.content ?? []).map(({ token }) => token),
        ...(logprobs?.tokens ?? []),
      ])
      .join(''),
    ids: choices.flatMap(({ token_ids: ids }) => ids ?? []),
  };
};

const streamed = (parts: readonly string[], policy = MASKING) => {
  const outcome = run([Buffer.from([...parts, DONE].join(''))], { policy });
  const text = textsOf(Buffer.from(outcome.released, 'latin1')).get(CONTENT);
  return { ...outcome, ...repeatsIn(outcome.released), text };
};

/** Tokens come so many events behind their text, or before it. */
const shifted = (size: number, by: number, written: (tokens: readonly string[]) => object): string[] => {
  const pieces = cut(SAID, size);
  const first = Math.min(0, by);
  return Array.from({ length: pieces.length + Math.abs(by) }, (_, i) => {
    const text = pieces[i + first];
    const token = pieces[i + first - by];
    return chunk(text === undefined ? {} : { content: text }, token === undefined ? {} : written([token]));
  });
};

describe.each([
  { name: 'content', written: content },
  { name: 'legacy tokens', written: legacy },
])('tokens of what is masked do not leave: $name', ({ written }) => {
  it.each([-8, -3, -1, 0, 1, 3, 8])('%i events behind their text', (by) => {
    for (const size of [1, 4, 15]) {
      const { tokens, text, findings } = streamed(shifted(size, by, written));
      expect(text).toBe(maskWhole('', SAID, MASKING));
      expect(findings.map(({ at }) => at)).toEqual([CONTENT]);
      for (const part of cut(TOKEN, 10)) expect(tokens).not.toContain(part);
    }
  });

  it('all in one event, before the text or behind it', () => {
    const repeat = chunk({}, written(cut(SAID, 4)));
    const text = say(SAID, { size: 4 });
    for (const parts of [
      [repeat, ...text],
      [...text, repeat],
    ])
      expect(streamed(parts).tokens).toBe('');
  });
});

it('tokens of a threat do not leave before it', () => {
  const { tokens, threat, findings } = streamed(
    shifted(4, -9, content),
    policyOf({ entityAction: () => 'block' }),
  );
  expect(threat?.subType).toBe('github_token');
  expect(findings.map(({ at }) => at)).toEqual([CONTENT]);
  for (const part of cut(TOKEN, 10)) expect(tokens).not.toContain(part);
});

it('numbers of tokens go with the text that is masked, and with all behind it', () => {
  const pieces = cut(SAID, 4);
  const { ids } = streamed(
    pieces.map((piece, i) => chunk({ content: piece }, { token_ids: [i], meta_info: { i } })),
  );
  const first = Math.floor(SAID.indexOf(TOKEN) / 4);
  expect(ids.filter((id) => id >= first)).toEqual([]);
});

it('a number that is none is no reason to fail', () => {
  const parts = shifted(4, 0, content).map((each) => each.replaceAll('-0.5', '-Infinity'));
  const { text, tokens } = streamed(parts);
  expect(text).toBe(maskWhole('', SAID, MASKING));
  expect(tokens).not.toContain(TOKEN.slice(0, 10));
});

it.each(['blocking', 'advisory', 'shadow'] as const)('a clean stream keeps its tokens in %s', (mode) => {
  const text = 'The harbour wall was painted again in spring, and nobody asked who had paid for it.';
  const parts = cut(text, 5).map((piece, i) =>
    chunk({ content: piece }, { ...content([piece]), token_ids: [i] }),
  );
  const { released } = streamed(parts, policyOf({ mode, entityAction: () => 'redact' }));
  expect(released).toBe([...parts, DONE].join(''));
});

it('what nothing is held of keeps its tokens', () => {
  const parts = shifted(4, 2, content);
  const { released, findings } = streamed(parts, policyOf({ mode: 'shadow', entityAction: () => 'redact' }));
  expect(released).toBe([...parts, DONE].join(''));
  expect(findings.map(({ at }) => at)).toEqual([CONTENT]);
});

it('text is masked as if no tokens came, wherever they come', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 30 }), fc.integer({ min: -12, max: 12 }), (size, by) => {
      const made = streamed(shifted(size, by, content));
      expect(made.text).toBe(maskWhole('', SAID, MASKING));
      expect(made.tokens).not.toContain(TOKEN.slice(0, 12));
    }),
    { numRuns: 40 },
  );
});
