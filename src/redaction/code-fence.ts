/** What a character does to the code fence of a text. */
export type FenceStep = 'opens' | 'closes' | null;

/** Follows a text of Markdown character by character and knows where code stands between fences. */
export type CodeFence = Readonly<{
  follow: (character: string) => FenceStep;
  /** Whether code stands here. */
  isOpen: () => boolean;
  /** Whether nothing in the rest of the line can open or close it. */
  isIdle: () => boolean;
}>;

const SHORTEST_FENCE = 3;
/** What may stand in front of a fence: it may be part of a list or of a quotation. */
const MARGIN = /[ \t\r>*+\-\d.)]/;
const SIGNS = '`~';

/**
 * A fence is three signs or more at the beginning of a line; behind those that open it stands what language it is, those
 * that close it are at least as many.
 */
export const createCodeFence = (): CodeFence => {
  let line: 'margin' | 'signs' | 'language' | 'rest' = 'margin';
  let sign = '';
  let count = 0;
  /** The signs that opened it; none where no code stands. */
  let opener: Readonly<{ sign: string; count: number }> | null = null;

  const endLine = (): FenceStep => {
    const opens = opener === null && (line === 'language' || (line === 'signs' && count >= SHORTEST_FENCE));
    line = 'margin';
    if (!opens) return null;
    opener = { sign, count };
    return 'opens';
  };

  const countSign = (): FenceStep => {
    count += 1;
    if (opener === null || sign !== opener.sign || count < opener.count) return null;
    opener = null;
    line = 'rest';
    return 'closes';
  };

  const inMargin = (character: string): FenceStep => {
    if (MARGIN.test(character)) return null;
    line = SIGNS.includes(character) ? 'signs' : 'rest';
    sign = character;
    count = 0;
    return line === 'signs' ? countSign() : null;
  };

  const onLine = (character: string): FenceStep => {
    if (line === 'signs' && character === sign) return countSign();
    if (line === 'signs') line = opener === null && count >= SHORTEST_FENCE ? 'language' : 'rest';
    // Code within a line.
    if (line === 'language' && sign === '`' && character === sign) line = 'rest';
    return null;
  };

  return {
    follow: (character) => {
      if (character === '\n') return endLine();
      return line === 'margin' ? inMargin(character) : onLine(character);
    },
    isOpen: () => opener !== null,
    isIdle: () => line === 'rest',
  };
};
