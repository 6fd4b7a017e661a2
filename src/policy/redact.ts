import { type Finding, namesValue } from '../detection/detector.ts';
import type { SegmentFinding } from '../detection/scan-segments.ts';

/** What a finding's placeholder is called: `EMAIL_ADDRESS`, or an operator's rule in capitals, `NO-CODENAMES`. */
export const nameOf = ({ category, subType }: Pick<Finding, 'category' | 'subType'>): string =>
  category === 'policy' ? subType.toUpperCase() : subType;

const maskSpans = (text: string, findings: readonly SegmentFinding[]): string => {
  const sorted = [...findings].sort((a, b) => a.span.start - b.span.start || b.span.end - a.span.end);
  let masked = '';
  let from = 0;
  for (const finding of sorted) {
    const { span } = finding;
    // Overlapping spans melt into one placeholder, named after the one that begins first.
    if (span.start >= from) masked += `${text.slice(from, span.start)}<${nameOf(finding)}>`;
    from = Math.max(from, span.end);
  }
  return masked + text.slice(from);
};

/**
 * A short piece of text around a finding for the record, with every value in it masked that a finding names.
 *
 * @param others All findings of the same segment.
 * @param chars Most characters to keep, placeholders not counted; 0 gives null.
 */
export const excerptAround = (
  finding: SegmentFinding,
  others: readonly SegmentFinding[],
  chars: number,
): string | null => {
  if (chars === 0) return null;
  const { text } = finding.segment;
  const middle = Math.floor(
    (finding.span.start + Math.min(finding.span.end, finding.span.start + chars)) / 2,
  );
  const start = Math.max(0, Math.min(middle - Math.floor(chars / 2), text.length - chars));
  const end = Math.min(text.length, start + chars);
  const masked = others
    .filter(({ category, span }) => namesValue(category) && span.start < end && span.end > start)
    .map((entity) => ({
      ...entity,
      span: {
        start: Math.max(entity.span.start, start) - start,
        end: Math.min(entity.span.end, end) - start,
      },
    }));
  return maskSpans(text.slice(start, end), masked).toWellFormed();
};
