import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { effectivePolicyDocument, type PolicyDocument } from '../config/policy-layer.ts';
import type { Config } from '../config/schema.ts';

/** `problems` names places and rules, never a value. */
export type CheckedPolicy =
  | Readonly<{ ok: true; policy: Config['policy'] }>
  | Readonly<{ ok: false; problems: readonly string[] }>;

type Answer = ReturnType<typeof effectivePolicyDocument>;

/** Our own thread says so; what it says of the policy has passed the schema there. */
const isAnswer = (message: unknown): message is Answer =>
  z.object({ ok: z.boolean() }).safeParse(message).success;

const WORKER = new URL('./check-policy-worker.ts', import.meta.url);

/** @param worker The thread that checks; takes a document, and answers with one message. */
type CheckOptions = Readonly<{ timeoutMs?: number; worker?: URL }>;

/**
 * Far longer than rules take that a start would wait for; only a thread that hangs would need it. Settings are followed one after the
 * other, so that whoever waited for it would never follow any again.
 */
const CHECK_TIMEOUT_MS = 120_000;

/** Why a thread has ended that said nothing: by its code alone, since a message may repeat a value. */
const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';

/** What became of a thread that gave no answer. */
type Unanswered = Readonly<{ problem: string }>;

const askThread = async (
  document: PolicyDocument,
  { worker: file, timeoutMs }: Required<CheckOptions>,
): Promise<Answer | Unanswered> => {
  const worker = new Worker(file, { workerData: document });
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise((resolve, reject) => {
      const giveUp = (problem: string): void => resolve({ problem: `policy.rules: the check ${problem}` });
      timer = setTimeout(() => giveUp(`did not end within ${timeoutMs / 1000} seconds`), timeoutMs).unref();
      worker.once('message', (message: unknown) => {
        if (isAnswer(message)) resolve(message);
        else reject(new Error('the check of the policy gave no answer'));
      });
      worker.once('error', (error) => giveUp(`broke off${codeOf(error)}`));
      worker.once('exit', () => giveUp('broke off'));
    });
  } finally {
    clearTimeout(timer);
    // No library runs in it that would not bear that.
    await worker.terminate();
  }
};

const hasRules = ({ rules }: PolicyDocument): boolean => Array.isArray(rules) && rules.length > 0;

/**
 * Checks a policy as the configuration is checked, without keeping traffic waiting: rules, which are compiled and tried on
 * their samples for it, in a thread of their own.
 *
 * @param own What the dashboard says.
 * @param layer What file and environment say, which goes before it.
 * @returns A thread that does not answer in time, or breaks off for lack of memory, say, has found a fault: asked again at every
 *   turn it would do so again.
 */
export const checkPolicy = async (
  own: PolicyDocument,
  layer: PolicyDocument,
  { timeoutMs = CHECK_TIMEOUT_MS, worker = WORKER }: CheckOptions = {},
): Promise<CheckedPolicy> => {
  const document = { ...own, ...layer };
  const answer = hasRules(document)
    ? await askThread(document, { timeoutMs, worker })
    : effectivePolicyDocument(document, {});
  if ('problem' in answer) return { ok: false, problems: [answer.problem] };
  return answer.ok
    ? answer
    : { ok: false, problems: answer.issues.map(({ path, message }) => `policy.${path}: ${message}`) };
};
