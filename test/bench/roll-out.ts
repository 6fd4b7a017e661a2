import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { portcullis } from '../contract/program.ts';
import { envoyFor, readiness, serve } from '../contract/serving.ts';
import { eventually, send } from '../contract/stack.ts';
import { freePort } from '../free-port.ts';
import { readStream, startStreamProvider } from './stream-load.ts';

/**
 * A thousand streams at once, held for minutes, while the gateway is rolled out: in the middle a second one takes over
 * the socket and the first gets SIGTERM. Does memory stay flat, and does any stream fail? Prints the memory of both and
 * of Envoy as it goes, and ends with exit code 1 where a stream failed.
 */
const STREAMS = Number(process.argv[2] ?? 1000);
const SECONDS = Number(process.argv[3] ?? 150);
const PACE = { chunks: Math.ceil(SECONDS / 5), everyMs: 5000 } as const;
const SAMPLE_EVERY_MS = 10_000;

/** Resident memory of a process in MiB; 0 where it has ended. */
const residentMib = (pid: number | undefined): number => {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
  } catch {
    return 0;
  }
};

const untilReady = (port: number): Promise<number> =>
  eventually(
    () => readiness(port),
    (status) => status === 200,
    60_000,
  );

const folder = await mkdtemp(join(tmpdir(), 'portcullis-roll-out-'));
const key = (await portcullis(['keys', 'create', '--data-dir', folder])).stdout.trim();
const provider = await startStreamProvider(PACE);
const extProc = { kind: 'unix', path: join(folder, 'ext-proc.sock') } as const;
const [oldPort, newPort] = [await freePort(), await freePort()];
const old = serve({ folder, drainMs: 2000 }, extProc, oldPort);
await untilReady(oldPort);
const envoy = await envoyFor(folder, extProc, provider.url);
const gateways = [old];

const startedAtMs = Date.now();
let isRunning = true;
const watch = (async () => {
  console.log('| s | gateway MiB | successor MiB | Envoy MiB |');
  console.log('|---|---|---|---|');
  while (isRunning) {
    const seconds = Math.round((Date.now() - startedAtMs) / 1000);
    const memory = [gateways[0]?.pid, gateways[1]?.pid, envoy.pid].map(residentMib);
    console.log(`| ${[seconds, ...memory].join(' | ')} |`);
    await sleep(SAMPLE_EVERY_MS);
  }
})();

const rollOut = async (): Promise<void> => {
  await sleep((SECONDS * 1000) / 2);
  gateways.push(serve({ folder, drainMs: 2000 }, extProc, newPort));
  await untilReady(newPort);
  old.kill('SIGTERM');
  console.log('(roll-out)');
};

const [results] = await Promise.all([
  Promise.allSettled(
    Array.from({ length: STREAMS }, async (_, index) => {
      // Not all in one instant: a thousand new connections a second are no part of the question.
      await sleep(index * 5);
      return readStream(envoy.proxyUrl, key, PACE);
    }),
  ),
  rollOut(),
]);
isRunning = false;
await watch;
const failed = results.filter(({ status }) => status === 'rejected');
console.log(`${STREAMS} streams of ${PACE.chunks} chunks over ${SECONDS} s: ${failed.length} failed`);
for (const each of failed.slice(0, 5)) console.log(each);
if (old.exitCode === null) await once(old, 'exit');
console.log(`the first gateway ended with exit code ${old.exitCode}`);
const { status } = await send(envoy.proxyUrl, {
  method: 'GET',
  path: '/v1/nothing',
  headers: { authorization: 'Bearer x', 'x-gateway-key': key },
});
console.log(status === 404 ? 'the successor serves' : `the successor does not serve: ${status}`);
gateways[1]?.kill('SIGKILL');
await envoy.stop(0);
provider.close();
await rm(folder, { recursive: true, force: true });
process.exitCode = failed.length === 0 ? 0 : 1;
