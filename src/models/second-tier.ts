import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import {
  type Question,
  type SecondTier,
  type SecondTierHeader,
  SecondTierHeaderSchema,
} from '../detection/model/second-tier.ts';
import { SIDES } from '../detection/model/side.ts';
import { GatewayError } from '../errors.ts';

/** Passages on their way to the thread, and log-odds on their way back. Message 0 says that the thread is ready. */
export const PassagesSchema = z.object({
  id: z.int(),
  deadlineMs: z.number(),
  passages: z.array(z.object({ text: z.string(), side: z.enum(SIDES) })),
});
/** Asks the thread to end, once it has done with the passage in hand. */
export const END = 'end';
const AnswerSchema = z.object({ id: z.int(), logOdds: z.array(z.number().nullable()) });

/** Where the second tier's files lie: header, network and vocabulary. */
export const SHIPPED_SECOND_TIER = new URL('./second-tier/', import.meta.url);

const filesOf = (folder: URL) => ({
  header: new URL('second-tier.json', folder),
  network: new URL('second-tier.onnx', folder),
  vocabulary: new URL('second-tier.vocab.txt', folder),
});

/** Why there is no second tier, or null where there is one to be had. */
export const whyNoSecondTier = (folder: URL): string | null => {
  const missing = Object.values(filesOf(folder)).find((file) => !existsSync(file));
  if (missing !== undefined) return `${missing.pathname} is missing`;
  try {
    createRequire(import.meta.url).resolve('onnxruntime-node');
    return null;
  } catch {
    return 'the package onnxruntime-node is not installed';
  }
};

export const readSecondTierHeader = (folder: URL): SecondTierHeader => {
  const { header } = filesOf(folder);
  try {
    return SecondTierHeaderSchema.parse(JSON.parse(readFileSync(header, 'utf8')));
  } catch (error) {
    throw new GatewayError('CONFIG_INVALID', `${header.pathname}: no header of a second tier`, {
      cause: error,
    });
  }
};

/** The network in its thread, whatever is known of how to weigh it. */
export type RunningNetwork = Pick<SecondTier, 'judge'> & Readonly<{ close: () => Promise<void> }>;
export type RunningSecondTier = SecondTier & RunningNetwork;

type Waiting = Readonly<{ resolve: (logOdds: readonly (number | null)[]) => void; count: number }>;

/** More passages than this are not queued: what cannot be judged in time is better not begun. */
const MAX_WAITING = 64;

/**
 * Runs the network in a thread of its own. A thread that dies leaves every later passage unjudged, which the caller counts.
 *
 * @param onFault Told once why the thread died.
 */
export const startSecondTier = async (
  folder: URL,
  onFault: (error: unknown) => void,
): Promise<RunningNetwork> => {
  const { network, vocabulary } = filesOf(folder);
  const worker = new Worker(new URL('./second-tier-worker.ts', import.meta.url), {
    workerData: { network: network.href, vocabulary: vocabulary.href },
  });
  const waiting = new Map<number, Waiting>();
  let isAlive = true;
  let id = 0;
  const settle = (key: number, logOdds: readonly (number | null)[]): void => {
    waiting.get(key)?.resolve(logOdds);
    waiting.delete(key);
  };
  const die = (): void => {
    isAlive = false;
    for (const [key, { count }] of waiting) settle(key, new Array<null>(count).fill(null));
  };
  const ended = new Promise<void>((resolve) => {
    worker.once('exit', () => resolve());
  });
  const ready = new Promise<void>((resolve, reject) => {
    worker.on('message', (message: unknown) => {
      const answer = AnswerSchema.parse(message);
      if (answer.id === 0) resolve();
      else settle(answer.id, answer.logOdds);
    });
    worker.on('error', (error) => {
      die();
      onFault(error);
      reject(error);
    });
    worker.on('exit', () => {
      const error = new Error('the second tier ended');
      if (isAlive) onFault(error);
      die();
      reject(error);
    });
  });
  await ready;
  worker.unref();
  const judge = (passages: readonly Question[], timeoutMs: number): Promise<readonly (number | null)[]> => {
    const count = passages.length;
    const nothing = new Array<null>(count).fill(null);
    if (!isAlive || count === 0 || waiting.size >= MAX_WAITING || timeoutMs <= 0)
      return Promise.resolve(nothing);
    id += 1;
    const key = id;
    return new Promise((resolve) => {
      const timer = setTimeout(() => settle(key, nothing), timeoutMs);
      waiting.set(key, {
        count,
        resolve: (logOdds) => {
          clearTimeout(timer);
          resolve(logOdds);
        },
      });
      worker.postMessage({ id: key, deadlineMs: Date.now() + timeoutMs, passages });
    });
  };
  return {
    judge,
    close: async () => {
      die();
      // Never by `terminate`: within the network's own code that makes the library abort the process.
      worker.ref();
      worker.postMessage(END);
      await ended;
    },
  };
};
