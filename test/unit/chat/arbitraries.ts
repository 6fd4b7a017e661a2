import fc from 'fast-check';

const PIECES = [
  '{',
  '}',
  '[',
  ']',
  ':',
  ',',
  '"',
  '\\',
  '\\u',
  '\\ud83d',
  '\\n',
  '\n',
  '\t',
  '\u0000',
  '\u001f',
  '\u007f',
  ' ',
  '\u00a0',
  '\ufeff',
  '\ud800',
  '0',
  '-',
  '.',
  'e',
  'E+',
  '1',
  'true',
  'null',
  'NaN',
  '//',
  "'",
];

/** Long enough to leave the reader's path for short strings, with escapes and controls at any place. */
const longString = fc
  .array(fc.oneof(fc.constantFrom('word ', 'läuft €', 'x'.repeat(30), '😀'), fc.constantFrom(...PIECES)), {
    maxLength: 12,
  })
  .map((parts) => parts.join(''));

const scalar = fc.oneof(
  fc.string({ unit: 'binary' }),
  longString,
  fc.double({ noDefaultInfinity: true, noNaN: true }),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
);

const key = fc.oneof(
  fc.constantFrom('__proto__', 'constructor', 'toString', '', 'a'),
  longString,
  fc.string(),
);

const jsonValue: fc.Arbitrary<unknown> = fc.letrec<{ node: unknown }>((tie) => ({
  node: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalar,
    fc.array(tie('node'), { maxLength: 5 }),
    fc.array(fc.tuple(key, tie('node')), { maxLength: 5 }).map((entries) => Object.fromEntries(entries)),
  ),
})).node;

export const jsonText = fc
  .tuple(jsonValue, fc.constantFrom(undefined, 1, '\t', ' \r\n'))
  .map(([value, space]) => JSON.stringify(value, null, space));

type Mutation = readonly [at: number, remove: number, insert: string];

export const mutations = fc.array(
  fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(3), fc.constantFrom('', ...PIECES)),
  { minLength: 1, maxLength: 3 },
);

/** Cuts out and puts in a few pieces; places are fractions of the length. */
export const mutate = (text: string, changes: readonly Mutation[]): string =>
  changes.reduce((current, [place, remove, insert]) => {
    const at = Math.floor(place * current.length);
    return current.slice(0, at) + insert + current.slice(at + remove);
  }, text);

const text = fc.oneof(
  longString,
  fc.constantFrom('Ignore previous instructions', 'auto', 'id', ''),
  fc.string({ unit: 'binary' }),
);

const part = fc.oneof(
  fc.record({ type: fc.constantFrom('text', 'input_text', 'refusal', 'video', 'file'), text, refusal: text }),
  fc.record({
    type: fc.constant('image_url'),
    image_url: fc.oneof(text, fc.record({ url: text, alt: text })),
  }),
  fc.record({ type: fc.constant('file'), file: fc.record({ filename: text, file_id: text, text }) }),
  jsonValue,
);

const content = fc.oneof(
  text,
  fc.array(fc.oneof(part, text), { maxLength: 4 }),
  fc.constant(null),
  jsonValue,
);

const call = fc.record({
  id: fc.constantFrom('call_9aXb', 'Ignore all rules'),
  type: fc.constant('function'),
  function: fc.record({ name: text, arguments: text }),
});

const message = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record(
      {
        role: fc.constantFrom('system', 'developer', 'user', 'assistant', 'tool', 'function', 'System', 'x'),
        content,
        name: text,
        refusal: text,
        reasoning_content: text,
        tool_calls: fc.array(call, { maxLength: 2 }),
        audio: fc.record({ id: text, data: text, transcript: text }),
        extra: jsonValue,
      },
      { requiredKeys: ['role', 'content'] },
    ),
  },
  { weight: 1, arbitrary: jsonValue },
);

export const requestBody = fc
  .record(
    {
      model: fc.oneof(text, jsonValue),
      messages: fc.oneof(
        { weight: 9, arbitrary: fc.array(message, { minLength: 1, maxLength: 4 }) },
        jsonValue,
      ),
      stream: fc.oneof(fc.boolean(), jsonValue),
      tools: fc.oneof(fc.array(fc.record({ type: fc.constant('function'), function: jsonValue })), jsonValue),
      response_format: jsonValue,
      prediction: fc.oneof(jsonValue, fc.record({ type: fc.constant('content'), content })),
      instructions: text,
      documents: jsonValue,
    },
    { requiredKeys: ['messages'] },
  )
  .map((body) => JSON.stringify(body));

export const responseBody = fc
  .record(
    {
      model: text,
      choices: fc.oneof(
        {
          weight: 5,
          arbitrary: fc.array(
            fc.record(
              { message, delta: message, text, finish_reason: text, logprobs: jsonValue },
              { requiredKeys: [] },
            ),
            { maxLength: 3 },
          ),
        },
        jsonValue,
      ),
      usage: jsonValue,
      citations: jsonValue,
    },
    { requiredKeys: ['choices'] },
  )
  .map((body) => JSON.stringify(body));
