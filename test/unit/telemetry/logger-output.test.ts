import { execFileSync, type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const LOGGER = new URL('../../../src/telemetry/logger.ts', import.meta.url).href;
const LINES = 500;

/** A process that logs. */
const start = (program: string, stdio: StdioOptions) => {
  const source = `import { createLogger } from '${LOGGER}';
    const log = createLogger('info');
    const many = () => { for (let line = 0; line < ${LINES}; line += 1) log.info({ line, filler: 'x'.repeat(line % 200) }, 'line'); };
    ${program}`;
  return spawn(process.execPath, ['--input-type=module', '-e', source], { stdio });
};

/** One, and what it has written so far. */
const run = (program: string, { isConnected = false } = {}) => {
  const child = start(program, ['ignore', 'pipe', 'inherit', ...(isConnected ? (['ipc'] as const) : [])]);
  const { stdout } = child;
  if (stdout === null) throw new Error('the process has no output');
  let text = '';
  stdout.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  return {
    child,
    stdout,
    lines: () =>
      text
        .split('\n')
        .slice(0, -1)
        .map((line): { line: number } => JSON.parse(line)),
  };
};

/** What was just being written when the process ended may stand behind the rest. */
const numbersOf = (lines: readonly { line: number }[]): readonly number[] =>
  lines.map(({ line }) => line).sort((a, b) => a - b);

const NUMBERS = Array.from({ length: LINES }, (_, line) => line);

it.each([
  { name: 'ends by itself', program: 'many();' },
  { name: 'ends itself at once', program: 'many(); process.exit(0);' },
  {
    name: 'falls over an exception',
    program: "many(); process.on('uncaughtException', () => process.exit(1)); throw new Error('x');",
  },
])('loses no line where the program $name', async ({ program }) => {
  const { child, lines } = run(program);
  await once(child, 'close');
  expect(numbersOf(lines())).toEqual(NUMBERS);
});

it('loses no line at SIGTERM', async () => {
  const { child, stdout, lines } = run(`
    process.on('SIGTERM', () => { many(); process.exit(0); });
    setInterval(() => undefined, 1000);
    log.warn('ready');`);
  await once(stdout, 'data');
  child.kill('SIGTERM');
  await once(child, 'close');
  expect(numbersOf(lines().slice(1))).toEqual(NUMBERS);
});

it('writes a warning and what stands before it at once, and anything else soon', async () => {
  const { child, stdout, lines } = run(`
    log.info({ line: 1 }, 'before');
    log.warn({ line: 2 }, 'now');
    // Nothing else happens for longer than this test takes: a timer could not write anything.
    setTimeout(() => {
      const until = Date.now() + 1000;
      while (Date.now() < until);
      log.info({ line: 3 }, 'after');
      setInterval(() => undefined, 1000);
    }, 50);`);
  await once(stdout, 'data');
  expect(lines().map(({ line }) => line)).toEqual([1, 2]);
  await expect.poll(() => lines().map(({ line }) => line), { timeout: 10_000 }).toEqual([1, 2, 3]);
  child.kill('SIGKILL');
  await once(child, 'close');
});

it('loses no line to a disk that is full for a while, and ends nothing by it', async () => {
  const { child, lines } = run(`
    const { default: fs } = await import('node:fs');
    const { write } = fs;
    let tries = 0;
    fs.write = (...args) => {
      tries += 1;
      if (tries > 3) return write(...args);
      setImmediate(() => args.at(-1)(Object.assign(new Error('full'), { code: 'ENOSPC' })));
    };
    for (let line = 0; line < 10; line += 1) {
      log.warn({ line }, 'line');
      await new Promise((next) => setTimeout(next, 10));
    }`);
  const [code] = await once(child, 'close');
  expect(code).toBe(0);
  expect(lines().map(({ line }) => line)).toEqual(Array.from({ length: 10 }, (_, line) => line));
});

it('writes what came while something else was being written, without waiting for the next line', async () => {
  const { child, stdout, lines } = run(`
    log.warn({ line: 1 }, 'first');
    log.warn({ line: 2 }, 'second');
    setInterval(() => undefined, 1000);`);
  await once(stdout, 'data');
  await expect.poll(() => lines().map(({ line }) => line), { timeout: 10_000 }).toEqual([1, 2]);
  child.kill('SIGKILL');
  await once(child, 'close');
});

it.runIf(process.platform === 'linux')('ends where whoever reads takes nothing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portcullis-logger-'));
  execFileSync('sh', ['-c', 'mkfifo "$0"', join(folder, 'pipe')]);
  const pipe = await open(join(folder, 'pipe'), 'r+');
  const child = start('many(); many(); setTimeout(() => process.exit(7), 300);', [
    'ignore',
    pipe.fd,
    'inherit',
  ]);
  const exited = once(child, 'exit');
  const killer = setTimeout(() => child.kill('SIGKILL'), 20_000);
  expect(await exited).toEqual([7, null]);
  clearTimeout(killer);
  await pipe.close();
  await rm(folder, { recursive: true, force: true });
});

it.runIf(process.platform === 'linux')('ends where whoever reads a socket takes nothing', async () => {
  // A pipe of Node's is a pair of sockets.
  const { child, stdout } = run(
    'for (let time = 0; time < 20; time += 1) many(); setTimeout(() => process.exit(7), 300);',
  );
  stdout.pause();
  const killer = setTimeout(() => child.kill('SIGKILL'), 20_000);
  expect(await once(child, 'exit')).toEqual([7, null]);
  clearTimeout(killer);
});

/** Counts lines, a pipe full at a time. */
const SLOW_READER = `
  const bytes = Buffer.alloc(65536);
  let lines = 0;
  for (;;) {
    const count = require('node:fs').readSync(0, bytes);
    if (count === 0) break;
    lines += bytes.subarray(0, count).filter((byte) => byte === 10).length;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
  }
  console.log(lines);`;

it.runIf(process.platform === 'linux').each([
  { name: 'goes on', ending: "setTimeout(() => process.kill(process.pid, 'SIGKILL'), 3500);" },
  { name: 'ends itself at once', ending: 'process.exit(0);' },
])('loses no line to a reader who is a little slow, where the program $name', async ({ ending }) => {
  const program = `import { createLogger } from '${LOGGER}';
    const log = createLogger('info');
    for (let line = 0; line < 12_000; line += 1) log.info({ line, filler: 'x'.repeat(350) }, 'line');
    ${ending}`;
  const child = spawn(
    'sh',
    ['-c', '"$0" --input-type=module -e "$1" | "$0" -e "$2"', process.execPath, program, SLOW_READER],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  let told = '';
  child.stdout.on('data', (chunk: Buffer) => {
    told += chunk.toString();
  });
  await once(child, 'close');
  expect(Number(told)).toBe(12_000);
});

it.each([
  { name: 'ends by itself', program: '' },
  { name: 'ends itself at once', program: 'process.exit(0);' },
])('ends where nobody reads any more: $name', async ({ program }) => {
  const { child, stdout } = run(
    `process.once('disconnect', () => { log.info({ line: 1 }, 'last'); ${program} });`,
    {
      isConnected: true,
    },
  );
  stdout.destroy();
  child.disconnect();
  const [code] = await once(child, 'exit');
  expect(code).toBe(0);
});
