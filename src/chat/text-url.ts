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
/** What readers that only look for the comma take for one: `;utf8`, a file's name with blanks, blanks around the signs. */
const LOOSE_HEAD =
  /^\s{0,16}data:[ \t]{0,4}([\w.+-]{1,64}\/[\w.+-]{1,64})?[ \t]{0,4}((?:;[^,;]{0,256}){0,16}),/i;
const IN_BASE64 = /;[ \t]{0,4}base64[ \t]{0,4}(?:;|$)/i;
const TEXT_TYPE =
  /^(?:text\/.*|application\/(?:[\w.-]{1,64}\+)?(?:json|xml|ya?ml|x-yaml|toml|csv|sql|javascript|x-javascript|x-ndjson|jsonl|x-sh))$/i;
const CHARSET = /;charset="?([\w.+-]{0,64})"?/gi;
const UTF8 = /^(?:utf-?8|us-ascii)$/i;

const BASE64 = /^[\w+/-]*={0,2}$/;
/** Lines of programs that wrap them, and whatever else decoders pass over. */
const OTHER_SIGNS = /[^\w+/-]+/g;
/** What is to be base64 by itself has nothing else, but for the ends of its lines. */
const BARE = /^[\w+/\s%-]*(?:=\s*){0,2}$/;
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

const PERCENT = 0x25;
const isHex = (byte: number | undefined): boolean => byte !== undefined && IN_HEX[byte] === 1;
const IN_HEX = Uint8Array.from({ length: 256 }, (_, code) =>
  /[\da-f]/i.test(String.fromCharCode(code)) ? 1 : 0,
);

/** As whoever does not mind a wrong octet or a bare sign reads it. */
const looselyDecoded = (text: string): string => {
  const bytes = Buffer.from(text);
  let to = 0;
  for (let at = 0; at < bytes.length; at += 1, to += 1) {
    if (bytes[at] === PERCENT && isHex(bytes[at + 1]) && isHex(bytes[at + 2])) {
      bytes[to] = Number.parseInt(bytes.toString('latin1', at + 1, at + 3), 16);
      at += 2;
    } else bytes[to] = bytes[at] ?? 0;
  }
  return bytes.toString('utf8', 0, to);
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
  const plain = BASE64.test(unescaped) ? unescaped : unescaped.replace(OTHER_SIGNS, '');
  const bytes = Buffer.from(plain, 'base64');
  if (!isUtf8(bytes)) {
    const text = otherText(bytes, charset, isText);
    return text === null ? null : { text, isExact: false };
  }
  const text = bytes.toString('utf8');
  return { text, isExact: bytes.toString('base64') === content && isPlainText(text) };
};

/** What stands behind the comma of an address that has no base64. */
const octetsDecoded = (content: string, isText: boolean): Pick<TextUrl, 'text' | 'isExact'> | null => {
  if (!isText && NO_TEXT.test(content.slice(0, PROBED))) return null;
  const exact = percentDecoded(content);
  if (exact !== null) return { text: exact, isExact: isPlainText(exact) };
  const text = looselyDecoded(content);
  return isText || !NO_TEXT.test(text.slice(0, PROBED)) ? { text, isExact: false } : null;
};

/** Null where it is no such address, or not of text. */
export const readTextUrl = (address: string): TextUrl | null => {
  const exactHead = HEAD.exec(address);
  const found = exactHead ?? LOOSE_HEAD.exec(address);
  if (found === null) return null;
  const [all, type = 'text/plain', parameters = ''] = found;
  const isBase64 = exactHead === null ? IN_BASE64.test(parameters) : exactHead[3] !== undefined;
  const charsets = [...parameters.matchAll(CHARSET)].map(([, name = '']) => name);
  const isUtf = charsets.every((name) => UTF8.test(name));
  const isText = TEXT_TYPE.test(type);
  const content = address.slice(all.length);
  // What is written in place of it is in UTF-8.
  const head = isUtf ? all : all.replace(CHARSET, '');
  const decoded = isBase64
    ? base64Decoded(content, charsets[0] ?? null, isText)
    : octetsDecoded(content, isText);
  if (decoded === null) return null;
  return { head, isBase64, text: decoded.text, isExact: exactHead !== null && isUtf && decoded.isExact };
};

/** The same of what is base64 without an address around it. */
export const readBareFile = (content: string): TextUrl | null => {
  if (content.length < SHORTEST_BARE || !BARE.test(content)) return null;
  const decoded = base64Decoded(content, null, false);
  return decoded === null ? null : { head: '', isBase64: true, ...decoded };
};

/** The same address with another text. */
export const writeTextUrl = ({ head, isBase64 }: Pick<TextUrl, 'head' | 'isBase64'>, text: string): string =>
  head + (isBase64 ? Buffer.from(text).toString('base64') : encodeURIComponent(text));
