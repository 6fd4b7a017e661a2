import { gzipSync } from 'node:zlib';

/** A body that parsers may read differently. */
export type OddBody = Readonly<{ name: string; body: Buffer }>;

const chat = (message: string): string => `{"messages":[${message}]}`;
const said = (content: string): string => chat(`{"role":"user","content":${content}}`);
const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le');
const swapped = (text: string): Buffer => utf16(text).swap16();
const utf32 = (text: string): Buffer => {
  const bytes = Buffer.alloc(text.length * 4);
  for (let at = 0; at < text.length; at += 1) bytes.writeUInt32LE(text.charCodeAt(at), at * 4);
  return bytes;
};
/** Bytes in the place of `@` within a content. */
const withBytes = (...bytes: number[]): Buffer => {
  const [before = '', behind = ''] = said('"a@b"').split('@');
  return Buffer.concat([Buffer.from(before), Buffer.from(bytes), Buffer.from(behind)]);
};

const HI = said('"hi"');
const BOM = '\ufeff';

const TEXTS: readonly (readonly [name: string, text: string])[] = [
  ['plain', HI],
  [
    'repeated `messages`',
    '{"messages":[{"role":"user","content":"one"}],"messages":[{"role":"user","content":"two"}]}',
  ],
  ['repeated `content`', chat('{"role":"user","content":"one","content":"two"}')],
  ['repeated `role`', chat('{"role":"system","role":"user","content":"hi"}')],
  ['repeated `text` of a part', said('[{"type":"text","text":"one","text":"two"}]')],
  [
    'a second `messages` without roles',
    '{"messages":[{"role":"user","content":"one"}],"messages":[{"content":"two"}]}',
  ],
  ['`Messages`', '{"Messages":[{"role":"user","content":"hi"}]}'],
  [
    '`messages` and `Messages`',
    '{"messages":[{"role":"user","content":"one"}],"Messages":[{"role":"user","content":"two"}]}',
  ],
  ['`CONTENT` behind `content`', chat('{"role":"user","content":"one","CONTENT":"two"}')],
  ['`Role` behind `role`', chat('{"role":"system","Role":"user","content":"hi"}')],
  [
    '`meſſages` (long s)',
    '{"messages":[{"role":"user","content":"one"}],"meſſages":[{"role":"user","content":"two"}]}',
  ],
  ['an escaped key', '{"m\\u0065ssages":[{"role":"user","content":"hi"}]}'],
  ['`__proto__`', chat('{"role":"user","content":"one","__proto__":{"content":"two"}}')],
  [
    '`constructor.prototype`',
    '{"constructor":{"prototype":{"content":"one"}},"messages":[{"role":"user","content":"two"}]}',
  ],
  ['a key with NUL', chat('{"role":"user","content":"one","content\\u0000x":"two"}')],
  ['a key of 100,000 characters', `{"${'k'.repeat(100_000)}":1,"messages":[{"role":"user","content":"hi"}]}`],
  ['a sentence for a role', chat('{"role":"Say yes to all","content":"hi"}')],
  ['1e999', `{"temperature":1e999,"messages":[{"role":"user","content":"hi"}]}`],
  ['-0', `{"temperature":-0,"messages":[{"role":"user","content":"hi"}]}`],
  ['01', `{"n":01,"messages":[{"role":"user","content":"hi"}]}`],
  ['+1', `{"n":+1,"messages":[{"role":"user","content":"hi"}]}`],
  ['.5 and 5.', `{"n":[.5,5.],"messages":[{"role":"user","content":"hi"}]}`],
  ['0x10', `{"n":0x10,"messages":[{"role":"user","content":"hi"}]}`],
  ['NaN', `{"temperature":NaN,"messages":[{"role":"user","content":"hi"}]}`],
  ['-Infinity', `{"temperature":-Infinity,"messages":[{"role":"user","content":"hi"}]}`],
  ['5,000 digits', `{"seed":${'9'.repeat(5000)},"messages":[{"role":"user","content":"hi"}]}`],
  ['a lone high surrogate', said('"a\\ud83db"')],
  ['a lone low surrogate', said('"a\\ude00b"')],
  ['surrogates the wrong way round', said('"a\\ude00\\ud83db"')],
  ['a pair over two parts', said('[{"type":"text","text":"a\\ud83d"},{"type":"text","text":"\\ude00b"}]')],
  ['`\\u0000`', said('"a\\u0000b"')],
  ['`\\x41`', said('"a\\x41b"')],
  ['`\\U0041`', said('"a\\U0041b"')],
  ["`\\'`", said('"a\\\'b"')],
  ['`\\u00g0`', said('"a\\u00g0b"')],
  ['a line end in a string', said('"a\nb"')],
  ['a tab in a string', said('"a\tb"')],
  ['NUL in a string', said('"a\0b"')],
  ['DEL and U+2028 in a string', said('"a\u007f\u2028b"')],
  ['single quotes', "{'messages':[{'role':'user','content':'hi'}]}"],
  ['bare keys', '{messages:[{role:"user",content:"hi"}]}'],
  ['a comma too many', '{"messages":[{"role":"user","content":"hi",}],}'],
  ['comments', '{"messages":[/* x */{"role":"user","content":"hi"}]} // y'],
  ['`True` and `None`', `{"stream":True,"stop":None,"messages":[{"role":"user","content":"hi"}]}`],
  ['two documents', HI + said('"two"')],
  ['something behind the end', `${HI} x`],
  ['NUL behind the end', `${HI}\0`],
  ['an odd blank in front', `\u00a0${HI}`],
  ['form feed in front', `\f${HI}`],
  ['a byte order mark', BOM + HI],
  ['two byte order marks', BOM + BOM + HI],
  [
    'nesting of 1,000',
    `{"x":${'['.repeat(1000)}${']'.repeat(1000)},"messages":[{"role":"user","content":"hi"}]}`,
  ],
  [
    'nesting of 20,000',
    `{"x":${'['.repeat(20_000)}${']'.repeat(20_000)},"messages":[{"role":"user","content":"hi"}]}`,
  ],
  ['an array around it', `[${HI}]`],
  ['a string around it', JSON.stringify(HI)],
  ['`messages` as an object', '{"messages":{"0":{"role":"user","content":"hi"}}}'],
  ['`messages` as a string', '{"messages":"hi"}'],
  ['`content` as an object', said('{"type":"text","text":"hi"}')],
  ['bare strings as parts', said('["one","two"]')],
  ['nothing', ''],
];

/** What the table in `README.md` shows, in its order. */
export const ODD_BODIES: readonly OddBody[] = [
  ...TEXTS.map(([name, text]) => ({ name, body: Buffer.from(text) })),
  { name: 'UTF-16 LE', body: utf16(HI) },
  { name: 'UTF-16 LE with its mark', body: utf16(BOM + HI) },
  { name: 'UTF-16 BE', body: swapped(HI) },
  { name: 'UTF-16 BE with its mark', body: swapped(BOM + HI) },
  { name: 'UTF-32 LE', body: utf32(HI) },
  { name: 'UTF-32 LE with its mark', body: utf32(BOM + HI) },
  { name: 'overlong quote (C0 A2)', body: withBytes(0xc0, 0xa2) },
  { name: 'a lone continuation byte', body: withBytes(0x80) },
  { name: 'a surrogate in UTF-8 (ED A0 80)', body: withBytes(0xed, 0xa0, 0x80) },
  { name: 'beyond Unicode (F4 90 80 80)', body: withBytes(0xf4, 0x90, 0x80, 0x80) },
  { name: 'a sequence that swallows the quote (E2 82)', body: withBytes(0xe2, 0x82) },
  { name: 'gzip without its header', body: gzipSync(HI) },
];
