import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { copyText } from '../platform/copy-text.ts';
import { createRehearsal, type Message, type Rehearsal } from './rehearsal.ts';

/** Of the project's own texts those that are least alike: languages, mails, code, tables, tools' results, papers, attacks. */
const FILES = [
  ...[
    'files',
    'catalogues',
    'coding',
    'technical-b',
    'tool-results',
    'records',
    'mails-b',
    'papers',
    'licences',
  ],
  ...['everyday-english', 'everyday-europe', 'everyday-world', 'tasks', 'direct', 'indirect'],
];
const SEEDS_DIR = new URL('../training/seeds/', import.meta.url);
/** Characters of a message, in turn: short texts and long ones lead to different loops. */
const SIZES = [150, 500, 1000, 4000];
/** Characters of a streamed answer: it takes several times as long as others. */
const STREAM_CHARS = 240;
/** How long whoever is busy is left alone before he is asked again. */
const BUSY_MS = 10;

/** The messages of one conversation after the other, cut out of a text without regard to its sense. */
export function* conversationsIn(text: string): Generator<readonly Message[]> {
  for (let start = 0; start < text.length; ) {
    const messages: Message[] = [];
    for (const size of SIZES) {
      const content = copyText(text.slice(start, start + size));
      start += size;
      if (content !== '') messages.push({ role: messages.length % 2 === 0 ? 'user' : 'tool', content });
    }
    yield messages;
  }
}

export type Practice = Readonly<{
  /** How often all texts are read, some 2 million characters each time; 0: never. */
  passes: number;
  /** Whether nobody else wants the thread now. Absent: it is nobody else's, and no pauses are made. */
  isIdle?: () => boolean;
}>;

type Open = () => Promise<Pick<Rehearsal, 'exchange' | 'stream'>>;

/**
 * Scans texts of all kinds, so that V8 has compiled what scans need before callers wait for it: it begins with a function after
 * hundreds of calls, and filters make their rows when a text first leads there. What that is worth stands in `test/bench/history.md`.
 * With `isIdle` it takes half of the thread's time at most, and none while somebody asks.
 *
 * @param open Gives what scans; for tests.
 * @returns Whether it read all, and was not stopped before.
 * @throws Error Where a file cannot be read.
 */
export const practise = async (
  { passes, isIdle }: Practice,
  signal?: AbortSignal,
  open: Open = createRehearsal,
): Promise<boolean> => {
  const { exchange, stream } = await open();
  const isOver = (): boolean => signal?.aborted === true;
  const pause = async (ms: number): Promise<void> => {
    if (isIdle === undefined) return;
    await sleep(ms, undefined, { ref: false });
    while (!isIdle() && !isOver()) await sleep(BUSY_MS, undefined, { ref: false });
  };
  for (const file of Array.from({ length: passes }, () => FILES).flat()) {
    const text = await readFile(new URL(`${file}.txt`, SEEDS_DIR), 'utf8');
    for (const messages of conversationsIn(text)) {
      if (isOver()) return false;
      const begun = performance.now();
      const [first = '', second = first] = messages.map(({ content }) => content);
      await exchange(messages, second, first);
      stream(second.slice(0, STREAM_CHARS));
      await pause(performance.now() - begun);
    }
  }
  return true;
};

type PracticeHooks = Readonly<{
  /** Lets go of what the practice has left behind. Asked while nobody else wants the thread, once all was read. */
  tidy?: () => void;
  /** Told once that all was read, and how long that took with its pauses. */
  onDone?: (ms: number) => void;
  /** Told why it ended early. */
  onError: (error: unknown) => void;
}>;

/** Practises beside other work until all is read or somebody stops it. @param open For tests. */
export const startPractice = (practice: Practice, { tidy, onDone, onError }: PracticeHooks, open?: Open) => {
  const stopping = new AbortController();
  const begun = performance.now();
  const work = async (): Promise<void> => {
    if (practice.passes === 0 || !(await practise(practice, stopping.signal, open))) return;
    if (practice.isIdle?.() !== false) tidy?.();
    onDone?.(performance.now() - begun);
  };
  const ended = work().catch(onError);
  return {
    stop: async (): Promise<void> => {
      stopping.abort();
      await ended;
    },
  };
};
