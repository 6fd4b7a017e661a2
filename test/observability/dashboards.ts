import { readdirSync, readFileSync } from 'node:fs';
import { z } from 'zod';

const FOLDER = new URL('../../helm/portcullis/dashboards/', import.meta.url).pathname;

const Target = z.object({
  expr: z.string(),
  legendFormat: z.string().optional(),
  instant: z.boolean().optional(),
  datasource: z.unknown(),
});

const Panel = z.object({
  id: z.number(),
  type: z.string(),
  title: z.string().min(1),
  description: z.string().optional(),
  datasource: z.unknown().optional(),
  gridPos: z.object({ x: z.number(), y: z.number(), w: z.number(), h: z.number() }),
  fieldConfig: z.object({ defaults: z.object({ unit: z.string().optional() }) }).optional(),
  targets: z.array(Target).optional(),
});
export type Panel = z.output<typeof Panel>;

const Dashboard = z.object({
  uid: z.string(),
  title: z.string(),
  templating: z.object({
    list: z.array(z.object({ name: z.string(), type: z.string(), query: z.unknown() })),
  }),
  panels: z.array(Panel),
});

/** The dashboards as they are committed, all their members kept. */
export const dashboards = () =>
  readdirSync(FOLDER).map((name) => Dashboard.parse(JSON.parse(readFileSync(FOLDER + name, 'utf8'))));
