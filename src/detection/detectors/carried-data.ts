import { isIp, ownerOf } from '../answers/domains.ts';

const PLACEHOLDER =
  /\{\{?[\w .-]{2,40}\}?\}|(?:=|\/)<[\w .-]{2,40}>?|%7B%7B?[\w .-]{2,40}|=\[[\w .-]{2,40}\]|\$\{[\w.]{2,40}\}/iu;
const TELLING_NAME =
  /^(?:q|data|d|payload|c|chat|prompt|secret|conversation|exfil|leak|msg|message|text|content|info|history|context|summary|user|body|p|key|token|email|password|system)$/iu;

const MAX_PARTS = 64;
const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567';

const isText = (decoded: string): boolean => /^[\x20-\x7e\n\r\t\u00a0-\u024f]{12,}$/u.test(decoded);

const isBase64Text = (value: string): boolean => {
  if (!/^[\w+/-]{20,}={0,2}$/u.test(value) || !/[A-Z]/u.test(value) || !/[a-z]/u.test(value)) return false;
  return isText(Buffer.from(value.replaceAll('-', '+').replaceAll('_', '/'), 'base64').toString('utf8'));
};

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

/** Whether a value is text in base64, base32 or hexadecimal. */
const decodesToText = (value: string): boolean =>
  isBase64Text(value) || isHexText(value) || isBase32Text(value);

const isSentence = (value: string, blanks: RegExp): boolean =>
  (value.match(blanks)?.length ?? 0) >= 3 && value.length >= 24;

const rateParameter = (name: string, value: string): number => {
  if (decodesToText(value)) return 0.95;
  const long = value.length >= 40;
  const sentence = isSentence(value, /\+|%20|_/gu);
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
      return [name, pair.slice(equals + 1).replace(/%3D/giu, '=')];
    });

const FILE_ENDING = /\.(?:png|gif|jpe?g|svg|webp|ico|bmp|css|js|json|html?|txt)$/iu;

/** The parts of an address, without the sign in front of each. */
const partsOf = (url: string): Readonly<{ host: string; path: string; query: string; fragment: string }> => {
  const [beforeFragment = '', fragment = ''] = url.split(/#(.*)/su, 2);
  const [beforeQuery = '', query = ''] = beforeFragment.split(/\?(.*)/su, 2);
  const [, host = '', path = ''] = /^(?:[a-z][a-z\d+.-]*:)?\/\/([^/]*)(.*)$/isu.exec(beforeQuery) ?? [];
  return { host: host.replace(/^.*@/u, '').replace(/:\d*$/u, '').toLowerCase(), path, query, fragment };
};

export const hostOf = (url: string): string => partsOf(url).host;

/** What stands in front of the name that somebody registered, as one value. */
const subdomainOf = (host: string): string =>
  isIp(host) ? '' : host.slice(0, -ownerOf(host).length).replaceAll('.', '');

const namesIn = (path: string): readonly string[] =>
  path
    .split('/')
    .slice(0, MAX_PARTS)
    .map((name) => name.replace(FILE_ENDING, ''));

/** Whether any part of an address is text in another form: nobody writes such an address by hand. */
export const holdsEncodedText = (url: string): boolean => {
  const { host, path, query, fragment } = partsOf(url);
  const values = [...parametersOf(query), ...parametersOf(fragment)].map(([, value]) => value);
  return [subdomainOf(host), ...values, ...namesIn(path)].some(decodesToText);
};

/** How likely it is that an address carries text out; 0 where nothing speaks for it. */
export const rateUrl = (url: string): number => {
  if (PLACEHOLDER.test(url)) return 0.9;
  const { path, query } = partsOf(url);
  // The names of sections in a page read like sentences, so of a fragment only encoded text counts.
  return Math.max(
    holdsEncodedText(url) ? 0.9 : 0,
    ...parametersOf(query).map(([name, value]) => rateParameter(name, value)),
    namesIn(path).some((name) => isSentence(name, /\+|%20/gu)) ? 0.65 : 0,
  );
};

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
