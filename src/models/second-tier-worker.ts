import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { z } from 'zod';
import { MAX_TOKENS, SIDE_TOKENS } from '../detection/model/second-tier.ts';
import { createWordPiece } from '../detection/model/word-piece.ts';
import { END, PassagesSchema } from './second-tier.ts';

/** One thread that runs the network: passages in, log-odds out, one batch after the other. */
const { network, vocabulary } = z.object({ network: z.string(), vocabulary: z.string() }).parse(workerData);
const tokens = createWordPiece(readFileSync(fileURLToPath(vocabulary), 'utf8').trimEnd().split('\n'));
const session = await InferenceSession.create(fileURLToPath(network), {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  graphOptimizationLevel: 'all',
});

/** Alone, and not padded to the longest of a batch: on one core a batch saves nothing. */
const logOddsOf = async (text: string): Promise<number | null> => {
  const encoded = tokens.encode(text, MAX_TOKENS);
  const dims = [1, encoded.length];
  const ids = new Tensor('int64', BigInt64Array.from(encoded, BigInt), dims);
  const mask = new Tensor('int64', new BigInt64Array(encoded.length).fill(1n), dims);
  const { log_odds: result } = await session.run({ input_ids: ids, attention_mask: mask });
  const logOdds = Number(result?.data[0]);
  return Number.isFinite(logOdds) ? logOdds : null;
};

let isEnding = false;

const answer = async (message: unknown): Promise<void> => {
  const { id, passages, deadlineMs } = PassagesSchema.parse(message);
  const logOdds: (number | null)[] = [];
  for (const { text, side } of passages) {
    // What nobody waits for any more would only keep the next one waiting.
    const isLate = isEnding || Date.now() >= deadlineMs;
    logOdds.push(isLate ? null : await logOddsOf(`${SIDE_TOKENS[side]} ${text}`));
  }
  parentPort?.postMessage({ id, logOdds });
};

let last = Promise.resolve();
parentPort?.on('message', (message: unknown) => {
  isEnding ||= message === END;
  last = last.then(() => (message === END ? parentPort?.close() : answer(message)));
});
parentPort?.postMessage({ id: 0, logOdds: [] });
