import type { Span } from '../../../chat/segment.ts';
import type { MapBuilder } from '../../text/mapped-text.ts';
import { hasFunctionWord, isSentence, mayBeSentence } from './sentence-words.ts';

/** So many pieces are judged together, each among those before it and those behind it: a sentence stands out in a table. */
const JUDGED = 12;
const STEP = JUDGED / 2;
const WORDS = /\p{L}+/gu;

/** In a piece, on the average: where more stand together they are read as they stand. */
const MOST_WORDS = 2;

const areApart = (said: string, pieces: number): boolean => {
  const words = said.match(WORDS) ?? [];
  return words.length <= MOST_WORDS * pieces && hasFunctionWord(words);
};

/** Of pieces of a text that follow each other those that are part of a sentence, with `glue` between them. */
export const sentencePieces = (text: string, pieces: readonly Span[], glue: string): readonly Span[] => {
  const kept = new Set<Span>();
  for (let from = 0; from === 0 || from + STEP < pieces.length; from += STEP) {
    const judged = pieces.slice(from, from + JUDGED);
    const said = judged.map(({ start, end }) => text.slice(start, end)).join(glue);
    if (!(mayBeSentence(said) && areApart(said, judged.length) && isSentence(said))) continue;
    for (const piece of judged) kept.add(piece);
  }
  return [...kept];
};

/** Writes them as a line. @param glueOf What stands before a piece that is not the first. */
export const writePieces = <Piece extends Span>(
  builder: MapBuilder,
  pieces: readonly Piece[],
  glueOf: (next: Piece) => string,
): void => {
  let before: Piece | undefined;
  for (const piece of pieces) {
    if (before !== undefined) builder.put(glueOf(piece), before.end, piece.start);
    builder.copy(piece.start, piece.end);
    before = piece;
  }
  if (before !== undefined) builder.put('\n', before.end, before.end);
};
