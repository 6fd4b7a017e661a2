import { parseArgs } from 'node:util';
import { CELLS, type Cell } from './cells.ts';
import type { Plan } from './measure.ts';

/** What `npm run bench -- …` was asked for. */
export type Options = Readonly<{
  plan: Plan;
  peers: boolean;
  /** Ids of targets, or null for all. */
  only: readonly string[] | null;
  extProc: 'tcp' | 'unix';
  jsonFile: string | null;
  /** How it was called, for whoever reads the tables. */
  name: string;
}>;

export const USAGE = `npm run bench -- [options]
  --full                 more and longer rounds (some thirty minutes; by default about five)
  --peers                LiteLLM and Portkey, too; they are installed once, which needs pip and npm
  --only direct,noop     these targets alone: direct, envoy, noop, shadow, blocking, both-tiers, all,
                         and of the peers litellm, litellm-filter, litellm-heuristics, portkey, portkey-guard
  --sizes 0.5,8          these requests alone: 0.5, 8, 128 (KB), 8-plain, 128-plain, conversation, stream
  --rounds 3             rounds; medians of them are printed
  --seconds 2            length of each closed loop
  --steady 8             sizes that are sent at 50 a second, too, for latencies; none: none
  --steady-seconds 1.5   length of each of these
  --warm-up 20           most seconds for each row and size before anything is measured
  --ext-proc tcp         how Envoy reaches the processors, ours and the no-op alike: tcp or unix
  --json FILE            all that was measured`;

const QUICK = { rounds: '3', seconds: '2', steady: '8', 'steady-seconds': '1.5', 'warm-up': '20' } as const;
const FULL = { rounds: '7', seconds: '3', steady: '0.5,8', 'steady-seconds': '10', 'warm-up': '60' } as const;
const CALLERS = 16;
const RATE = 50;

const positive = (name: string, text: string, most: number): number => {
  const number = Number(text);
  if (!(number > 0 && number <= most)) {
    throw new Error(`--${name}: "${text}" is no number above 0 and up to ${most}`);
  }
  return number;
};

const whole = (name: string, text: string, most: number): number => {
  const number = positive(name, text, most);
  if (!Number.isInteger(number)) throw new Error(`--${name}: "${text}" is no whole number`);
  return number;
};

const cellsOf = (name: string, text: string): readonly Cell[] =>
  text.split(',').map((id) => {
    const cell = CELLS.find((each) => each.id === id);
    if (cell === undefined) {
      throw new Error(`--${name}: "${id}" is none of ${CELLS.map((each) => each.id).join(', ')}`);
    }
    return cell;
  });

const onlyOf = (text: string | undefined, known: readonly string[]): readonly string[] | null => {
  if (text === undefined) return null;
  const ids = text.split(',');
  const unknown = ids.find((id) => !known.includes(id));
  if (unknown !== undefined) throw new Error(`--only: "${unknown}" is none of ${known.join(', ')}`);
  return ids;
};

/**
 * @param known Ids of all targets.
 * @throws Error that says what is wrong with the arguments.
 */
export const parseOptions = (args: readonly string[], known: readonly string[]): Options => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      full: { type: 'boolean', default: false },
      peers: { type: 'boolean', default: false },
      only: { type: 'string' },
      sizes: { type: 'string', default: CELLS.map(({ id }) => id).join(',') },
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      steady: { type: 'string' },
      'steady-seconds': { type: 'string' },
      'warm-up': { type: 'string' },
      'ext-proc': { type: 'string', default: 'tcp' },
      json: { type: 'string' },
    },
  });
  const defaults = values.full ? FULL : QUICK;
  const extProc = values['ext-proc'];
  if (extProc !== 'tcp' && extProc !== 'unix')
    throw new Error(`--ext-proc: "${extProc}" is neither tcp nor unix`);
  const cells = cellsOf('sizes', values.sizes);
  const steady = values.steady ?? defaults.steady;
  const steadyCells = steady === 'none' ? [] : cellsOf('steady', steady);
  return {
    plan: {
      cells,
      rounds: whole('rounds', values.rounds ?? defaults.rounds, 100),
      callers: CALLERS,
      seconds: positive('seconds', values.seconds ?? defaults.seconds, 60),
      steady: steadyCells.map(({ id }) => id).filter((id) => cells.some((cell) => cell.id === id)),
      rate: RATE,
      steadySeconds: positive('steady-seconds', values['steady-seconds'] ?? defaults['steady-seconds'], 60),
      mostWarmUpSeconds: positive('warm-up', values['warm-up'] ?? defaults['warm-up'], 300),
    },
    peers: values.peers,
    only: onlyOf(values.only, known),
    extProc,
    jsonFile: values.json ?? null,
    name: args.join(' '),
  };
};
