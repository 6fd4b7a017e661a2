import type { Span } from '../chat/segment.ts';
import { type Finding, namesValue } from '../detection/findings.ts';

/** What was found in a growing text, of which the same stretch is scanned again and again. */
export type KnownFindings = Readonly<{
  /** @returns Those that say something that no finding before them did. */
  add: (findings: readonly Finding[]) => readonly Finding[];
  /** Nothing before an offset will be found again. */
  forget: (until: number) => void;
}>;

/** Findings are looked up by the stretches of text, this long, that they touch. */
const CELL_CHARS = 256;

/** Whether one finding says nothing that another does not: text that grows on may make more of what was found. */
const isWithin = (a: Finding, b: Finding): boolean =>
  a.ruleId === b.ruleId &&
  a.score <= b.score &&
  a.span.end <= b.span.end &&
  (namesValue(a.category) ? b.span.start <= a.span.start : b.span.start < a.span.end) &&
  a.span.start < b.span.end;

const cellsOf = ({ start, end }: Span): readonly number[] => {
  const first = Math.floor(start / CELL_CHARS);
  const length = Math.floor(Math.max(start, end - 1) / CELL_CHARS) - first + 1;
  return Array.from({ length }, (_, i) => first + i);
};

export const createKnownFindings = (): KnownFindings => {
  const known = new Map<number, Finding[]>();
  return {
    add: (findings) => {
      const fresh: Finding[] = [];
      for (const finding of findings) {
        const cells = cellsOf(finding.span);
        if (cells.some((cell) => known.get(cell)?.some((each) => isWithin(finding, each)) === true)) continue;
        fresh.push(finding);
        for (const cell of cells) {
          const here = known.get(cell);
          if (here === undefined) known.set(cell, [finding]);
          else here.push(finding);
        }
      }
      return fresh;
    },
    forget: (until) => {
      for (const cell of known.keys()) if ((cell + 1) * CELL_CHARS <= until) known.delete(cell);
    },
  };
};
