import { parentPort, workerData } from 'node:worker_threads';
import { createRuleScore } from './rule-evidence.ts';
import type { FitterAnswer, FitterData, FitterTask } from './threads.ts';
import { fittingHere } from './train.ts';

/** One of the threads of `portcullis train`: folds to judge, or all rows to learn from, one after the other. */
const { rows, ...rest } = workerData as FitterData;
const { judgeFold, fitAll } = fittingHere(rows, { ...rest, ruleScore: createRuleScore() });

const answer = async ({ id, fold }: FitterTask): Promise<FitterAnswer> => ({
  id,
  result: await (fold === null ? fitAll() : judgeFold(fold)),
});

parentPort?.on('message', (task: FitterTask) => {
  // What cannot be fitted ends the thread, and whoever waits is told why.
  void answer(task).then((done) => parentPort?.postMessage(done));
});
