import type { Detector } from '../detector.ts';
import type { RawFinding } from '../matcher.ts';

type Shape = Readonly<{ ruleId: string; pattern: RegExp; loads: boolean }>;

export const LOADING_TAG =
  /<(?:img|iframe|script|video|audio|source|embed|link)\s[^<>]{0,400}?(?:src|href)\s?=\s?["']?((?:https?:)?\/\/[^\s"'>]{4,4000})/giu;

/** An image is fetched as soon as it is shown; a link waits for a click. */
const SHAPES: readonly Shape[] = [
  {
    ruleId: 'DL-2001',
    pattern: /!\[[^\]\n]{0,400}\]\(\s?<?((?:https?:)?\/\/[^\s)>]{4,4000})/giu,
    loads: true,
  },
  {
    ruleId: 'DL-2002',
    pattern: LOADING_TAG,
    loads: true,
  },
  {
    ruleId: 'DL-2003',
    pattern: /(?<!!)\[[^\]\n]{0,400}\]\(\s?<?(https?:\/\/[^\s)>]{4,4000})/giu,
    loads: false,
  },
  { ruleId: 'DL-2004', pattern: /^\[[^\]\n]{1,100}\]:\s?(https?:\/\/[^\s)>]{4,4000})/gimu, loads: true },
];

/** Services whose addresses carry what they draw. */
const DRAWING_HOSTS =
  /^(?:https?:)?\/\/(?:[\w-]+\.)*(?:shields\.io|quickchart\.io|mermaid\.ink|codecogs\.com|kroki\.io|plantuml\.com|googleapis\.com|githubusercontent\.com|wikimedia\.org|gravatar\.com)[/:?]/iu;
const PLACEHOLDER =
  /\{\{?[\w .-]{2,40}\}?\}|(?:=|\/)<[\w .-]{2,40}>?|%7B%7B?[\w .-]{2,40}|=\[[\w .-]{2,40}\]|\$\{[\w.]{2,40}\}/iu;
const TELLING_NAME =
  /^(?:q|data|d|payload|c|chat|prompt|secret|conversation|exfil|leak|msg|message|text|content|info|history|context|summary|user|body|p|key|token|email|password|system)$/iu;

const decodesToText = (value: string): boolean => {
  if (!/^[\w+/-]{20,}={0,2}$/u.test(value) || !/[A-Z]/u.test(value) || !/[a-z]/u.test(value)) return false;
  const decoded = Buffer.from(value.replaceAll('-', '+').replaceAll('_', '/'), 'base64').toString('utf8');
  return /^[\x20-\x7e\n\r\t\u00a0-\u024f]{12,}$/u.test(decoded);
};

const isSentence = (value: string): boolean =>
  (value.match(/\+|%20|_/gu)?.length ?? 0) >= 3 && value.length >= 24;

const rateParameter = (name: string, value: string): number => {
  if (decodesToText(value)) return 0.95;
  const long = value.length >= 40;
  if (TELLING_NAME.test(name) && isSentence(value)) return 0.9;
  if (TELLING_NAME.test(name) && long) return 0.85;
  return isSentence(value) || value.length >= 120 ? 0.65 : 0;
};

const rateUrl = (url: string): number => {
  if (PLACEHOLDER.test(url)) return 0.9;
  const [path = '', query = ''] = url.split(/[?#]/u, 2);
  let score = 0;
  for (const pair of query.split('&').slice(0, 64)) {
    const equals = pair.indexOf('=');
    const name = equals < 0 ? 'q' : pair.slice(0, equals);
    score = Math.max(score, rateParameter(name, pair.slice(equals + 1).replace(/%3D/giu, '=')));
  }
  for (const piece of path.split('/').slice(2, 32)) {
    if (decodesToText(piece.replace(/\.(?:png|gif|jpe?g|svg|webp)$/iu, ''))) score = Math.max(score, 0.9);
  }
  return score;
};

const findLinks = (text: string, { ruleId, pattern, loads }: Shape): RawFinding[] => {
  const found: RawFinding[] = [];
  for (const match of text.matchAll(pattern)) {
    const url = match[1] ?? '';
    const rated = rateUrl(url);
    if (rated === 0) continue;
    const score = DRAWING_HOSTS.test(url) ? 0.4 : loads ? rated : Math.min(rated, 0.65);
    const span = { start: match.index, end: match.index + match[0].length };
    found.push({ ruleId, category: 'data_leak', subType: 'exfiltration_link', score, span });
  }
  return found;
};

/** Links and images in an answer whose address carries data out. @see OWASP LLM02:2025 */
export const exfiltrationLink: Detector = {
  id: 'exfiltration-link',
  applies: ({ direction }) => direction === 'output',
  detect: (text) => (text.includes('//') ? SHAPES.flatMap((shape) => findLinks(text, shape)) : []),
};
