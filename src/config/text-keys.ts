/** Which requests' texts are kept: none, of those with a finding that is a threat at some sensitivity, or all. */
export const FULL_TEXT = ['off', 'threats', 'all'] as const;
export type FullText = (typeof FULL_TEXT)[number];

const KEY_BYTES = 32;

export type TextKey = Readonly<{ id: string; bytes: Uint8Array<ArrayBuffer> }>;

/** Null where it is not `id:base64`, with an id of 1 to 32 letters, digits, `_`, `.` or `-`, and 32 bytes. */
export const parseTextKey = (text: string): TextKey | null => {
  const match = /^([\w.-]{1,32}):([A-Za-z\d+/_-]{43}=?)$/.exec(text);
  if (match?.[1] === undefined || match[2] === undefined) return null;
  const bytes = Uint8Array.from(Buffer.from(match[2], 'base64'));
  return bytes.length === KEY_BYTES ? { id: match[1], bytes } : null;
};
