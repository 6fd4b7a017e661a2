import type { Role, Segment, Trust } from '../chat/segment.ts';
import type { ScanSegments } from '../detection/scan-segments.ts';
import type { Thresholds } from '../policy/settings.ts';
import type { LabelledText } from './labelled.ts';

/** What the gateway made of a labelled text. */
export type Judged = LabelledText &
  Readonly<{
    score: number;
    /** Thresholds of the text's trust class. */
    thresholds: Thresholds;
    /** CPU time of the scan in microseconds, with that of threads that helped. */
    cpuUs: number;
  }>;

const ROLES: Readonly<Record<LabelledText['direction'], Readonly<{ role: Role; trust: Trust }>>> = {
  user: { role: 'user', trust: 'user' },
  // Judged as a user's: trusted text is enforced only from `paranoid`, which would measure nothing.
  system: { role: 'user', trust: 'user' },
  assistant: { role: 'assistant', trust: 'model' },
  tool: { role: 'tool', trust: 'untrusted' },
  document: { role: 'tool', trust: 'untrusted' },
  tool_definition: { role: 'tool', trust: 'third-party' },
};

export type EvaluateDeps = Readonly<{
  scanSegments: ScanSegments;
  thresholdsOf: (trust: Trust) => Thresholds;
  cpuUs: () => number;
}>;

/** Scores each text alone, through the same path as a request. */
export const evaluate = async (
  texts: readonly LabelledText[],
  { scanSegments, thresholdsOf, cpuUs }: EvaluateDeps,
): Promise<readonly Judged[]> => {
  const judged: Judged[] = [];
  for (const labelled of texts) {
    const { role, trust } = ROLES[labelled.direction];
    const segment: Segment = {
      text: labelled.text.toWellFormed(),
      pointer: '/text',
      role,
      trust,
      direction: 'input',
      source: { start: 0, end: 0 },
    };
    const startUs = cpuUs();
    const { findings } = await scanSegments([segment], [], { aborted: false });
    const score = findings.reduce(
      (most, finding) => (finding.category === 'prompt_injection' ? Math.max(most, finding.score) : most),
      0,
    );
    judged.push({ ...labelled, score, thresholds: thresholdsOf(trust), cpuUs: cpuUs() - startUs });
  }
  return judged;
};
