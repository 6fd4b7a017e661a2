import { AT_WORD, type Automaton, enterNext, isWordCode } from '../matching/automaton.ts';

/** Where literals end in a text: pairs of (number of the literal, end offset), in order of the end, longest first. */
export type LiteralHits = readonly number[];

/**
 * @param entered Pairs of (row, end offset) where literals end, as far as `length`.
 * @param hits What was found before, to which these are added.
 */
export const listHits = (
  { endsOf }: Automaton,
  entered: ArrayLike<number>,
  length = entered.length,
  hits: number[] = [],
): LiteralHits => {
  for (let i = 0; i < length; i += 2) {
    for (const literal of endsOf(entered[i] ?? 0)) hits.push(literal, entered[i + 1] ?? 0);
  }
  return hits;
};

/** Adds the literals that begin at `from` and nowhere else; they come last and have to be sorted in. */
export const walkEscaped = (automaton: Automaton, text: string, from: number, hits: number[]): void => {
  const { literals } = automaton;
  if (!isWordCode(text.charCodeAt(from))) return;
  let row = AT_WORD;
  for (let i = from; i < text.length; i++) {
    row = enterNext(automaton, row, text.charCodeAt(i));
    const depth = i + 1 - from;
    if (automaton.depthOf(row) !== depth) return;
    if (row >= AT_WORD) continue;
    for (const literal of automaton.endsOf(row)) {
      if (literals[literal]?.length === depth) hits.push(literal, i + 1);
    }
  }
};

export const sortHits = ({ literals }: Automaton, hits: readonly number[]): LiteralHits => {
  const pairs: { literal: number; end: number }[] = [];
  for (let i = 0; i < hits.length; i += 2) pairs.push({ literal: hits[i] ?? 0, end: hits[i + 1] ?? 0 });
  const length = (literal: number): number => literals[literal]?.length ?? 0;
  pairs.sort((a, b) => a.end - b.end || length(b.literal) - length(a.literal));
  return pairs.flatMap(({ literal, end }) => [literal, end]);
};
