import type { Span } from '../../chat/segment.ts';
import { likelyIn } from './beside.ts';
import type { Candidate } from './entity.ts';

/** Longer cells hold a sentence. */
const LONGEST_CELL = 48;
const LEAST_DIGITS = 6;

/** A fraction, an amount. */
const IS_AMOUNT = /^-?\d+[.,]\d+$/u;
/** Names that are of much else, too: only what nobody counts is a number of theirs. */
const COUNTED = /(?:^|[_ -])(?:mobile?|portable|handy|movil|mobiel|routing|whatsapp)$/u;
const IS_COUNT = /^(?:[1-9]\d{0,8}|[1-9]\d{0,2}(?:[ .,'\u2019]\d{3}){1,3})$/u;
/** Between two numbers of one cell. */
const BETWEEN = /\s{0,3}[;,|]\s{0,3}|\s{1,3}(?:\/|or|and|oder|und|y|o|ou|et|e|и|или)\s{1,3}|\n/gu;

const filling = (
  head: string,
  text: string,
  { start, end }: Span,
  isCounted: boolean,
): Candidate | undefined => {
  const cell = text.slice(start, end);
  if (cell.replaceAll(/\D/gu, '').length < LEAST_DIGITS) return undefined;
  if (IS_AMOUNT.test(cell) || ((isCounted || COUNTED.test(head)) && IS_COUNT.test(cell))) return undefined;
  const lead = `${head.replaceAll('_', ' ')}: `;
  const piece = lead + cell;
  const whole = likelyIn(piece, { start: 0, end: piece.length }).find(
    ({ span }) => span.start === lead.length && span.end === piece.length,
  );
  return whole === undefined ? undefined : { ...whole, span: { start, end } };
};

/** The parts of a cell in which several numbers stand. */
const partsOf = (text: string, { start, end }: Span): readonly Span[] => {
  const parts: Span[] = [];
  let from = start;
  for (const { index, 0: sign } of text.slice(start, end).matchAll(BETWEEN)) {
    parts.push({ start: from, end: start + index });
    from = start + index + sign.length;
  }
  return from === start ? [] : [...parts, { start: from, end }];
};

/**
 * @param head The name of its column.
 * @param isCounted Whether the table counts, as others of its columns tell.
 * @returns What fills a cell of such a column: one value, or several with signs between them.
 */
export const valuesInCell = (
  head: string,
  text: string,
  span: Span,
  isCounted: boolean,
): readonly Candidate[] => {
  if (span.end - span.start > LONGEST_CELL) return [];
  const whole = filling(head, text, span, isCounted);
  if (whole !== undefined) return [whole];
  return partsOf(text, span).flatMap((part) => filling(head, text, part, isCounted) ?? []);
};
