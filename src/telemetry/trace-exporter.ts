import type { Config } from '../config/schema.ts';
import { createDeliveryQueue, type DropReason } from './delivery-queue.ts';
import { postOtlp } from './otlp.ts';
import { type Span, toOtlpTraces } from './span.ts';

export type TraceExporter = Readonly<{
  /** Never waits and never throws; what does not fit is dropped and counted. */
  write: (spans: readonly Span[]) => void;
  /** Hands over what is left, as far as that goes at once. */
  close: () => Promise<void>;
}>;

type Traces = Config['telemetry']['traces'];

type Hooks = Readonly<{
  version: string;
  /** Tells replicas apart. */
  instance: string;
  onExported: (count: number) => void;
  onDropped: (count: number, reason: DropReason) => void;
  onError: (error: unknown) => void;
}>;

/** Some 200 KB of JSON, made in a millisecond or two. */
const BATCH = 256;
const DELAY_MS = 1000;

/** How many spans a collector that took the rest did not take. */
const rejectedIn = (answer: string): number => {
  try {
    const { partialSuccess } = JSON.parse(answer);
    const rejected = Number(partialSuccess?.rejectedSpans ?? 0);
    return Number.isSafeInteger(rejected) && rejected > 0 ? rejected : 0;
  } catch {
    // Collectors may answer 200 with nothing, or with protobuf.
    return 0;
  }
};

/** Sends spans to a collector, by OTLP/HTTP in JSON. */
export const createTraceExporter = (
  { headers, timeoutMs, queueLength, serviceName }: Omit<Traces, 'endpoint'>,
  url: string,
  { version, instance, onExported, onDropped, onError }: Hooks,
): TraceExporter => {
  const resource = {
    'service.name': serviceName,
    'service.version': version,
    'service.instance.id': instance,
  };
  const queue = createDeliveryQueue<Span>({
    send: async (spans) => {
      const answer = await postOtlp({ url, headers, timeoutMs }, toOtlpTraces(spans, resource));
      const rejected = Math.min(rejectedIn(answer), spans.length);
      if (rejected > 0) onDropped(rejected, 'refused');
      onExported(spans.length - rejected);
    },
    maxWaiting: queueLength,
    batch: BATCH,
    delayMs: DELAY_MS,
    onDropped,
    onError,
  });
  return {
    write: (spans) => {
      for (const span of spans) queue.push(span);
    },
    close: queue.close,
  };
};
