import { parentPort, workerData } from 'node:worker_threads';
import { createRuleScore } from './rule-evidence.ts';
import type { FitterAnswer, FitterData, FitterTask } from './threads.ts';
import { fittingHere } from './train.ts';

/** One of the threads of `portcullis train`: folds to judge, or all rows to learn from, one after the other. */
const { rows, ...rest } = workerData as FitterData;
const { judgeFold, fitAll } = fittingHere(rows, { ...rest, ruleScore: createRuleScore() });

parentPort?.on('message', async ({ id, fold }: FitterTask) => {
  const answer: FitterAnswer = { id, result: fold === null ? await fitAll() : await judgeFold(fold) };
  parentPort?.postMessage(answer);
});
