import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type JsonNode, MAX_JSON_VALUES, readJson } from '../../../src/chat/json.ts';
import { GatewayError } from '../../../src/errors.ts';
import { cpuMs, expectBelow, expectCheap } from '../cost.ts';
import { jsonText, mutate, mutations } from './arbitraries.ts';
import { refusal } from './limits.ts';

const DEPTH = 128;

/** The value as `JSON.parse` would give it: of repeated keys the last. */
const plain = (node: JsonNode): unknown => {
  switch (node.type) {
    case 'object':
      return Object.fromEntries(node.members.map(({ key, value }) => [key, plain(value)]));
    case 'array':
      return node.items.map(plain);
    case 'null':
      return null;
    default:
      return node.value;
  }
};

/** `JSON.parse`, with every string well-formed; undefined where it refuses. */
const parse = (text: string): { value: unknown } | undefined => {
  try {
    return { value: wellFormed(JSON.parse(text)) };
  } catch {
    return undefined;
  }
};

const wellFormed = (value: unknown): unknown => {
  if (typeof value === 'string') return value.toWellFormed();
  if (Array.isArray(value)) return value.map(wellFormed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key.toWellFormed(), wellFormed(item)]),
  );
};

const read = (text: string): { value: unknown } | undefined => {
  try {
    return { value: plain(readJson(text, DEPTH)) };
  } catch (error) {
    if (error instanceof GatewayError && error.code === 'INVALID_JSON') return undefined;
    throw error;
  }
};

const LONG = 'a'.repeat(40);

describe('the reader agrees with JSON.parse', () => {
  it.each([
    ...[
      '',
      ' ',
      '{',
      '}',
      '[',
      ']',
      '[]',
      '{}',
      '[[]]',
      '[{}]',
      '{"a":[]}',
      ' [ ] ',
      '[1,]',
      '[,1]',
      '[1 2]',
    ],
    ...[
      '{"a":1,}',
      '{,}',
      '{"a"}',
      '{"a":}',
      '{"a" 1}',
      '{a:1}',
      "{'a':1}",
      '{"a":1 "b":2}',
      '{1:2}',
      '[1}',
      '{"a":1]',
    ],
    ...[
      '0',
      '-0',
      '-',
      '01',
      '1.',
      '.5',
      '1.5',
      '1e',
      '1e+',
      '1e5',
      '1E-5',
      '1e400',
      '-1e-400',
      '+1',
      '0x1',
      '1_0',
      '--1',
    ],
    ...['Infinity', 'NaN', '12345678901234567890', '0.1', '00', '-01', '0e0', '0.0', '1.e5', '1e5.5'],
    ...['true', 'false', 'null', 'tru', 'True', 'nul', 'truefalse', 'undefined', 'true false', 'nulll'],
    ...[
      '"',
      '"a',
      '"a"',
      '"a""',
      '"\\"',
      '"\\\\"',
      '"\\\\\\""',
      '"\\x"',
      '"\\u12"',
      '"\\u12g4"',
      '"\\u0041"',
      '"\\/"',
    ],
    ...[
      '"\\ud83d\\ude00"',
      '"\\ud83d"',
      '"\\ude00\\ud83d"',
      '"\\ud83d\ude00"',
      '"\ud83d\\ude00"',
      '"\ud800"',
      '"\\U0041"',
    ],
    ...[
      '"\n"',
      '"\t"',
      '"\u0000"',
      '"\u001f"',
      '"\u007f"',
      '"\u2028"',
      '"\\\n"',
      '\u0000',
      '1\u0000',
      '[1]\u0000',
    ],
    ...[
      `"${LONG}"`,
      `"${LONG}`,
      `"${LONG}\n"`,
      `"${LONG}\\n"`,
      `"${LONG}\\"`,
      `"${LONG}\\\\"`,
      `"${LONG}\u0001\\n"`,
    ],
    ...[`["${LONG}\\n","${LONG}"]`, `["${LONG}",\n"${LONG}"]`, `["${LONG}",\n"${LONG}\n"]`, `"${LONG}\\n\n"`],
    ...[`"${LONG}\\ud800"`, `"${LONG}\ud800"`, `"${LONG}€"`],
    ...['\ufeff1', '1\ufeff', '\u00a01', '\v1', '\f1', '\r\n\t 1\r\n\t ', '//1\n1', '/**/1', '1//', '#'],
    ...[
      '{"__proto__":{"a":1}}',
      '{"constructor":1,"toString":2}',
      '{"a":1,"a":2}',
      '{"":1}',
      '{"\\u0061":1,"a":2}',
    ],
  ])('%j', (text) => {
    expect(read(text)).toEqual(parse(text));
  });

  it('on generated texts', () => {
    fc.assert(
      fc.property(jsonText, (text) => {
        expect(read(text)).toEqual(parse(text));
      }),
      { numRuns: 300 },
    );
  });

  it('on long texts beside letters of all kinds', () => {
    const long = fc.string({
      unit: fc.constantFrom('a', ' ', 'é', 'я', '"', '\n'),
      minLength: 500,
      maxLength: 600,
    });
    const plain = fc.nat({ max: 600 }).map((length) => 'ab c'.repeat(length));
    fc.assert(
      fc.property(fc.array(fc.oneof(long, plain), { maxLength: 6 }), (texts) => {
        const text = JSON.stringify(texts);
        expect(read(text)).toEqual({ value: texts });
      }),
      { numRuns: 50 },
    );
  });

  it('on mutated texts', () => {
    let accepted = 0;
    fc.assert(
      fc.property(jsonText, mutations, (text, changes) => {
        const mutated = mutate(text, changes);
        const parsed = parse(mutated);
        if (parsed !== undefined) accepted += 1;
        expect(read(mutated)).toEqual(parsed);
      }),
      { numRuns: 2000 },
    );
    expect(accepted, 'mutations that leave valid JSON').toBeGreaterThan(30);
  });

  it('on random bytes of JSON’s own alphabet', () => {
    const text = fc.string({ unit: fc.constantFrom(...'{}[]:,"\\ue0-1.trfalsn \n'), maxLength: 12 });
    fc.assert(
      fc.property(text, (noise) => {
        expect(read(noise)).toEqual(parse(noise));
      }),
      { numRuns: 3000 },
    );
  });
});

describe('what JSON.parse drops', () => {
  it('keeps every occurrence of a key, in order', () => {
    const node = readJson('{"a":1,"\\u0061":2,"b":3,"a":4}', DEPTH);
    expect(node).toMatchObject({
      members: [
        { key: 'a', value: { value: 1 } },
        { key: 'a', value: { value: 2 } },
        { key: 'b', value: { value: 3 } },
        { key: 'a', value: { value: 4 } },
      ],
    });
  });

  it('says where each string and key stands', () => {
    const text = ' {"k\\n" : ["é😀", "x\\"y"]}';
    expect(readJson(text, DEPTH)).toEqual({
      type: 'object',
      members: [
        {
          key: 'k\n',
          keySource: { start: 2, end: 7 },
          value: {
            type: 'array',
            items: [
              { type: 'string', value: 'é😀', source: { start: 11, end: 16 } },
              { type: 'string', value: 'x"y', source: { start: 18, end: 24 } },
            ],
          },
        },
      ],
    });
  });

  it('builds no prototype from a key', () => {
    const node = readJson('{"__proto__":{"type":"string"}}', DEPTH);
    expect(Object.getPrototypeOf(node)).toBe(Object.prototype);
    expect(node).toHaveProperty('members.0.key', '__proto__');
  });
});

describe('limits', () => {
  const nested = (depth: number, open: string, close: string) =>
    `${open.repeat(depth)}1${close.repeat(depth)}`;

  it.each([
    { name: 'arrays', open: '[', close: ']' },
    { name: 'objects', open: '{"a":', close: '}' },
  ])('takes $name as deep as allowed and no deeper', ({ open, close }) => {
    expect(refusal(() => readJson(nested(DEPTH, open, close), DEPTH))).toBeUndefined();
    expect(refusal(() => readJson(nested(DEPTH + 1, open, close), DEPTH))?.code).toBe('INVALID_JSON');
  });

  it('takes the deepest setting without exhausting the stack', () => {
    expect(refusal(() => readJson(nested(10_000, '[{"a":', '}]'), 20_000))).toBeUndefined();
  });

  it('takes so many values and no more', () => {
    const array = (values: number) => `[${'1,'.repeat(values - 2)}1]`;
    expect(refusal(() => readJson(array(MAX_JSON_VALUES), DEPTH))).toBeUndefined();
    expect(refusal(() => readJson(array(MAX_JSON_VALUES + 1), DEPTH))?.code).toBe('INVALID_JSON');
  });

  it.each([
    { text: '{"a":x}', message: 'The body is not valid JSON: unexpected character at position 5.' },
    { text: `["${LONG}\n"]`, message: 'The body is not valid JSON: unexpected character at position 42.' },
    { text: '{"a":', message: 'The body is not valid JSON: unexpected end at position 5.' },
    { text: '[[[', message: 'The body is nested deeper than 2 levels at position 2.' },
  ])('names the position in $text', ({ text, message }) => {
    expect(() => readJson(text, 2)).toThrow(message);
  });
});

describe('cost', () => {
  it.each([
    { name: 'opening brackets', text: '['.repeat(100_000) },
    { name: 'opening objects', text: '{"a":'.repeat(200_000) },
    { name: 'escaped quotes', text: `"${'\\"'.repeat(500_000)}"` },
    { name: 'escaped quotes, open end', text: `"${'\\"'.repeat(500_000)}` },
    { name: 'backslashes', text: `"${'\\\\'.repeat(500_000)}"` },
    { name: 'quotes', text: '"'.repeat(1_000_000) },
    { name: 'digits', text: '1'.repeat(1_000_000) },
    { name: 'spaces', text: ' '.repeat(1_000_000) },
    { name: 'long strings before one backslash', text: `[${`"${LONG}",`.repeat(20_000)}"\\n"]` },
    {
      name: 'long strings before one control character',
      text: `[${`"${LONG}",`.repeat(20_000)}"${LONG}\n"]`,
    },
    { name: 'long strings, one to a line', text: `[${`"${LONG}",\n`.repeat(20_000)}"\\n"]` },
  ])('is linear on $name', ({ text }) => {
    expectCheap(500, () => refusal(() => readJson(text, 10_000)));
  });

  it('reads a chat body in a small multiple of the time of JSON.parse', () => {
    const content = 'The quick brown fox jumps over the lazy dog. '.repeat(20);
    const messages = Array.from({ length: 9 }, () => ({ role: 'user', content }));
    const text = JSON.stringify({ model: 'gpt-4o', messages });
    const repeat = (run: () => unknown) => () => {
      for (let i = 0; i < 500; i += 1) run();
    };
    const ours = repeat(() => readJson(text, DEPTH));
    const native = repeat(() => JSON.parse(text));
    // Measured 1.8.
    expectBelow(4, () => cpuMs(ours) / cpuMs(native));
  });
});
