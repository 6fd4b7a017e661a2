import { z } from 'zod';
import { type Config, ConfigSchema } from '../config/schema.ts';
import { type OriginMessage, OriginMessageSchema } from './origin-message.ts';

/** What `start` and `serve` tell the dashboard's process. */
export type ToDashboard =
  | Readonly<{
      type: 'start';
      config: Config;
      /** Where the configuration came from; both processes have the same environment. */
      origin: OriginMessage;
      version: string;
      makesSetupLink: boolean;
    }>
  | Readonly<{ type: 'stop' }>;

/** What it answers. */
export type FromDashboard =
  | Readonly<{ type: 'ready'; url: string; address: string; setupUrl: string | null }>
  | Readonly<{ type: 'failed'; message: string }>;

export const ToDashboardSchema: z.ZodType<ToDashboard> = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('start'),
    config: ConfigSchema,
    origin: OriginMessageSchema,
    version: z.string(),
    makesSetupLink: z.boolean(),
  }),
  z.object({ type: z.literal('stop') }),
]);

export const FromDashboardSchema: z.ZodType<FromDashboard> = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('ready'),
    url: z.string(),
    address: z.string(),
    setupUrl: z.string().nullable(),
  }),
  z.object({ type: z.literal('failed'), message: z.string() }),
]);
