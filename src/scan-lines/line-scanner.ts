import type { Config } from '../config/schema.ts';
import { policyRevision } from '../envoy/report/report.ts';
import { createScanParts, NO_HOOKS, openSecondTier } from '../scanner/scan-parts.ts';
import { practise } from '../warm-up/practice.ts';
import { warmUp } from '../warm-up/warm-up.ts';
import { scanLine } from './line.ts';

export type ScannedLines = Readonly<{
  /** Lines of JSON, in the order of what was asked; blank lines have none. */
  answers: readonly string[];
  /** How many of the answers are errors. */
  failed: number;
}>;

export type LineScanner = Readonly<{
  /**
   * From lines of JSON to their answers. Never rejects. Lines wait for those that were given before, so
   * that what one takes is not what others took of the network.
   *
   * @param first Number of the first line in its file; absent: errors tell no lines.
   */
  scan: (lines: readonly string[], first?: number) => Promise<ScannedLines>;
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
  const warmUpFor = async (lines: readonly string[]): Promise<void> => {
    if (isWarm || lines.length < WARM_UP_LINES) return;
    await warmUp();
    if (config.scan.practicePasses > 0) await practise({ passes: config.scan.practicePasses });
    isWarm = true;
  };
  const scanNow = async (lines: readonly string[], first?: number): Promise<ScannedLines> => {
    await warmUpFor(lines);
    const answers: string[] = [];
    let failed = 0;
    for (const [at, line] of lines.entries()) {
      if (line.trim() === '') continue;
      const answer = await scanLine(line, deps, first === undefined ? undefined : first + at);
      if ('error' in answer) failed += 1;
      answers.push(JSON.stringify(answer));
    }
    return { answers, failed };
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
