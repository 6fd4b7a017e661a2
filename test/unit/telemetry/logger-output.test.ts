import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';

const LOGGER = new URL('../../../src/telemetry/logger.ts', import.meta.url).href;
const LINES = 500;

/** A process that logs, and what it has written so far. */
const run = (program: string, { isConnected = false } = {}) => {
  const source = `import { createLogger } from '${LOGGER}';
    const log = createLogger('info');
    const many = () => { for (let line = 0; line < ${LINES}; line += 1) log.info({ line, filler: 'x'.repeat(line % 200) }, 'line'); };
    ${program}`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', source], {
    stdio: ['ignore', 'pipe', 'inherit', ...(isConnected ? (['ipc'] as const) : [])],
  });
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
