import { z } from 'zod';
import { type Config, ConfigSchema } from '../config/schema.ts';
import { type OriginMessage, OriginMessageSchema } from './origin-message.ts';

/** What `start` tells its gateway process. */
export type ToGateway =
  | Readonly<{
      type: 'start';
      config: Config;
      version: string;
      /** Where the configuration came from; both processes have the same environment. */
      origin: OriginMessage | null;
    }>
  /** Envoy's process, to be ended where `start` itself is gone; null once that has ended, and its number may be another's. */
  | Readonly<{ type: 'envoy'; pid: number | null }>
  | Readonly<{ type: 'stop' }>;

/** What the gateway process answers. */
export type FromGateway =
  | Readonly<{ type: 'ready'; extProcAddress: string; metricsUrl: string }>
  | Readonly<{ type: 'failed'; message: string }>;

export const ToGatewaySchema: z.ZodType<ToGateway> = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('start'),
    config: ConfigSchema,
    version: z.string(),
    origin: OriginMessageSchema.nullable(),
  }),
  z.object({ type: z.literal('envoy'), pid: z.int().positive().nullable() }),
  z.object({ type: z.literal('stop') }),
]);

export const FromGatewaySchema: z.ZodType<FromGateway> = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready'), extProcAddress: z.string(), metricsUrl: z.string() }),
  z.object({ type: z.literal('failed'), message: z.string() }),
]);
