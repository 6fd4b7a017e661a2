import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { startStack } from '../contract/stack.ts';
import { readStream, startStreamProvider } from './stream-load.ts';

/**
 * A thousand streams at once, held for minutes: does memory stay flat, and does any of them fail? Prints the memory of
 * the gateway and of Envoy as it goes, and ends with exit code 1 where a stream failed.
 */
const STREAMS = Number(process.argv[2] ?? 1000);
const SECONDS = Number(process.argv[3] ?? 150);
const PACE = { chunks: Math.ceil(SECONDS / 5), everyMs: 5000 } as const;
const SAMPLE_EVERY_MS = 10_000;

/** Resident memory of a process in MiB. */
const residentMib = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

const provider = await startStreamProvider(PACE);
const stack = await startStack({ upstream: provider.url, env: { PORTCULLIS_LOG_LEVEL: 'warn' } });
const { gatewayKey, gatewayPid, envoyPid, proxyUrl } = stack.ready;
const startedAtMs = Date.now();
let isRunning = true;
const watch = (async () => {
  console.log('| s | streams in flight | gateway MiB | Envoy MiB |');
  console.log('|---|---|---|---|');
  while (isRunning) {
    const inFlight = await stack.metric('streams_in_flight');
    const cells = [
      Math.round((Date.now() - startedAtMs) / 1000),
      inFlight,
      Math.round(residentMib(gatewayPid)),
      Math.round(residentMib(envoyPid)),
    ];
    console.log(`| ${cells.join(' | ')} |`);
    await sleep(SAMPLE_EVERY_MS);
  }
})();

const results = await Promise.allSettled(
  Array.from({ length: STREAMS }, async (_, index) => {
    // Not all in one instant: a thousand new connections a second are no part of the question.
    await sleep(index * 5);
    return readStream(proxyUrl, gatewayKey, PACE);
  }),
);
isRunning = false;
await watch;
const failed = results.filter(({ status }) => status === 'rejected');
console.log(`${STREAMS} streams of ${PACE.chunks} chunks: ${failed.length} failed`);
for (const each of failed.slice(0, 5)) console.log(each);
const inFlight = await stack.metric('streams_in_flight').catch((error: unknown) => error);
console.log(`in flight at the end: ${inFlight}`);
if (inFlight !== 0)
  console.log(`start: ${stack.child.exitCode} ${stack.child.signalCode}\n${stack.output().slice(-3000)}`);
await stack.stop();
provider.close();
process.exitCode = failed.length === 0 ? 0 : 1;
