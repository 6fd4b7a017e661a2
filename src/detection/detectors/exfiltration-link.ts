import type { Span } from '../../chat/segment.ts';
import { ownerOf } from '../answers/domains.ts';
import type { DetectionContext, Detector } from '../detector.ts';
import type { RawFinding } from '../matching/matcher.ts';
import {
  holdsEncodedText,
  hostOf,
  hostsOf,
  nestedIn,
  rateUrl,
  rateValues,
  valuesIn,
} from './carried-data.ts';
import {
  ADDRESS_BEGINS,
  COLON,
  mayHoldAddress,
  type Opens,
  opensAt,
  SCHEME,
  SLASH,
} from './link-surroundings.ts';

type Shape = Readonly<{
  ruleId: string;
  pattern: RegExp;
  opens: Opens;
}>;

const TAG_GAP = String.raw`[\s/][^<>]{0,1000}?`;
const TAG_ADDRESS =
  String.raw`\s{0,4}=\s{0,4}(?:"\s{0,4}(${ADDRESS_BEGINS}[^"\n]{4,4000})|'\s{0,4}(${ADDRESS_BEGINS}[^'\n]{4,4000})` +
  String.raw`|(${ADDRESS_BEGINS}[^\s"'>]{4,4000}))`;

export const LOADING_TAG = new RegExp(
  `<(?:img|image|iframe|script|video|audio|source|track|embed|link|object|input|body|table|td|form|use)${TAG_GAP}` +
    `(?:src|href|srcset|poster|data|background|action|formaction)${TAG_ADDRESS}`,
  'giu',
);
export const LINK_TAG = new RegExp(`<(?:a|area)${TAG_GAP}href${TAG_ADDRESS}`, 'giu');

const DESTINATION = String.raw`\s{0,4}<?(${ADDRESS_BEGINS}[^\s)>]{4,4000})`;

/** The order matters: an address is judged as the first of these that it stands in. */
const SHAPES: readonly Shape[] = [
  {
    ruleId: 'DL-2001',
    pattern: new RegExp(String.raw`!\[[^\]\n]{0,400}\]\(${DESTINATION}`, 'giu'),
    opens: 'at-once',
  },
  { ruleId: 'DL-2002', pattern: LOADING_TAG, opens: 'at-once' },
  {
    ruleId: 'DL-2003',
    pattern: new RegExp(String.raw`(?<!!)\[[^\]\n]{0,400}\]\(${DESTINATION}`, 'giu'),
    opens: 'by-click',
  },
  {
    ruleId: 'DL-2004',
    pattern: new RegExp(String.raw`^ {0,3}\[[^\]\n]{1,100}\]:${DESTINATION}`, 'gimu'),
    opens: 'at-once',
  },
  // Brackets or line breaks in the label: what stands in front of it cannot be told, so it may be an image.
  { ruleId: 'DL-2005', pattern: new RegExp(String.raw`\]\(${DESTINATION}`, 'giu'), opens: 'at-once' },
  { ruleId: 'DL-2006', pattern: LINK_TAG, opens: 'by-click' },
  // Definitions in lists and quotes, and with such labels.
  { ruleId: 'DL-2008', pattern: new RegExp(String.raw`\]:${DESTINATION}`, 'giu'), opens: 'at-once' },
];

/** What no address has; braces and bars stand around it. */
const AROUND = String.raw`\s"'<>)\]{}|\u0060\x00-\x1f`;
/** From the colon on, or from the slashes: these are looked for, and the scheme in front of them. */
const BEHIND_SCHEME = new RegExp(`(?:${COLON}${SLASH}{1,8}|${SLASH}{2,8})[^${AROUND}]{4,4000}`, 'gi');
const SCHEME_AT_END = new RegExp(`(?<![a-z\\d])${SCHEME}$`, 'i');
const LONGEST_SCHEME = 9;
const COLON_AT = new RegExp(`^${COLON}`, 'i');
const LONGEST_COLON = 7;
const WEB_ADDRESS = /^https?:\/\//i;
/** Nothing shorter carries anything out. */
const LEAST_CHARS = 24;

/** Services whose addresses carry what they draw. Of Google's some others are anybody's, who sees what is fetched there. */
const DRAWING_HOSTS =
  /^(?:https?:)?\/\/(?:[\w-]+\.)*(?:shields\.io|quickchart\.io|mermaid\.ink|codecogs\.com|kroki\.io|plantuml\.com|(?:chart|fonts|maps)\.googleapis\.com|githubusercontent\.com|wikimedia\.org|gravatar\.com)[/:?]/iu;

/** An address that waits for a click, or that is perhaps not meant as a link. */
const CLICKED = 0.65;
/** Some words of the conversation: what a search or a drawing service gets as well. */
const QUOTED = 0.65;
/** Addresses of services that are meant to get text. */
const EXPECTED = 0.4;

type Named = Readonly<{ byOperator: boolean; byUser: boolean }>;

const namedBy = (url: string, { request }: DetectionContext): Named => {
  const hosts = hostsOf(url);
  if (request === undefined || hosts.includes('')) return { byOperator: false, byUser: false };
  const namings = hosts.map((host) => request.naming({ kind: 'host', keys: [host, ownerOf(host)] }).by);
  return {
    byOperator: namings.every((by) => by.has('trusted')),
    byUser: namings.every((by) => by.has('user')),
  };
};

const quotesRequest = (url: string, { request }: DetectionContext): boolean =>
  request !== undefined && valuesIn(url).some((value) => request.holdsBesides(value, hostOf(url)));

/** Whether an address is one of a service that draws what it carries, and that does not fetch another one with it. */
const isDrawn = (url: string): boolean =>
  DRAWING_HOSTS.test(url) && nestedIn(url).every((nested) => rateValues(nested) === 0);

/** @param rated What its own form says of it. */
const rateLink = (url: string, rated: number, opens: Opens, context: DetectionContext): number => {
  const carries = rated || (quotesRequest(url, context) ? QUOTED : 0);
  if (carries === 0) return 0;
  const { byOperator, byUser } = namedBy(url, context);
  if (isDrawn(url) || byOperator) return EXPECTED;
  if (opens === 'at-once') return carries;
  // A user's text may be pasted from anywhere: what it names is believed only as far as nothing is fetched unseen.
  return byUser ? EXPECTED : Math.min(carries, CLICKED);
};

const ENDS_LINE = /[\t\n\r]/;
const BEFORE_QUOTED = /["']\s{0,8}$/;
/** Up to a blank, beside which the rest of the line would be prose. */
const REST_OF_QUOTED = /[^ "'<>]{0,4000}/y;

/** An address in quotes goes on behind the end of a line, which browsers leave out of it. @returns Where it ends. */
const endInQuotes = (text: string, start: number, end: number): number => {
  if (!ENDS_LINE.test(text.charAt(end)) || !BEFORE_QUOTED.test(text.slice(Math.max(0, start - 9), start)))
    return end;
  REST_OF_QUOTED.lastIndex = end;
  return end + (REST_OF_QUOTED.exec(text)?.[0].length ?? 0);
};

type Link = Readonly<{ ruleId: string; url: string; span: Span; score: number }>;

/** An address that stands in no such form, by what stands in front of it; else one that is perhaps no link. */
const addressAt = (text: string, url: string, start: number, context: DetectionContext): Link | null => {
  const rated = rateValues(url);
  if (rated === 0 && (context.request === undefined || valuesIn(url).length === 0)) return null;
  const span = { start, end: start + url.length };
  const opens = opensAt(text, start);
  if (opens !== null) return { ruleId: 'DL-2009', url, span, score: rateLink(url, rated, opens, context) };
  const isEncoded = WEB_ADDRESS.test(url) && holdsEncodedText(url);
  return isEncoded ? { ruleId: 'DL-2007', url, span, score: CLICKED } : null;
};

/** Where an address begins whose colon or first slash stands at an offset: a scheme that is none of ours leaves the slashes. */
const beginningAt = (text: string, at: number): number => {
  const colon = COLON_AT.exec(text.slice(at, at + LONGEST_COLON));
  if (colon === null) return at;
  const scheme = SCHEME_AT_END.exec(text.slice(Math.max(0, at - LONGEST_SCHEME), at));
  return scheme === null ? at + colon[0].length : at - scheme[0].length;
};

function* addressesIn(text: string, context: DetectionContext): Generator<Link> {
  for (const { 0: rest, index } of text.matchAll(BEHIND_SCHEME)) {
    const start = beginningAt(text, index);
    const end = endInQuotes(text, start, index + rest.length);
    if (end - index < LEAST_CHARS) continue;
    const link = addressAt(text, text.slice(start, end), start, context);
    if (link !== null) yield link;
  }
}

function* linksIn(text: string, context: DetectionContext): Generator<Link> {
  for (const { ruleId, pattern, opens } of SHAPES) {
    for (const match of text.matchAll(pattern)) {
      const matched = match[1] ?? match[2] ?? match[3] ?? '';
      const matchedEnd = match.index + match[0].length;
      const start = matchedEnd - matched.length;
      const end = endInQuotes(text, start, matchedEnd);
      const url = text.slice(start, end);
      const span = { start: match.index, end };
      yield { ruleId, url, span, score: rateLink(url, rateUrl(url), opens, context) };
    }
  }
  yield* addressesIn(text, context);
}

const findLinks = (text: string, context: DetectionContext): RawFinding[] => {
  const found: RawFinding[] = [];
  const judged = new Set<number>();
  for (const { ruleId, url, span, score } of linksIn(text, context)) {
    const start = span.end - url.length;
    if (judged.has(start)) continue;
    judged.add(start);
    if (score > 0) found.push({ ruleId, category: 'data_leak', subType: 'exfiltration_link', score, span });
  }
  return found;
};

/** Links and images in an answer whose address carries data out. @see OWASP LLM02:2025 */
export const exfiltrationLink: Detector = {
  id: 'exfiltration-link',
  readings: 'plain',
  sparesPlainWords: true,
  applies: ({ direction }) => direction === 'output',
  detect: (text, context) => (mayHoldAddress(text) ? findLinks(text, context) : []),
};
