import { defineConfig } from 'vitest/config';

const root = new URL('..', import.meta.url).pathname;

// As in `src/setup/setup.mjs`, for whoever calls vitest by itself.
process.env['ORT_DISABLE_TELEMETRY'] = '1';
// Some hundred gateways are started here and stopped again: what each would do for those who ask it later is left out, but where it is tested.
process.env['PORTCULLIS_SCAN_PRACTICE_PASSES'] ??= '0';

/**
 * Unit tests that leave nothing behind in their process: folders, but for files in there that have threads, sockets or a
 * clock of their own, or measure memory.
 */
const CORE_FOLDERS =
  'bench,chat,config,dashboard,deploy,detection,envoy,evaluation,inspect,keys,model,observability,operator-rules,policy,redaction,scan-lines,stream,training';
const NOT_CORE =
  'kernel|binary|net-transport|processor-socket|server-credentials|transports|beginnings|memory|*network*|second-tier-thread|pool|connections|directory|oidc|processes|reload|run|webhooks';
const CORE = `test/unit/{${CORE_FOLDERS}}/**/!(${NOT_CORE}).test.ts`;

/**
 * unit: pure functions, properties, cost budgets; no process is started. The time limits only find what hangs: a
 *   property that takes five seconds takes half a minute on a machine with other work.
 * unit-core: the same, for what has no state of its own: one process for each core, which reads the rules once and not for
 *   each file.
 * contract: a real Envoy, the gateway and the sample provider as processes. They wait more than they work: two files at a
 *   time, also where there are more cores, since an Envoy under load wants one for itself.
 * e2e: the dashboard's pages in a real Chromium, before a fake of its API.
 * slow: like contract, for minutes; not in `npm test`, but in `npm run test:all`.
 * chart: Helm, the schemas of Kubernetes and of custom resources, and Envoy look at what the chart makes; only in `npm run test:all`.
 * cluster: the chart and `deploy/` on a real Kubernetes; only by `npm run test:cluster`.
 * fuzz: time-boxed; `PORTCULLIS_FUZZ_SECONDS` is the time per target (default 5).
 */
/** A condition that is waited for may take its time: only what never comes is a failure. */
const EXPECT = { poll: { timeout: 15_000 } };

const SET_UP = ['test/property-seed.ts'];

export default defineConfig({
  test: {
    // The default leaves one core to whoever watches; on two cores that would be half of them.
    maxWorkers: '100%',
    projects: [
      {
        root,
        test: {
          expect: EXPECT,
          setupFiles: SET_UP,
          name: 'unit',
          include: ['test/unit/**/*.test.ts'],
          exclude: [CORE],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        root,
        test: {
          expect: EXPECT,
          setupFiles: SET_UP,
          name: 'unit-core',
          include: [CORE],
          isolate: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        root,
        test: {
          expect: EXPECT,
          setupFiles: SET_UP,
          name: 'contract',
          include: ['test/contract/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 240_000,
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        root,
        test: {
          expect: EXPECT,
          setupFiles: SET_UP,
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          fileParallelism: false,
        },
      },
      {
        root,
        test: {
          expect: EXPECT,
          setupFiles: SET_UP,
          name: 'slow',
          include: ['test/slow/**/*.test.ts'],
          globalSetup: ['test/observability/setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 240_000,
          fileParallelism: false,
        },
      },
      {
        root,
        test: {
          expect: EXPECT,
          setupFiles: SET_UP,
          name: 'chart',
          include: ['test/chart/**/*.test.ts'],
          globalSetup: ['test/chart/setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        root,
        test: {
          expect: EXPECT,
          setupFiles: SET_UP,
          name: 'cluster',
          include: ['test/cluster/**/*.test.ts'],
          testTimeout: 300_000,
          hookTimeout: 600_000,
          fileParallelism: false,
        },
      },
      {
        root,
        test: {
          expect: EXPECT,
          setupFiles: SET_UP,
          name: 'fuzz',
          include: ['test/fuzz/**/*.test.ts'],
          testTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
