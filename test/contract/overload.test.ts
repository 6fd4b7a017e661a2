import { afterAll, beforeAll, expect, it } from 'vitest';
import { readiness } from './serving.ts';
import { type Answer, BENIGN, chat, errorOf, eventually, type Stack, startStack } from './stack.ts';

/** A gateway in which nobody may wait: of several long texts that come together one is scanned at a time. */
let stack: Stack;
beforeAll(async () => {
  stack = await startStack({
    env: {
      PORTCULLIS_LIMITS_QUEUE_TARGET_MS: '1',
      PORTCULLIS_LIMITS_MAX_QUEUE_MS: '1',
      PORTCULLIS_SEGMENT_CACHE: '0',
      PORTCULLIS_SCAN_SECOND_TIER: 'off',
    },
  });
});
afterAll(() => stack.stop());

const TOGETHER = 12;
const LONG = 'The quick brown fox jumps over the lazy dog. '.repeat(4000);

const sendTogether = (mode: string): Promise<readonly Answer[]> =>
  Promise.all(
    Array.from({ length: TOGETHER }, (_, index) =>
      stack.call({ body: chat(`${LONG} ${index}`), headers: { 'x-gateway-mode': mode } }),
    ),
  );

/** On a busy machine they may come one after the other, and none has to wait. */
const MOST_ROUNDS = 20;
const sendUntil = async (
  mode: string,
  isEnough: (answers: readonly Answer[]) => boolean | Promise<boolean>,
): Promise<readonly Answer[]> => {
  const answers: Answer[] = [];
  for (let round = 0; round < MOST_ROUNDS && !(await isEnough(answers)); round += 1)
    answers.push(...(await sendTogether(mode)));
  return answers;
};

const isTurnedAway = ({ status }: Answer): boolean => status === 503;

const isCalm = (): Promise<number> =>
  eventually(
    () => stack.metric('overloaded'),
    (overloaded) => overloaded === 0,
  );

it('turns away who would wait too long, with the declared answer, and counts and records each', async () => {
  await isCalm();
  const [requests, shedBefore] = [await stack.metric('requests_total'), await stack.metric('shed_total')];
  const effect = 'direction="input",reason="overload"';
  const closedBefore = await stack.metric('fail_closed_total', effect);
  const providerBefore = stack.provider.requests().chat;
  const answers = await sendUntil('blocking', (all) => all.some(isTurnedAway));

  const shed = answers.filter(isTurnedAway);
  expect(shed.length).toBeGreaterThan(0);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(answers.length - shed.length);
  for (const answer of shed) {
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json',
      'retry-after': '1',
      'x-gateway-input-status': 'error',
      'x-gateway-output-status': 'skipped',
    });
    expect(errorOf(answer)).toMatchObject({
      type: 'gateway_error',
      code: 'scan_unavailable',
      request_id: answer.headers['x-gateway-request-id'],
    });
    expect(await stack.record(String(answer.headers['x-gateway-request-id']))).toMatchObject({
      outcome: 'error',
      httpStatus: 503,
      errorCode: 'scan_unavailable',
    });
  }
  expect(await stack.counted(shedBefore + shed.length, 'shed_total')).toBe(shedBefore + shed.length);
  expect(await stack.counted(closedBefore + shed.length, 'fail_closed_total', effect)).toBe(
    closedBefore + shed.length,
  );
  expect(await stack.counted(requests + answers.length, 'requests_total')).toBe(requests + answers.length);
  expect(stack.provider.requests().chat - providerBefore).toBe(answers.length - shed.length);
  expect(await readiness(Number(new URL(stack.ready.metricsUrl).port)), 'others would get its load').toBe(
    200,
  );

  // A busy machine takes more than the millisecond now and then.
  await eventually(
    async () => (await stack.call({ body: chat(BENIGN) })).headers['x-gateway-input-status'],
    (status) => status === 'pass',
  );
});

it('lets them pass unscanned in shadow mode, counted as such', async () => {
  await isCalm();
  const shedBefore = await stack.metric('shed_total');
  const effect = 'direction="input",reason="overload"';
  const openBefore = await stack.metric('fail_open_total', effect);
  const shedSince = async (): Promise<number> => (await stack.metric('shed_total')) - shedBefore;
  const answers = await sendUntil('shadow', async () => (await shedSince()) > 0);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  const shed = await shedSince();
  expect(shed).toBeGreaterThan(0);
  expect(await stack.counted(openBefore + shed, 'fail_open_total', effect)).toBe(openBefore + shed);
});
