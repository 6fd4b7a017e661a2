import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { LinearModel } from '../detection/model/model-file.ts';
import { GatewayError } from '../errors.ts';
import { startSecondTier } from '../models/second-tier.ts';
import type { CrossJudged } from '../training/calibrate.ts';
import { fitSecondTier, type JudgePassages } from '../training/second-tier.ts';

const BASE = 'sentence-transformers/all-MiniLM-L6-v2 (Apache-2.0)';
/** Nobody waits; only a thread that hangs would need it. */
const JUDGE_TIMEOUT_MS = 60_000;

/**
 * Writes the header beside a network that `src/training/second-tier/train.py` made. Where that fails the header stays as it was, and the
 * network's thread is ended: a process that goes while it runs is aborted by the network's library.
 *
 * @param model The first tier; its version is written into the header.
 * @param judged Every row as the first tier's cross-validation judged it.
 * @throws GatewayError `CONFIG_INVALID` for a passage that the network does not judge: weights by a guess would be none.
 */
export const weighSecondTier = async (
  folder: string,
  model: LinearModel,
  judged: readonly CrossJudged[],
  trainedAt: string,
  start: typeof startSecondTier = startSecondTier,
): Promise<void> => {
  const location = pathToFileURL(`${resolve(folder)}/`);
  let fault: unknown;
  const tier = await start(location, (error) => {
    fault = error;
  });
  const judge: JudgePassages = async (passages) => {
    const answers: number[] = [];
    for (const passage of passages) {
      const [answer = null] = await tier.judge([passage], JUDGE_TIMEOUT_MS);
      if (answer === null) {
        const place = new URL('second-tier.onnx', location).pathname;
        throw new GatewayError('CONFIG_INVALID', `${place}: the network did not judge a passage`, {
          cause: fault,
        });
      }
      answers.push(answer);
    }
    return answers;
  };
  try {
    const network = readFileSync(new URL('second-tier.onnx', location));
    const header = await fitSecondTier(judged, model, judge, { trainedAt, base: BASE, network });
    writeFileSync(new URL('second-tier.json', location), `${JSON.stringify(header, null, 2)}\n`);
  } finally {
    await tier.close();
  }
};
