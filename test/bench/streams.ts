import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { findEnvoy } from '../../src/envoy/binary.ts';
import { parseUpstream } from '../../src/envoy/configuration/upstream.ts';
import { startEnvoy } from '../../src/envoy/process.ts';
import { startStack } from '../contract/stack.ts';
import { readStream, type Sample, startStreamProvider } from './stream-load.ts';

/**
 * What guarding a streamed answer costs: plain Envoy and Envoy with Portcullis in turn, in one run, with the same
 * provider and the same client. Prints a Markdown table for `README.md` beside this file.
 */
const CONCURRENCY = [1, 50, 200];
const ROUNDS = 3;
const PACE = { chunks: 30, everyMs: 100 } as const;
const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;

const row = (name: string, streams: number, samples: readonly Sample[]): string => {
  const first = samples.map(({ firstMs }) => firstMs);
  const chunks = samples.flatMap(({ perChunkMs }) => perChunkMs);
  const held = samples.flatMap(({ heldChars }) => heldChars);
  const cells = [
    percentile(first, 0.5),
    percentile(first, 0.99),
    percentile(chunks, 0.5),
    percentile(chunks, 0.99),
  ];
  const mean = held.reduce((sum, each) => sum + each, 0) / held.length;
  const hold = `${mean.toFixed(1)} / ${percentile(held, 0.99)}`;
  return `| ${streams} | ${name} | ${cells.map((cell) => cell.toFixed(1)).join(' | ')} | ${hold} |`;
};

const provider = await startStreamProvider(PACE);
const folder = await mkdtemp(join(tmpdir(), 'portcullis-bench-'));
const loopback = { kind: 'tcp', host: '127.0.0.1', port: 0 } as const;
const env = { PORTCULLIS_LOG_LEVEL: 'warn' };
const stack = await startStack({ upstream: provider.url, env });
const redacting = await startStack({
  upstream: provider.url,
  env: { ...env, PORTCULLIS_POLICY_ENTITIES: '{"EMAIL_ADDRESS":{"output":"redact"}}' },
});
const plain = await startEnvoy({
  binary: (await findEnvoy({ env: process.env, log: () => undefined })).path,
  directory: folder,
  concurrency: 2,
  onLine: () => undefined,
  onExit: () => undefined,
  envoy: {
    listen: loopback,
    admin: loopback,
    extProc: null,
    upstream: parseUpstream(provider.url, false),
    caFile: '',
    maxBodyBytes: 8_388_608,
    messageTimeoutMs: 5000,
    idleTimeoutMs: 300_000,
  },
});
const targets = [
  { name: 'plain Envoy', url: plain.proxyUrl, key: '' },
  { name: '+ Portcullis', url: stack.ready.proxyUrl, key: stack.ready.gatewayKey },
  { name: '+ Portcullis, redacting', url: redacting.ready.proxyUrl, key: redacting.ready.gatewayKey },
] as const;
console.log(
  `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.versions.node}, ${new Date().toISOString()}`,
);
console.log(`${PACE.chunks} chunks of one word, one every ${PACE.everyMs} ms; ${ROUNDS} rounds in turn; ms`);
console.log('| streams | | first token p50 | p99 | per chunk p50 | p99 | held characters mean / p99 |');
console.log('|---|---|---|---|---|---|---|');
for (const streams of CONCURRENCY) {
  const samples = new Map(targets.map(({ name }): [string, Sample[]] => [name, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { name, url, key } of targets) {
      const all = Array.from({ length: streams }, () => readStream(url, key, PACE));
      samples.get(name)?.push(...(await Promise.all(all)));
    }
  }
  for (const [name, own] of samples) console.log(row(name, streams, own));
}
await plain.stop(0);
await stack.stop();
await redacting.stop();
provider.close();
await rm(folder, { recursive: true, force: true });
