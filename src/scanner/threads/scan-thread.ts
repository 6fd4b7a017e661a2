import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import type { Pipeline } from '../../detection/detector.ts';
import type { Finding } from '../../detection/findings.ts';
import { SecondTierHeaderSchema } from '../../detection/model/second-tier.ts';
import { forgetTexts } from '../../detection/text/in-hand.ts';
import { atOnce } from '../../steps/steps.ts';
import { startPractice } from '../../warm-up/practice.ts';
import { createPipelineKit } from '../pipeline-kit.ts';
import { monotonicMs, type Order, OrderSchema, type Report } from './messages.ts';

/** One thread that scans texts of requests: orders in, findings out, one after the other. */
const { modelFile, secondTier, practicePasses, flags } = z
  .object({
    modelFile: z.string().optional(),
    secondTier: SecondTierHeaderSchema.nullable(),
    practicePasses: z.int(),
    flags: z.instanceof(Int32Array<SharedArrayBuffer>),
  })
  .parse(workerData);
const kit = createPipelineKit(modelFile, secondTier);
const pipelines = new Map<number, Pipeline>();

type Scan = Extract<Order, { type: 'scan' }>;

/** @returns Null where nobody waits for it any more. */
const findAll = ({ policyId, texts, deadlineMs, slot }: Scan): Report['found'] => {
  const pipeline = pipelines.get(policyId);
  if (pipeline === undefined) throw new Error(`nobody said what policy ${policyId} is`);
  const isGone = (): boolean => Atomics.load(flags, slot) !== 0 || monotonicMs() > deadlineMs;
  const found: Finding[][] = [];
  for (const { text, keeps, roles, ...author } of texts) {
    const own: Finding[] = [];
    for (const findings of pipeline.scan(text, {
      ...author,
      ...(keeps === undefined ? {} : { keeps }),
      ...(roles === undefined ? {} : { roles }),
      direction: 'input',
      protectedTexts: [],
    })) {
      own.push(...findings);
      if (isGone()) return null;
    }
    found.push(own);
  }
  return found;
};

const report = (message: Report): void => parentPort?.postMessage(message);

const obey = (order: Order): void => {
  switch (order.type) {
    case 'policy':
      pipelines.set(order.id, atOnce(kit.steps(order.policy)));
      break;
    case 'forget':
      pipelines.delete(order.id);
      break;
    case 'scan':
      report({ id: order.id, found: findAll(order) });
      forgetTexts();
      break;
    default:
      order satisfies never;
  }
};

parentPort?.on('message', (message: unknown) => obey(OrderSchema.parse(message)));
report({ id: 0, found: null });
// Orders are obeyed between two of its steps. That its texts cannot be read is said by the first thread, which reads the same.
startPractice({ passes: practicePasses, isIdle: () => true }, { onError: () => undefined });
