import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeInto, unescapeFrom } from '../../../src/redaction/json-escapes.ts';
import { createJsonNesting } from '../../../src/redaction/json-nesting.ts';
import { expectCheap } from '../cost.ts';
import { ARGUMENTS, CONTENT, restore, type Sent, send } from './requests.ts';

const CALL = '/messages/0/tool_calls/0/function/arguments';
const VALUES = ['4111 1111 1111 1111', 'a"b', 'a\\b', 'line\nbreak', 'é😀', '\u0001', '</script>', '<EMAIL'];
const OPEN = '«X:';

/** JSON of a value in which marks stand; the marks are made around what the value became. */
const argumentsOf = (value: unknown): Sent => send({ text: JSON.stringify(value), pointer: CALL });

const value = fc.constantFrom(...VALUES).map((each) => `${OPEN}${each}»`);
const plain = fc.constantFrom('words', 'a "quoted" word', 'back\\slash', '\n', '', 'ü', '{x', '<X_9>', 'nnn');
const sentence = fc.array(fc.oneof(plain, value), { maxLength: 4 }).map((parts) => parts.join(''));
const { tree } = fc.letrec((tie) => ({
  tree: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    sentence,
    fc.integer({ min: -999, max: 999 }),
    fc.constant(null),
    fc.array(tie('tree'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'key with "'), tie('tree'), { maxKeys: 3 }),
  ),
}));
/** As agents send it: JSON within a string of JSON. */
const nested = fc.tuple(tree, fc.integer({ min: 0, max: 2 })).map(([inner, depth]) => {
  let made: unknown = { inner };
  for (let level = 0; level < depth; level += 1) made = { body: JSON.stringify(made) };
  return made;
});

const unmark = (text: string): string => text.replaceAll(/«X:((?:[^»])*)»/g, '$1');

describe('arguments in JSON', () => {
  it('stay JSON whatever is taken out of them, and come back as they were', () => {
    fc.assert(
      fc.property(nested, (made) => {
        const { texts, originals, restorer } = argumentsOf(made);
        const sent: unknown = JSON.parse(texts[0] ?? '');
        expect(JSON.parse(originals[0] ?? '')).toEqual(JSON.parse(unmark(JSON.stringify(made))));
        expect(JSON.stringify(sent)).not.toContain('4111');
        expect(JSON.parse(restore(restorer, texts[0] ?? '', ARGUMENTS))).toEqual(
          JSON.parse(originals[0] ?? ''),
        );
        // A model that says it in the content says it as JSON, too.
        expect(JSON.parse(restore(restorer, texts[0] ?? '', CONTENT))).toEqual(
          JSON.parse(originals[0] ?? ''),
        );
      }),
      { numRuns: 1500 },
    );
  });

  it.each([
    { name: 'a number', text: '{"card":«X:4111111111111111»,"n":1}', sent: '{"card":"<X_1>","n":1}' },
    { name: 'a part of a number', text: '[{"c":-«X:41111»11.5e3}]', sent: '[{"c":"<X_1>"}]' },
    {
      name: 'a number within a string',
      text: '{"a":"{\\"n\\":«X:4111»}"}',
      sent: '{"a":"{\\"n\\":\\"<X_1>\\"}"}',
    },
    { name: 'over a key and its value', text: '{"«X:key": "abc def»"}', sent: '{"key": "<X_1>"}' },
    { name: 'over two strings', text: '["a «X:b","c» d"]', sent: '["a <X_1>","<X_2> d"]' },
    { name: 'half an escape in front', text: '{"a":"x\\«X:nabc»"}', sent: '{"a":"x\\n<X_1>"}' },
    { name: 'half an escape behind', text: '{"a":"«X:abc\\»n"}', sent: '{"a":"<X_1>\\n"}' },
    { name: 'half a Unicode escape', text: '{"a":"«X:abc\\u00»e9"}', sent: '{"a":"<X_1>\\u00e9"}' },
    { name: 'the rest of a Unicode escape', text: '{"a":"\\u00«X:e9abc»"}', sent: '{"a":"\\u00e9<X_1>"}' },
    { name: 'behind an escaped backslash', text: '{"a":"\\\\«X:nabc»"}', sent: '{"a":"\\\\<X_1>"}' },
    { name: 'a key alone', text: '{"«X:abc»":1}', sent: '{"<X_1>":1}' },
    { name: 'nothing but signs', text: '{"a"«X::»1}', sent: '{"a":1}' },
  ])('lose $name without harm', ({ text, sent }) => {
    expect(send({ text, pointer: CALL }).texts[0]).toBe(sent);
    expect(() => JSON.parse(sent)).not.toThrow();
  });

  it('in a message are JSON where they begin as it, and prose is prose', () => {
    expect(send('{"card":«X:4111»}').texts[0]).toBe('{"card":"<X_1>"}');
    expect(send('[note] card «X:4111»').texts[0]).toBe('[note] card <X_1>');
    expect(send('{"card":«X:4111»} is mine').texts[0]).toBe('{"card":<X_1>} is mine');
    expect(send('{x} card "«X:41\\11»"').texts[0]).toBe('{x} card "<X_1>"');
  });

  it.each([
    { name: 'alone', text: '{"a":"«X:b\\nc»"}' },
    { name: 'with prose behind it', text: '{"a":"«X:b\\nc»"} please check' },
    { name: 'with a value in the prose, too', text: '{"a":"«X:b\\nc»"}\nand «Y:d\\ne»' },
    { name: 'behind other prose', text: 'so {"a":"«X:b\\nc»"}' },
    { name: 'that is broken off', text: '{"a":"«X:b\\nc»","b":[{"c":"d' },
    { name: 'that is broken off behind it', text: '[\n  {\n    "a": "«X:b\\nc»' },
    { name: 'that is broken off within JSON', text: '{"a":"{\\"b\\": \\"«X:b\\\\nc»\\", ' },
    { name: 'that is wrong behind it', text: '{"a":"«X:b\\nc»", b: 1} please check' },
    { name: 'between fences', text: 'Look:\n```json\n{"a":"«X:b\\nc»"}\n```\nDone.' },
    { name: 'between fences that are not closed', text: '```json\n{"a": [\n"«X:b\\nc»"' },
    { name: 'that does not begin as a list of texts', text: '["a", "«X:b\\nc»", ' },
  ])('in JSON $name, values come back as they were written', ({ text }) => {
    const { texts, originals, restorer } = send(text);
    const [sent = '', original] = [texts[0], originals[0]];
    expect(sent).toContain('<X_1>');
    expect(restore(restorer, sent)).toBe(original);
  });

  it.each([
    { name: 'where quotes are not those of JSON', text: '{"a" and "b"} is "«X:c:\\new»" here' },
    { name: 'where a string is none', text: '{"a": it"s "«X:c:\\new»" here' },
    { name: 'where no string of JSON is written so', text: '{"a": "«X:c:\\work»' },
  ])('in what only begins like JSON, values are what is written: $name', ({ text }) => {
    const { restorer } = send(text);
    expect(restore(restorer, 'It is <X_1>.')).toMatch(/^It is c:\\\w{3,4}\.$/);
  });

  it('lose what stands behind a number that was taken whole for another value', () => {
    expect(send({ text: '[«X:41»«Y:11 55»]', pointer: CALL }).texts[0]).toBe('["<X_1>""<Y_1>"]');
  });

  it('a masked number is a text, too', () => {
    expect(send({ text: '{"c":«X:4111»}', pointer: CALL, replacement: 'mask' }).texts[0]).toBe('{"c":"<X>"}');
  });
});

describe('the depth of a place', () => {
  const nest = (text: string, depth: number): string =>
    depth === 0 ? text : JSON.stringify({ a: 'x', b: nest(text, depth - 1), c: 1 });

  it.each([1, 2, 3, 4])('%i is told wherever the text is cut', (depth) => {
    for (const text of ['QQ', 'a "QQ" b', 'x\n\\QQ', '[note QQ]']) {
      const json = nest(text, depth);
      const at = json.indexOf('QQ');
      for (let cut = 0; cut <= json.length; cut += 1) {
        const nesting = createJsonNesting(false);
        nesting.push(json.slice(0, cut));
        nesting.push(json.slice(cut));
        expect([0, at, at + 1, json.length].map((each) => nesting.placeAt(each).depth)).toEqual([
          ...[0, depth, depth, 0],
        ]);
        expect(nesting.isJson()).toBe(true);
      }
    }
  });

  it('stays known of what is behind, once the rest is forgotten', () => {
    const nesting = createJsonNesting(true);
    nesting.push('{"a":"b","c":"d"}');
    const before = Array.from({ length: 17 }, (_, at) => nesting.placeAt(at));
    nesting.forget(9);
    expect(Array.from({ length: 8 }, (_, at) => nesting.placeAt(at + 9))).toEqual(before.slice(9));
  });

  it.each(['{"a":1}', '{}', '[[1],["}"]]', ' [{"a":{"b":2}}]\n'])(
    'ends where %s does: what follows is prose',
    (json) => {
      const text = `${json} then 4111 and "more" {1}`;
      for (let cut = 0; cut <= text.length; cut += 1) {
        const nesting = createJsonNesting(false);
        nesting.push(text.slice(0, cut));
        nesting.push(text.slice(cut));
        const outside = Array.from(text, (_, at) => nesting.placeAt(at).isOutside);
        expect(outside.slice(json.trimEnd().length)).not.toContain(true);
        expect(nesting.placeAt(text.length).depth).toBe(0);
        expect(outside.includes(true)).toBe(json !== '{}');
      }
    },
  );

  it('is how often a value is escaped', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 0, max: 4 }), (text, depth) => {
        const wellFormed = text.toWellFormed();
        expect(unescapeFrom(escapeInto(wellFormed, depth), depth)).toBe(wellFormed);
      }),
    );
    expect(unescapeFrom('a"b', 1)).toBeNull();
  });

  it('costs in proportion to the text', () => {
    for (const piece of [
      '{"a":"',
      '\\',
      '"',
      '[[',
      '{"a":"\\"',
      '\\u0041',
      '```\n',
      '```\n{"a":"```\n',
      '`',
      '~~~a\n',
    ]) {
      const text = piece.repeat(200_000 / piece.length);
      for (const isJson of [true, false])
        expectCheap(1500, () => createJsonNesting(isJson).push(text), piece);
    }
  });

  it('looks for what may be forgotten at the cost of a glance', () => {
    expectCheap(1500, () => {
      const nesting = createJsonNesting(true);
      for (let i = 0; i < 40_000; i++) {
        nesting.push('"a",');
        nesting.forget(0);
      }
    });
  });
});

describe('JSON between the fences of code in an answer', () => {
  const VALUE = 'O"Neil \\ Co\nline';
  const { restorer } = send(`«X:${VALUE}»`);
  const inJson = JSON.stringify(VALUE).slice(1, -1);
  const inJsonInJson = JSON.stringify(inJson).slice(1, -1);

  it.each([
    { name: 'of its language', said: 'Here:\n```json\n{"a":"<X_1>"}\n```\nto <X_1>.', depths: [1, 0] },
    { name: 'of no language', said: '```\n[{"a": "<X_1>"}]\n```\n"<X_1>"', depths: [1, 0] },
    { name: 'of tildes', said: '~~~ json\n{"a":["<X_1>"]}\n~~~\n<X_1>', depths: [1, 0] },
    { name: 'with CRLF', said: 'a\r\n```json\r\n{"a":"<X_1>"}\r\n```\r\n<X_1>', depths: [1, 0] },
    { name: 'in a list', said: '1. Do:\n   ```json\n   {"a":"<X_1>"}\n   ```\n2. <X_1>', depths: [1, 0] },
    {
      name: 'on the line of a list item',
      said: '- ```json\n  {"a":"<X_1>"}\n  ```\n- <X_1>',
      depths: [1, 0],
    },
    {
      name: 'in a quotation, which is not read as JSON',
      said: '> ```json\n> {"a":"<X_1>"}\n> ```\n> <X_1>',
      depths: [0, 0],
    },
    { name: 'that is not closed', said: '```json\n{"a":"<X_1>", "b":"<x 1>"', depths: [1, 1] },
    { name: 'twice', said: '```json\n{"a":"<X_1>"}\n```\nor\n```json\n{"a":"<X_1>"}\n```', depths: [1, 1] },
    { name: 'line by line', said: '```jsonl\n{"a":"<X_1>"}\n\n{"a":"<X_1>"}\n```', depths: [1, 1] },
    {
      name: 'with JSON in it',
      said: '```json\n{"a":"{\\"b\\":\\"<X_1>\\"}","c":"<X_1>"}\n```',
      depths: [2, 1],
    },
    {
      name: 'within a longer fence',
      said: '````md\n```json\n{"a":"<X_1>"}\n```\n````\n<X_1>',
      depths: [1, 0],
    },
    { name: 'behind JSON', said: '{"a":"<X_1>"}\n```json\n{"a":"<X_1>"}\n```', depths: [1, 1] },
    {
      name: 'within JSON',
      said: JSON.stringify({ a: '```json\n{"a":"<X_1>"}\n```\n<X_1>' }),
      depths: [2, 1],
    },
    { name: 'of which the first line is none', said: '```sh\ncurl -d "<X_1>"\n```\n"<X_1>"', depths: [0, 0] },
    { name: 'that is code within a line', said: '```x``` is\n{"a":"<X_1>"} and "<X_1>"', depths: [0, 0] },
    { name: 'of two signs', said: '``\n{"a":"<X_1>"}\n``\n<X_1>', depths: [0, 0] },
    { name: 'behind words', said: 'so ```json\n{"a":"<X_1>"}\n\n<X_1>', depths: [0, 0] },
  ])('$name: values are escaped as deep as they stand', ({ said, depths }) => {
    const written = depths.map((depth) => [VALUE, inJson, inJsonInJson][depth] ?? '');
    let next = 0;
    const wanted = said.replaceAll(/<x.1>/gi, () => written[next++] ?? '');
    expect(restore(restorer, said)).toBe(wanted);
    for (let cut = 0; cut <= said.length; cut += 1) {
      const nesting = createJsonNesting(false);
      nesting.push(said.slice(0, cut));
      nesting.push(said.slice(cut));
      const places = Array.from(said.matchAll(/<x.1>/gi), ({ index }) => nesting.placeAt(index).depth);
      expect(places, `cut at ${cut}`).toEqual(depths);
    }
  });
});
