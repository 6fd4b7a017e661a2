/** Text to numbers of tokens, as BERT's uncased tokenizer does it. @see Devlin et al. 2019; huggingface/tokenizers */
export type WordPiece = Readonly<{
  /** @returns At most `maxTokens` numbers, those of `[CLS]` and `[SEP]` included. */
  encode: (text: string, maxTokens: number) => readonly number[];
}>;

/** Longer words are unknown, as in the original. */
const LONGEST_WORD = 100;
const MARKS = /\p{Mn}/gu;
/** Left out, other than the white space that parts words. */
const INVISIBLE = /(?![\t\n\r])[\p{Cc}\p{Cf}\p{Co}\ufffd]/gu;
/** Ideographs are words by themselves; so is each mark of punctuation. */
const PIECES =
  /[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u{20000}-\u{2a6df}\u{2a700}-\u{2b81f}\u{2b920}-\u{2ceaf}]|[!-/:-@[-`{-~\p{P}]|[^\s!-/:-@[-`{-~\p{P}\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u{20000}-\u{2a6df}\u{2a700}-\u{2b81f}\u{2b920}-\u{2ceaf}]+/gu;

/** Letter by letter: at the end of a word JavaScript would make another letter of a sigma. */
const toLowerCase = (text: string): string => text.replaceAll('Σ', 'σ').toLowerCase();

/**
 * @param vocabulary One token for each number, in order; `##` marks pieces that go on a word.
 * @throws Error Where a token is missing that every vocabulary has.
 */
export const createWordPiece = (vocabulary: readonly string[]): WordPiece => {
  const numbers = new Map(vocabulary.map((token, number) => [token, number]));
  const numberOf = (token: string): number => {
    const number = numbers.get(token);
    if (number === undefined) throw new Error(`the vocabulary has no ${token}`);
    return number;
  };
  const start = numberOf('[CLS]');
  const end = numberOf('[SEP]');
  const unknown = numberOf('[UNK]');

  const longestPiece = vocabulary.reduce((most, { length }) => Math.max(most, length), 0);
  /** The longest piece that begins at a place; null where none does. No piece is half a character. */
  const pieceAt = (word: string, from: number): readonly [number: number, to: number] | null => {
    const mark = from === 0 ? '' : '##';
    for (let to = Math.min(word.length, from + longestPiece); to > from; to--) {
      const number = numbers.get(mark + word.slice(from, to));
      if (number !== undefined) return [number, to];
    }
    return null;
  };
  const splitWord = (word: string): readonly number[] => {
    if (word.length > LONGEST_WORD && [...word].length > LONGEST_WORD) return [unknown];
    const found: number[] = [];
    for (let from = 0; from < word.length; ) {
      const piece = pieceAt(word, from);
      if (piece === null) return [unknown];
      found.push(piece[0]);
      from = piece[1];
    }
    return found;
  };

  return {
    encode: (text, maxTokens) => {
      // A token as such, such as the one that names the side, stands at the beginning only.
      const special = /^\[unused\d\]/u.exec(text)?.[0] ?? '';
      const found = special === '' ? [start] : [start, numberOf(special)];
      const visible = text.slice(special.length).replace(INVISIBLE, '');
      const plain = toLowerCase(visible.normalize('NFD').replace(MARKS, ''));
      for (const [word] of plain.matchAll(PIECES)) {
        found.push(...splitWord(word));
        if (found.length >= maxTokens) break;
      }
      return [...found.slice(0, maxTokens - 1), end];
    },
  };
};
