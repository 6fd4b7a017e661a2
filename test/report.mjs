// Counts what a vitest run did, from its JSON report.
import { relative } from 'node:path';

/** Test files that CI may skip, with the reason. Anything else that is skipped there is a failure. */
const MAY_SKIP_IN_CI = new Map([['test/contract/container.test.ts', 'needs a container engine']]);

export const none = () => ({ passed: 0, failed: 0, skipped: 0 });

export const add = (total, counts) => {
  for (const name of Object.keys(total)) total[name] += counts[name];
};

export const summary = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;

const countFile = ({ status, assertionResults }) => {
  const counts = none();
  for (const { status: outcome } of assertionResults) {
    if (outcome === 'passed') counts.passed += 1;
    else if (outcome === 'failed') counts.failed += 1;
    else counts.skipped += 1;
  }
  // A file that cannot be loaded, or whose hooks fail, has no failed test to show for it.
  if (status === 'failed' && counts.failed === 0) counts.failed = 1;
  return counts;
};

/**
 * The files whose process died in the middle: none of their tests failed, and some never ended. V8 is known to abort a
 * process that has threads ("Check failed: jit_page.has_value()", nodejs/node#64500), some once in a few thousand.
 */
export const diedIn = (report) =>
  (report?.testResults ?? [])
    .filter(
      ({ status, message, assertionResults }) =>
        status === 'failed' &&
        (message ?? '') === '' &&
        assertionResults.some((each) => each.status === 'pending') &&
        assertionResults.every((each) => each.status !== 'failed'),
    )
    .map(({ name }) => name);

/** The first run with the second run's word on the files that were run again. */
export const withRerun = (report, rerun) => {
  const again = new Map((rerun?.testResults ?? []).map((result) => [result.name, result]));
  return { ...report, testResults: report.testResults.map((result) => again.get(result.name) ?? result) };
};

/** The failed tests of a file with the beginning of why, since the runner's own words are far up in a long log. */
const failuresOf = ({ message, assertionResults }, file) => {
  const failed = assertionResults.filter(({ status }) => status === 'failed');
  if (failed.length === 0) return [`${file}: ${beginning(message)}`];
  return failed.map(
    ({ fullName, failureMessages }) => `${file}: ${fullName}: ${beginning(failureMessages?.[0])}`,
  );
};

/** Enough to hold the seed and the counterexample of a property. */
const beginning = (text) => (text ?? '').split('\n').slice(0, 5).join(' | ').slice(0, 800);

/**
 * @param report Vitest's JSON report; null where it wrote none.
 * @param options `strict`: a file that skips tests, and a project without any, count as a failure each, since
 *   nobody would notice.
 * @param maySkip Files, relative to the root, that may skip tests even so.
 */
export const count = (report, exitCode, { root, project, strict }, maySkip = MAY_SKIP_IN_CI) => {
  const counts = none();
  const complaints = [];
  const failures = [];
  for (const result of report?.testResults ?? []) {
    const inFile = countFile(result);
    add(counts, inFile);
    const file = relative(root, result.name);
    if (inFile.failed > 0) failures.push(...failuresOf(result, file));
    if (strict && inFile.skipped > 0 && !maySkip.has(file)) {
      complaints.push(`${file} skips tests, which CI allows only where test/report.mjs lists the file`);
    }
  }
  if (strict && report !== null && counts.passed + counts.failed + counts.skipped === 0)
    complaints.push(`no tests in ${project}`);
  counts.failed += complaints.length;
  if (exitCode !== 0 && counts.failed === 0) {
    complaints.push(`${project}: an error outside of any test, or a runner that died`);
    counts.failed = 1;
  }
  return { counts, failures: [...failures, ...complaints] };
};
