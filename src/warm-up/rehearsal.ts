import { ConfigSchema } from '../config/schema.ts';
import { effectivePolicy } from '../policy/effective.ts';
import { createScanParts, NO_HOOKS } from '../scan-parts.ts';

export type Message = Readonly<{ role: string; content: string }>;

const SCAN_MS = 30_000;

/**
 * Requests and answers that nobody sent, scanned by parts of their own, so that no cache keeps them and no metric counts them. The code is
 * everybody's: what V8 compiles for these parts the gateway's run, too.
 */
export const createRehearsal = () => {
  const defaults = ConfigSchema.parse({});
  const scan = { ...defaults.scan, timeoutMs: SCAN_MS };
  const { inspector } = createScanParts({ ...defaults, scan, segmentCache: 0 }, null, NO_HOOKS);
  const policy = effectivePolicy(
    { ...defaults.policy, revision: '' },
    { mode: null, sensitivity: null, override: 'ignore' },
    { mode: null, sensitivity: null },
  );
  const never = { aborted: false };
  const toBody = (value: object) => ({ bytes: Buffer.from(JSON.stringify(value)), contentEncoding: null });
  return {
    text: async (text: string): Promise<void> => {
      const place = { pointer: '/messages/0/content', source: { start: 0, end: 0 } };
      await inspector.segments(
        [{ text, role: 'user', trust: 'user', direction: 'input', ...place }],
        [],
        never,
      );
    },
    /** @param secret What the answer must not hold. */
    exchange: async (messages: readonly Message[], answer: string, secret: string): Promise<void> => {
      await inspector.request(toBody({ messages }), policy, never);
      const choices = [{ message: { role: 'assistant', content: answer } }];
      await inspector.response(toBody({ choices }), policy, { protectedTexts: [secret] }, never);
    },
  };
};
