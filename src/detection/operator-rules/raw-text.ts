import type { DetectionContext, Detector, Pipeline } from '../detector.ts';
import type { Finding } from '../findings.ts';
import { normalize } from '../text/normalize.ts';

const WINDOW_CHARS = 8192;

const placeOf = ({ ruleId, span }: Pick<Finding, 'ruleId' | 'span'>): string =>
  `${ruleId} ${span.start} ${span.end}`;

/** At white space where some is near, so that no word is cut. */
const cutAt = (text: string, limit: number): number => {
  if (limit >= text.length) return text.length;
  for (let at = limit; at > limit - WINDOW_CHARS / 8; at -= 1) if (/\s/u.test(text.charAt(at))) return at;
  return limit;
};

function* findInRaw(
  text: string,
  context: DetectionContext,
  detector: Detector,
  overlapChars: number,
): Generator<readonly Finding[], void, void> {
  for (let from = 0; from < text.length; ) {
    const to = cutAt(text, from + WINDOW_CHARS);
    const window = text.slice(from, to);
    const isLast = to === text.length;
    const nextFrom = isLast ? to : cutAt(text, to - overlapChars);
    if (normalize(window).text === window) yield [];
    else {
      yield detector
        .detect(window, context)
        // What begins in the overlap is found again, with more text behind it.
        .filter(({ span }) => span.start + from < nextFrom)
        .map((finding) => ({
          ...finding,
          span: { start: finding.span.start + from, end: finding.span.end + from },
          view: 'raw',
        }));
    }
    from = nextFrom;
  }
}

/**
 * Has a detector look at texts as they were sent, too. Normalised text has lost what rules of our own never ask for,
 * but an operator's pattern may: letters with marks, runs of blanks, invisible characters.
 *
 * @param overlapChars The longest match that is surely found.
 */
export const withRawText = (pipeline: Pipeline, detector: Detector, overlapChars: number): Pipeline => ({
  revision: pipeline.revision,
  *scan(text, context) {
    const known = new Set<string>();
    for (const findings of pipeline.scan(text, context)) {
      for (const finding of findings) if (finding.category === 'policy') known.add(placeOf(finding));
      yield findings;
    }
    if (!detector.applies(context)) return;
    for (const findings of findInRaw(text, context, detector, overlapChars)) {
      yield findings.filter((finding) => !known.has(placeOf(finding)));
    }
  },
});
