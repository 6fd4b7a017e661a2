import { isUtf8 } from 'node:buffer';

/** A file that stands in a `data:` address or as base64 by itself, where it is text. */
export type TextUrl = Readonly<{
  /** What stands in front of its content. */
  head: string;
  isBase64: boolean;
  text: string;
  /** Whether every reader that reads it reads this text. */
  isExact: boolean;
}>;

const HEAD = /^data:([\w.+-]{1,64}\/[\w.+-]{1,64})?((?:;[\w-]{1,32}=[\w."+-]{0,64}){0,4})(;base64)?,/i;
const TEXT_TYPE =
  /^(?:text\/.*|application\/(?:[\w.-]{1,64}\+)?(?:json|xml|ya?ml|x-yaml|toml|csv|sql|javascript|x-javascript|x-ndjson|jsonl|x-sh))$/i;
const CHARSET = /;charset="?([\w.+-]{0,64})"?/gi;
const UTF8 = /^(?:utf-?8|us-ascii)$/i;

const BASE64 = /^[\w+/-]*={0,2}$/;
/** Lines of programs that wrap them. */
const BLANKS = /[ \t\r\n]+/g;
/** Shorter ones may be any word. */
const SHORTEST_BARE = 16;
/** Enough for any file but of text to show what it is, in characters of base64. */
const PROBED = 512;

const percentDecoded = (text: string): string | null => {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
};

/** In files but of text there are such bytes before long. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what they are
const NO_TEXT = /[\0-\x07\x0e-\x1a\x1c-\x1f\x7f]|^%PDF-/;

/** In texts nothing of the kind is; whoever takes such bytes for UTF-16, or for such a file, reads something else. */
const OTHER_FORMAT = /%PDF-\d|^\s*\{\\rtf/;
const isPlainText = (text: string): boolean => !NO_TEXT.test(text) && !OTHER_FORMAT.test(text);

const seemsText = (base64: string): boolean => {
  const probe = Buffer.from(base64.slice(0, PROBED), 'base64');
  return hasWideMark(probe) || !NO_TEXT.test(probe.toString('latin1'));
};

const hasWideMark = ([first, second]: Uint8Array): boolean =>
  (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);

const decodedAs = (charset: string, bytes: Uint8Array): string | null => {
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return null;
  }
};

/** What bytes that are no UTF-8 most likely say. */
const otherText = (bytes: Buffer, charset: string | null, isText: boolean): string | null => {
  if (hasWideMark(bytes)) return decodedAs(bytes[0] === 0xff ? 'utf-16le' : 'utf-16be', bytes);
  if (charset !== null && !UTF8.test(charset)) return decodedAs(charset, bytes);
  return isText ? decodedAs('windows-1252', bytes) : null;
};

/** Decoders differ in what they make of what is no base64 by the letter, and of what is no UTF-8. */
const base64Decoded = (
  content: string,
  charset: string | null,
  isText: boolean,
): Pick<TextUrl, 'text' | 'isExact'> | null => {
  if (!isText && !seemsText(content)) return null;
  const unescaped = content.includes('%') ? (percentDecoded(content) ?? content) : content;
  const plain = unescaped.replace(BLANKS, '');
  if (!BASE64.test(plain)) return null;
  const bytes = Buffer.from(plain, 'base64');
  if (!isUtf8(bytes)) {
    const text = otherText(bytes, charset, isText);
    return text === null ? null : { text, isExact: false };
  }
  const text = bytes.toString('utf8');
  return { text, isExact: bytes.toString('base64') === content && isPlainText(text) };
};

/** Null where it is no such address, or not of text. */
export const readTextUrl = (address: string): TextUrl | null => {
  const found = HEAD.exec(address);
  if (found === null) return null;
  const [all, type = 'text/plain', parameters = '', base64] = found;
  const charsets = [...parameters.matchAll(CHARSET)].map(([, name = '']) => name);
  const isUtf = charsets.every((name) => UTF8.test(name));
  const isText = TEXT_TYPE.test(type);
  const content = address.slice(all.length);
  // What is written in place of it is in UTF-8.
  const head = isUtf ? all : all.replace(CHARSET, '');
  if (base64 === undefined) {
    const text = isText || !NO_TEXT.test(content.slice(0, PROBED)) ? percentDecoded(content) : null;
    return text === null ? null : { head, isBase64: false, text, isExact: isUtf && isPlainText(text) };
  }
  const decoded = base64Decoded(content, charsets[0] ?? null, isText);
  return decoded === null
    ? null
    : { head, isBase64: true, text: decoded.text, isExact: isUtf && decoded.isExact };
};

/** The same of what is base64 without an address around it. */
export const readBareFile = (content: string): TextUrl | null => {
  if (content.length < SHORTEST_BARE) return null;
  const decoded = base64Decoded(content, null, false);
  return decoded === null ? null : { head: '', isBase64: true, ...decoded };
};

/** The same address with another text. */
export const writeTextUrl = ({ head, isBase64 }: Pick<TextUrl, 'head' | 'isBase64'>, text: string): string =>
  head + (isBase64 ? Buffer.from(text).toString('base64') : encodeURIComponent(text));
