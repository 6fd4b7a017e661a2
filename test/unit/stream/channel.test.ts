import { expect, it } from 'vitest';
import type { Pipeline } from '../../../src/detection/detector.ts';
import type { Finding } from '../../../src/detection/findings.ts';
import { NO_OPEN_RULES } from '../../../src/detection/operator-rules/definition.ts';
import { createMasks } from '../../../src/redaction/masks.ts';
import { type ChannelDeps, createChannel } from '../../../src/stream/channel.ts';

const finding = (ruleId: string, start: number, end: number): Finding => ({
  ruleId,
  category: 'pii',
  subType: ruleId,
  score: 0.9,
  span: { start, end },
  view: 'raw',
});

/** Finds words that end with a mark, in the order of these marks. */
const pipelineOf = (patterns: Readonly<Record<string, RegExp>>): Pipeline => ({
  revision: 'r',
  *scan(text) {
    for (const [ruleId, pattern] of Object.entries(patterns)) {
      for (const match of text.matchAll(pattern)) {
        yield [finding(ruleId, match.index, match.index + match[0].length)];
      }
    }
  },
});

const channelOf = (patterns: Readonly<Record<string, RegExp>>) => {
  const deps: ChannelDeps = {
    holdsEntities: true,
    protectedTexts: [],
    pipeline: pipelineOf(patterns),
    openRules: NO_OPEN_RULES,
  };
  return createChannel('/choices/0/content', deps);
};

it('lets nothing go of a finding that another, undecided one reaches into', () => {
  const channel = channelOf({ A: /aaa bbb/g, B: /bbb ccc ddd/g });
  channel.append('xxx aaa bbb ccc ddd');
  expect(channel.judge(false)).toEqual([]);
  expect(channel.safeUntil()).toBe(4);
  channel.append(' . ');
  expect(channel.judge(false).map(({ ruleId }) => ruleId)).toEqual(['A', 'B']);
  expect(channel.safeUntil()).toBe(22);
});

it('counts from the beginning of the text, however long it is', () => {
  const channel = channelOf({ A: /mark/g });
  const filler = 'nothing to see here. '.repeat(50);
  const found: Finding[] = [];
  const places: number[] = [];
  for (let i = 0; i < 200; i++) {
    places.push(channel.append(`mark ${filler}`).start);
    found.push(...channel.judge(false));
  }
  channel.judge(true);
  found.push(...channel.judgeWhole());
  expect(found.map(({ span }) => span.start)).toEqual(places);
  expect(channel.chars()).toBeLessThan(80_000);
  const { text } = channel.segment;
  expect(text.slice(places.at(-1), (places.at(-1) ?? 0) + 4)).toBe('mark');
  expect(text.length).toBe(200 * (filler.length + 5));
});

it('melts masks that overlap, in whatever order they come', () => {
  const spans: readonly (readonly [string, number, number])[] = [
    ['A', 2, 5],
    ['B', 4, 8],
    ['C', 8, 9],
    ['D', 2, 4],
  ];
  for (const order of [spans, spans.toReversed()]) {
    const masks = createMasks();
    for (const [name, start, end] of order) masks.add({ start, end }, `<${name}>`);
    expect(masks.apply('0123456789', { start: 0, end: 10 })).toBe('01<A><C>9');
    expect(masks.apply('ab', { start: 10, end: 12 })).toBeNull();
  }
});

it('places a mask once in however many pieces', () => {
  const masks = createMasks();
  masks.add({ start: 1, end: 5 }, '<A>');
  const pieces = ['01', '23', '45'].map((text, i) => masks.apply(text, { start: 2 * i, end: 2 * i + 2 }));
  expect(pieces).toEqual(['0<A>', '', '5']);
});

it('tells of what was undecided when the text was shortened', () => {
  const channel = channelOf({ A: /mark/g });
  channel.append(`${'nothing to see here. '.repeat(3200)}mark`);
  expect(channel.judge(false)).toEqual([]);
  expect(channel.chars()).toBeLessThan(10_000);
  channel.append(' . ');
  expect(channel.judge(false).map(({ ruleId }) => ruleId)).toEqual(['A']);
});

it('takes no value for another entity once the words that announced it are behind it', () => {
  const channel = channelOf({ ID: /(?<=id )\d{4}/g, PHONE: /(?<!id )\b\d{4}\b/g });
  const found: Finding[] = [];
  channel.append('id 1234 ');
  for (let i = 0; i < 600; i++) {
    channel.append('x ');
    found.push(...channel.judge(false));
  }
  channel.append('5678 ');
  found.push(...channel.judge(true));
  expect(found.map(({ ruleId, span }) => [ruleId, span.start])).toEqual([
    ['ID', 3],
    ['PHONE', 8 + 1200],
  ]);
});
