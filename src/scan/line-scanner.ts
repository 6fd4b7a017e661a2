import type { Config } from '../config/schema.ts';
import { policyRevision } from '../envoy/report.ts';
import { createScanParts } from '../main.ts';
import { scanLine } from './line.ts';

/** @returns A function from a line of JSON to its answer, a line of JSON too. It never rejects. */
export const createLineScanner = (config: Config): ((line: string) => Promise<string>) => {
  const { inspector, pipeline } = createScanParts(config, () => undefined);
  const deps = {
    scanSegments: inspector.segments,
    limits: config.scan,
    settings: { ...config.policy, revision: policyRevision(pipeline.revision, config.policy) },
    clock: (): number => performance.now(),
  };
  return async (line) => JSON.stringify(await scanLine(line, deps));
};
