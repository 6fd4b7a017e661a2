import { PASSWORD_SIGN, valueEnd } from './assignments.ts';

/** Options of a command in front of the one that is looked for, each with its value, if it has one. */
export const OPTIONS = String.raw`(?:\s{1,4}-[\w-]{1,30}(?:(?:=|\s{1,4})[^\s|;&-][^\s|;&]{0,63})?){0,6}`;

/** What a command is about, in front of its options. */
export const OPERAND = String.raw`(?:\s{1,4}[^\s|;&-][^\s|;&]{0,99})?`;
/** A password between or behind quotes, and nothing of it left. */
export const PASSWORD = String.raw`["']?(${PASSWORD_SIGN}{6,128})${valueEnd(PASSWORD_SIGN)}`;
/** Nothing else stands in its line, or the text that it is quoted in goes on. */
export const LINE_END = String.raw`["']?(?=\s{0,4}(?:$|[\n\x60|&;]))`;
