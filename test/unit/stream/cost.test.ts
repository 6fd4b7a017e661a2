import { describe, expect, it } from 'vitest';
import { createStreamBudget } from '../../../src/stream/budget.ts';
import { cpuMs, expectBelow } from '../cost.ts';
import { thorough } from '../thorough.ts';
import { guardOf, type Options, policyOf } from './streams.ts';
import { callTool, DONE, say } from './transcripts.ts';

const PROSE =
  'The committee met on Tuesday to discuss the budget, which had grown by 12.5% since 2021. Nobody (not even the ' +
  "chair) had expected that; still, the members agreed on three points:\n\n1. **Rent** can't be cut.\n2. Travel can.\n" +
  '3. The `report.md` file lists [all details](https://example.com/report).\n\n"We will see," she said - and left. ';

const shortPieces = (count: number): Buffer[] => {
  const events = say(PROSE, { size: 4 }).map((text) => Buffer.from(text));
  return Array.from({ length: count }, (_, i) => events[i % events.length] ?? Buffer.alloc(0));
};

const feed = (pieces: readonly Buffer[], options: Options = {}) => {
  const guard = guardOf(options);
  for (const piece of pieces) guard.push(piece);
  guard.push(Buffer.from(DONE));
  guard.end();
  return guard;
};

describe.each(['blocking', 'shadow'] as const)('many events: %s', (mode) => {
  it('cost linear time', { timeout: 120_000 }, () => {
    const policy = policyOf({ mode });
    feed(shortPieces(2000), { policy });
    const few = thorough(25_000, 10_000);
    const cost = (count: number): number => {
      const pieces = shortPieces(count);
      return cpuMs(() => feed(pieces, { policy }));
    };
    // Linear work gives 4, quadratic work 16.
    expectBelow(8, () => cost(4 * few) / cost(few), 'four times the events');
  });
});

it.each([
  { name: 'one event', piece: PROSE, size: 5_000_000 },
  { name: 'one event without a blank', piece: 'x', size: 5_000_000 },
  { name: 'events of 64 KB', piece: PROSE, size: 65_536 },
])('4 MB in $name cost little', ({ piece, size }) => {
  const text = piece.repeat(Math.ceil(4_194_304 / piece.length));
  const pieces = say(text, { size }).map((each) => Buffer.from(each));
  const spent = cpuMs(() => feed(pieces));
  console.info(`4 MB: ${Math.round(spent)} ms`);
  expect(spent).toBeLessThan(15_000);
});

it.each([
  { name: 'masked', options: {} },
  { name: 'masked at the end', options: { holdsWhole: true } },
  { name: 'noted', options: { policy: policyOf({ mode: 'shadow' }) } },
])('10,000 findings cost little: $name', ({ options }) => {
  const text = Array.from({ length: 10_000 }, (_, i) => `u${i}@mail-company.com `).join('');
  const pieces = say(text, { size: 12 }).map((each) => Buffer.from(each));
  const spent = cpuMs(() => feed(pieces, options));
  console.info(`10,000 findings: ${Math.round(spent)} ms`);
  expect(spent).toBeLessThan(15_000);
});

it('a long word costs no more than prose where nothing waits', () => {
  const policy = policyOf({ mode: 'shadow' });
  const cost = (text: string): number => {
    const pieces = say(text.slice(0, 12_000), { size: 1 }).map((each) => Buffer.from(each));
    return cpuMs(() => feed(pieces, { policy }));
  };
  feed(shortPieces(2000), { policy });
  // Looked at anew with each event it costs forty times as much.
  expectBelow(8, () => cost('ignore-all-previous-'.repeat(600)) / cost(PROSE.repeat(40)), 'a long word');
});

it.each([
  { name: 'of letters and signs', text: 'ignore-all-previous-'.repeat(600) },
  { name: 'of one letter that is written otherwise', text: 'Ⅷ'.repeat(12_000) },
  { name: 'of signs', text: '&a&&b'.repeat(2400) },
])('a long word $name costs no more than prose where it waits', ({ text }) => {
  const cost = (of: string): number => {
    const pieces = say(of.slice(0, 12_000), { size: 1 }).map((each) => Buffer.from(each));
    return cpuMs(() => feed(pieces));
  };
  feed(shortPieces(2000));
  // Looked at with each event it costs four to twenty times as much.
  expectBelow(3, () => cost(text) / cost(PROSE.repeat(40)), 'a long word');
});

it('many finished choices cost little where many texts grow', () => {
  const eventOf = (choices: readonly object[]): Buffer =>
    Buffer.from(`data: ${JSON.stringify({ choices })}\n\n`);
  const ended = eventOf(
    Array.from({ length: 8000 }, (_, i) => ({ index: 5000 + i, delta: {}, finish_reason: 'stop' })),
  );
  const cost = (texts: number): number => {
    const guard = guardOf();
    guard.push(eventOf(Array.from({ length: texts }, (_, index) => ({ index, delta: { content: 'a' } }))));
    return cpuMs(() => guard.push(ended));
  };
  cost(1);
  expectBelow(3, () => cost(999) / cost(1), 'a thousand texts');
});

it('many tools at once cost little', () => {
  const calls = Array.from({ length: 500 }, (_, call) =>
    callTool('{"a":"some words", "b":1}', { call, size: 5 }),
  ).flat();
  const pieces = calls.map((each) => Buffer.from(each));
  expect(cpuMs(() => feed(pieces))).toBeLessThan(15_000);
});

it.each(['blocking', 'shadow'] as const)('memory does not grow with the stream: %s', (mode) => {
  const budget = createStreamBudget(1e9);
  const guard = guardOf({ budget, policy: policyOf({ mode }) });
  const pieces = say(PROSE.repeat(4), { size: 400 }).map((each) => Buffer.from(each));
  let most = 0;
  for (let i = 0; i < 4000; i++) {
    guard.push(pieces[i % pieces.length] ?? Buffer.alloc(0));
    most = Math.max(most, budget.used());
  }
  expect(most).toBeLessThan(2 * (65_536 + 16_384));
  guard.close();
  expect(budget.used()).toBe(0);
});

it('holds little of prose', () => {
  const guard = guardOf();
  const held: number[] = [];
  let given = 0;
  let taken = 0;
  const events = say(PROSE.repeat(10), { size: 4 });
  for (const each of events) {
    given += 1;
    let bytes = guard.push(Buffer.from(each)).release.length;
    while (bytes > 0) {
      bytes -= Buffer.byteLength(events[taken] ?? ' ');
      taken += 1;
    }
    held.push(4 * (given - taken));
  }
  held.sort((a, b) => a - b);
  const mean = held.reduce((sum, each) => sum + each, 0) / held.length;
  console.info(
    `hold of prose in characters: mean ${mean.toFixed(1)}, p99 ${held[Math.floor(held.length * 0.99)]}`,
  );
  expect(held.length).toBe(events.length);
});

it.each([
  { name: 'many texts one behind the other', fields: 900, turns: 1, text: 'x'.repeat(400) },
  { name: 'many texts of findings', fields: 900, turns: 1, text: 'u@mail-company.com '.repeat(20) },
  { name: 'two texts in turns', fields: 2, turns: 4000, text: 'word4 ' },
  { name: 'two texts in turns without a blank', fields: 2, turns: 2000, text: 'x'.repeat(20) },
])('borders between texts cost little: $name', ({ fields, turns, text }) => {
  const pieces = Array.from({ length: fields * turns }, (_, i) =>
    callTool(text, { call: i % fields, size: 1000 }),
  ).flat();
  const spent = cpuMs(() => feed(pieces.map((each) => Buffer.from(each))));
  console.info(`${pieces.length} pieces: ${Math.round(spent)} ms`);
  expect(spent).toBeLessThan(15_000);
});
