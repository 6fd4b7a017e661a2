/** What a text looks like from afar; says which decoders are worth a try. */
export type Traits = Readonly<{
  /** Longest run of the base64 alphabet. */
  longestRun: number;
  /** Longest chains of words of one letter, and of two characters. */
  singles: number;
  pairs: number;
  /** Words with signs or digits among their letters. */
  mixedWords: number;
}>;

const LETTER = 1;
const DIGIT = 2;
const LOOKS_LIKE_LETTER = 4;
const JOINS_RUN = 8;
const KINDS = new Uint8Array(0x10000).fill(LETTER, 0xc0);
for (let code = 0; code < 128; code++) {
  const character = String.fromCharCode(code);
  if (/[a-z]/iu.test(character)) KINDS[code] = LETTER;
  if (/\d/u.test(character)) KINDS[code] = DIGIT;
  if (/[@$!|]/u.test(character)) KINDS[code] = LOOKS_LIKE_LETTER;
  if (/[+/_-]/u.test(character)) KINDS[code] = JOINS_RUN;
}
KINDS.fill(0, 0x2000, 0x2c00);
KINDS.fill(0, 0x3000, 0x3040);

const WORD = LETTER | DIGIT | LOOKS_LIKE_LETTER;
const SIGNS = DIGIT | LOOKS_LIKE_LETTER;

/** One pass; everything the decoders need to know before they look closer. */
export const traitsOf = (text: string): Traits => {
  let longestRun = 0;
  let mixedWords = 0;
  let runStart = 0;
  let wordStart = 0;
  let seen = 0;
  const chains = { single: 0, singles: 0, pair: 0, pairs: 0 };
  for (let i = 0; i <= text.length; i++) {
    const kind = i < text.length ? (KINDS[text.charCodeAt(i)] ?? 0) : 0;
    if ((kind & WORD) !== 0) {
      seen |= kind;
      continue;
    }
    if (i > wordStart) {
      countChains(chains, i - wordStart);
      if ((seen & LETTER) !== 0 && (seen & SIGNS) !== 0 && i - wordStart > 2) mixedWords++;
      seen = 0;
    }
    wordStart = i + 1;
    if (kind !== JOINS_RUN) {
      longestRun = Math.max(longestRun, i - runStart);
      runStart = i + 1;
    }
  }
  return { longestRun, singles: chains.singles, pairs: chains.pairs, mixedWords };
};

type Chains = { single: number; singles: number; pair: number; pairs: number };

const countChains = (chains: Chains, length: number): void => {
  chains.single = length === 1 ? chains.single + 1 : 0;
  chains.pair = length === 2 || length === 4 ? chains.pair + 1 : 0;
  if (chains.single > chains.singles) chains.singles = chains.single;
  if (chains.pair > chains.pairs) chains.pairs = chains.pair;
};
