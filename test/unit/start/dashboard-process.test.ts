import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { ConfigSchema } from '../../../src/config/schema.ts';
import { runDashboardProcess } from '../../../src/start/dashboard-process.ts';

const directories: string[] = [];
afterEach(async () => {
  for (const directory of directories.splice(0)) await rm(directory, { recursive: true });
});

/** A process that writes down how it is started, and answers as `answer` says by the number of its start. */
const program = async (answer: string) => {
  const directory = await mkdtemp(join(tmpdir(), 'portcullis-child-'));
  directories.push(directory);
  const [file, log] = [join(directory, 'child.mjs'), join(directory, 'log')];
  await writeFile(
    file,
    `import { appendFileSync, existsSync, readFileSync } from 'node:fs';
     process.on('message', (message) => {
       if (message.type === 'stop') process.exit(0);
       const start = existsSync(${JSON.stringify(log)}) ? readFileSync(${JSON.stringify(log)}, 'utf8').split('\\n').length : 1;
       const { address } = message.config.dashboard;
       appendFileSync(${JSON.stringify(log)}, JSON.stringify({ address, makesSetupLink: message.makesSetupLink }) + '\\n');
       ${answer}
     });
     process.on('disconnect', () => process.exit(0));`,
  );
  const starts = async () =>
    (await readFile(log, 'utf8'))
      .trim()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
  return { child: pathToFileURL(file), starts };
};

const READY = `process.send({ type: 'ready', url: 'http://localhost:7', address: '127.0.0.1:7', setupUrl: start === 1 ? 'http://localhost:7/setup#token=x' : null });`;

const run = async (answer: string, signal?: AbortSignal) => {
  const { child, starts } = await program(answer);
  const lines: string[] = [];
  const ups: string[] = [];
  const config = ConfigSchema.parse({ dashboard: { address: '127.0.0.1:0' } });
  const dashboard = await runDashboardProcess({
    config,
    origin: { sources: { env: {} }, started: config, layer: {} },
    version: '1',
    makesSetupLink: true,
    onLine: (line) => lines.push(line),
    onUp: (address) => ups.push(address),
    child,
    ...(signal === undefined ? {} : { signal }),
  });
  const until = async (isDone: () => boolean): Promise<void> => {
    for (let tries = 0; tries < 400 && !isDone(); tries += 1)
      await new Promise((done) => setTimeout(done, 25));
    expect(isDone()).toBe(true);
  };
  return { dashboard, lines, ups, starts, until };
};

describe('the dashboard’s process', () => {
  it('comes back on the same address when it dies, and leaves the shown link valid', async () => {
    const { dashboard, lines, ups, starts, until } = await run(READY);
    expect([dashboard.url, dashboard.setupUrl]).toEqual([
      'http://localhost:7',
      'http://localhost:7/setup#token=x',
    ]);
    const pid = dashboard.pid() ?? 0;
    process.kill(pid, 'SIGKILL');
    await until(() => dashboard.pid() !== null && dashboard.pid() !== pid);
    expect(lines[0]).toContain('SIGKILL');
    expect(ups).toEqual(['127.0.0.1:7']);
    expect(await starts()).toEqual([
      { address: '127.0.0.1:0', makesSetupLink: true },
      { address: '127.0.0.1:7', makesSetupLink: false },
    ]);
    await dashboard.stop();
    expect(dashboard.pid()).toBeNull();
  });

  it('keeps nobody from starting where it fails, and is tried again', async () => {
    const fails = `if (start === 1) { process.send({ type: 'failed', message: 'no store' }); process.disconnect(); } else { ${READY} }`;
    const { dashboard, lines, ups, until } = await run(fails);
    expect([dashboard.url, dashboard.setupUrl]).toEqual([null, null]);
    expect(lines).toEqual(['the dashboard did not start: no store']);
    expect(ups).toEqual([]);
    await until(() => dashboard.pid() !== null);
    expect(ups).toEqual(['127.0.0.1:7']);
    await dashboard.stop();
  });

  it('ends nobody where the system makes no process for it, and is tried again', async () => {
    const { execPath } = process;
    process.execPath = '/nonexistent/node';
    const { dashboard, lines, until } = await run(READY).finally(() => {
      process.execPath = execPath;
    });
    expect(lines[0]).toMatch(/^the dashboard did not start: .*ENOENT/);
    // What was written to it fails after that, and would end this process.
    await until(() => dashboard.pid() !== null);
    await dashboard.stop();
  });

  it('is given up while its first start hangs, and ended', async () => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 500);
    const { dashboard, lines, starts } = await run('setInterval(() => undefined, 1000);', controller.signal);
    expect([dashboard.url, dashboard.pid()]).toEqual([null, null]);
    await dashboard.stop();
    expect(lines).toEqual([]);
    expect(await starts()).toHaveLength(1);
  });

  it('ends while it is being tried again', async () => {
    const { dashboard, starts } = await run('process.exit(3);');
    await dashboard.stop();
    const before = (await starts()).length;
    await new Promise((done) => setTimeout(done, 600));
    expect((await starts()).length).toBeLessThanOrEqual(before + 1);
  });
});
