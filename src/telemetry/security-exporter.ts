import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../config/schema.ts';
import type { ScanRecord } from '../records/store.ts';
import { type SecurityEvent, toSecurityEvent } from './security-event.ts';
import { createFileSink, createOtlpSink, createSyslogSink, type SecuritySink } from './security-sinks.ts';

export type SecurityEventExporter = Readonly<{
  /** Never waits and never throws; what does not fit is dropped and counted. */
  write: (record: ScanRecord) => void;
  /** Hands over what is left, as far as that goes at once. */
  close: () => Promise<void>;
}>;

type Hooks = Readonly<{
  version: string;
  onDropped: (sink: SecuritySink['name'], count: number) => void;
  onError: (error: unknown) => void;
}>;

const MAX_WAITING = 10_000;
const BATCH = 100;
const PAUSES_MS = [200, 1000, 5000] as const;

/** One sink with its own queue: a receiver that is down holds up no other. */
const createQueue = (sink: SecuritySink, { onDropped, onError }: Hooks) => {
  const waiting: SecurityEvent[] = [];
  let running: Promise<void> | null = null;
  let isClosing = false;

  const attempt = async (batch: readonly SecurityEvent[]): Promise<void> => {
    for (const pauseMs of [...PAUSES_MS, null]) {
      try {
        await sink.send(batch);
        return;
      } catch (error) {
        if (pauseMs === null || isClosing) {
          onError(error);
          onDropped(sink.name, batch.length);
          return;
        }
        await sleep(pauseMs, undefined, { ref: false });
      }
    }
  };

  const run = async (): Promise<void> => {
    while (waiting.length > 0) await attempt(waiting.splice(0, BATCH));
    running = null;
  };

  return {
    push: (event: SecurityEvent): void => {
      if (waiting.length >= MAX_WAITING) {
        onDropped(sink.name, 1);
        return;
      }
      waiting.push(event);
      // With the next turn, so that what comes at once goes at once.
      running ??= sleep(0).then(run);
    },
    close: async (): Promise<void> => {
      isClosing = true;
      await running;
    },
  };
};

const sinksOf = ({ file, syslog, otlp }: Config['securityEvents']): readonly SecuritySink[] => [
  ...(file === undefined ? [] : [createFileSink(file)]),
  ...(syslog === undefined ? [] : [createSyslogSink(syslog)]),
  ...(otlp === undefined ? [] : [createOtlpSink(otlp)]),
];

/** @returns Null where the operator wants no export. */
export const createSecurityEventExporter = (
  { securityEvents }: Pick<Config, 'securityEvents'>,
  hooks: Hooks,
): SecurityEventExporter | null => {
  const queues = sinksOf(securityEvents).map((sink) => createQueue(sink, hooks));
  if (queues.length === 0) return null;
  return {
    write: (record) => {
      const event = toSecurityEvent(record, hooks.version);
      if (event === null) return;
      for (const { push } of queues) push(event);
    },
    close: async () => {
      await Promise.all(queues.map(({ close }) => close()));
    },
  };
};
