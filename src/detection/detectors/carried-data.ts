import { isIp, ownerOf } from '../answers/domains.ts';

const PLACEHOLDER =
  /\{\{?[\w .-]{2,40}\}?\}|(?:=|\/)<[\w .-]{2,40}>?|%7B%7B?[\w .-]{2,40}|=\[[\w .-]{2,40}\]|\$\{[\w.]{2,40}\}/iu;
const TELLING_NAME =
  /^(?:q|data|d|payload|c|chat|prompt|secret|conversation|exfil|leak|msg|message|text|content|info|history|context|summary|user|body|p|key|token|email|password|system)$/iu;

const MAX_PARTS = 64;
const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567';

/** Of any script; what is no UTF-8 is none, nor are controls. */
const READABLE = /^(?:[^\p{C}\ufffd]|[\n\r\t\u200d])*$/u;
/** Fewer letters are any bytes; of scripts that take several bytes for a letter fewer say as much. */
const LEAST_LETTERS = 12;
const LEAST_BYTES = 18;

const isText = (decoded: string): boolean =>
  (decoded.length >= LEAST_LETTERS || Buffer.byteLength(decoded) >= LEAST_BYTES) && READABLE.test(decoded);

const BASE64 = /^={0,2}[\w+/-]{20,}={0,2}$/u;

const textOfBase64 = (value: string): string =>
  Buffer.from(value.replaceAll('-', '+').replaceAll('_', '/'), 'base64').toString('utf8');

/** Forwards or backwards. */
const isBase64Text = (value: string): boolean =>
  BASE64.test(value) &&
  /[A-Z]/u.test(value) &&
  /[a-z]/u.test(value) &&
  (isText(textOfBase64(value)) || isText(textOfBase64([...value].toReversed().join('').replace(/^=+/u, ''))));

const isHexText = (value: string): boolean =>
  /^(?:[\da-f]{2}){12,2000}$/iu.test(value) && isText(Buffer.from(value, 'hex').toString('utf8'));

const isBase32Text = (value: string): boolean => {
  if (!/^[a-z2-7]{20,4000}={0,6}$/iu.test(value)) return false;
  const bytes: number[] = [];
  let bits = 0;
  let held = 0;
  for (const letter of value.toLowerCase().replaceAll('=', '')) {
    held = ((held << 5) | BASE32.indexOf(letter)) & 0xfff;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((held >> bits) & 0xff);
  }
  return isText(Buffer.from(bytes).toString('utf8'));
};

const percentDecoded = (text: string): string => {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text.replace(/%3D/giu, '=');
  }
};

/** What no such code has, and an address may have between its signs. */
const BETWEEN = /[.,~!*|:]/gu;

/** Whether a value is text in base64, base32 or hexadecimal. */
const decodesToText = (value: string): boolean => {
  const code = percentDecoded(value).replaceAll(BETWEEN, '');
  return isBase64Text(code) || isHexText(code) || isBase32Text(code);
};

const isSentence = (value: string, blanks: RegExp): boolean =>
  (value.match(blanks)?.length ?? 0) >= 3 && value.length >= 24;

const rateParameter = (name: string, value: string): number => {
  if (decodesToText(value)) return 0.95;
  const long = value.length >= 40;
  const sentence = isSentence(value, /\+|%(?:25)?20|_|\s/gu);
  if (TELLING_NAME.test(name) && sentence) return 0.9;
  if (TELLING_NAME.test(name) && long) return 0.85;
  return sentence || value.length >= 120 ? 0.65 : 0;
};

const parametersOf = (part: string): readonly (readonly [name: string, value: string])[] =>
  part
    .split(/[&;]/u)
    .slice(0, MAX_PARTS)
    .map((pair) => {
      // Signs at the end alone are padding, and part no name from a value.
      const equals = pair.search(/=(?=[^=])/u);
      const name = equals < 0 ? 'q' : pair.slice(0, equals);
      return [name, pair.slice(equals + 1)];
    });

const FILE_ENDING = /\.(?:png|gif|jpe?g|svg|webp|ico|bmp|css|js|json|html?|txt)$/iu;

const PLAIN = /^(?:[a-z][a-z\d+.-]*:)?\/\/[^/\\][^\\]*$/iu;

/** Where an address leads as browsers read it: backslashes are slashes, and one at its beginning is as good as two. */
const plainPath = (written: string): string =>
  PLAIN.test(written)
    ? written
    : written
        .replaceAll(/\\0{0,4}(?:2f|5c)\s?/giu, '/')
        .replaceAll('\\', '/')
        .replace(/^([a-z]*)\/?(:?)\/+/iu, '$1$2//');

type Parts = Readonly<{ user: string; host: string; path: string; query: string; fragment: string }>;

/** What ends a sentence, or stands behind the address in some markup. */
const BEHIND = /(?:[.,;:!?*]{1,8}|\[[^[\]]{0,200})$/u;

/** References of HTML to signs of an address; browsers leave the ends of lines out of one. */
const SIGNS_BY_NAME: ReadonlyMap<string, string> = new Map([
  ['colon', ':'],
  ['sol', '/'],
  ['bsol', '\\'],
  ['period', '.'],
  ['quest', '?'],
  ['equals', '='],
  ['num', '#'],
  ['plus', '+'],
  ['percnt', '%'],
  ['lowbar', '_'],
  ['commat', '@'],
  ['tab', ''],
  ['newline', ''],
]);

const asRead = (url: string): string =>
  url
    .replaceAll(/[\t\n\r]/gu, '')
    .replaceAll(/&([a-z]{3,7});/giu, (all, name: string) => SIGNS_BY_NAME.get(name.toLowerCase()) ?? all);

/** The parts of an address, without the sign in front of each. */
const partsAsWritten = (url: string): Parts => {
  const [beforeFragment = '', fragment = ''] = url.replace(BEHIND, '').split(/#(.*)/su, 2);
  const [beforeQuery = '', query = ''] = beforeFragment.split(/\?(.*)/su, 2);
  const [, authority = '', path = ''] =
    /^(?:[a-z][a-z\d+.-]*:)?\/\/([^/]*)(.*)$/isu.exec(plainPath(beforeQuery)) ?? [];
  const at = authority.lastIndexOf('@');
  const host = authority
    .slice(at + 1)
    .replace(/:\d*$/u, '')
    .toLowerCase();
  return { user: authority.slice(0, Math.max(0, at)), host, path, query, fragment };
};

const partsOf = (url: string): Parts => partsAsWritten(asRead(url));

export const hostOf = (url: string): string => partsOf(url).host;

/** Where an address leads to whoever resolves references of HTML, and to whoever does not. */
export const hostsOf = (url: string): readonly string[] => [
  ...new Set([hostOf(url), partsAsWritten(url).host]),
];

/** What stands in front of the name that somebody registered, as one value. */
const subdomainOf = (host: string): string =>
  isIp(host) ? '' : host.slice(0, -ownerOf(host).length).replaceAll('.', '');

const namesIn = (path: string): readonly string[] =>
  path
    .split('/')
    .slice(0, MAX_PARTS)
    .map((name) => name.replace(FILE_ENDING, ''));

/** Names and parameters in a path. */
const partsIn = (path: string): readonly string[] =>
  namesIn(path)
    .flatMap((name) => name.split(/[;,=]/u))
    .slice(0, MAX_PARTS);

/** Parts by themselves, and as one. */
const decodeToText = (parts: readonly string[]): boolean =>
  parts.some(decodesToText) || (parts.length > 1 && decodesToText(parts.join('')));

const holdEncodedText = ({ user, host, path, query, fragment }: Parts): boolean =>
  decodesToText(subdomainOf(host)) ||
  (user !== '' && user.split(':').some(decodesToText)) ||
  (path.length > 1 && (decodeToText(partsIn(path)) || decodesToText(path.slice(1)))) ||
  (query !== '' && decodeToText(parametersOf(query).map(([, value]) => value))) ||
  (fragment !== '' && decodeToText(parametersOf(fragment).map(([, value]) => value)));

/** Whether any part of an address is text in another form, or all of one kind together: nobody writes such an address by hand. */
export const holdsEncodedText = (url: string): boolean => holdEncodedText(partsOf(url));

const rateOwnValues = (url: string): number => {
  const parts = partsOf(url);
  const { user, path, query } = parts;
  // The names of sections in a page read like sentences, so of a fragment only encoded text counts.
  return Math.max(
    holdEncodedText(parts) ? 0.9 : 0,
    ...parametersOf(query).map(([name, value]) => rateParameter(name, value)),
    [user, ...namesIn(path)].some((name) => isSentence(name, /\+|%20|\s/gu)) ? 0.65 : 0,
  );
};

/** Another address within one. */
const NESTED = /(?<=[^:/\\])(?:https?:[\\/]{1,2}|(?<==)[\\/]{2})(?=[\w[])/iu;
/** Nobody who forwards to another address is forwarded to more often. */
const MOST_NESTED = 3;

/** The addresses that one hands on, to whoever fetches or shows them, coded or not. */
export const nestedIn = (url: string): readonly string[] => {
  const found: string[] = [];
  let rest = url;
  for (let step = 0; step < 2 * MOST_NESTED; step += 1) {
    const at = rest.search(NESTED);
    const next = at > 0 ? rest.slice(at) : percentDecoded(rest);
    if (next === rest) break;
    if (at > 0) found.push(next);
    rest = next;
  }
  return found;
};

/** How likely it is that the values in an address are text that it carries out; 0 where nothing speaks for it. */
export const rateValues = (url: string): number =>
  Math.max(rateOwnValues(url), ...nestedIn(url).map(rateOwnValues));

/** The same, where a name may stand in place of what the address is meant to carry. */
export const rateUrl = (url: string): number => (PLACEHOLDER.test(url) ? 0.9 : rateValues(url));

/** Shorter pieces of text are found in any two texts. */
const MIN_VALUE_CHARS = 12;

const decodeValue = (value: string): string => {
  const spaced = value.replaceAll('+', ' ');
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
};

/** All that an address can carry in so many words: names and values of its query and fragment, and the names in its path. */
export const valuesIn = (url: string): readonly string[] => {
  const { path, query, fragment } = partsOf(url);
  return `${path}&${query}&${fragment}`
    .split(/[/&=;]/u)
    .slice(0, MAX_PARTS)
    .map((value) => decodeValue(value).trim())
    .filter(({ length }) => length >= MIN_VALUE_CHARS);
};
