import type { RawFinding } from '../matcher.ts';
import { entity, isDigit, sticky } from './pii-entity.ts';

const PHONE = /(?:\+\d{1,3}[ .-]?)?(?:\(\d{1,4}\)[ .-]?)?\d{2,5}(?:[ .-]?\d{2,5}){1,4}(?![\w-]|[.,/]\d)/y;
const DATE = /^(?:19|20)\d\d[-.]\d\d[-.]\d\d/u;
const GROUPED = /^\(?\d{3}\)?[ .-]\d{3}[ .-]\d{4}$/u;
const KEYWORD =
  /phone|telefon|tel|call|mobile|cell|fax|whatsapp|contact|ring|dial|sms|text me|handy|tél|número|numero/giu;
/** How far behind a keyword the number may begin, on the same line. */
const KEYWORD_REACH = 24;

/** Where words end that announce a telephone number. */
const keywordEnds = (text: string): readonly number[] => {
  const ends: number[] = [];
  KEYWORD.lastIndex = 0;
  for (let match = KEYWORD.exec(text); match !== null; match = KEYWORD.exec(text)) {
    ends.push(match.index + match[0].length);
    KEYWORD.lastIndex = match.index + 1;
  }
  return ends;
};

const countDigits = (text: string): number => {
  let count = 0;
  for (let i = 0; i < text.length; i++) if (isDigit(text.charCodeAt(i))) count++;
  return count;
};

const isLead = (text: string, at: number): boolean => text[at] === '+' || text[at] === '(';

/** A plus or a bracket in front of the first digit, or both. */
const startOf = (text: string, at: number): number => {
  if (!isLead(text, at - 1)) return at;
  return isLead(text, at - 2) ? at - 2 : at - 1;
};

const phoneIn = (text: string, start: number, at: number): string | undefined => {
  const matched = sticky(text, PHONE, start) ?? (start < at ? sticky(text, PHONE, at) : undefined);
  const digits = matched === undefined ? 0 : countDigits(matched);
  return matched === undefined || digits < 9 || digits > 15 || DATE.test(matched) ? undefined : matched;
};

/** Looks for telephone numbers in one text; places are asked about in ascending order. */
export const createPhoneFinder = (text: string): ((at: number) => RawFinding | undefined) => {
  let ends: readonly number[] | undefined;
  let passed = 0;
  const isAnnounced = (start: number): boolean => {
    ends ??= keywordEnds(text);
    while (passed < ends.length && (ends[passed] ?? 0) <= start) passed++;
    const end = ends[passed - 1];
    return end !== undefined && end >= start - KEYWORD_REACH && !text.slice(end, start).includes('\n');
  };
  return (at) => {
    const start = startOf(text, at);
    const matched = phoneIn(text, start, at);
    if (matched === undefined) return undefined;
    const isInternational = matched.startsWith('+');
    const isKnown = isAnnounced(start);
    if (!isKnown && !isInternational && !GROUPED.test(matched)) return undefined;
    const isShaped = /[ .()-]/u.test(matched);
    const score = isKnown || (isInternational && isShaped) ? 0.85 : 0.65;
    return entity('PHONE_NUMBER', score, { start, end: start + matched.length });
  };
};
