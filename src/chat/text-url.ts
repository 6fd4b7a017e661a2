import { isUtf8 } from 'node:buffer';

/** A file that stands in a `data:` address, where it is text. */
export type TextUrl = Readonly<{ head: string; isBase64: boolean; text: string }>;

const HEAD =
  /^data:(?:text\/[\w.+-]{1,64}|application\/(?:[\w.-]{1,64}\+)?(?:json|xml|ya?ml|x-yaml|toml|csv|sql|javascript|x-javascript|x-ndjson|jsonl|x-sh))((?:;[\w-]{1,32}=[\w."+-]{0,64}){0,4})(;base64)?,/i;
const OTHER_CHARSET = /;charset=(?!"?(?:utf-?8|us-ascii)"?(?:;|$))/i;

const percentDecoded = (text: string): string | null => {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
};

/** Decoders differ in what they make of what is no base64 by the letter. */
const base64Decoded = (text: string): string | null => {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text && isUtf8(bytes) ? bytes.toString('utf8') : null;
};

/** Null where it is no such address, or not of text in UTF-8 that every reader reads alike. */
export const readTextUrl = (address: string): TextUrl | null => {
  const found = HEAD.exec(address);
  if (found === null || OTHER_CHARSET.test(found[1] ?? '')) return null;
  const [head] = found;
  const isBase64 = found[2] !== undefined;
  const rest = address.slice(head.length);
  const text = isBase64 ? base64Decoded(rest) : percentDecoded(rest);
  return text === null ? null : { head, isBase64, text };
};

/** The same address with another text. */
export const writeTextUrl = ({ head, isBase64 }: Omit<TextUrl, 'text'>, text: string): string =>
  head + (isBase64 ? Buffer.from(text).toString('base64') : encodeURIComponent(text));
