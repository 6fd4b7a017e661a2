import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSegmentCache } from '../../../src/detection/cache/cache.ts';
import type { DetectionContext } from '../../../src/detection/detector.ts';
import { openFrom } from '../../../src/detection/matching/open-text.ts';
import { NO_OPEN_RULES, type RuleDefinition } from '../../../src/detection/operator-rules/definition.ts';
import { createOpenRules, createRulePipeline } from '../../../src/detection/operator-rules/rules.ts';
import { OUTPUT, TOOL, USER } from '../detection/samples.ts';

const ruleOf = (rest: Partial<RuleDefinition>): RuleDefinition => ({
  id: 'r',
  caseSensitive: false,
  direction: 'both',
  maxChars: 200,
  ...rest,
});

/** What the rules find in a text, as written there. */
const found = (
  text: string,
  rules: readonly RuleDefinition[],
  context: DetectionContext = USER,
): readonly (readonly [string, string])[] =>
  [...createRulePipeline([], rules).scan(text, context)]
    .flat()
    .map(({ ruleId, span }) => [ruleId, text.slice(span.start, span.end)] as const);

describe('a deny list', () => {
  it.each<{ name: string; words: string[]; text: string; finds: string[]; caseSensitive?: boolean }>([
    { name: 'a word', words: ['bluebird'], text: 'Is Bluebird on?', finds: ['Bluebird'] },
    { name: 'no part of a word', words: ['bird'], text: 'bluebird birds bird2 birdé', finds: [] },
    {
      name: 'a word between signs',
      words: ['bird'],
      text: '_bird_ (bird) "bird".',
      finds: Array(3).fill('bird'),
    },
    { name: 'at both ends', words: ['bird'], text: 'bird', finds: ['bird'] },
    {
      name: 'the longest of several',
      words: ['blue', 'blue bird'],
      text: 'a blue bird',
      finds: ['blue bird'],
    },
    { name: 'a phrase over lines', words: ['blue bird'], text: 'a Blue \n  bird', finds: ['Blue \n  bird'] },
    { name: 'signs alone', words: ['C++', '100 %'], text: 'c++17, 100 %?', finds: ['c++', '100 %'] },
    { name: 'capitals', words: ['Bird'], text: 'bird Bird', finds: ['Bird'], caseSensitive: true },
    { name: 'Greek, with both small sigmas', words: ['ΟΔΟΣ'], text: 'οδος οδοσ', finds: ['οδος', 'οδοσ'] },
    { name: 'Cyrillic', words: ['Жар-птица'], text: 'это ЖАР-ПТИЦА!', finds: ['ЖАР-ПТИЦА'] },
    { name: 'letters that all look Latin', words: ['сор'], text: 'это сор и хлам', finds: ['сор'] },
    {
      name: 'marks',
      words: ['Müller'],
      text: 'MÜLLER, Mu\u0308ller, Muller',
      finds: ['MÜLLER', 'Mu\u0308ller', 'Muller'],
    },
    { name: 'Chinese, without blanks', words: ['蓝鸟计划'], text: '这是蓝鸟计划吗', finds: ['蓝鸟计划'] },
    { name: 'Arabic', words: ['مشروع'], text: 'هذا مشروع سري', finds: ['مشروع'] },
    { name: 'invisible signs', words: ['bluebird'], text: 'blue\u200bbird', finds: ['blue\u200bbird'] },
    { name: 'lookalikes', words: ['bluebird'], text: 'bluеbird', finds: ['bluеbird'] },
    { name: 'wide letters', words: ['bluebird'], text: 'ｂｌｕｅｂｉｒｄ!', finds: ['ｂｌｕｅｂｉｒｄ'] },
    { name: 'behind an escaped line break', words: ['bird'], text: '{"a":"x\\nbird"}', finds: ['bird'] },
    {
      name: 'base64',
      words: ['project bluebird'],
      text: `x ${btoa('the project bluebird starts today')}`,
      finds: [btoa('the project bluebird starts today')],
    },
  ])('$name', ({ words, text, finds, caseSensitive = false }) => {
    const rule = ruleOf({ words, caseSensitive });
    expect(found(text, [rule]).map(([, matched]) => matched)).toEqual(finds);
  });

  it('may share words with another one', () => {
    const rules = [
      ruleOf({ id: 'a', words: ['bird'] }),
      ruleOf({ id: 'b', words: ['Bird'], caseSensitive: true }),
    ];
    expect(found('Bird', rules)).toEqual([
      ['a', 'Bird'],
      ['b', 'Bird'],
    ]);
  });
});

describe('a pattern', () => {
  it.each<{ name: string; pattern: string; text: string; finds: string[]; caseSensitive?: boolean }>([
    { name: 'in any case', pattern: 'acme-\\d{3}', text: 'ACME-123, acme-12', finds: ['ACME-123'] },
    { name: 'in its own case', pattern: 'Acme', text: 'acme Acme', finds: ['Acme'], caseSensitive: true },
    { name: 'with flags of its own', pattern: '(?s)a.b', text: 'a\nb', finds: ['a\nb'] },
    { name: 'with alternatives', pattern: 'foo|bar', text: 'FOO bar', finds: ['FOO', 'bar'] },
    { name: 'with marks, in text as sent', pattern: 'müller', text: 'Frau Müller', finds: ['Müller'] },
    { name: 'of blanks that are lost elsewhere', pattern: 'a {3}b', text: 'a   b', finds: ['a   b'] },
    { name: 'of no plain letters', pattern: '[^\\x00-\\x7f]', text: 'naïve', finds: ['ï'] },
    {
      name: 'in normalised text',
      pattern: 'acme \\d+',
      text: 'ac\u200bme  １２',
      finds: ['ac\u200bme  １２'],
    },
    {
      name: 'in decoded text',
      pattern: 'acme-\\d{3}',
      text: `see ${btoa('this is acme-123 for you')}`,
      finds: [btoa('this is acme-123 for you')],
    },
    { name: 'that would backtrack', pattern: '(?:a+)+b', text: 'a'.repeat(5000), finds: [] },
  ])('$name', ({ pattern, text, finds, caseSensitive = false }) => {
    expect(found(text, [ruleOf({ pattern, caseSensitive })]).map(([, matched]) => matched)).toEqual(finds);
  });

  it.each([
    { pattern: 'AA', text: 'AAA AA', finds: ['AA', 'AA', 'AA'] },
    { pattern: String.raw`\d{4}`, text: 'a 1234567', finds: ['1234', '4567'] },
    { pattern: String.raw`\d{4}`, text: 'a 12345678', finds: ['1234', '5678'] },
    { pattern: String.raw`\b\d{4}\b`, text: 'a 12345', finds: [] },
    { pattern: String.raw`\d{4}-\d{4}`, text: '1234-5678-9012', finds: ['1234-5678', '5678-9012'] },
    {
      pattern: 'key-[a-z-]{8,16}',
      text: 'key-abcdefgh-key-ijklmnop.',
      finds: ['key-abcdefgh-key-ijk', 'key-ijklmnop'],
    },
    {
      pattern: '.{2}',
      text: '\u{1F600}\u{1F601}\u{1F602}',
      finds: ['\u{1F600}\u{1F601}', '\u{1F601}\u{1F602}'],
    },
  ])('leaves nothing in sight of what begins within a match: $pattern', ({ pattern, text, finds }) => {
    expect(found(text, [ruleOf({ pattern })]).map(([, value]) => value)).toEqual(finds);
  });

  it('is found once, wherever it stands in a long text', () => {
    const rules = [
      ruleOf({ pattern: 'begin.{180,190}end', maxChars: 400 }),
      ruleOf({ id: 'w', words: ['müller ag'] }),
    ];
    const match = `begin${'x é'.repeat(62)}end`;
    const pipeline = createRulePipeline([], rules);
    for (let before = 7700; before < 8300; before += 13) {
      const text = `${'é a '.repeat(3000).slice(0, before)} ${match} Müller  AG ${'und so weiter '.repeat(700)}`;
      const spans = [...pipeline.scan(text, USER)].flat().map(({ span }) => text.slice(span.start, span.end));
      expect(spans.toSorted(), `${before}`).toEqual(['Müller  AG', match]);
    }
  });
});

it.each<{ name: string; rest: Partial<RuleDefinition>; applies: boolean[] }>([
  { name: 'both directions', rest: {}, applies: [true, true, true] },
  { name: 'requests', rest: { direction: 'input' }, applies: [true, true, false] },
  { name: 'answers', rest: { direction: 'output' }, applies: [false, false, true] },
  { name: 'tools', rest: { roles: ['tool'] }, applies: [false, true, true] },
])('a rule for $name', ({ rest, applies }) => {
  for (const kind of [{ words: ['bird'] }, { pattern: 'bird' }]) {
    const rules = [ruleOf({ ...rest, ...kind })];
    expect([USER, TOOL, OUTPUT].map((context) => found('a bird', rules, context).length > 0)).toEqual(
      applies,
    );
  }
});

it('names every word of every rule in its revision', () => {
  const revisions = [
    [],
    [ruleOf({ words: ['a'] })],
    [ruleOf({ words: ['b'] })],
    [ruleOf({ pattern: 'b' })],
    [ruleOf({ pattern: 'b', caseSensitive: true })],
    [ruleOf({ id: 's', pattern: 'b' })],
  ].map((rules) => createRulePipeline([], rules).revision);
  expect(new Set(revisions).size).toBe(revisions.length);
  const text = 'bird '.repeat(100);
  const [first, second] = revisions.map((revision) => createSegmentCache(10, revision));
  const key = first?.lookup(text, USER)?.key ?? '';
  first?.store(key, []);
  expect(first?.lookup(text, USER)?.findings).toEqual([]);
  expect(second?.lookup(text, USER)?.findings).toBeUndefined();
});

const words = ['blue', 'blue bird', 'bluebird song', 'ba'];
const open = createOpenRules([ruleOf({ words }), ruleOf({ id: 'p', pattern: 'ab+c' })]);

it.each([
  { text: 'the bl', at: 4 },
  { text: 'the blue', at: 4 },
  { text: 'the blue ', at: 4 },
  { text: 'the blue bird', at: 4 },
  { text: 'the blue bird ', at: 14 },
  { text: 'the blues', at: 9 },
  { text: 'the xblue', at: 9 },
  { text: 'bluebird so', at: 0 },
  { text: 'abb', at: 0 },
  { text: 'abbc', at: 4 },
  { text: 'abbcd', at: 5 },
  { text: '', at: 0 },
])('text that may begin a match waits: "$text" from $at', ({ text, at }) => {
  expect(open.openFrom(text)).toBe(at);
});

it('nothing is open without rules', () => {
  expect(createOpenRules([])).toBe(NO_OPEN_RULES);
  expect(NO_OPEN_RULES.openFrom('abc')).toBe(3);
});

it('every match of a deny list is open at each place within it', () => {
  const rule = ruleOf({ words });
  const text = fc.array(fc.constantFrom('blue', 'bird', ' ', 'b', 'ba', 'song', '.', 'é'), { maxLength: 8 });
  fc.assert(
    fc.property(text, (pieces) => {
      const whole = pieces.join('');
      for (const { span } of [...createRulePipeline([], [rule]).scan(whole, USER)].flat()) {
        for (let cut = span.start + 1; cut < span.end; cut += 1) {
          // As a stream asks, which normalises first: blanks may be doubled within a phrase.
          expect(openFrom(whole.slice(0, cut), [], false, open)).toBeLessThanOrEqual(span.start);
        }
      }
    }),
    { numRuns: 500, examples: [[['blue', ' ', ' ', 'bird']]] },
  );
});
