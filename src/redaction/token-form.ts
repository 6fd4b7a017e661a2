/**
 * How placeholders look that can be put back: `<EMAIL_ADDRESS_1>`. A model changes them on the way, so they are recognised in
 * other case, with blanks, hyphens, backticks or Markdown's backslashes inside, and with brackets escaped for HTML or JSON.
 * All spellings of one placeholder have the same folded form, `emailaddress1`; it ends in the number.
 */
export const tokenText = (name: string, number: number): string => `<${name}_${number}>`;

/** Letters and digits alone, in small letters. */
export const fold = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '');

/** What a placeholder is called; never a digit at the end, since there the number begins. */
export const tokenName = (subType: string): string => {
  const name = subType.toUpperCase();
  return /\d$/.test(name) ? `${name}_ID` : name;
};

const LESS = String.raw`(?:<|&lt;|&#60;|&#x3c;|\\u003c)`;
const GREATER = String.raw`(?:>|&gt;|&#62;|&#x3e;|\\u003e)`;
const INNER = String.raw`[a-z0-9 \t_*\x60\\-]`;
/** The longest name of an entity or rule, its number, and as many signs between them. */
const MAX_INNER_CHARS = 160;
const MAX_BACKSLASHES = 4;

const TOKEN = new RegExp(`${LESS}(${INNER}{2,${MAX_INNER_CHARS}})${GREATER}`, 'gi');
/** The number stands alone: nothing in it, no zero in front of it. */
const NUMBERED = /[a-z][^a-z0-9]*[1-9]\d{0,8}[^a-z0-9]*$/i;

/** How many UTF-16 code units a placeholder may take in any of its forms. */
export const longestForm = (tokenChars: number): number =>
  Math.min(2 * tokenChars + 24, MAX_INNER_CHARS + 16);

/** Something in the form of a placeholder, with its folded form. */
export type TokenForm = Readonly<{ start: number; end: number; folded: string }>;

/** Backslashes in front belong to it where it has some inside as well: then Markdown or JSON was escaped. */
const startOf = (text: string, at: number, inner: string): number => {
  if (!inner.includes('\\')) return at;
  let start = at;
  while (start > at - MAX_BACKSLASHES && text[start - 1] === '\\') start -= 1;
  return start;
};

/** All that has the form of a placeholder, in order, without overlap. Linear in the text. */
export const findTokenForms = (text: string): readonly TokenForm[] => {
  const forms: TokenForm[] = [];
  let from = 0;
  for (const match of text.matchAll(TOKEN)) {
    const inner = match[1] ?? '';
    if (!NUMBERED.test(inner)) continue;
    const start = Math.max(from, startOf(text, match.index, inner));
    from = match.index + match[0].length;
    forms.push({ start, end: from, folded: fold(inner) });
  }
  return forms;
};

const OPEN = new RegExp(
  String.raw`\\{0,4}(?:${LESS}(${INNER}{0,${MAX_INNER_CHARS}})(?:&(?:g(?:t)?|#(?:6(?:2)?|x(?:3(?:e)?)?)?)?)?` +
    String.raw`|&(?:l(?:t)?|#(?:6(?:0)?|x(?:3(?:c)?)?)?)?|\\(?:u(?:0(?:0(?:3)?)?)?)?)$`,
  'i',
);
const OPEN_END = /\\+(?:u0{0,2}3?e?)?$/i;

/**
 * Where at the end of a text a placeholder may begin that is not complete.
 *
 * @param mayBegin Whether a placeholder's folded form may begin so; '' always may.
 * @returns An index `0..text.length`; `text.length` where nothing is open.
 */
export const openTokenFrom = (
  text: string,
  longest: number,
  mayBegin: (folded: string) => boolean,
): number => {
  for (let from = Math.max(0, text.length - longest); from < text.length; ) {
    const match = OPEN.exec(text.slice(from));
    if (match === null) return text.length;
    const at = from + match.index;
    if (mayBegin(fold((match[1] ?? '').replace(OPEN_END, '')))) return at;
    from = at + 1;
  }
  return text.length;
};
