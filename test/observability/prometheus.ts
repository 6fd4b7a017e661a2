import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { stringify } from 'yaml';
import { z } from 'zod';
import { findProgram, type OBSERVABILITY } from '../cluster/tools/programs.ts';

const ROOT = new URL('../..', import.meta.url).pathname;
/** Where `.ci/run` unpacks Debian's package, which starts no service that way. */
const UNPACKED = join(ROOT, 'node_modules/.cache/prometheus/usr/bin');
const READY_MS = 60_000;

export const RULES = join(ROOT, 'helm/portcullis/rules/portcullis.yaml');

/** @returns Where a program of Prometheus is; null where this machine does not have it. */
export const findPrometheus = (name: keyof typeof OBSERVABILITY): string | null =>
  [process.env['PROMETHEUS_BIN_DIR'] ?? '', ...(process.env['PATH'] ?? '').split(delimiter), UNPACKED]
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, name))
    .find(existsSync) ?? findProgram(name);

const find = (name: keyof typeof OBSERVABILITY): string => {
  const found = findPrometheus(name);
  if (found !== null) return found;
  throw new Error(
    `${name} is not installed: "apt-get install prometheus", or set PROMETHEUS_BIN_DIR to the folder of a Prometheus release`,
  );
};

/** Runs promtool. @returns Its status and all that it printed. */
export const promtool = (args: readonly string[], input = ''): Promise<{ status: number; printed: string }> =>
  new Promise((resolve, reject) => {
    const child = execFile(find('promtool'), [...args], (error, stdout, stderr) => {
      if (error !== null && typeof error.code !== 'number') reject(error);
      else resolve({ status: typeof error?.code === 'number' ? error.code : 0, printed: stdout + stderr });
    });
    child.stdin?.end(input);
  });

const Answer = z.discriminatedUnion('status', [
  z.object({
    status: z.literal('success'),
    data: z.object({
      resultType: z.string(),
      result: z.array(
        z.object({
          metric: z.record(z.string(), z.string()),
          value: z.tuple([z.number(), z.string()]).optional(),
          values: z.array(z.tuple([z.number(), z.string()])).optional(),
        }),
      ),
    }),
  }),
  z.object({ status: z.literal('error'), error: z.string() }),
]);

type Series = Readonly<{ labels: Readonly<Record<string, string>>; values: readonly number[] }>;

export type Prometheus = Readonly<{
  /** Throws with Prometheus' own words where it refuses a query. */
  query: (expr: string) => Promise<readonly Series[]>;
  queryRange: (expr: string, fromMs: number, toMs: number, stepSeconds: number) => Promise<readonly Series[]>;
  /** An answer of its API, as it is. */
  get: (path: string) => Promise<unknown>;
  stop: () => Promise<void>;
}>;

/** A real Prometheus on a free port that scrapes every second and evaluates the rules as often. */
export const startPrometheus = async (
  port: number,
  targets: Readonly<Record<string, string>>,
): Promise<Prometheus> => {
  const folder = await mkdtemp(join(tmpdir(), 'portcullis-prometheus-'));
  const config = join(folder, 'prometheus.yaml');
  await writeFile(
    config,
    stringify({
      global: { scrape_interval: '1s', evaluation_interval: '1s' },
      rule_files: [RULES],
      scrape_configs: Object.entries(targets).map(([job, url]) => ({
        job_name: job,
        metrics_path: new URL(url).pathname,
        static_configs: [{ targets: [new URL(url).host], labels: { namespace: 'test' } }],
      })),
    }),
  );
  let printed = '';
  const child = spawn(
    find('prometheus'),
    [
      `--config.file=${config}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--log.level=warn',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  child.stderr.on('data', (chunk: Buffer) => {
    printed += chunk.toString();
  });
  const base = `http://127.0.0.1:${port}`;
  const deadlineMs = Date.now() + READY_MS;
  while ((await fetch(`${base}/-/ready`).catch(() => null))?.ok !== true) {
    if (child.exitCode !== null || Date.now() > deadlineMs)
      throw new Error(`Prometheus did not come up:\n${printed}`);
    await sleep(100);
  }
  const ask = async (path: string, parameters: Record<string, string>): Promise<readonly Series[]> => {
    const response = await fetch(`${base}${path}`, { method: 'POST', body: new URLSearchParams(parameters) });
    const answer = Answer.parse(await response.json());
    if (answer.status === 'error') throw new Error(`${answer.error}: ${parameters['query']}`);
    return answer.data.result.map(({ metric, value, values }) => ({
      labels: metric,
      values: (values ?? (value === undefined ? [] : [value])).map(([, text]) => Number(text)),
    }));
  };
  return {
    query: (query) => ask('/api/v1/query', { query }),
    queryRange: (query, fromMs, toMs, stepSeconds) =>
      ask('/api/v1/query_range', {
        query,
        start: String(fromMs / 1000),
        end: String(toMs / 1000),
        step: String(stepSeconds),
      }),
    get: async (path) => (await fetch(base + path)).json(),
    stop: async () => {
      if (child.exitCode === null) {
        child.kill('SIGTERM');
        await once(child, 'exit');
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
};
