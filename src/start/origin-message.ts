import { z } from 'zod';
import type { ConfigOrigin } from '../config/reload.ts';

/** An origin as a message: the environment stays behind, for it holds secrets and is there already. */
export type OriginMessage = Omit<ConfigOrigin, 'sources'> &
  Readonly<{ file: string | null; overrides: object }>;

export const OriginMessageSchema = z.object({
  file: z.string().nullable(),
  overrides: z.record(z.string(), z.unknown()),
  started: z.record(z.string(), z.unknown()),
  layer: z.record(z.string(), z.unknown()),
});

export const toOrigin = ({ sources, started, layer }: ConfigOrigin): OriginMessage => ({
  file: sources.file ?? null,
  overrides: sources.overrides ?? {},
  started,
  layer,
});

export const fromOrigin = (
  { file, overrides, started, layer }: OriginMessage,
  env: NodeJS.ProcessEnv,
): ConfigOrigin => ({
  sources: { env, overrides, ...(file === null ? {} : { file }) },
  started,
  layer,
});
