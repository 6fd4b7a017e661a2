import { createHash } from 'node:crypto';
import type { Span } from '../chat/segment.ts';
import type { DetectionContext, Detector, Finding, Pipeline } from './detector.ts';
import type { MappedText } from './mapped-text.ts';
import type { RawFinding } from './matcher.ts';
import { normalize } from './normalize.ts';
import { RULESETS } from './rulesets/all.ts';
import { readFacts, type TextFacts } from './text-facts.ts';
import { decodedViews } from './views.ts';

export type PipelineOptions = Readonly<{
  /** Text normalised and scanned between two yields, in UTF-16 code units. */
  windowChars?: number;
  /** Text of the previous window that is scanned again, so that nothing is cut in two. */
  overlapChars?: number;
}>;

/** A text of nothing but attacks has no use for its hundredth finding; entities to redact are never dropped. */
const MAX_INJECTIONS_PER_RULE = 64;
const LONGEST_TOKEN = 4096;
const HIDDEN = /[\u{e0020}-\u{e007e}]|[\u{fe00}-\u{fe0f}\u{e0100}-\u{e01ef}]{4}/u;

/** What was normalised so far, and where it stood: the overlap and the new piece. */
type Window = Readonly<{ text: string; pieces: readonly Piece[] }>;
type Piece = Readonly<{ at: number; mapped: MappedText; sourceAt: number }>;

/**
 * @param detectors Asked in this order; of several findings of one rule at one place the first view's is kept.
 */
export const createPipeline = (detectors: readonly Detector[], options: PipelineOptions = {}): Pipeline => {
  const windowChars = options.windowChars ?? 8192;
  const overlapChars = options.overlapChars ?? 1024;
  return {
    revision: revisionOf(detectors),
    *scan(text, context) {
      const active = detectors.filter((detector) => detector.applies(context));
      const seen = new Map<string, Span[]>();
      let window: Window = { text: '', pieces: [] };
      for (let from = 0; from < text.length && active.length > 0; ) {
        const to = cutAt(text, from, windowChars);
        window = append(window, normalize(text.slice(from, to)), from);
        const last = to >= text.length;
        const keepFrom = last ? window.text.length : overlapAt(window.text, overlapChars);
        const found = scanWindow(window, keepFrom, { text, active, context, seen });
        window = dropBefore(window, keepFrom);
        from = to;
        yield found;
      }
    },
  };
};

/** Changes with every word of every rule; what detectors do in code alone changes with the program's version. */
const revisionOf = (detectors: readonly Detector[]): string => {
  const names = detectors.map(({ id }) => id);
  const rules = RULESETS.flatMap(({ rules: list }) =>
    list.map(({ id, score, starts, rest }) => [id, score, ...starts, rest].join('\0')),
  );
  return createHash('sha256')
    .update([...names, ...rules].join('\n'))
    .digest('hex')
    .slice(0, 12);
};

/** Never within a surrogate pair, and at white space where some is near. */
const cutAt = (text: string, from: number, windowChars: number): number => {
  const limit = from + windowChars;
  if (limit >= text.length) return text.length;
  for (let at = limit; at > limit - windowChars / 8; at--) {
    if (/\s/u.test(text.charAt(at))) return at;
  }
  const code = text.charCodeAt(limit);
  return code >= 0xdc00 && code <= 0xdfff ? limit + 1 : limit;
};

/** Where the overlap begins: before a long word rather than in it. */
const overlapAt = (text: string, overlapChars: number): number => {
  const wanted = Math.max(0, text.length - overlapChars);
  for (let at = wanted; at > wanted - LONGEST_TOKEN && at > 0; at--) {
    if (text[at] === ' ' || text[at] === '\n') return at;
  }
  return wanted > LONGEST_TOKEN ? wanted : 0;
};

const append = (window: Window, mapped: MappedText, sourceAt: number): Window => ({
  text: window.text + mapped.text,
  pieces:
    mapped.text === '' ? window.pieces : [...window.pieces, { at: window.text.length, mapped, sourceAt }],
});

const dropBefore = (window: Window, from: number): Window => {
  const pieces = window.pieces.map((piece) => ({ ...piece, at: piece.at - from }));
  return {
    text: window.text.slice(from),
    pieces: pieces.filter(({ at, mapped }) => at + mapped.text.length > 0),
  };
};

const toOriginal = ({ pieces }: Window, span: Span): Span => {
  const place = (index: number): Piece | undefined =>
    pieces.findLast((piece) => piece.at <= index) ?? pieces[0];
  const first = place(span.start);
  const last = place(Math.max(span.start, span.end - 1));
  if (first === undefined || last === undefined) return span;
  const inFirst = {
    start: span.start - first.at,
    end: Math.max(span.start + 1, Math.min(span.end, first.at + first.mapped.text.length)) - first.at,
  };
  const inLast = { start: Math.max(0, span.start - last.at), end: span.end - last.at };
  return {
    start: first.sourceAt + first.mapped.toSource(inFirst).start,
    end: last.sourceAt + last.mapped.toSource(inLast).end,
  };
};

type Scan = Readonly<{
  text: string;
  active: readonly Detector[];
  context: DetectionContext;
  seen: Map<string, Span[]>;
}>;

const scanWindow = (window: Window, keepFrom: number, scan: Scan): readonly Finding[] => {
  const found: Finding[] = [];
  const take = (raw: RawFinding, inWindow: Span, view: string): void => {
    // What begins in the overlap is found again, with more text behind it.
    if (inWindow.end <= inWindow.start || inWindow.start >= keepFrom) return;
    const finding = report(raw, toOriginal(window, inWindow), view, scan);
    if (finding !== undefined) found.push(finding);
  };
  const facts = readFacts(window.text);
  for (const raw of detectAll(facts, scan)) take(raw, raw.span, '');
  for (const view of decodedViews(window.text, facts)) {
    for (const raw of detectAll(view.facts, scan)) {
      if (view.scrambles && raw.category !== 'prompt_injection') continue;
      take(raw, view.toSource(raw.span), view.name);
    }
  }
  return found;
};

const detectAll = (facts: TextFacts, { active, context }: Scan): readonly RawFinding[] =>
  active.flatMap((detector) => detector.detect(facts.text, context, facts));

const report = (raw: RawFinding, span: Span, view: string, { text, seen }: Scan): Finding | undefined => {
  const spans = seen.get(raw.ruleId) ?? [];
  if (spans.some((other) => other.start < span.end && span.start < other.end)) return undefined;
  if (raw.category === 'prompt_injection' && spans.length >= MAX_INJECTIONS_PER_RULE) return undefined;
  spans.push(span);
  seen.set(raw.ruleId, spans);
  const source = text.slice(span.start, span.end);
  const hidden = view !== '' || HIDDEN.test(source);
  const subType = raw.category === 'prompt_injection' && hidden ? 'obfuscated_instruction' : raw.subType;
  return { ...raw, subType, span, view: view === '' ? plainView(source) : view };
};

const plainView = (source: string): string => (normalize(source).text === source ? 'raw' : 'normalized');
