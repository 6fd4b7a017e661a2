import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maskWhole, policyOf, run, textsOf } from './streams.ts';
import { DONE, event, say } from './transcripts.ts';

const MASKING = policyOf({ entityAction: () => 'redact' });
const TOKEN = ['ghp_aB3dE5fG7hI9jK1l', 'M2nO4pQ6rS8tU0vW1xY2'].join('');
const SAID = `So the token is ${TOKEN} and that is all of it, more or less.`;
const HARMLESS = 'The harbour wall was painted again in spring, and nobody asked who had paid for it.';
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
  const parts = cut(HARMLESS, 5).map((piece, i) =>
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

describe('what repeats a text is nowhere left beside one that is masked', () => {
  const ids = (text: string): number[] => [...text].map((letter) => 1000 + letter.charCodeAt(0));
  const tokens = (text: string) => [{ token: text, logprob: -1, bytes: [...Buffer.from(text)] }];
  const said = (delta: object, rest: object = {}) => ({ choices: [{ index: 0, delta, ...rest }] });
  const SHAPES: readonly Readonly<{ name: string; of: (text: string) => object }>[] = [
    {
      name: 'in a delta',
      of: (text) => said({ content: text, token_ids: ids(text), logprobs: tokens(text) }),
    },
    {
      name: 'of vLLM, by the numbers of tokens',
      of: (text) =>
        said({ content: text }, { logprobs: { content: [{ ...tokens(text)[0], token: 'token_id:7' }] } }),
    },
    {
      name: 'of Ollama',
      of: (text) => ({ message: { content: text }, logprobs: tokens(text), context: ids(text) }),
    },
    {
      name: 'of llama.cpp',
      of: (text) => ({ content: text, tokens: ids(text), completion_probabilities: tokens(text) }),
    },
    {
      name: 'of llama.cpp, which is asked to say all',
      of: (text) => ({ ...said({ content: text }), __verbose: { content: text, tokens: ids(text) } }),
    },
    { name: 'of SGLang', of: (text) => ({ text, output_ids: ids(text), meta_info: { ids: ids(text) } }) },
    {
      name: 'of Cohere',
      of: (text) => ({ delta: { message: { content: { text } } }, logprobs: { text, token_ids: ids(text) } }),
    },
  ];
  const FRAMES = [
    { frame: 'events', write: (data: string): string => event(data) },
    { frame: 'lines', write: (data: string): string => `${data}\n` },
    { frame: 'lines of two', write: (data: string): string => `${data}{"x":1}\n` },
  ];
  const numbersIn = (released: string): string =>
    [...released.matchAll(/\[(\d+(?:,\d+)*)\]/g)]
      .flatMap(([, list = '']) => list.split(',').map(Number))
      .map((code) => String.fromCharCode(code % 1000))
      .join('');

  it.each(SHAPES.flatMap((shape) => FRAMES.map((frame) => ({ ...shape, ...frame }))))(
    '$name, in $frame',
    ({ of, write }) => {
      for (const size of [3, 200]) {
        const body = cut(SAID, size).map((text) => write(JSON.stringify(of(text))));
        const { released } = run([Buffer.from(body.join(''))], { policy: MASKING });
        const numbers = numbersIn(released);
        for (const part of cut(TOKEN, 8)) {
          expect(released).not.toContain(part);
          expect(numbers).not.toContain(part);
        }
        const harmless = cut(HARMLESS, size)
          .map((text) => write(JSON.stringify(of(text))))
          .join('');
        expect(run([Buffer.from(harmless)], { policy: MASKING }).released).toBe(harmless);
      }
    },
  );

  it.each(FRAMES)('numbers that come behind the mask go in $frame, and nothing else', ({ write }) => {
    const behind = write('{"choices":[{"delta":{},"token_ids":[5,6]}], "n":1}');
    const other = write('{"choices":[], "usage":{"total_tokens":3}}');
    const body = write(JSON.stringify(said({ content: SAID }))) + behind + other;
    const { released } = run([Buffer.from(body)], { policy: MASKING });
    expect(released.endsWith(behind.replace('[5,6]', 'null') + other)).toBe(true);
  });

  it('tokens by their numbers alone do not leave in front of their text', () => {
    const parts = [
      ...cut(SAID, 4).map((text) =>
        JSON.stringify(said({}, { logprobs: { content: [{ ...tokens(text)[0], token: 'token_id:7' }] } })),
      ),
      ...cut(SAID, 4).map((text) => JSON.stringify(said({ content: text }))),
    ].map(event);
    const numbers = numbersIn(run([Buffer.from(parts.join(''))], { policy: MASKING }).released);
    for (const part of cut(TOKEN, 8)) expect(numbers).not.toContain(part);
  });
});
