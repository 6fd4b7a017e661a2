import { LINK_TAG, LOADING_TAG } from '../../detectors/exfiltration-link.ts';
import { ADDRESS_BEGINS } from '../../detectors/link-surroundings.ts';
import { createOpener } from '../open-pattern.ts';
import { isBlank, oneOf, startOfRun } from './words.ts';

const testAt = (pattern: RegExp, text: string, at: number): boolean => {
  pattern.lastIndex = at;
  return pattern.test(text);
};

const LONGEST_LABEL = 400;
/** From the bracket that ends a label to its address: a bracket or colon, blanks, and another bracket. */
const LONGEST_GAP = 8;
/** The beginning of an address, or as much of it as there is. */
const BEGINNING = `(?:${ADDRESS_BEGINS}|${createOpener(ADDRESS_BEGINS).open})`;
/** Behind the bracket that ends a label. */
const ADDRESS = new RegExp(String.raw`$|[(:]\s{0,4}<?(?:$|${BEGINNING})`, 'iy');

/** The first bracket that can open a label that ends at `end`. */
const labelFrom = (text: string, end: number): number | undefined => {
  const lowest = Math.max(0, end - LONGEST_LABEL - 1);
  if (text.lastIndexOf('[', end - 1) < lowest) return undefined;
  let found: number | undefined;
  for (let at = end - 1; at >= lowest; at--) {
    const character = text[at];
    if (character === ']' || character === '\n') break;
    if (character === '[') found = at;
  }
  return found !== undefined && text[found - 1] === '!' ? found - 1 : found;
};

const isBracketBehind = oneOf(')>');
const isInAddress = (code: number): boolean => !isBracketBehind(code) && !isBlank(code);

/** Markdown's links and images. */
export const linkFrom = (text: string): number => {
  const address = startOfRun(text, text.length, isInAddress);
  const lowest = Math.max(0, address - LONGEST_GAP);
  for (let end = text.indexOf(']', lowest); end !== -1; end = text.indexOf(']', end + 1)) {
    ADDRESS.lastIndex = end + 1;
    if (!ADDRESS.test(text)) continue;
    return labelFrom(text, end) ?? end;
  }
  return labelFrom(text, text.length) ?? text.length;
};

const OPEN_TAGS = [LOADING_TAG, LINK_TAG].map(({ source }) => new RegExp(createOpener(source).open, 'iy'));

const endsBareAddress = oneOf(' \n\t\r"\'<>)]');
const isInBareAddress = (code: number): boolean => !endsBareAddress(code);
/** An address without brackets around it. */
const BARE_ADDRESS = new RegExp(`(?<![a-z\\d])${BEGINNING}`, 'i');

export const urlFrom = (text: string): number => {
  const start = startOfRun(text, text.length, isInBareAddress);
  const at = text.slice(start).search(BARE_ADDRESS);
  return at === -1 ? text.length : start + at;
};

export const tagFrom = (text: string): number => {
  for (let at = text.indexOf('<'); at !== -1; at = text.indexOf('<', at + 1)) {
    if (OPEN_TAGS.some((open) => testAt(open, text, at))) return at;
  }
  return text.length;
};

/** A mark that makes an image of the bracket behind it. */
export const markFrom = (text: string): number => (text.endsWith('!') ? text.length - 1 : text.length);

const CODED_COLON = String.raw`(?::|%3a|\\{1,8}(?:u003a|x3a))`;
const CODED_SLASH = String.raw`(?:\\{1,8}(?:/|u002f|x2f)|%2f)`;
/** Where an address has its name and its password, as PHP's JSON, other programs and other addresses write it. */
const CODED_BEGINNING = new RegExp(String.raw`[a-z\d]${CODED_COLON}${CODED_SLASH}{2}`, 'giu');
const IN_CREDENTIALS = /^[^\s/"'<>]*$/u;
/** A name, a password and a host, with some signs of them escaped. */
const LONGEST_CREDENTIALS = 1200;
const LONGEST_SCHEME = 24;
const inScheme = oneOf('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+.-');

/**
 * Where an address begins that stands in a code and whose password may go on. As it stands it is no address, so the rules
 * for passwords see nothing of it, and signs such as commas and brackets end its words.
 */
export const codedAddressFrom = (text: string): number => {
  const from = Math.max(0, text.length - LONGEST_CREDENTIALS);
  if (text.indexOf('\\', from) === -1 && text.indexOf('%', from) === -1) return text.length;
  const last = [...text.slice(from).matchAll(CODED_BEGINNING)].at(-1);
  if (last === undefined) return text.length;
  const start = from + last.index + 1;
  return IN_CREDENTIALS.test(text.slice(from + last.index + last[0].length))
    ? startOfRun(text, start, inScheme, LONGEST_SCHEME)
    : text.length;
};
