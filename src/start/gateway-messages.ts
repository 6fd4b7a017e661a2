import { z } from 'zod';
import type { ConfigOrigin } from '../config/reload.ts';
import { type Config, ConfigSchema } from '../config/schema.ts';

/** What `start` tells its gateway process. */
export type ToGateway =
  | Readonly<{
      type: 'start';
      config: Config;
      version: string;
      /** Where the configuration came from; both processes have the same environment. */
      origin: Origin | null;
    }>
  /** Envoy's process, to be ended where `start` itself is gone. */
  | Readonly<{ type: 'envoy'; pid: number }>
  | Readonly<{ type: 'stop' }>;

type Origin = Omit<ConfigOrigin, 'sources'> & Readonly<{ file: string | null; overrides: object }>;

/** What the gateway process answers. */
export type FromGateway =
  | Readonly<{ type: 'ready'; extProcAddress: string; metricsUrl: string }>
  | Readonly<{ type: 'failed'; message: string }>;

export const ToGatewaySchema: z.ZodType<ToGateway> = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('start'),
    config: ConfigSchema,
    version: z.string(),
    origin: z
      .object({
        file: z.string().nullable(),
        overrides: z.record(z.string(), z.unknown()),
        started: z.record(z.string(), z.unknown()),
        layer: z.record(z.string(), z.unknown()),
      })
      .nullable(),
  }),
  z.object({ type: z.literal('envoy'), pid: z.int().positive() }),
  z.object({ type: z.literal('stop') }),
]);

export const FromGatewaySchema: z.ZodType<FromGateway> = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready'), extProcAddress: z.string(), metricsUrl: z.string() }),
  z.object({ type: z.literal('failed'), message: z.string() }),
]);

/** An origin as a message: the environment stays behind, for it holds secrets and is there already. */
export const toOrigin = ({ sources, started, layer }: ConfigOrigin): Origin => ({
  file: sources.file ?? null,
  overrides: sources.overrides ?? {},
  started,
  layer,
});

export const fromOrigin = (
  { file, overrides, started, layer }: Origin,
  env: NodeJS.ProcessEnv,
): ConfigOrigin => ({
  sources: { env, overrides, ...(file === null ? {} : { file }) },
  started,
  layer,
});
