import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { SENSITIVITIES } from '../policy/settings.ts';
import { createLinePool, type LinePool } from '../scan/pool.ts';
import {
  type CliCommand,
  CONFIG_OPTIONS,
  configFrom,
  readChoice,
  readInteger,
  readOptions,
} from './command.ts';
import { standardInput } from './input.ts';

const BATCH_LINES = 50;
const MAX_JOBS = 256;
/** Batches under way per thread: enough to keep it busy, few enough to bound the memory. */
const BATCHES_PER_JOB = 3;

/** Some editors put a mark of the byte order before the first line. */
const withoutMark = (line: string): string => (line.startsWith('\uFEFF') ? line.slice(1) : line);

type Batch = Readonly<{ first: number; lines: readonly string[] }>;

async function* batchesOf(lines: AsyncIterable<string>): AsyncGenerator<Batch> {
  let first = 1;
  let batch: string[] = [];
  for await (const line of lines) {
    batch.push(first === 1 && batch.length === 0 ? withoutMark(line) : line);
    if (batch.length < BATCH_LINES) continue;
    yield { first, lines: batch };
    first += batch.length;
    batch = [];
  }
  if (batch.length > 0) yield { first, lines: batch };
}

const write = async (answers: readonly string[]): Promise<void> => {
  if (answers.length === 0 || process.stdout.write(`${answers.join('\n')}\n`)) return;
  await once(process.stdout, 'drain');
};

/** Answers leave in the order of their lines, however the threads share the work. */
const scanAll = async (lines: AsyncIterable<string>, pool: LinePool, jobs: number): Promise<void> => {
  const underWay: Promise<readonly string[]>[] = [];
  for await (const batch of batchesOf(lines)) {
    const answers = pool.scan(batch.lines, batch.first);
    // Whoever waits for it hears of it; until then it is no rejection that nobody handles.
    answers.catch(() => undefined);
    underWay.push(answers);
    if (underWay.length < jobs * BATCHES_PER_JOB) continue;
    await write((await underWay.shift()) ?? []);
  }
  for (const answers of underWay) await write(await answers);
};

export const scanCommand: CliCommand = {
  usage: [
    'scan [--sensitivity low|medium|high|paranoid] [--jobs N] [--config FILE] < requests.jsonl',
    '       each line {"text": "…"} or {"body": {a chat request or its answer}}; with it, where they matter,',
    '       "role": "user" | "tool" | "system" | "assistant", "direction": "input" | "output", and an "id" that comes back',
  ].join('\n'),
  run: async (args) => {
    const { values } = readOptions(args, {
      ...CONFIG_OPTIONS,
      sensitivity: { type: 'string' },
      jobs: { type: 'string', default: '1' },
    });
    const jobs = readInteger('jobs', values.jobs, 1, MAX_JOBS);
    const sensitivity =
      values.sensitivity === undefined
        ? undefined
        : readChoice('sensitivity', values.sensitivity, SENSITIVITIES);
    const config = configFrom(values, { policy: { sensitivity } });
    // A reader that has seen enough, such as `head`, is no fault.
    const readerGone = new Promise<number>((resolve) => {
      process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => resolve(code === 'EPIPE' ? 0 : 1));
    });
    const input = standardInput('texts as JSON Lines, such as {"text":"…"},');
    const pool = createLinePool(config, jobs);
    const lines = createInterface({ input, crlfDelay: Infinity });
    try {
      return await Promise.race([scanAll(lines, pool, jobs).then(() => 0), readerGone]);
    } finally {
      input.destroy();
      await pool.close();
    }
  },
};
