import type { Config } from '../config/schema.ts';
import { policyRevision } from '../envoy/report.ts';
import { createScanParts, NO_HOOKS, openSecondTier } from '../scan-parts.ts';
import { scanLine } from './line.ts';

export type LineScanner = Readonly<{
  /** From a line of JSON to its answer, a line of JSON too. Never rejects. */
  scan: (line: string) => Promise<string>;
  close: () => Promise<void>;
}>;

export const createLineScanner = async (config: Config): Promise<LineScanner> => {
  const secondTier = await openSecondTier(config, (error) => {
    throw error;
  });
  const { inspector, pipeline, injectionThresholds } = createScanParts(config, secondTier, NO_HOOKS, true);
  const deps = {
    scanSegments: inspector.segments,
    limits: config.scan,
    settings: {
      ...config.policy,
      injectionThresholds,
      revision: policyRevision(pipeline.revision, config.policy),
    },
    clock: (): number => performance.now(),
  };
  return {
    scan: async (line) => JSON.stringify(await scanLine(line, deps)),
    close: async () => secondTier?.close(),
  };
};
