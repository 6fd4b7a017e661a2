import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { chat, startStack } from '../contract/stack.ts';
import { closedLoop, createSender, openLoop, quantile } from './open-loop.ts';
import { longTexts } from './overload-texts.ts';

/**
 * What callers see of a gateway that is asked for half, all, twice and four times of what it can do: how long those that
 * are let in take, how many are turned away, and how soon all is as before. Texts are long, so that the scan is the narrow
 * place, and each is new to the cache.
 */
const SECONDS = Number(process.argv[2] ?? 8);
const LOADS = [0.5, 1, 2, 4];
const CALLERS = 16;

const stack = await startStack({
  env: { PORTCULLIS_LOG_LEVEL: 'warn', PORTCULLIS_SEGMENT_CACHE: '0', PORTCULLIS_SCAN_SECOND_TIER: 'off' },
});
const { send, close } = createSender(stack.ready.proxyUrl, stack.ready.gatewayKey);
const bodies = longTexts().map((text) => Buffer.from(JSON.stringify(chat(text))));

await closedLoop(send, bodies, CALLERS, 2000);
const capacity = await closedLoop(send, bodies, CALLERS, SECONDS * 1000);
/** Of the gateway, in seconds. */
const cpuTime = async (): Promise<number> => {
  const metrics = await (await fetch(`${stack.ready.metricsUrl}/metrics`)).text();
  return Number(/^process_cpu_seconds_total (\S+)/m.exec(metrics)?.[1]);
};
console.log(`${cpus()[0]?.model}, ${cpus().length} cores; capacity ${Math.round(capacity)} requests/s\n`);
console.log(
  '| load | sent/s | 200/s | 503/s | others | p50 ms | p99 ms | p99 ms of 503 | again as before after | gateway’s CPU | ms of it for each 200 |',
);
console.log('|---|---|---|---|---|---|---|---|---|---|---|');
for (const load of LOADS) {
  const cpuBefore = await cpuTime();
  const sent = await openLoop(send, bodies, capacity * load, SECONDS * 1000);
  const endMs = performance.now();
  const cpuUsed = (await cpuTime()) - cpuBefore;
  while ((await stack.metric('overloaded')) === 1) await sleep(50);
  const recoveredMs = performance.now() - endMs;
  const served = sent.filter(({ status }) => status === 200);
  const shed = sent.filter(({ status }) => status === 503);
  const times = served.map(({ ms }) => ms);
  const perSecond = (count: number): number => Math.round(count / SECONDS);
  const row = [
    `${load}×`,
    perSecond(sent.length),
    perSecond(served.length),
    perSecond(shed.length),
    sent.length - served.length - shed.length,
    quantile(times, 0.5).toFixed(0),
    quantile(times, 0.99).toFixed(0),
    shed.length === 0
      ? ''
      : quantile(
          shed.map(({ ms }) => ms),
          0.99,
        ).toFixed(0),
    `${(recoveredMs / 1000).toFixed(1)} s`,
    `${Math.round((cpuUsed / SECONDS) * 100)} %`,
    ((cpuUsed * 1000) / served.length).toFixed(1),
  ];
  console.log(`| ${row.join(' | ')} |`);
  await sleep(1000);
}
close();
await stack.stop();
