import { z } from 'zod';
import { ALL_PARTS, type Part } from '../config/listeners.ts';
import type { ConfigOrigin } from '../config/reload.ts';

/** An origin as a message: the environment stays behind, for it holds secrets and is there already. */
export type OriginMessage = Omit<ConfigOrigin, 'sources'> &
  Readonly<{ file: string | null; overrides: object; together: readonly Part[] | null }>;

export const OriginMessageSchema = z.object({
  file: z.string().nullable(),
  overrides: z.record(z.string(), z.unknown()),
  together: z.array(z.enum(ALL_PARTS)).nullable(),
  started: z.record(z.string(), z.unknown()),
  layer: z.record(z.string(), z.unknown()),
});

export const toOrigin = ({ sources, started, layer }: ConfigOrigin): OriginMessage => ({
  file: sources.file ?? null,
  overrides: sources.overrides ?? {},
  together: sources.together ?? null,
  started,
  layer,
});

export const fromOrigin = (
  { file, overrides, together, started, layer }: OriginMessage,
  env: NodeJS.ProcessEnv,
): ConfigOrigin => ({
  sources: {
    env,
    overrides,
    ...(file === null ? {} : { file }),
    ...(together === null ? {} : { together }),
  },
  started,
  layer,
});
