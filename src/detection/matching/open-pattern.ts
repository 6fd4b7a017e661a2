/** How often a quantifier without an upper bound may repeat, as far as anybody looks. */
const UNBOUNDED = 4096;

/**
 * A piece of a regular expression, once more for texts that end within it.
 * `open` matches what such a text has of it, up to the text's very end.
 */
type Piece = Readonly<{ whole: string; open: string; longest: number }>;

export const PIECE =
  /\((?:\?(?:<?[=!]|:))?|[)|]|\[(?:\\.|[^\]\\])*\]|\\(?:x[\da-f]{2}|u[\da-f]{4}|p\{\w+\}|.)|[^()|[\\]/giu;
const QUANTIFIER = /(?:[?*+]|\{(\d+)(,?)(\d*)\})\??/y;

/** Reads a regular expression of bounded quantifiers, without back references. */
export const createOpener = (source: string) => {
  let at = 0;

  const repeat = (piece: Piece): Piece => {
    QUANTIFIER.lastIndex = at;
    const match = QUANTIFIER.exec(source);
    if (match === null) return piece;
    at += match[0].length;
    const [quantifier, least, comma, most] = match;
    const times = quantifier.startsWith('?') ? 1 : Number(comma === '' ? least : most || UNBOUNDED);
    return {
      whole: `(?:${piece.whole})${quantifier}`,
      open: `(?:${piece.whole}){0,${times - 1}}${piece.open}`,
      longest: times * piece.longest,
    };
  };

  const group = (opening: string): Piece => {
    const inner = alternatives();
    at++;
    // A text that ends within what has to follow, or must not, does not tell yet.
    if (opening === '(?=') return { ...inner, whole: '' };
    if (opening === '(?!') return { ...inner, whole: `(?!${inner.whole})` };
    if (opening === '(?:' || opening === '(') return { ...inner, whole: `(?:${inner.whole})` };
    return { whole: `${opening}${inner.whole})`, open: '(?!)', longest: 0 };
  };

  const sequence = (): Piece => {
    const pieces: Piece[] = [];
    while (at < source.length && source[at] !== '|' && source[at] !== ')') {
      PIECE.lastIndex = at;
      const token = PIECE.exec(source)?.[0] ?? '';
      at += token.length;
      pieces.push(repeat(token.startsWith('(') ? group(token) : { whole: token, open: '$', longest: 1 }));
    }
    return {
      whole: pieces.map(({ whole }) => whole).join(''),
      open: pieces.reduceRight((rest, { whole, open }) => `(?:${open}|${whole}${rest})`, '$'),
      longest: pieces.reduce((sum, { longest }) => sum + longest, 0),
    };
  };

  const alternatives = (): Piece => {
    const pieces = [sequence()];
    while (source[at] === '|') {
      at++;
      pieces.push(sequence());
    }
    return {
      whole: pieces.map(({ whole }) => whole).join('|'),
      open: `(?:${pieces.map(({ open }) => open).join('|')})`,
      longest: Math.max(...pieces.map(({ longest }) => longest)),
    };
  };

  return alternatives();
};
