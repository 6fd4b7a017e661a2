import { PASSWORD_SIGN, valueEnd } from './assignments.ts';
import { isPassword } from './values.ts';

/** Options of a command in front of the one that is looked for, each with its value, if it has one. */
export const OPTIONS = String.raw`(?:\s{1,4}-[\w-]{1,30}(?:(?:=|\s{1,4})[^\s|;&-][^\s|;&]{0,63})?){0,6}`;

/** What a command is about, in front of its options. */
export const OPERAND = String.raw`(?:\s{1,4}[^\s|;&-][^\s|;&]{0,99})?`;
/** From one quote to the next, which may stand in a string themselves: with blanks, and with what would end a password elsewhere. */
export const between = (quote: string, name = ''): string =>
  String.raw`(?<=${quote}${name})[^\s"'\x60\\<>,;:+(){}\[\]=&|][^${quote}\n\\<>{}]{4,126}[^\s${quote}\\<>{}](?=\\?${quote}(?!\w))`;

const valueBehind = (quotedBehind: string): string =>
  `(${between('"', quotedBehind)}|${between("'", quotedBehind)}|${PASSWORD_SIGN}{6,128}${valueEnd(PASSWORD_SIGN)})`;
const QUOTE = String.raw`(?:\\?["'])?`;

/** A password between or behind quotes, and nothing of it left. */
export const PASSWORD = `${QUOTE}${valueBehind('')}`;
/** Where something stands in front of it, within its quotes or before them. */
export const passwordBehind = (name: string): string =>
  `${QUOTE}${name}${QUOTE}${valueBehind(`(?:${name})?`)}`;
/** Behind the name of whose it is; what is longer is one, too. */
export const USER_AND_PASSWORD = passwordBehind(String.raw`[\w.@%+-]{1,64}:`).replace(
  valueEnd(PASSWORD_SIGN),
  '',
);

/** Between quotes only. */
export const QUOTED_PASSWORD = String.raw`\\?["'](${between('"')}|${between("'")}|[^"'\s]{6,128}?(?=\\?["']))`;
/** Longer ones, as tokens are. */
export const LONG_PASSWORD = PASSWORD.replace('{6,128}', '{6,200}');

/** Up to its first blank. */
export const beginningOf = (value: string): string => value.split(' ', 1)[0] ?? '';

/** What describes a password, and what a shell puts one in place of. */
const DESCRIBES =
  /pass|pwd|secret|token|key|enter|here|value|\$[\w({]|(?<!\p{L})(?:the|of|for|from|is|are|this|that|see|with|hello)(?!\p{L})/iu;

/** Where a command expects one: of words, too, unless they speak of it. */
export const isGivenPassword = (value: string): boolean => {
  if (!value.includes(' ')) return isPassword(value);
  return isPassword(beginningOf(value)) || (isPassword(value) && !DESCRIBES.test(value));
};
/** What begins the next line in a string of JSON or of a program. */
const NEXT_LINE = String.raw`\\{1,4}[rn]`;
/** Nothing else stands in its line, or the text that it is quoted in goes on. */
export const LINE_END = String.raw`(?:\\?["']?(?=\s{0,4}(?:$|[\n\x60|&;]|${NEXT_LINE}|</))|"(?=\s{0,4}[,}\]]))`;
/** The word has ended, and with it perhaps what it is quoted in. */
export const WORD_END = String.raw`\\?["']?(?=[\s\x60"'\\<),;]|$)`;
