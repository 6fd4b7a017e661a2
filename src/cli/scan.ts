import { once } from 'node:events';
import { SENSITIVITIES } from '../policy/settings.ts';
import type { ScannedLines } from '../scan-lines/line-scanner.ts';
import { createLinePool, type LinePool } from '../scan-lines/pool.ts';
import {
  type CliCommand,
  CONFIG_OPTIONS,
  configFrom,
  readChoice,
  readInteger,
  readOptions,
  tell,
} from './command.ts';
import { inputLines } from './input.ts';

const BATCH_LINES = 50;
const MAX_JOBS = 256;
/** Batches under way per thread: enough to keep it busy, few enough to bound the memory. */
const BATCHES_PER_JOB = 3;
/** With `--strict`, where all is answered, though some of it by an error: neither done nor failed. */
const EXIT_NOT_ALL = 3;

/** Some editors put a mark of the byte order before the first line. */
const withoutMark = (line: string): string => (line.startsWith('\uFEFF') ? line.slice(1) : line);

type Batch = Readonly<{ first: number; lines: readonly string[] }>;

/** Where reading fails, what was read before is a batch all the same. */
async function* batchesOf(lines: AsyncIterable<string>): AsyncGenerator<Batch> {
  let first = 1;
  let batch: string[] = [];
  try {
    for await (const line of lines) {
      batch.push(first === 1 && batch.length === 0 ? withoutMark(line) : line);
      if (batch.length < BATCH_LINES) continue;
      yield { first, lines: batch };
      first += batch.length;
      batch = [];
    }
  } catch (error) {
    if (batch.length > 0) yield { first, lines: batch };
    throw error;
  }
  if (batch.length > 0) yield { first, lines: batch };
}

const write = async (answers: readonly string[]): Promise<void> => {
  if (answers.length === 0 || process.stdout.write(`${answers.join('\n')}\n`)) return;
  await once(process.stdout, 'drain');
};

type Tally = Readonly<{ scanned: number; failed: number }>;

/** Answers leave in the order of their lines, however the threads share the work. */
const scanAll = async (lines: AsyncIterable<string>, pool: LinePool, jobs: number): Promise<Tally> => {
  const underWay: Promise<ScannedLines>[] = [];
  let tally: Tally = { scanned: 0, failed: 0 };
  const writeNext = async (): Promise<void> => {
    const next = await underWay.shift();
    if (next === undefined) return;
    tally = { scanned: tally.scanned + next.answers.length, failed: tally.failed + next.failed };
    await write(next.answers);
  };
  try {
    for await (const batch of batchesOf(lines)) {
      const scanned = pool.scan(batch.lines, batch.first);
      // Whoever waits for it hears of it; until then it is no rejection that nobody handles.
      scanned.catch(() => undefined);
      underWay.push(scanned);
      if (underWay.length >= jobs * BATCHES_PER_JOB) await writeNext();
    }
  } finally {
    while (underWay.length > 0) await writeNext();
  }
  return tally;
};

const exitCodeOf = ({ scanned, failed }: Tally, isStrict: boolean): number => {
  if (failed === 0) return 0;
  tell(`portcullis: ${failed} of ${scanned} lines could not be scanned; the error in its answer says why.`);
  return isStrict ? EXIT_NOT_ALL : 0;
};

export const scanCommand: CliCommand = {
  usage: [
    'scan [--sensitivity low|medium|high|paranoid] [--jobs N] [--strict] [--config FILE] < requests.jsonl',
    '       each line {"text": "…"} or {"body": {a chat request or its answer}}; with it, where they matter,',
    '       "role": "user" | "tool" | "definition" (of a tool) | "system" | "assistant", "direction": "input" | "output",',
    '       and an "id" that comes back;',
    '       a line that cannot be read, or that could not be scanned, is answered by an error; with --strict the exit code is 3 then',
  ].join('\n'),
  run: async (args) => {
    const { values } = readOptions(args, {
      ...CONFIG_OPTIONS,
      sensitivity: { type: 'string' },
      jobs: { type: 'string', default: '1' },
      strict: { type: 'boolean', default: false },
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
    const { lines, close } = inputLines('texts as JSON Lines, such as {"text":"…"},');
    const pool = createLinePool(config, jobs);
    try {
      const allScanned = scanAll(lines, pool, jobs).then((tally) => exitCodeOf(tally, values.strict));
      return await Promise.race([allScanned, readerGone]);
    } finally {
      close();
      await pool.close();
    }
  },
};
