import { isUtf8 } from 'node:buffer';

const MIN_TEXT = 8;

export const toText = (bytes: Buffer): string | undefined => {
  const wide = bytes.length >= 8 && bytes[1] === 0 && bytes[3] === 0 && bytes[5] === 0;
  if (wide) return bytes.toString('utf16le');
  return isUtf8(bytes) ? bytes.toString('utf8') : undefined;
};

/** Decoded bytes are only worth a scan when they read like something somebody wrote. */
export const readable = (text: string | undefined): text is string => {
  if (text === undefined || text.length < MIN_TEXT) return false;
  const odd = text.match(/[^\p{L}\p{N}\p{P}\p{M}\p{Sm}\p{Zs}\n\r\t$`^|]/gu)?.length ?? 0;
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  return odd <= text.length * 0.1 && letters >= text.length * 0.5;
};
