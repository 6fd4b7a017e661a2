import { expect, it } from 'vitest';
import { parseOptions } from '../../bench/proxies/options.ts';

const KNOWN = ['direct', 'envoy', 'noop'];

it('takes all sizes and targets where nothing is said', () => {
  const { plan, only, peers, extProc } = parseOptions([], KNOWN);
  expect(plan.cells.map(({ id }) => id)).toEqual([
    '0.5',
    '8',
    '8-plain',
    '128',
    '128-plain',
    'conversation',
    'stream',
  ]);
  expect({ only, peers, extProc }).toEqual({ only: null, peers: false, extProc: 'tcp' });
});

it('is longer with --full, unless told how long', () => {
  const quick = parseOptions([], KNOWN).plan;
  const full = parseOptions(['--full'], KNOWN).plan;
  expect(full.rounds).toBeGreaterThan(quick.rounds);
  expect(full.seconds).toBeGreaterThan(quick.seconds);
  expect(parseOptions(['--full', '--rounds', '2'], KNOWN).plan.rounds).toBe(2);
});

it('sends at a fixed rate only what it sends at all', () => {
  expect(parseOptions(['--sizes', '0.5', '--steady', '0.5,8'], KNOWN).plan.steady).toEqual(['0.5']);
  expect(parseOptions(['--steady', 'none'], KNOWN).plan.steady).toEqual([]);
});

it.each([
  {
    args: ['--sizes', '0.5,9'],
    said: '--sizes: "9" is none of 0.5, 8, 8-plain, 128, 128-plain, conversation, stream',
  },
  { args: ['--only', 'noop,nginx'], said: '--only: "nginx" is none of direct, envoy, noop' },
  { args: ['--rounds', '0'], said: '--rounds: "0" is no number above 0 and up to 100' },
  { args: ['--rounds', '1.5'], said: '--rounds: "1.5" is no whole number' },
  { args: ['--seconds', 'long'], said: '--seconds: "long" is no number above 0 and up to 60' },
  { args: ['--ext-proc', 'pipe'], said: '--ext-proc: "pipe" is neither tcp nor unix' },
  { args: ['--speed'], said: "Unknown option '--speed'" },
])('refuses $args', ({ args, said }) => {
  expect(() => parseOptions(args, KNOWN)).toThrow(said);
});
