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

const askThread = (document: PolicyDocument): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(WORKER, { workerData: document });
    worker.once('message', (message: unknown) => {
      if (isAnswer(message)) resolve(message);
      else reject(new Error('the check of the policy gave no answer'));
    });
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('the check of the policy ended early')));
  });

const hasRules = ({ rules }: PolicyDocument): boolean => Array.isArray(rules) && rules.length > 0;

/**
 * Checks a policy as the configuration is checked, without keeping traffic waiting: rules, which are compiled and tried on
 * their samples for it, in a thread of their own.
 *
 * @param own What the dashboard says.
 * @param layer What file and environment say, which goes before it.
 */
export const checkPolicy = async (own: PolicyDocument, layer: PolicyDocument): Promise<CheckedPolicy> => {
  const document = { ...own, ...layer };
  const answer = hasRules(document) ? await askThread(document) : effectivePolicyDocument(document, {});
  return answer.ok
    ? answer
    : { ok: false, problems: answer.issues.map(({ path, message }) => `policy.${path}: ${message}`) };
};
