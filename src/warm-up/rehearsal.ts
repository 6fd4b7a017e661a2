import { ConfigSchema } from '../config/schema.ts';
import { createRuntimeBuilder } from '../live/runtime.ts';
import { effectivePolicy } from '../policy/effective.ts';
import { NO_HOOKS } from '../scanner/scan-parts.ts';
import { createStreamBudget } from '../stream/budget.ts';

export type Message = Readonly<{ role: string; content: string }>;

/** What a rehearsal scans. Nothing comes of it. */
export type Rehearsal = Readonly<{
  text: (text: string) => Promise<void>;
  /** A request and its answer. @param secret What the answer must not hold. */
  exchange: (messages: readonly Message[], answer: string, secret: string) => Promise<void>;
  /** An answer in events of a few characters. */
  stream: (answer: string) => void;
}>;

const SCAN_MS = 30_000;
/** Characters of an event, as of a token or three. */
const EVENT_CHARS = 12;

const event = (content: string): string => {
  const choices = [{ index: 0, delta: { content }, finish_reason: null }];
  return `data: ${JSON.stringify({ id: 'a', object: 'chat.completion.chunk', created: 1, model: 'm', choices })}\n\n`;
};

/**
 * Requests and answers that nobody sent, scanned by parts of their own, so that no cache keeps them and no metric counts them. The code is
 * everybody's: what V8 compiles for these parts the gateway's run, too.
 */
export const createRehearsal = async (): Promise<Rehearsal> => {
  const defaults = ConfigSchema.parse({});
  const config = { ...defaults, scan: { ...defaults.scan, timeoutMs: SCAN_MS }, segmentCache: 0 };
  const build = createRuntimeBuilder(config, {
    ...{ secondTier: null, threads: null, hooks: NO_HOOKS },
    budget: createStreamBudget(config.stream.maxTotalBytes),
    onReleased: () => undefined,
    // Asked only where there are exclusions by text.
    fingerprintOf: () => '',
    now: Date.now,
    clock: () => performance.now(),
  });
  const { settings, inspector, openStream } = await build({
    policy: config.policy,
    revision: 0,
    exclusions: [],
  });
  const policy = effectivePolicy(
    settings,
    { mode: null, sensitivity: null, override: 'ignore' },
    { mode: null, sensitivity: null },
  );
  const never = { aborted: false };
  const toBody = (value: object) => ({ bytes: Buffer.from(JSON.stringify(value)), contentEncoding: null });
  return {
    text: async (text) => {
      const place = { pointer: '/messages/0/content', source: { start: 0, end: 0 } };
      await inspector.segments(
        [{ text, role: 'user', trust: 'user', direction: 'input', ...place }],
        [],
        never,
      );
    },
    exchange: async (messages, answer, secret) => {
      await inspector.request(toBody({ messages }), policy, never);
      const choices = [{ message: { role: 'assistant', content: answer } }];
      await inspector.response(toBody({ choices }), policy, { protectedTexts: [secret] }, never);
    },
    stream: (answer) => {
      const guard = openStream({ policy, protectedTexts: [], trailer: null });
      for (let start = 0; start < answer.length; start += EVENT_CHARS)
        guard.push(Buffer.from(event(answer.slice(start, start + EVENT_CHARS))));
      guard.push(Buffer.from('data: [DONE]\n\n'));
      guard.end();
      guard.close();
    },
  };
};
