import { ownerOf } from '../answers/domains.ts';
import type { DetectionContext, Detector } from '../detector.ts';
import type { RawFinding } from '../matching/matcher.ts';
import { holdsEncodedText, hostOf, rateUrl, valuesIn } from './carried-data.ts';

type Shape = Readonly<{
  ruleId: string;
  pattern: RegExp;
  /** Whether it is fetched as soon as it is shown, or waits for a click, or is perhaps no link at all. */
  opens: 'at-once' | 'by-click' | 'perhaps';
}>;

const TAG_GAP = String.raw`[\s/][^<>]{0,1000}?`;
const TAG_ADDRESS = String.raw`\s{0,4}=\s{0,4}["']?((?:https?:)?\/\/[^\s"'>]{4,4000})`;

export const LOADING_TAG = new RegExp(
  `<(?:img|image|iframe|script|video|audio|source|track|embed|link|object|input|body|table|td|form|use)${TAG_GAP}` +
    `(?:src|href|srcset|poster|data|background|action|formaction)${TAG_ADDRESS}`,
  'giu',
);
export const LINK_TAG = new RegExp(`<(?:a|area)${TAG_GAP}(?:href|ping)${TAG_ADDRESS}`, 'giu');

/** The order matters: an address is judged as the first of these that it stands in. */
const SHAPES: readonly Shape[] = [
  {
    ruleId: 'DL-2001',
    pattern: /!\[[^\]\n]{0,400}\]\(\s{0,4}<?((?:https?:)?\/\/[^\s)>]{4,4000})/giu,
    opens: 'at-once',
  },
  { ruleId: 'DL-2002', pattern: LOADING_TAG, opens: 'at-once' },
  {
    ruleId: 'DL-2003',
    pattern: /(?<!!)\[[^\]\n]{0,400}\]\(\s{0,4}<?((?:https?:)?\/\/[^\s)>]{4,4000})/giu,
    opens: 'by-click',
  },
  {
    ruleId: 'DL-2004',
    pattern: /^ {0,3}\[[^\]\n]{1,100}\]:\s{0,4}<?((?:https?:)?\/\/[^\s)>]{4,4000})/gimu,
    opens: 'at-once',
  },
  // Brackets or line breaks in the label: what stands in front of it cannot be told, so it may be an image.
  { ruleId: 'DL-2005', pattern: /\]\(\s{0,4}<?((?:https?:)?\/\/[^\s)>]{4,4000})/giu, opens: 'at-once' },
  { ruleId: 'DL-2006', pattern: LINK_TAG, opens: 'by-click' },
  { ruleId: 'DL-2007', pattern: /(?<![a-z\d])(https?:\/\/[^\s"'<>)\]]{4,4000})/giu, opens: 'perhaps' },
];

/** Services whose addresses carry what they draw. */
const DRAWING_HOSTS =
  /^(?:https?:)?\/\/(?:[\w-]+\.)*(?:shields\.io|quickchart\.io|mermaid\.ink|codecogs\.com|kroki\.io|plantuml\.com|googleapis\.com|githubusercontent\.com|wikimedia\.org|gravatar\.com)[/:?]/iu;

/** An address that waits for a click, or that is perhaps not meant as a link. */
const CLICKED = 0.65;
/** Some words of the conversation: what a search or a drawing service gets as well. */
const QUOTED = 0.65;
/** Addresses of services that are meant to get text. */
const EXPECTED = 0.4;

type Named = Readonly<{ byOperator: boolean; byUser: boolean }>;

const namedBy = (url: string, { request }: DetectionContext): Named => {
  const host = hostOf(url);
  if (request === undefined || host === '') return { byOperator: false, byUser: false };
  const { by } = request.naming({ kind: 'host', keys: [host, ownerOf(host)] });
  return { byOperator: by.has('trusted'), byUser: by.has('user') };
};

const quotesRequest = (url: string, { request }: DetectionContext): boolean =>
  request !== undefined && valuesIn(url).some((value) => request.holdsBesides(value, hostOf(url)));

const rate = (url: string, opens: Shape['opens'], context: DetectionContext): number => {
  if (opens === 'perhaps') return holdsEncodedText(url) ? CLICKED : 0;
  const rated = rateUrl(url) || (quotesRequest(url, context) ? QUOTED : 0);
  if (rated === 0) return 0;
  const { byOperator, byUser } = namedBy(url, context);
  if (DRAWING_HOSTS.test(url) || byOperator) return EXPECTED;
  if (opens === 'at-once') return rated;
  // A user's text may be pasted from anywhere: what it names is believed only as far as nothing is fetched unseen.
  return byUser ? EXPECTED : Math.min(rated, CLICKED);
};

const findLinks = (text: string, context: DetectionContext): RawFinding[] => {
  const found: RawFinding[] = [];
  const judged = new Set<number>();
  for (const { ruleId, pattern, opens } of SHAPES) {
    for (const match of text.matchAll(pattern)) {
      const url = match[1] ?? '';
      const end = match.index + match[0].length;
      const start = end - url.length;
      if (judged.has(start)) continue;
      judged.add(start);
      const score = rate(url, opens, context);
      if (score === 0) continue;
      const span = { start: match.index, end };
      found.push({ ruleId, category: 'data_leak', subType: 'exfiltration_link', score, span });
    }
  }
  return found;
};

/** Links and images in an answer whose address carries data out. @see OWASP LLM02:2025 */
export const exfiltrationLink: Detector = {
  id: 'exfiltration-link',
  readings: 'plain',
  sparesPlainWords: true,
  applies: ({ direction }) => direction === 'output',
  detect: (text, context) => (text.includes('//') ? findLinks(text, context) : []),
};
