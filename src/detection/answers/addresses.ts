import type { Span } from '../../chat/segment.ts';
import { ibanAt } from '../entities/iban.ts';
import { endsLikeHost, isOpenMail, ownerOf } from './domains.ts';

/** A place that a tool call can send something to, fetch from, or read. */
export type Address = Readonly<{
  kind: 'host' | 'email' | 'account' | 'phone' | 'path';
  span: Span;
  /**
   * What has to stand in a text, in small letters, for that text to have named it; any of them will do. The first one is
   * the address itself.
   */
  keys: readonly string[];
  /** The whole URL that the host stands in, JSON's escapes resolved; null where it stands alone. */
  url: string | null;
}>;

/** Beyond this a text names more places than anyone looks after; those that come first are looked at. */
const MAX_ADDRESSES = 256;
/** Longer than any address that something answers to. */
const LONGEST_URL = 4000;

const LABEL = String.raw`[\p{L}\p{N}](?:[\p{L}\p{N}_-]{0,61}[\p{L}\p{N}])?`;
const NAME = String.raw`(?:${LABEL}\.){1,8}[\p{L}][\p{L}\p{N}-]{0,22}[\p{L}\p{N}]`;

const URL_WITH_SCHEME = new RegExp(
  String.raw`(?<![a-z\d+.-])[a-z][a-z\d+.-]{1,15}:(?:\\?/){2}(?:[^\s"'<>\x60/?#\\@]{0,200}@)?` +
    String.raw`(?<host>\[[\da-f:.]{2,45}\]|[\p{L}\p{N}](?:[\p{L}\p{N}._-]{0,252}[\p{L}\p{N}])?)` +
    String.raw`(?:\.?(?::\d{1,5})?(?:[/?#]|\\/)(?:[^\s"'<>\x60\\]|\\/){0,${LONGEST_URL}})?`,
  'giu',
);
const EMAIL = new RegExp(
  String.raw`(?<![\p{L}\p{N}_.%+-])[\p{L}\p{N}_][\p{L}\p{N}_.%+-]{0,63}@(?<domain>${NAME})`,
  'gu',
);
const BARE_HOST = new RegExp(
  String.raw`(?<![\p{L}\p{N}_@./\\:%+-])(?<host>${NAME})(?![\p{L}\p{N}_@(-]|\.[\p{L}\p{N}])`,
  'gu',
);
const BARE_IP = /(?<![\w.:/@-])(?<host>\d{1,3}(?:\.\d{1,3}){3})(?![\w-]|\.\w)/gu;
/** A plus and a country code, or the groups of North America. */
const PHONE =
  /(?<![\w+])(?:\+\d(?:[ .()-]{0,2}\d){7,14}|\(?\d{3}\)?[ .-]{1,2}\d{3}[ .-]\d{4})(?![\w-]|[.,/]\d)/gu;
const IBAN_START = /(?<![A-Z\d])[A-Z]{2}\d{2}/gu;
const COIN =
  /(?<![\p{L}\p{N}])(?:0x[\da-fA-F]{40}|bc1[a-z\d]{25,87}|(?=[a-zA-Z]*\d)(?=\w{0,30}[a-z])(?=\w{0,30}[A-Z])[13T][1-9A-HJ-NP-Za-km-z]{25,34})(?![\p{L}\p{N}])/gu;
/** Of the machine, of the home, or out of the folder that the work is in. */
const PATH =
  /(?<![\w.~/\\:%-])(?:~?\/|(?:\.\.[\\/]){1,16}|[a-z]:\\{1,2})[\w.@+-][\w.@+\\/-]{1,400}(?<![.\\/])/giu;

const LOCAL_HOST = /^(?:localhost|127\.\d+\.\d+\.\d+|0\.0\.0\.0|\[::1\])$/u;

const hostKeys = (host: string): readonly string[] => [...new Set([host, ownerOf(host)])];

const spanOf = (match: RegExpExecArray): Span => ({
  start: match.index,
  end: match.index + match[0].length,
});

/** Signs that end a sentence rather than a URL. */
const withoutEnd = (url: string): string => url.replace(/[.,;:!?)\]}*|]{1,8}$/u, '');

const urlsIn = (text: string): Address[] =>
  Array.from(text.matchAll(URL_WITH_SCHEME), (match) => {
    const url = withoutEnd(match[0]);
    const host = (match.groups?.['host'] ?? '').toLowerCase();
    return {
      kind: 'host',
      span: { start: match.index, end: match.index + url.length },
      keys: hostKeys(host),
      url: url.replaceAll('\\/', '/'),
    };
  });

const emailKeys = (email: string, domain: string): readonly string[] =>
  isOpenMail(domain) ? [email] : [email, ownerOf(domain)];

const emailsIn = (text: string): Address[] =>
  Array.from(text.matchAll(EMAIL), (match) => ({
    kind: 'email',
    span: spanOf(match),
    keys: emailKeys(match[0].toLowerCase(), (match.groups?.['domain'] ?? '').toLowerCase()),
    url: null,
  }));

const hostsIn = (text: string, pattern: RegExp, isHost: (host: string) => boolean): Address[] =>
  Array.from(text.matchAll(pattern), (match): Address => {
    const host = (match.groups?.['host'] ?? '').toLowerCase();
    return { kind: 'host', span: spanOf(match), keys: hostKeys(host), url: null };
  }).filter(({ keys: [host = ''] }) => isHost(host));

/** Country codes are written or not, and zeros in front of an area's. */
const TELLING_DIGITS = 9;

const phonesIn = (text: string): Address[] =>
  Array.from(text.matchAll(PHONE), (match) => ({
    kind: 'phone',
    span: spanOf(match),
    keys: [match[0].replaceAll(/\D/gu, '').slice(-TELLING_DIGITS)],
    url: null,
  }));

const account = (text: string, span: Span): Address => ({
  kind: 'account',
  span,
  keys: [text.slice(span.start, span.end).replaceAll(/[ -]/gu, '').toLowerCase()],
  url: null,
});

const accountsIn = (text: string): Address[] => [
  ...Array.from(text.matchAll(IBAN_START)).flatMap(({ index }) => {
    const found = ibanAt(text, index);
    return found === undefined ? [] : [account(text, found.span)];
  }),
  ...Array.from(text.matchAll(COIN), (match) => account(text, spanOf(match))),
];

/** A folder counts as naming what is in it, unless it is as good as any. */
const MIN_FOLDERS = 2;

const pathKeys = (path: string): readonly string[] => {
  const keys = [path];
  for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) {
    const folder = path.slice(0, at);
    if (folder.split('/').filter((name) => name !== '' && name !== '..').length < MIN_FOLDERS) break;
    keys.push(folder);
  }
  return keys;
};

const pathsIn = (text: string): Address[] =>
  Array.from(text.matchAll(PATH), (match) => ({
    kind: 'path',
    span: spanOf(match),
    keys: pathKeys(match[0].replaceAll('\\\\', '\\').replaceAll('\\/', '/').toLowerCase()),
    url: null,
  }));

/** JSON's escapes of white space and quotes end what stands before them; every place stays where it is. */
const withoutEscapes = (text: string): string =>
  text.includes('\\')
    ? text.replaceAll(/\\([\s\S])/gu, (pair, sign: string) => ('nrtbf"'.includes(sign) ? '\n\n' : pair))
    : text;

const isWithin = (inner: Span, outer: Span): boolean => outer.start <= inner.start && inner.end <= outer.end;

/**
 * The addresses in the arguments of a tool call, in the order of their places. Linear in the text.
 *
 * @param text JSON as it stands, or free text; in the form that `normalize` gives.
 */
export const findAddresses = (text: string): readonly Address[] => {
  const plain = withoutEscapes(text);
  const urls = plain.includes(':') ? urlsIn(plain) : [];
  const others = [
    ...(plain.includes('@') ? emailsIn(plain) : []),
    ...(plain.includes('.') ? hostsIn(plain, BARE_HOST, endsLikeHost) : []),
    ...(plain.includes('.') ? hostsIn(plain, BARE_IP, () => true) : []),
    ...phonesIn(plain),
    ...accountsIn(plain),
    ...(/[/\\]/u.test(plain) ? pathsIn(plain) : []),
  ].filter(({ span }) => !urls.some((url) => isWithin(span, url.span)));
  return [...urls, ...others]
    .filter(({ kind, keys: [key = ''] }) => kind !== 'host' || !LOCAL_HOST.test(key))
    .sort((a, b) => a.span.start - b.span.start)
    .slice(0, MAX_ADDRESSES);
};
