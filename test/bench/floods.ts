/** Pieces of hostile texts: each makes some decoder or detector look at all of the text, and hardly any say something. */

type Random = () => number;
type Piece = (random: Random) => string;

export const pick = <T>(random: Random, items: readonly [T, ...T[]]): T =>
  items[Math.floor(random() * items.length)] ?? items[0];

const below = (random: Random, most: number): number => Math.floor(random() * most);

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const HEX = '0123456789abcdef';
/** None that attacks are made of, so that what is found stands behind a flood, not in it. */
const WORDS = [
  ...(['harbour', 'letter', 'office', 'quiet', 'boats', 'roof', 'apples', 'system'] as const),
  ...(['bridge', 'notices', 'timetables', 'the', 'was', 'garden', 'money', 'his'] as const),
] as const;

const word = (random: Random): string => WORDS[below(random, WORDS.length)] ?? WORDS[0];
const drawn = (random: Random, signs: string, count: number): string =>
  Array.from({ length: count }, () => signs.charAt(below(random, signs.length))).join('');
const inBase64 = (text: string): string => Buffer.from(text).toString('base64');
const codesOf = (text: string, form: (code: number) => string, between = ''): string =>
  Array.from(text, (letter) => form(letter.charCodeAt(0))).join(between);
const byteInHex = (random: Random): string => (0x20 + below(random, 220)).toString(16).padStart(2, '0');

/** Base64 of base64, but for a sign somewhere in it, so that each run is read in every way. */
const nearlyNested: Piece = (random) => {
  const coded = inBase64(inBase64(`${word(random)} ${word(random)} ${word(random)}`));
  const at = below(random, coded.length);
  return `${coded.slice(0, at)}*${coded.slice(at + 1)} `;
};

/** Another code in each word. */
const manyCodes: Piece = (random) => {
  const said = word(random);
  const form = pick<(text: string) => string>(random, [
    inBase64,
    (text) => Buffer.from(text).toString('hex'),
    (text) => [...text].join('.'),
    (text) => encodeURIComponent(`<${text}>`),
    (text) => codesOf(text, String, ','),
    (text) => [...text].reverse().join(''),
    (text) => codesOf(text, (code) => `\\u00${code.toString(16)}`),
    (text) => text.replaceAll('e', '3').replaceAll('o', '0'),
    (text) => codesOf(text, (code) => code.toString(2).padStart(8, '0'), ' '),
  ]);
  return `${form(said)} `;
};

const UUID = [8, 4, 4, 4, 12] as const;

/** Those that cost more than ten times what prose does, of some sixty that were tried on 28 November 2026. */
export const FLOODS: readonly Readonly<{ name: string; piece: Piece }>[] = [
  { name: 'base64 of base64 with a sign in it', piece: nearlyNested },
  { name: 'another code in each word', piece: manyCodes },
  {
    name: 'names of secrets',
    piece: (random) =>
      `${pick(random, ['api_key', 'password', 'token', 'secret', 'AWS_KEY'])}=${drawn(random, BASE64, 24)} `,
  },
  { name: 'words with stars', piece: (random) => `${[...word(random)].join('*')} ` },
  { name: 'words with stars and no blanks', piece: (random) => [...word(random)].join('*') },
  { name: 'signs of base32', piece: (random) => `${drawn(random, BASE32, 24)} ` },
  {
    name: 'quoted-printable',
    piece: (random) => `=${byteInHex(random).toUpperCase()}${random() < 0.1 ? ' ' : ''}`,
  },
  { name: 'bytes in hex', piece: (random) => `0x${byteInHex(random)} ` },
  { name: 'bytes in numbers', piece: (random) => `${32 + below(random, 90)}, ` },
  {
    name: 'UUIDs',
    piece: (random) => `${UUID.map((length) => drawn(random, HEX, length)).join('-')} `,
  },
  {
    name: 'addresses',
    piece: (random) =>
      `https://${word(random)}.example/${word(random)}?q=${drawn(random, BASE64, 12)}&x=%${10 + below(random, 90)} `,
  },
  {
    name: 'letters apart by what nobody sees',
    piece: (random) =>
      [...word(random)].join(pick(random, ['\u200b', '\u200c', '\u2060'])) +
      pick(random, [' ', '\u200b', '']),
  },
  {
    name: 'markup',
    piece: (random) =>
      pick(random, ['**', '__', '`', '> ', '- ', '](', '~~', '|', '\n', '<b>', '<a href="', '">', '&#x41;']) +
      pick(random, [word(random), ' ']),
  },
];
