import type { Span } from '../../chat/segment.ts';
import type { TextFacts } from '../facts/facts.ts';
import { readFacts } from '../facts/text-facts.ts';
import { loosen } from '../matching/loose-pattern.ts';
import { matchRules, type RawFinding } from '../matching/matcher.ts';
import { LITERALS } from '../matching/rule-literals.ts';
import { isRandom } from '../rulesets/secrets/values.ts';
import { SECRETS } from '../rulesets/secrets.ts';
import { findBorrowed } from './secretlint.ts';

/**
 * Tokens that mail or a terminal has wrapped: `ghp_a8Dk3mQ9…`, the end of a line, perhaps the sign that a soft break has in front of it or the
 * one that quoted lines begin with, and the rest; or that a program has as several strings, or as several lines of a command. What is put together has to be a token by its own form, which chance does not meet.
 */

const IS_MARK = Uint8Array.from(LITERALS, ({ text, rules, borrowed }) =>
  Number(
    (borrowed.length > 0 || rules.some(({ ruleset, rule }) => ruleset === SECRETS && rule.exact === true)) &&
      /^[a-z\d]{1,12}(?:[_-]|$)/u.test(text) &&
      (/[_-]$/u.test(text) || /^(?:eyj|akia|asia|aiza)/u.test(text)),
  ),
);

const MARKS = LITERALS.filter((_, number) => IS_MARK[number] === 1).map(({ text }) => text);
const LONGEST_MARK = Math.max(...MARKS.map(({ length }) => length));
const LONGEST_LITERAL = Math.max(...LITERALS.map(({ text }) => text.length));

const PIECE = /[\w.+/~-]{8,200}(?==?[ \r]?\n| |\\\r?\n|["'] ?[+.&\\]?[ \r]?\n)/uy;
/** The end of a string in one line, and the beginning of the next one. */
const NEXT_STRING = String.raw`["'] ?[+.&\\]?[ \r]?\n[ \t]{0,40}(?:[+.&] ?)?["']`;
const GAP = String.raw`(?:=?[ \r]?\n(?:[>|] ?){0,4}| |\\\r?\n[ \t]{0,16}|${NEXT_STRING})`;
const NEXT = new RegExp(String.raw`(${GAP})([\w.+/~-]{4,200})(?![\w.+/~-])`, 'uy');
const MOST_PIECES = 5;
/** Words are no parts of tokens, nor are words with a number behind them. */
const IS_MIXED = /\d[A-Za-z]/u;

/** What follows in its lines, as a text without breaks, and where each piece of it stands. */
const piecesAt = (text: string, start: number): readonly Span[] => {
  PIECE.lastIndex = start;
  const first = PIECE.exec(text)?.[0];
  if (first === undefined || !IS_MIXED.test(first)) return [];
  const pieces = [{ start, end: start + first.length }];
  while (pieces.length < MOST_PIECES) {
    NEXT.lastIndex = pieces.at(-1)?.end ?? start;
    const match = NEXT.exec(text);
    if (match === null || !IS_MIXED.test(match[2] ?? '')) return pieces;
    pieces.push({ start: NEXT.lastIndex - (match[2]?.length ?? 0), end: NEXT.lastIndex });
  }
  return pieces;
};

/** No token with a mark is shorter; an id of a key of AWS has 20 characters. */
const LEAST_TOKEN = 16;

/** For each literal the least that a rule of ours or secretlint's finds which begins with it; asked of a few. */
const leastOfLiteral: (number | undefined)[] = LITERALS.map(() => undefined);

const leastBehind = (literal: number): number => {
  const { text, rules, borrowed } = LITERALS[literal] ?? { text: '', rules: [], borrowed: [] };
  if (borrowed.length > 0) return LEAST_TOKEN;
  const own = rules.filter(({ ruleset }) => ruleset === SECRETS);
  return text.length + Math.min(...own.map(({ source }) => loosen(source).shortest));
};

const leastOf = (literal: number): number => {
  const least = leastOfLiteral[literal] ?? leastBehind(literal);
  leastOfLiteral[literal] = least;
  return least;
};

/** What begins where a text does, of which pieces are put together again and again: each of them may be full of beginnings. */
type Beginnings = Readonly<{ head: TextFacts; hits: readonly number[]; least: number }>;

const beginningsOf = (text: string): Beginnings => {
  const head = readFacts(text.slice(0, LONGEST_LITERAL + 1));
  const hits: number[] = [];
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < head.hits.length; i += 2) {
    const number = head.hits[i] ?? 0;
    const end = head.hits[i + 1] ?? 0;
    if (LITERALS[number]?.text.length !== end) continue;
    hits.push(number, end);
    least = Math.min(least, leastOf(number));
  }
  return { head, hits, least: Math.max(LEAST_TOKEN, least) };
};

const factsOf = (text: string, { head, hits }: Beginnings): TextFacts => ({
  ...head,
  ...{ text, hits: hits.filter((_, i) => (hits[i | 1] ?? 0) <= text.length) },
  ...{ lower: () => text.toLowerCase(), candidates: undefined, contextCandidates: undefined },
});

/** @param beginnings Of this text, or of a longer one that begins with it. */
const tokenIn = (joined: string, least: number, beginnings: Beginnings): RawFinding | undefined => {
  if (joined.length < beginnings.least) return undefined;
  const facts = factsOf(joined, beginnings);
  const found = [...matchRules(joined, SECRETS, facts), ...findBorrowed(facts)];
  return found.find(
    ({ subType, span }) => span.start === 0 && span.end > least && subType !== SECRETS.subType,
  );
};

/** Behind what is a token already the next line belongs to it where it can be nothing else. */
const goesOn = (text: string, before: Span, { start, end }: Span): boolean =>
  text.slice(before.end, start).includes('\n') && isRandom(text.slice(start, end));

/** Whether a piece is a token by itself: the next one of a list. */
const isNext = (text: string, { start, end }: Span): boolean => {
  if (end - start < LEAST_TOKEN) return false;
  const head = text.slice(start, start + LONGEST_MARK).toLowerCase();
  if (!MARKS.some((mark) => head.startsWith(mark))) return false;
  const piece = text.slice(start, end);
  return tokenIn(piece, 0, beginningsOf(piece)) !== undefined;
};

/** Whether a piece is none of the token, of which the pieces up to `last` may be one already. */
const endsBefore = (text: string, last: Span | undefined, piece: Span, isWhole: boolean): boolean =>
  last !== undefined && ((isWhole && !goesOn(text, last, piece)) || isNext(text, piece));

/** A token of several pieces: of as few as make one, and of those behind it that can be nothing else. */
const tokenAt = (text: string, start: number): RawFinding | undefined => {
  const pieces = piecesAt(text, start);
  // What one piece is was found as such.
  if (pieces.length < 2) return undefined;
  const beginnings = beginningsOf(pieces.map((piece) => text.slice(piece.start, piece.end)).join(''));
  let joined = '';
  let best: RawFinding | undefined;
  let last: Span | undefined;
  for (const piece of pieces) {
    if (endsBefore(text, last, piece, best !== undefined)) break;
    const before = joined.length;
    joined += text.slice(piece.start, piece.end);
    const found = tokenIn(joined, before, beginnings);
    if (found === undefined && best !== undefined) break;
    last = piece;
    if (found !== undefined) best = { ...found, span: { start, end: piece.start + found.span.end - before } };
    if (best !== undefined && best.span.end < piece.end) break;
  }
  return best !== undefined && /[\s]/u.test(text.slice(start, best.span.end)) ? best : undefined;
};

const RUN = /[\w.+/~-]{1,200}/uy;
/** In one run of such characters it is no use to look for more: each look reads all of the lines. */
const MOST_IN_RUN = 3;

const runEnd = (text: string, at: number): number => {
  RUN.lastIndex = at;
  return RUN.test(text) ? RUN.lastIndex : at;
};

/** Counts the looks in each run; asked in ascending order. Several marks may begin at one place. */
const createLooks = (text: string): ((at: number) => boolean) => {
  let end = 0;
  let looks = 0;
  let last = -1;
  return (at) => {
    if (at === last) return false;
    last = at;
    looks = at < end ? looks + 1 : 1;
    if (looks === 1) end = runEnd(text, at);
    return looks <= MOST_IN_RUN;
  };
};

const NOTHING: readonly RawFinding[] = [];

/** @returns In ascending order. */
export const wrappedTokens = ({ text, hits }: TextFacts): readonly RawFinding[] => {
  let found: RawFinding[] | undefined;
  let mayLook: ReturnType<typeof createLooks> | undefined;
  let done = 0;
  for (let i = 0; i < hits.length; i += 2) {
    const number = hits[i] ?? 0;
    if (IS_MARK[number] !== 1) continue;
    const start = (hits[i + 1] ?? 0) - (LITERALS[number]?.text.length ?? 0);
    mayLook ??= createLooks(text);
    if (start < done || !mayLook(start)) continue;
    const token = tokenAt(text, start);
    if (token === undefined) continue;
    found ??= [];
    found.push(token);
    done = token.span.end;
  }
  return found ?? NOTHING;
};
