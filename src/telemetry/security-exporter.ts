import type { Config } from '../config/schema.ts';
import type { ScanRecord } from '../records/store.ts';
import { createDeliveryQueue } from './delivery-queue.ts';
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

/** One sink with its own queue: a receiver that is down holds up no other. */
const createQueue = (sink: SecuritySink, { onDropped, onError }: Hooks) =>
  createDeliveryQueue<SecurityEvent>({
    send: sink.send,
    maxWaiting: MAX_WAITING,
    batch: BATCH,
    // With the next turn, so that what comes at once goes at once.
    delayMs: 0,
    onDropped: (count) => onDropped(sink.name, count),
    onError,
  });

const sinksOf = ({
  file,
  syslog,
  syslogFormat,
  otlp,
  otlpHeaders,
}: Config['securityEvents']): readonly SecuritySink[] => [
  ...(file === undefined ? [] : [createFileSink(file)]),
  ...(syslog === undefined ? [] : [createSyslogSink(syslog, syslogFormat)]),
  ...(otlp === undefined ? [] : [createOtlpSink(otlp, otlpHeaders)]),
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
