import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closedLoop, createSender, openLoop } from '../bench/open-loop.ts';
import { longTexts } from '../bench/overload-texts.ts';
import { readiness } from '../contract/serving.ts';
import { BENIGN, chat, eventually, type Stack, startStack } from '../contract/stack.ts';

/**
 * Whatever this machine can do, it is asked for several times as much: all of it is answered and counted, and nothing breaks. How
 * long it takes is for `npm run bench:overload`.
 */

const CALLERS = 16;
const MEASURE_MS = 5000;
const FLOOD_MS = 5000;
const TIMES_CAPACITY = 4;
/** As many connections may wait at the sample provider: more would find out what that can do, since in shadow mode all go there. */
const MOST_SENT = 4000;
const MESSAGE_TIMEOUT_MS = 30_000;

const bodies = longTexts().map((text) => Buffer.from(JSON.stringify(chat(text))));

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({
    env: {
      PORTCULLIS_LOG_LEVEL: 'warn',
      PORTCULLIS_SEGMENT_CACHE: '0',
      PORTCULLIS_SCAN_SECOND_TIER: 'off',
      PORTCULLIS_SCAN_TIMEOUT_MS: String(MESSAGE_TIMEOUT_MS - 1000),
      PORTCULLIS_EXT_PROC_MESSAGE_TIMEOUT_MS: String(MESSAGE_TIMEOUT_MS),
    },
  });
});
afterAll(() => stack.stop());

const isRestored = (): Promise<number> =>
  eventually(
    () => stack.metric('overloaded'),
    (overloaded) => overloaded === 0,
  );

/** Everything that was sent is in the metrics and in the store, or declared as dropped. */
const expectAllCounted = async (before: number, sent: number): Promise<void> => {
  expect(await stack.counted(before + sent, 'requests_total')).toBe(before + sent);
  await eventually(
    async () =>
      (await stack.metric('records_written_total')) + (await stack.metric('records_dropped_total')) - before,
    (recorded) => recorded === sent,
  );
};

describe(`${TIMES_CAPACITY} times what the gateway can do`, () => {
  it.each([
    { mode: 'blocking', effect: 'fail_closed_total', shedStatus: 503 },
    { mode: 'shadow', effect: 'fail_open_total', shedStatus: 200 },
  ] as const)(
    'is answered, all of it, and counted; the rest goes on ($mode)',
    { timeout: 300_000 },
    async ({ mode, effect, shedStatus }) => {
      const { send, broken, close } = createSender(stack.ready.proxyUrl, stack.ready.gatewayKey, {
        'x-gateway-mode': mode,
      });
      const capacity = await closedLoop(send, bodies, CALLERS, MEASURE_MS);
      await isRestored();
      const before = await stack.metric('requests_total');
      const ofRequests = 'direction="input",reason="overload"';
      const shedBefore = await stack.metric('shed_total');
      const effectBefore = await stack.metric(effect, ofRequests);
      const providerBefore = stack.provider.requests().chat;
      // Begun before the flood, and not cut by it.
      const stream = stack.call({
        body: chat(BENIGN, { stream: true }),
        headers: { 'x-sample-chunk-delay-ms': '500' },
      });
      await sleep(500);

      const rate = capacity * TIMES_CAPACITY;
      const sent = await openLoop(send, bodies, rate, Math.min(FLOOD_MS, (1000 * MOST_SENT) / rate));
      const shed = (await stack.metric('shed_total')) - shedBefore;
      expect(shed, 'some are not scanned').toBeGreaterThan(0);
      expect(broken).toEqual([]);
      expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([200, shedStatus]));
      const refused = sent.filter(({ status }) => status === 503).length;
      expect(refused).toBe(shedStatus === 503 ? shed : 0);
      expect(await stack.counted(effectBefore + shed, effect, ofRequests)).toBe(effectBefore + shed);
      expect(stack.provider.requests().chat - providerBefore - 1).toBe(sent.length - refused);

      const { port } = new URL(stack.ready.metricsUrl);
      expect(await readiness(Number(port)), 'its load would break the others').toBe(200);
      expect((await stream).text.trimEnd().endsWith('data: [DONE]')).toBe(true);
      await expectAllCounted(before, sent.length + 1);
      await isRestored();
      expect((await stack.call({ body: chat(BENIGN) })).headers['x-gateway-input-status']).toBe('pass');
      close();
    },
  );
});
