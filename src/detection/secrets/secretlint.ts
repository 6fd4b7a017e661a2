import { rules } from '@secretlint/secretlint-rule-preset-recommend';
import type { Span } from '../../chat/segment.ts';
import type { TextFacts } from '../facts/facts.ts';
import { isEscapedBreak } from '../matching/automaton.ts';
import type { RawFinding } from '../matching/matcher.ts';
import { BEGINS_BORROWED, LITERALS } from '../matching/rule-literals.ts';
import { BORROWED_RULES, type BorrowedRule } from '../rulesets/secrets/borrowed.ts';
import { isToken } from '../rulesets/secrets/values.ts';

/** What we need of secretlint's types: its rules tell a reporter what they find in a source. */
type Report = Readonly<{ message: { messageId: string }; range: readonly [start: number, end: number] }>;
type Handler = Readonly<{ file?: (source: Source) => unknown }>;
type Source = Readonly<{ content: string; filePath: undefined; ext: string; contentType: 'text' }>;
type Context = Readonly<{
  createTranslator: () => (messageId: string) => { messageId: string };
  report: (report: Report) => void;
  ignore: () => void;
}>;
type Creator = Readonly<{
  meta: { id: string };
  create: (context: Context, options: object) => Handler;
}>;

const PREFIX = '@secretlint/secretlint-rule-';
const PRESET: readonly Creator[] = rules;
const CREATORS = new Map(PRESET.map((creator) => [creator.meta.id.slice(PREFIX.length), creator]));

/** So far the rules look at what follows a match. */
const BEHIND = 2;

type Asked = Readonly<{ rule: BorrowedRule; find: (content: string) => readonly Report[] }>;

/**
 * One rule, by itself: the preset's other rules, such as the one that lets comments switch rules off, have no say. Each
 * of our list answers before `file` returns.
 *
 * @throws Error Where the preset has no such rule: a newer version may have renamed it.
 */
const ask = (rule: BorrowedRule): Asked => {
  const creator = CREATORS.get(rule.name);
  if (creator === undefined) throw new Error(`secretlint has no rule "${rule.name}"`);
  let reports: Report[] = [];
  const { file } = creator.create(
    {
      createTranslator: () => (messageId) => ({ messageId }),
      report: (report) => reports.push(report),
      ignore: () => undefined,
    },
    {},
  );
  return {
    rule,
    find: (content) => {
      reports = [];
      file?.({ content, filePath: undefined, ext: '', contentType: 'text' });
      return reports;
    },
  };
};

const ASKED = BORROWED_RULES.map(ask);

/**
 * Joins a stretch to the last one where they touch, so that no text is read twice. Behind an escaped line break, whose
 * letter the rules would take for the beginning of the word, the last one ends.
 */
const addStretch = (stretches: Span[], text: string, { start, end }: Span): void => {
  const last = stretches.at(-1);
  if (last === undefined || last.end < start) {
    stretches.push({ start, end });
  } else if (isEscapedBreak(text, start - 2)) {
    stretches[stretches.length - 1] = { start: last.start, end: start };
    stretches.push({ start, end });
  } else {
    stretches[stretches.length - 1] = { start: last.start, end: Math.max(last.end, end) };
  }
};

/** Where each rule is asked: from its literals on, which the automaton has found at the beginnings of words only. */
const stretchesOf = ({ text, hits }: TextFacts): ReadonlyMap<number, readonly Span[]> => {
  let stretches: Map<number, Span[]> | undefined;
  for (let i = 0; i < hits.length; i += 2) {
    const hit = hits[i] ?? 0;
    const literal = BEGINS_BORROWED[hit] === 1 ? LITERALS[hit] : undefined;
    if (literal === undefined) continue;
    const at = (hits[i + 1] ?? 0) - literal.text.length;
    for (const number of literal.borrowed) {
      const rule = BORROWED_RULES[number];
      if (rule?.starts.some((start) => text.startsWith(start, at)) !== true) continue;
      stretches ??= new Map();
      const known = stretches.get(number) ?? [];
      stretches.set(number, known);
      const end = Math.min(text.length, at + rule.longest + BEHIND);
      addStretch(known, text, { start: at, end });
    }
  }
  return stretches ?? NO_STRETCHES;
};

const NO_STRETCHES: ReadonlyMap<number, readonly Span[]> = new Map();
const NONE: readonly RawFinding[] = [];

/** What a rule finds in a stretch of a text. */
const findIn = (text: string, { start, end }: Span, { rule, find }: Asked): readonly RawFinding[] =>
  find(text.slice(start, end)).flatMap(({ message, range: [from, to] }): RawFinding[] => {
    // What the end of the stretch has cut may be part of something longer, which is none.
    if (start + to >= end && end < text.length) return [];
    if (rule.messages?.includes(message.messageId) === false) return [];
    const span = { start: start + from, end: start + to };
    if (!isToken(text.slice(span.start, span.end))) return [];
    return [{ ruleId: rule.id, category: 'secret', subType: rule.subType, score: rule.score, span }];
  });

const LETTER_OR_DIGIT = /[a-z\d]/iu;

/**
 * The value that begins within another one of its rule: patterns run on into the next value where only one of their own signs stands
 * between the two.
 */
const findWithin = (text: string, { span }: RawFinding, asked: Asked): readonly RawFinding[] => {
  const { starts, longest } = asked.rule;
  const at = Math.max(
    ...starts.map(
      (begin) => span.start + text.slice(span.start, span.end + begin.length - 1).lastIndexOf(begin),
    ),
  );
  if (at <= span.start || LETTER_OR_DIGIT.test(text.charAt(at - 1))) return NONE;
  const stretch = { start: at, end: Math.min(text.length, at + longest + BEHIND) };
  return findIn(text, stretch, asked).filter((each) => each.span.start === at && each.span.end > span.end);
};

/**
 * What secretlint's rules find.
 *
 * @returns In no particular order; of one value several rules may report something.
 */
export const findBorrowed = (facts: TextFacts): readonly RawFinding[] => {
  const stretches = stretchesOf(facts);
  if (stretches.size === 0) return NONE;
  const { text } = facts;
  return ASKED.flatMap((asked, number) =>
    (stretches.get(number) ?? [])
      .flatMap((stretch) => findIn(text, stretch, asked))
      .flatMap((each) => [each, ...findWithin(text, each, asked)]),
  );
};
