import { type Figures, pathCpu } from './figures.ts';
import type { MemoryOfTarget, Sample } from './measure.ts';
import { short } from './tables.ts';

/** What the product promises about its speed, and whether this run keeps it. */
type Goal = Readonly<{ what: string; most: number; unit?: string; value: number; note?: string }>;

const CPU_AGAINST_NOOP = [
  { cell: '0.5', most: 1.2, aim: 1.0 },
  { cell: '8', most: 1.5, aim: 1.1 },
  { cell: '128', most: 2.5, aim: 1.6 },
] as const;

const CPU_AGAINST_PEERS = [
  { peer: 'litellm', label: 'LiteLLM without a guard', share: 25 },
  { peer: 'litellm-filter', label: 'LiteLLM with its content filter', share: 60 },
  { peer: 'portkey-guard', label: 'Portkey with one regex guardrail', share: 3 },
] as const;

const MOST_ADDED = 1.2;
const MOST_FOR_CONVERSATION = 1.5;
const MOST_US_PER_KB = 15;
const MOST_PSS_MB = 150;
/** The row that the goals are about: everything that is found by default, by the first tier, in blocking mode. */
const OURS = 'blocking';

const againstNoop = (figures: Figures): readonly Goal[] =>
  CPU_AGAINST_NOOP.map(({ cell, most, aim }) => ({
    what: `CPU per request of Envoy + Portcullis against Envoy + Go no-op, ${cell} KB`,
    most,
    unit: '×',
    value: figures.ratio(OURS, 'noop', cell, pathCpu).middle,
    note: `aim ${aim.toFixed(1)}`,
  }));

const againstPeers = (figures: Figures): readonly Goal[] =>
  CPU_AGAINST_PEERS.map(({ peer, label, share }) => ({
    what: `CPU per request against ${label}, 8 KB`,
    most: 1 / share,
    unit: '×',
    value: figures.ratio(OURS, peer, '8', pathCpu).middle,
    note: `1/${share}`,
  }));

/** What guarding adds to plain Envoy at a fixed rate, against what the no-op adds. */
const added = (figures: Figures): Goal => {
  const p50 = (target: string): number =>
    figures.middle(figures.of(target, '8', 'open'), ({ measured }) => measured.p50);
  return {
    what: 'added p50 over plain Envoy at 50 requests/s against that of the Go no-op, 8 KB',
    most: MOST_ADDED,
    unit: '×',
    value: (p50(OURS) - p50('envoy')) / (p50('noop') - p50('envoy')),
  };
};

const processorOf = (sample: Sample): number => sample.cpu['processor'] ?? Number.NaN;

const perKilobyte = (figures: Figures): Goal => {
  const cpu = (cell: string): number => figures.middle(figures.of(OURS, cell), processorOf);
  return {
    what: 'CPU of the processor for each KB more from 8 to 128 KB (decoding, scan, and what gRPC takes)',
    most: MOST_US_PER_KB,
    unit: ' µs',
    value: ((cpu('128') - cpu('8')) * 1000) / 120,
    note: 'the goal is for decoding and scan alone: `npm run bench:scan`',
  };
};

const conversation = (figures: Figures): Goal => {
  const ratio = (target: string): number => {
    const cpu = (cell: string): number => figures.middle(figures.of(target, cell), pathCpu);
    return cpu('conversation') / cpu('0.5');
  };
  return {
    what: 'next turn of a conversation of 40 against a single turn, CPU per request',
    most: MOST_FOR_CONVERSATION,
    unit: '×',
    value: ratio(OURS),
    note: `the no-op: ${short(ratio('noop'))}, since there is more to carry`,
  };
};

const memoryGoal = (memory: readonly MemoryOfTarget[]): Goal => ({
  what: 'memory (PSS) of the processor after load',
  most: MOST_PSS_MB,
  unit: ' MB',
  value:
    memory.find(({ target, part }) => target === OURS && part === 'processor')?.loaded.pssMb ?? Number.NaN,
});

const failed = (figures: Figures, samples: readonly Sample[]): Goal => {
  const ours = samples.filter(({ cpu }) => 'Envoy' in cpu);
  return {
    what: 'failed requests through Envoy',
    most: 0,
    value: ours.length === 0 ? Number.NaN : [...figures.failures(ours).values()].reduce((a, b) => a + b, 0),
  };
};

/** Goals whose figures this run has. */
export const goalsTable = (
  figures: Figures,
  samples: readonly Sample[],
  memory: readonly MemoryOfTarget[],
): string => {
  const goals: readonly Goal[] = [
    ...againstNoop(figures),
    ...againstPeers(figures),
    added(figures),
    conversation(figures),
    perKilobyte(figures),
    memoryGoal(memory),
    failed(figures, samples),
  ];
  const rows = goals
    .filter(({ value }) => Number.isFinite(value))
    .map(({ what, most, unit = '', value, note }) => {
      const goal = `≤ ${most === 0 ? '0' : short(most)}${unit}${note === undefined ? '' : ` (${note})`}`;
      const seen = value === 0 ? '0' : short(value);
      return `| ${what} | ${goal} | ${seen}${unit} | ${value <= most ? 'met' : '**not met**'} |`;
    });
  return ['| goal | | this run | |', '|---|---|---|---|', ...rows].join('\n');
};
