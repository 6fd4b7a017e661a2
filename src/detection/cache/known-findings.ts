import type { Span } from '../../chat/segment.ts';
import type { Finding } from '../findings.ts';

/** Findings are looked up by the stretches of text, this long, that they touch. */
const CELL_CHARS = 256;

type Placed = Readonly<{ order: number; finding: Finding }>;

/** What was reported of one rule in one text. A look-up costs the same however much that is. */
export type KnownFindings = Readonly<{
  size: () => number;
  /** The first one reported of those that overlap `span`, and of which something else holds. */
  overlapping: (span: Span, holds?: (finding: Finding) => boolean) => Finding | undefined;
  /** @param before Takes its place in the order of reports; undefined adds one more. */
  put: (finding: Finding, before: Finding | undefined) => void;
  some: (holds: (finding: Finding) => boolean) => boolean;
}>;

const firstCell = ({ start }: Span): number => Math.floor(start / CELL_CHARS);
const lastCell = ({ start, end }: Span): number => Math.floor(Math.max(start, end - 1) / CELL_CHARS);

const overlap = (a: Span, b: Span): boolean => a.start < b.end && b.start < a.end;
const always = (): boolean => true;

export const createKnownFindings = (): KnownFindings => {
  const cells = new Map<number, Placed[]>();
  const all = new Map<Finding, Placed>();

  const take = (before: Finding): number => {
    const order = all.get(before)?.order ?? all.size;
    all.delete(before);
    for (let cell = firstCell(before.span); cell <= lastCell(before.span); cell++)
      cells.set(cell, cells.get(cell)?.filter(({ finding }) => finding !== before) ?? []);
    return order;
  };

  return {
    size: () => all.size,
    overlapping: (span, holds = always) => {
      let first: Placed | undefined;
      for (let cell = firstCell(span); cell <= lastCell(span); cell++) {
        for (const placed of cells.get(cell) ?? []) {
          const isFirst = first === undefined || placed.order < first.order;
          if (isFirst && overlap(placed.finding.span, span) && holds(placed.finding)) first = placed;
        }
      }
      return first?.finding;
    },
    put: (finding, before) => {
      const placed = { order: before === undefined ? all.size : take(before), finding };
      all.set(finding, placed);
      for (let cell = firstCell(finding.span); cell <= lastCell(finding.span); cell++) {
        const here = cells.get(cell);
        if (here === undefined) cells.set(cell, [placed]);
        else here.push(placed);
      }
    },
    some: (holds) => {
      for (const finding of all.keys()) if (holds(finding)) return true;
      return false;
    },
  };
};
