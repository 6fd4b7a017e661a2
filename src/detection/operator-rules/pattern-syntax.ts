/** What a pattern's own syntax says about its matches. */
export type PatternSyntax = Readonly<{
  /**
   * A pattern for what a text that ends within a match has of it, up to the text's very end and at least one character;
   * null where a match can never be cut in two.
   */
  open: string | null;
  /** Shortest and longest match in UTF-16 code units; `Infinity` where there is no longest. */
  shortest: number;
  longest: number;
}>;

/** A pattern that is valid RE2 but no rule: the message says what to write instead. */
export class UnsupportedSyntaxError extends Error {}

/** A part of a pattern in the forms that a pattern for its beginnings is made of; null matches nothing. */
type Piece = Readonly<{
  whole: string;
  /** At least one character of it. */
  some: string | null;
  /** What a text has of it that ends within it or right before it. */
  open: string | null;
  /** The same with at least one character. */
  begun: string | null;
  shortest: number;
  longest: number;
}>;

type Form = string | null;

const TOKEN =
  /\\(?:x\{[\da-f]+\}|x[\da-f]{2}|p(?:\{\^?\w+\}|\w)|[0-7]{1,3}|.)|\[\^?\]?(?:\[:\^?\w+:\]|\\.|[^\]\\])*\]|\((?:\?(?:P?<\w+>|[a-z]*(?:-[a-z]+)?[:)]))?|./isuy;
const QUANTIFIER = /(?:[?*+]|\{(\d+)(?:(,)(\d*))?\})\??/y;
const LEADING_FLAGS = /^\(\?([a-z]*(?:-[a-z]+)?)\)/i;
const QUOTED = /\\Q(.*?)(?:\\E|$)|\\./gs;
/** Nothing but characters of one code unit. */
const NARROW =
  /^(?:[\x20-\x2d\x2f-\x7e]|\\[dwsnrtfv]|\\[!-/:-@[-`{-~])$|^\[(?!\^)(?:[\x20-[\]-\x7e]|\\[dwsnrtfv]|\\[!-/:-@[-`{-~])*\]$/;
const EDGES: ReadonlySet<string> = new Set(['^', '$', '\\A', '\\z']);
const BORDERS: ReadonlySet<string> = new Set(['\\b', '\\B']);
const END = '\\z';

const quote = (text: string): string => text.replaceAll(/[!-/:-@[-`{-~]/g, (sign) => `\\${sign}`);

/** Without `\Q…\E`, whose inside is not syntax. */
const unquote = (pattern: string): string =>
  pattern.replaceAll(QUOTED, (token, quoted?: string) => (quoted === undefined ? token : quote(quoted)));

/**
 * A pattern in the form in which it can be put into another one: flags at its beginning and its case go with it.
 *
 * @param pattern Valid RE2.
 */
export const embed = (pattern: string, caseSensitive: boolean): string => {
  const source = unquote(pattern);
  const flags = LEADING_FLAGS.exec(source);
  const body = flags === null ? source : `(?${flags[1] ?? ''}:${source.slice(flags[0].length)})`;
  return caseSensitive ? `(?:${body})` : `(?i:${body})`;
};

/** One form behind another. */
const then = (first: Form, second: Form): Form => (first === null || second === null ? null : first + second);

/** Any of some forms. */
const any = (forms: readonly Form[]): Form => {
  const given = forms.filter((form) => form !== null);
  return given.length < 2 ? (given[0] ?? null) : `(?:${given.join('|')})`;
};

const NOTHING: Piece = { whole: '', some: null, open: null, begun: null, shortest: 0, longest: 0 };

const times = (most: number): string => (most === Infinity ? '*' : `{0,${most}}`);

const repeatPiece = (piece: Piece, quantifier: string, least: number, most: number): Piece => {
  const whole = `(?:${piece.whole})${quantifier}`;
  if (most === 0) return { ...NOTHING, whole };
  const shortest = least * piece.shortest;
  const again = then(piece.some, then(`(?:${piece.whole})${times(most - 2)}`, piece.open));
  return {
    whole,
    some: shortest > 0 ? whole : then(piece.some, `(?:${piece.whole})${times(most - 1)}`),
    open: then(`(?:${piece.whole})${times(most - 1)}`, piece.open),
    begun: any([piece.begun, most < 2 ? null : again]),
    shortest,
    longest: piece.longest === 0 ? 0 : most * piece.longest,
  };
};

const boundsOf = ([quantifier, least, comma, most]: RegExpExecArray): readonly [number, number] => {
  if (least !== undefined) {
    const low = Number(least);
    return [low, comma === undefined ? low : most === '' ? Infinity : Number(most)];
  }
  return [quantifier.startsWith('+') ? 1 : 0, quantifier.startsWith('?') ? 1 : Infinity];
};

/** One character, or a border between two. */
const single = (token: string): Piece => {
  if (EDGES.has(token)) {
    throw new UnsupportedSyntaxError(
      `${token} has no meaning here: a rule is looked for anywhere in a text; \\b is the border of a word`,
    );
  }
  if (BORDERS.has(token)) return { ...NOTHING, whole: token, open: END };
  return {
    whole: token,
    some: token,
    open: END,
    begun: null,
    shortest: 1,
    longest: NARROW.test(token) ? 1 : 2,
  };
};

/** A piece with all that follows it. */
const before = (rest: Piece, piece: Piece): Piece => {
  const whole = piece.whole + rest.whole;
  const shortest = piece.shortest + rest.shortest;
  const some = any([then(piece.some, rest.whole), then(piece.whole, rest.some)]);
  return {
    whole,
    some: shortest > 0 ? whole : some,
    open: any([piece.open, then(piece.whole, rest.open)]),
    begun: any([
      piece.begun,
      then(piece.some, rest.open),
      piece.shortest > 0 ? null : then(piece.whole, rest.begun),
    ]),
    shortest,
    longest: piece.longest + rest.longest,
  };
};

const either = (pieces: readonly Piece[]): Piece => ({
  whole: pieces.map(({ whole }) => whole).join('|'),
  some: any(pieces.map(({ some }) => some)),
  open: any(pieces.map(({ open }) => open)),
  begun: any(pieces.map(({ begun }) => begun)),
  shortest: Math.min(...pieces.map(({ shortest }) => shortest)),
  longest: Math.max(...pieces.map(({ longest }) => longest)),
});

const inGroup = (prefix: string, { whole, some, open, begun, ...lengths }: Piece): Piece => {
  const wrap = (form: Form): Form => (form === null ? null : `${prefix}${form})`);
  return { ...lengths, whole: `${prefix}${whole})`, some: wrap(some), open: wrap(open), begun: wrap(begun) };
};

/**
 * Reads a pattern that RE2 has accepted, as `embed` gives it. The open form is exact: it matches at a place if and only
 * if the text from there to its end can go on to a match.
 *
 * @throws UnsupportedSyntaxError For the edges of a text, which a rule does not see, and for flags in the middle.
 */
export const readPattern = (source: string): PatternSyntax => {
  let at = 0;

  const repeat = (piece: Piece): Piece => {
    QUANTIFIER.lastIndex = at;
    const match = QUANTIFIER.exec(source);
    if (match === null) return piece;
    at += match[0].length;
    return repeatPiece(piece, match[0], ...boundsOf(match));
  };

  const group = (opening: string): Piece => {
    if (opening.endsWith(')')) {
      throw new UnsupportedSyntaxError('flags in the middle need a group of their own, such as (?i:…)');
    }
    const inner = alternatives();
    at += 1;
    return inGroup(opening.endsWith(':') ? opening : '(?:', inner);
  };

  const sequence = (): Piece => {
    const pieces: Piece[] = [];
    while (at < source.length && source[at] !== '|' && source[at] !== ')') {
      TOKEN.lastIndex = at;
      const token = TOKEN.exec(source)?.[0] ?? '';
      at += token.length;
      pieces.push(repeat(token.startsWith('(') ? group(token) : single(token)));
    }
    return pieces.reduceRight(before, NOTHING);
  };

  const alternatives = (): Piece => {
    const pieces = [sequence()];
    while (source[at] === '|') {
      at += 1;
      pieces.push(sequence());
    }
    return either(pieces);
  };

  const { begun, shortest, longest } = alternatives();
  return { open: begun, shortest, longest };
};
