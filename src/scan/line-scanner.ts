import type { Config } from '../config/schema.ts';
import { policyRevision } from '../envoy/report.ts';
import { createScanParts, NO_HOOKS, openSecondTier } from '../scan-parts.ts';
import { practise } from '../warm-up/practice.ts';
import { warmUp } from '../warm-up/warm-up.ts';
import { scanLine } from './line.ts';

export type LineScanner = Readonly<{
  /**
   * From lines of JSON to their answers, lines of JSON too, in the same order. Never rejects. Lines wait for those that were given before, so
   * that what one takes is not what others took of the network.
   *
   * @param first Number of the first line in its file; absent: errors tell no lines.
   */
  scan: (lines: readonly string[], first?: number) => Promise<readonly string[]>;
  close: () => Promise<void>;
}>;

/** Whoever has so many lines wants to know what texts cost in a gateway, and not what the first ones do; for few it would not be worth its time. */
const WARM_UP_LINES = 50;

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
  let isWarm = false;
  const scanNow = async (lines: readonly string[], first?: number): Promise<readonly string[]> => {
    if (!isWarm && lines.length >= WARM_UP_LINES) {
      await warmUp();
      if (config.scan.practicePasses > 0) await practise({ passes: config.scan.practicePasses });
      isWarm = true;
    }
    const answers: string[] = [];
    for (const [at, line] of lines.entries()) {
      const number = first === undefined ? undefined : first + at;
      answers.push(JSON.stringify(await scanLine(line, deps, number)));
    }
    return answers;
  };
  let last: Promise<unknown> = Promise.resolve();
  return {
    scan: (lines, first) => {
      const answers = last.then(() => scanNow(lines, first));
      last = answers;
      return answers;
    },
    close: async () => secondTier?.close(),
  };
};
