import type { DetectionContext } from '../../../src/detection/detector.ts';
import { builtInDetectors } from '../../../src/detection/detectors/all.ts';
import type { Finding } from '../../../src/detection/findings.ts';
import { createPipeline } from '../../../src/detection/pipeline.ts';

export const pipeline = createPipeline(builtInDetectors);

export const USER: DetectionContext = { role: 'user', trust: 'user', direction: 'input', protectedTexts: [] };
export const TOOL: DetectionContext = { ...USER, role: 'tool', trust: 'untrusted' };
export const DEFINITION: DetectionContext = { ...USER, role: 'definition', trust: 'third-party' };
export const OUTPUT: DetectionContext = { ...USER, role: 'output', trust: 'output', direction: 'output' };

export const scan = (text: string, context: DetectionContext = USER): Finding[] =>
  [...pipeline.scan(text, context)].flat();

export const worst = (text: string, context: DetectionContext = USER): Finding | undefined =>
  scan(text, context).reduce<Finding | undefined>(
    (top, finding) => (top === undefined || finding.score > top.score ? finding : top),
    undefined,
  );

/** In so many codes, one within the other. */
export const codedDeep = (text: string, times: number): string =>
  times === 0 ? text : codedDeep(Buffer.from(text).toString('base64'), times - 1);
