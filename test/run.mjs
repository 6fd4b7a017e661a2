// `npm test`: set-up, static checks, tests; the last line is "N passed, N failed". `--all` adds the slow suites;
// what follows goes to vitest (`npm test -- test/unit/telemetry`).
import { spawn } from 'node:child_process';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PACKAGE_ROOT, runSetUp } from '../src/setup/setup.mjs';
import { add, count, diedIn, none, summary, withRerun } from './report.mjs';

const CHECKS = [
  { name: 'format and lint', command: ['biome', 'check', '.'] },
  { name: 'lint with types', command: ['oxlint', '--type-aware', 'src', 'test'] },
  { name: 'types', command: ['tsc', '--noEmit'] },
  { name: 'types of the pages', command: ['tsc', '--noEmit', '-p', 'src/dashboard/ui'] },
  { name: 'unused code', command: ['knip'] },
];
const UNIT = { name: 'unit', parts: ['unit', 'unit-core'] };
const CONTRACT = { name: 'contract' };
const SLOW = [{ name: 'chart' }, { name: 'e2e' }, { name: 'slow' }, { name: 'fuzz' }];

/** More than this did not die of chance. */
const MAX_RERUN = 2;

/** The tools are scripts that look for a `node`: let them find this one. */
const PATH = [dirname(process.execPath), process.env.PATH].join(delimiter);

/** Prints as it comes. */
const NOW = { stdio: 'inherit', say: (line) => process.stdout.write(`${line}\n`) };

/** What is kept from the terminal until it can be printed as a whole. */
const kept = new Set();

/** A file and no pipe: what a test left running would hold a pipe open. */
const keepOutput = () => {
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-test-'));
  const file = join(folder, 'output');
  const stdio = openSync(file, 'a');
  const output = {
    stdio,
    say: (line) => writeSync(stdio, `${line}\n`),
    print: () => {
      kept.delete(output);
      process.stdout.write(readFileSync(file));
      closeSync(stdio);
      rmSync(folder, { recursive: true, force: true });
    },
  };
  kept.add(output);
  return output;
};

const running = new Set();

const stop = (signal) => {
  for (const child of running) child.kill(signal);
  for (const { print } of kept) print();
  process.exit(1);
};

const run = ([command, ...args], { output, env = {} }) =>
  new Promise((resolve) => {
    const child = spawn(join(PACKAGE_ROOT, 'node_modules', '.bin', command), args, {
      cwd: PACKAGE_ROOT,
      env: { ...process.env, ...env, PATH },
      stdio: ['ignore', output.stdio, output.stdio],
    });
    const end = (code) => {
      running.delete(child);
      resolve(code);
    };
    running.add(child);
    child.once('error', (error) => {
      output.say(`${command}: ${error.message}`);
      end(1);
    });
    child.once('exit', (code) => end(code ?? 1));
  });

/** Side by side, each of them printed when it and those before it have ended; returns those that failed. */
const runChecks = async (total) => {
  const failures = [];
  const checks = CHECKS.map(({ name, command }) => {
    const output = keepOutput();
    return { name, command, output, ended: run(command, { output }) };
  });
  for (const { name, command, output, ended } of checks) {
    NOW.say(`\n== ${name}: ${command.join(' ')}`);
    const code = await ended;
    output.print();
    if (code !== 0) failures.push(`${name} (${command.join(' ')})`);
  }
  add(total, { ...none(), passed: CHECKS.length - failures.length, failed: failures.length });
  return failures;
};

const runVitest = async ({ name, parts = [name] }, extra, env, output) => {
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-test-'));
  const file = join(folder, 'report.json');
  const code = await run(
    [
      'vitest',
      'run',
      '--config=test/vitest.config.ts',
      ...parts.map((part) => `--project=${part}`),
      '--passWithNoTests',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
      ...extra,
    ],
    { output, env },
  );
  const report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
  rmSync(folder, { recursive: true, force: true });
  return { code, report };
};

const runProject = async (project, { extra, strict, env }, output = NOW) => {
  const options = { root: PACKAGE_ROOT, project: project.name, strict };
  output.say(`\n== ${project.name} tests`);
  const { code, report } = await runVitest(project, extra, env, output);
  const died = diedIn(report);
  if (died.length === 0 || died.length > MAX_RERUN) return count(report, code, options);
  output.say(
    `\nThe process died in the middle of ${died.join(', ')}: run once more, and what comes then counts.`,
  );
  const again = await runVitest(project, died, env, output);
  const whole = withRerun(report, again.report);
  // The first run's exit code stands for what else went wrong, if anything did.
  const isMended = whole.testResults.every(({ status }) => status === 'passed');
  return count(whole, isMended ? again.code : code, options);
};

/** Contract tests beside unit tests, which use the time that those spend waiting; then the slow ones, one by one. */
const runTests = async function* (isAll, options) {
  const output = keepOutput();
  const contract = runProject(CONTRACT, options, output);
  yield await runProject(UNIT, options);
  const counted = await contract;
  output.print();
  yield counted;
  if (isAll) for (const project of SLOW) yield await runProject(project, options);
};

const main = async (argv) => {
  process.on('SIGTERM', stop).on('SIGINT', stop);
  const total = none();
  const isAll = argv.includes('--all');
  const extra = argv.filter((arg) => arg !== '--all' && arg !== '--');
  // `test/unit/thorough.ts` says what of the tests is gone through only then.
  const env = isAll ? { PORTCULLIS_TEST_THOROUGH: '1' } : {};
  const strict = process.env.CI === 'true' && extra.length === 0;
  const allFailures = await runChecks(total);
  if (allFailures.length === 0) {
    for await (const { counts, failures } of runTests(isAll, { extra, strict, env })) {
      add(total, counts);
      allFailures.push(...failures);
    }
  }
  NOW.say('');
  for (const failure of allFailures) NOW.say(`FAILED: ${failure}`);
  NOW.say(summary(total));
  process.off('SIGTERM', stop).off('SIGINT', stop);
  return total.failed === 0 ? 0 : 1;
};

await runSetUp(fileURLToPath(import.meta.url), process.argv.slice(2), process.env, main, {
  needsPages: true,
});
