// `npm test`: set-up, static checks, tests; the last line is "N passed, N failed". `--all` adds the slow suites;
// what follows goes to vitest (`npm test -- test/unit/telemetry`).
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PACKAGE_ROOT, runSetUp } from '../src/setup.mjs';
import { add, count, diedIn, none, summary, withRerun } from './report.mjs';

const CHECKS = [
  { name: 'format and lint', command: ['biome', 'check', '.'] },
  { name: 'lint with types', command: ['oxlint', '--type-aware', 'src', 'test'] },
  { name: 'types', command: ['tsc', '--noEmit'] },
  { name: 'types of the pages', command: ['tsc', '--noEmit', '-p', 'src/dashboard/ui'] },
  { name: 'unused code', command: ['knip'] },
];
const PROJECTS = [
  { name: 'unit', parts: ['unit', 'unit-core'] },
  { name: 'contract' },
  { name: 'chart', slow: true },
  { name: 'e2e', slow: true },
  { name: 'slow', slow: true },
  { name: 'fuzz', slow: true },
];

/** More than this did not die of chance. */
const MAX_RERUN = 2;

/** The tools are scripts that look for a `node`: let them find this one. */
const PATH = [dirname(process.execPath), process.env.PATH].join(delimiter);

const say = (line) => process.stdout.write(`${line}\n`);

const run = ([command, ...args], env = {}) =>
  new Promise((resolve) => {
    const child = spawn(join(PACKAGE_ROOT, 'node_modules', '.bin', command), args, {
      cwd: PACKAGE_ROOT,
      env: { ...process.env, ...env, PATH },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    const stop = (signal) => {
      child.kill(signal);
      process.exit(1);
    };
    const end = (code) => {
      process.off('SIGTERM', stop).off('SIGINT', stop);
      resolve(code);
    };
    process.on('SIGTERM', stop).on('SIGINT', stop);
    child.once('error', (error) => {
      say(`${command}: ${error.message}`);
      end(1);
    });
    child.once('exit', (code) => end(code ?? 1));
  });

const runChecks = async (total) => {
  for (const { name, command } of CHECKS) {
    say(`\n== ${name}: ${command.join(' ')}`);
    if ((await run(command)) !== 0) {
      say(`FAILED: ${name} (${command.join(' ')})`);
      total.failed += 1;
      return false;
    }
    total.passed += 1;
  }
  return true;
};

const runVitest = async ({ name, parts = [name] }, extra, env) => {
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
    env,
  );
  const report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
  rmSync(folder, { recursive: true, force: true });
  return { code, report };
};

const runProject = async (project, extra, strict, env) => {
  const options = { root: PACKAGE_ROOT, project: project.name, strict };
  const { code, report } = await runVitest(project, extra, env);
  const died = diedIn(report);
  if (died.length === 0 || died.length > MAX_RERUN) return count(report, code, options);
  say(`\nThe process died in the middle of ${died.join(', ')}: run once more, and what comes then counts.`);
  const again = await runVitest(project, died, env);
  const whole = withRerun(report, again.report);
  // The first run's exit code stands for what else went wrong, if anything did.
  const isMended = whole.testResults.every(({ status }) => status === 'passed');
  return count(whole, isMended ? again.code : code, options);
};

const main = async (argv) => {
  const total = none();
  const allFailures = [];
  const extra = argv.filter((arg) => arg !== '--all' && arg !== '--');
  // `test/unit/thorough.ts` says what of the tests is gone through only then.
  const env = argv.includes('--all') ? { PORTCULLIS_TEST_THOROUGH: '1' } : {};
  const strict = process.env.CI === 'true' && extra.length === 0;
  if (await runChecks(total)) {
    for (const project of PROJECTS) {
      if (project.slow && !argv.includes('--all')) continue;
      say(`\n== ${project.name} tests`);
      const { counts, failures } = await runProject(project, extra, strict, env);
      add(total, counts);
      allFailures.push(...failures);
    }
  }
  say('');
  for (const failure of allFailures) say(`FAILED: ${failure}`);
  say(summary(total));
  return total.failed === 0 ? 0 : 1;
};

await runSetUp(fileURLToPath(import.meta.url), process.argv.slice(2), process.env, main, {
  needsPages: true,
});
