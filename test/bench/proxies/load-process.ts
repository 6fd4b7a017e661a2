import { type BodyKind, createBodies, type NextBody } from './bodies.ts';
import { type Check, createConnections } from './connections.ts';
import { type Loop, type Measured, runLoop } from './loops.ts';

/**
 * The load generator, a process of its own, so that what it takes is nobody else's. One job after the other comes over the
 * channel to its parent, as text, and so does what was measured.
 */
export type Job = Readonly<{
  host: string;
  port: number;
  path: string;
  headers: Readonly<Record<string, string>>;
  /** Parts of the answer's head (in small letters) without which it went another way than it should have. */
  expected: readonly string[];
  body: BodyKind;
  loop: Loop;
}>;

export type Report = Readonly<{ measured: Measured } | { error: string }>;

/** Most connections of an open loop; what comes then waits, and its latency counts. */
const MOST_CONNECTIONS = 256;
const MIN_ANSWER_BYTES = 300;

const headOf = (job: Job): ((bodyBytes: number) => string) => {
  const headers = Object.entries(job.headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const start = `POST ${job.path} HTTP/1.1\r\nhost: ${job.host}:${job.port}\r\n${headers.join('')}`;
  return (bodyBytes) => `${start}content-type: application/json\r\ncontent-length: ${bodyBytes}\r\n\r\n`;
};

const checkFor =
  ({ expected, body: { isStream } }: Job): Check =>
  ({ head, body }) => {
    const status = head.slice(9, 12);
    if (status !== '200') return `status ${status}`;
    const isWhole = isStream ? body.includes('data: [DONE]') : body.at(-1) === 0x7d;
    if (!isWhole || body.length < MIN_ANSWER_BYTES) return 'an answer that is not whole';
    const lower = head.toLowerCase();
    const missing = expected.find((part) => !lower.includes(part));
    return missing === undefined ? null : `no "${missing}" in the answer`;
  };

const bodies = new Map<string, NextBody>();

const bodiesOf = (kind: BodyKind): NextBody => {
  const id = JSON.stringify(kind);
  const next = bodies.get(id) ?? createBodies(kind);
  bodies.set(id, next);
  return next;
};

const run = async (job: Job): Promise<Measured> => {
  const { loop } = job;
  const most = loop.kind === 'closed' ? loop.callers : MOST_CONNECTIONS;
  const connections = createConnections(job.host, job.port, most);
  const next = bodiesOf(job.body);
  const head = headOf(job);
  const check = checkFor(job);
  const measured = await runLoop(() => connections.ask(next(head), check), loop);
  connections.close();
  return measured;
};

const report = (what: Report): void => {
  process.send?.(JSON.stringify(what));
};

process.on('message', (text) => {
  const job: Job = JSON.parse(String(text));
  run(job).then(
    (measured) => report({ measured }),
    (error: unknown) => report({ error: String(error) }),
  );
});
process.on('disconnect', () => process.exit(0));
