import { createHash } from 'node:crypto';
import type { Span } from '../chat/segment.ts';
import { createKnownFindings, type KnownFindings } from './cache/known-findings.ts';
import type { DetectionContext, Detector, Pipeline } from './detector.ts';
import { obfuscatedInstruction } from './detectors/obfuscated-instruction.ts';
import type { TextFacts } from './facts/facts.ts';
import { CHARS } from './facts/signs.ts';
import { asPartOfLong, readFacts } from './facts/text-facts.ts';
import { type Finding, isEntity, namesValue } from './findings.ts';
import { MOST_INJECTIONS_OF_RULE, mayBeginRule, type RawFinding } from './matching/matcher.ts';
import { CERTAIN_LEAST, lifted, NAMED_LEAST } from './model/calibration.ts';
import { type Judge, MODEL_RULE_ID } from './model/judge.ts';
import { ALL_RULESETS } from './rulesets/all.ts';
import { BORROWED_RULES } from './rulesets/secrets/borrowed.ts';
import { type Placed, passwordAddressFilter } from './secrets/password-addresses.ts';
import { openTableAt } from './secrets/secret-columns.ts';
import type { Table } from './secrets/table.ts';
import type { MappedText } from './text/mapped-text.ts';
import { normalize } from './text/normalize.ts';
import { arePlainWords } from './views/plain-words.ts';
import { smuggledIn } from './views/smuggled.ts';
import { turnedRoundIn } from './views/turned-round.ts';
import { unreadAt } from './views/unread.ts';
import { isDisguised, isRiddle, type Readings, type View, viewsOf } from './views/views.ts';

export type PipelineOptions = Readonly<{
  /** Text normalised and scanned between two yields, in UTF-16 code units. */
  windowChars?: number;
  /** Text of the previous window that is scanned again, so that nothing is cut in two. */
  overlapChars?: number;
  /** Weighs injections by a model; without one a rule's grade is its score. */
  judge?: Judge;
}>;

const LONGEST_TOKEN = 4096;
const HIDDEN = /[\u{e0020}-\u{e007e}]|[\u{fe00}-\u{fe0f}\u{e0100}-\u{e01ef}]{4}/u;

/** Of the same grade as rules that name a wording; a judge weighs it as it does these. */
const SMUGGLED = {
  ruleId: 'PI-6009',
  category: 'prompt_injection',
  subType: 'obfuscated_instruction',
  score: 0.98,
  view: 'raw',
} as const;
const CERTAIN = { score: lifted(0.5, CERTAIN_LEAST), least: CERTAIN_LEAST } as const;
const TURNED_ROUND = { ...SMUGGLED, ruleId: 'PI-6010', score: 0.9 } as const;
const NAMED = { score: lifted(0.5, NAMED_LEAST), least: NAMED_LEAST } as const;

/** Values hang on words in front of them: those that begin so near to the start of a window belong to the one before. */
const LEAD_CHARS = 128;

/** What was normalised so far, and where it stood: the overlap and the new piece. */
type Window = Readonly<{
  text: string;
  pieces: readonly Piece[];
  /** Values that begin before this were found in the window before. */
  lead: number;
}>;
type Piece = Readonly<{ at: number; mapped: MappedText; sourceAt: number }>;

const EMPTY: Window = { text: '', pieces: [], lead: 0 };

/**
 * @param detectors Asked in this order; of several findings of one rule at one place the first view's is kept.
 */
export const createPipeline = (detectors: readonly Detector[], options: PipelineOptions = {}): Pipeline => {
  const windowChars = options.windowChars ?? 8192;
  const overlapChars = options.overlapChars ?? 1024;
  const activeIn = createSelection(detectors);
  return {
    revision: revisionOf(detectors, options.judge),
    spares: (stretch, facts, context) => {
      const { sparesPlainWords, readings } = activeIn(context);
      return sparesPlainWords && arePlainWords(stretch, facts, readings !== 'plain');
    },
    *scan(text, context) {
      const active = activeIn(context);
      if (active.all.any.length === 0) return;
      const scan: Scan = { text, active, context, seen: undefined, isUnread: false, judge: options.judge };
      let window: Window = EMPTY;
      let { table } = context;
      for (let from = 0; from < text.length; ) {
        const to = cutAt(text, from, windowChars);
        const piece = text.slice(from, to);
        window = append(window, normalize(piece), from);
        const isLast = to >= text.length;
        const overlap = isLast ? window.text.length : overlapAt(window.text, overlapChars);
        const facts = readFacts(window.text);
        const open = isLast ? undefined : openTableAt(facts, overlap, table);
        const keepFrom = open?.start ?? overlap;
        const found = smuggled(piece, from, facts, scan);
        scanWindow({ window, facts, keepFrom, scan, found, table });
        table = open?.table;
        if (!isLast) window = dropBefore(window, keepFrom);
        from = to;
        yield found;
      }
    },
  };
};

/** Contexts that say no more than whose text it is. Others hold texts of a request, which nobody may keep alive. */
const isPlain = ({ protectedTexts, request }: DetectionContext): boolean =>
  protectedTexts.length === 0 && request === undefined;

const isSame = (a: DetectionContext, b: DetectionContext): boolean =>
  a.role === b.role &&
  a.roles === b.roles &&
  a.trust === b.trust &&
  a.direction === b.direction &&
  a.isToolCall === b.isToolCall &&
  a.keeps === b.keeps &&
  a.isCutOut === b.isCutOut;

/** Some detectors, and those of them that are asked where no rule begins. */
type Asked = Readonly<{ any: readonly Detector[]; withoutRules: readonly Detector[] }>;

const askedOf = (any: readonly Detector[]): Asked => ({
  any,
  withoutRules: any.filter(({ isOfRules }) => isOfRules !== true),
});

/** The detectors that apply to a text, those of them that are asked about its readings, and which of these anybody is asked about. */
type Active = Readonly<{
  all: Asked;
  ofValues: Asked;
  ofScrambled: Asked;
  ofUnawaited: Asked;
  readings: Readings;
  /** Whether letters that nobody sees are looked for. */
  findsSmuggled: boolean;
  sparesPlainWords: boolean;
}>;

/** More contexts than there are: of a role or some, a trust and a direction, whether it is a border's, and what is kept. */
const MOST_CONTEXTS = 256;

/** As many detectors as a number has bits for, one for each that applies. */
const MOST_BITS = 30;

const activeOf = (all: readonly Detector[]): Active => {
  const ofValues = all.filter(({ readings }) => readings === 'plain');
  const ofScrambled = all.filter(({ readings }) => readings !== 'plain');
  const ofUnawaited = all.filter(({ readings }) => readings === undefined);
  const most = ofScrambled.length > 0 ? 'awaited' : 'plain';
  return {
    ...{ all: askedOf(all), ofValues: askedOf(ofValues) },
    ...{ ofScrambled: askedOf(ofScrambled), ofUnawaited: askedOf(ofUnawaited) },
    readings: ofUnawaited.length > 0 ? 'all' : most,
    findsSmuggled: all.includes(obfuscatedInstruction),
    sparesPlainWords: all.every((detector) => detector.sparesPlainWords === true),
  };
};

/** Texts of a request have few contexts, and neighbouring ones have others. */
const createSelection = (detectors: readonly Detector[]) => {
  const byBits = new Map<number, Active>();
  const select = (context: DetectionContext): Active => {
    if (detectors.length > MOST_BITS) return activeOf(detectors.filter((each) => each.applies(context)));
    let bits = 0;
    for (let i = 0; i < detectors.length; i++) if (detectors[i]?.applies(context) === true) bits |= 1 << i;
    const before = byBits.get(bits);
    if (before !== undefined) return before;
    const active = activeOf(detectors.filter((_, i) => (bits & (1 << i)) !== 0));
    if (byBits.size < MOST_CONTEXTS) byBits.set(bits, active);
    return active;
  };
  const known: Readonly<{ context: DetectionContext; active: Active }>[] = [];
  return (context: DetectionContext): Active => {
    if (!isPlain(context)) return select(context);
    for (const each of known) if (isSame(each.context, context)) return each.active;
    const active = select(context);
    if (known.length < MOST_CONTEXTS) known.push({ context, active });
    return active;
  };
};

/** Changes with every word of every rule; what detectors do in code alone changes with the program's version. */
const revisionOf = (detectors: readonly Detector[], judge: Judge | undefined): string => {
  const names = [...detectors.map(({ id }) => id), judge?.revision ?? ''];
  const rules = ALL_RULESETS.flatMap(({ rules: list }) =>
    list.map(({ id, score, starts, rest, lead = '' }) => [id, score, ...starts, rest, lead].join('\0')),
  );
  const borrowed = BORROWED_RULES.map(({ id, name, score, starts }) =>
    [id, name, score, ...starts].join('\0'),
  );
  return createHash('sha256')
    .update([...names, ...rules, ...borrowed].join('\n'))
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
  lead: window.lead,
  text: window.text + mapped.text,
  pieces:
    mapped.text === '' ? window.pieces : [...window.pieces, { at: window.text.length, mapped, sourceAt }],
});

/** Of an overlap so short that a value might not be whole within it nothing is left to the window before. */
const leadOf = ({ text }: Window, from: number): number =>
  text.length - from >= 2 * LEAD_CHARS ? LEAD_CHARS : 0;

const dropBefore = (window: Window, from: number): Window => {
  const pieces = window.pieces.map((piece) => ({ ...piece, at: piece.at - from }));
  return {
    text: window.text.slice(from),
    lead: leadOf(window, from),
    pieces: pieces.filter(({ at, mapped }) => at + mapped.text.length > 0),
  };
};

const toOriginal = ({ pieces }: Window, span: Span): Span => {
  const place = (index: number): Piece | undefined =>
    pieces.findLast((piece) => piece.at <= index) ?? pieces[0];
  const first = pieces.length === 1 ? pieces[0] : place(span.start);
  const last = pieces.length === 1 ? first : place(Math.max(span.start, span.end - 1));
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
  active: Active;
  context: DetectionContext;
  judge: Judge | undefined;
}> & {
  /** For each rule what was reported of it, and for each view what the second tier is asked about; made for the first finding. */
  seen: Map<string, KnownFindings> | undefined;
  /** Whether it was said that not all of the text is read. */
  isUnread: boolean;
};

/** Values that a cipher of letters gives are made up by it; words that say something are not. */
const standsInScrambled = ({ category, subType }: RawFinding): boolean =>
  category === 'prompt_injection' || subType === 'system_prompt_leak';

const isLookedForIn = ({ scrambles, isUnawaited }: View, raw: RawFinding): boolean =>
  (!scrambles || standsInScrambled(raw)) && (!isUnawaited || raw.category === 'prompt_injection');

/** What somebody meant to hide is not let off for how harmless it sounds; the second tier may find it worse. */
const notLetOff = (raw: RawFinding, view: string): RawFinding =>
  raw.passage !== undefined && isRiddle(view)
    ? { ...raw, passage: { ...raw.passage, cannotAcquit: true } }
    : raw;

/** Whether all of a piece, of whose window these are the facts, is known to be ASCII. */
const isAscii = (piece: string, { text, chars }: TextFacts): boolean =>
  (chars & CHARS.wide) === 0 && text === piece;

/**
 * Letters that nobody sees, or that are shown in another order, are an attack whatever they say: no rule sees them, since detectors
 * read them as they are sent. All of them are beyond ASCII.
 */
const smuggled = (piece: string, from: number, facts: TextFacts, { active, judge }: Scan): Finding[] => {
  const found: Finding[] = [];
  if (!active.findsSmuggled || isAscii(piece, facts)) return found;
  const put = (
    finding: typeof SMUGGLED | typeof TURNED_ROUND,
    judged: typeof CERTAIN | typeof NAMED,
    span: Span,
  ): void => {
    const placed = { ...finding, span: { start: from + span.start, end: from + span.end } };
    found.push(judge === undefined ? placed : { ...placed, ...judged });
  };
  const unseen = smuggledIn(piece);
  if (unseen !== undefined) put(SMUGGLED, CERTAIN, unseen);
  const turned = turnedRoundIn(piece);
  if (turned !== undefined) put(TURNED_ROUND, NAMED, turned);
  return found;
};

const askedAbout = (view: View, { all, ofValues, ofScrambled, ofUnawaited }: Active): Asked => {
  if (view.isOfValues) return ofValues;
  if (view.isUnawaited) return ofUnawaited;
  return view.scrambles ? ofScrambled : all;
};

/** A window that is scanned, and what was found in it. */
type Search = Readonly<{
  window: Window;
  facts: TextFacts;
  keepFrom: number;
  scan: Scan;
  found: Finding[];
  /** One whose next row the window begins with. */
  table: Table | undefined;
}>;

/** @param view Name of the reading in which it was found. */
const take = (
  { window, keepFrom, scan, found }: Search,
  raw: RawFinding,
  inWindow: Span,
  view: string,
): void => {
  if (inWindow.end <= inWindow.start) return;
  const isValue = isEntity(raw.category);
  // A code is one value as a whole: of one that goes on, the window before has decoded the beginning.
  const wasSeen = view === '' || inWindow.end <= (window.pieces.at(-1)?.at ?? 0);
  if (isValue && inWindow.start < window.lead && wasSeen) return;
  // What begins in the overlap is found again, with more text behind it; what a model makes of the whole window is not.
  const until = isValue ? keepFrom + leadOf(window, keepFrom) : keepFrom;
  if (inWindow.start >= until && raw.ruleId !== MODEL_RULE_ID) return;
  const reading = { view, shown: window.text.slice(inWindow.start, inWindow.end) };
  report(raw, toOriginal(window, inWindow), reading, scan, found);
};

const noteUnread = ({ window, scan, found }: Search): void => {
  if (scan.isUnread) return;
  scan.isUnread = true;
  found.push(unreadAt(toOriginal(window, { start: 0, end: window.text.length })));
};

/** With the name of the reading in which it was found. */
type Taken = Placed & Readonly<{ view: string }>;

const foundInView = (view: View, scan: Scan): readonly Taken[] => {
  const asked = view.isOfValues ? { ...scan, judge: undefined } : scan;
  return detectAll(view.facts, askedAbout(view, scan.active), asked, hiddenAs(view))
    .filter((raw) => isLookedForIn(view, raw))
    .map((raw) => ({
      raw: notLetOff(raw, view.name),
      inWindow: view.toSource(raw.span),
      reading: view,
      view: view.name,
    }));
};

const takeAll = (search: Search, found: readonly Taken[]): void => {
  for (const { raw, inWindow, view } of found) take(search, raw, inWindow, view);
};

const scanWindow = (search: Search): void => {
  const { window, facts, scan, table } = search;
  const { active, context } = scan;
  const inTable = table === undefined ? scan : { ...scan, context: { ...context, table } };
  const raws = detectAll(facts, active.all, inTable);
  const decodable = context.isCutOut === true ? asPartOfLong(facts) : facts;
  const { views, isComplete } = viewsOf(window.text, decodable, active.readings);
  if (raws.length === 0 && views.length === 0) {
    if (!isComplete) noteUnread(search);
    return;
  }
  const own = raws.map((raw): Taken => ({ raw, inWindow: raw.span, reading: facts, view: '' }));
  const ofViews = views.flatMap((view) => foundInView(view, scan));
  const isKept = passwordAddressFilter([...own, ...ofViews]);
  takeAll(search, own.filter(isKept));
  if (!isComplete) noteUnread(search);
  takeAll(search, ofViews.filter(isKept));
};

/** What is reported of each injection in a view of what was hidden. */
const HIDDEN_SUB_TYPE = 'obfuscated_instruction';

const hiddenAs = ({ name }: View): string | undefined => (isDisguised(name) ? HIDDEN_SUB_TYPE : undefined);

const NOTHING: readonly RawFinding[] = [];

const detectAll = (
  facts: TextFacts,
  { any, withoutRules }: Asked,
  { text, context, judge }: Scan,
  subType?: string,
): readonly RawFinding[] => {
  let all: RawFinding[] | undefined;
  for (const detector of mayBeginRule(facts) ? any : withoutRules) {
    const some = detector.detect(facts.text, context, facts);
    if (some.length === 0) continue;
    all ??= [];
    for (const each of some) all.push(each);
  }
  const found = all ?? NOTHING;
  return judge === undefined ? found : judge.weigh(facts.text, context, found, text.length, subType);
};

/** One that is worse than all before is never dropped, or many mild ones in front would hide it. */
const isDispensable = ({ category, score }: RawFinding, known: KnownFindings): boolean =>
  category === 'prompt_injection' &&
  known.size() >= MOST_INJECTIONS_OF_RULE &&
  known.some((other) => other.score >= score);

/** The name of a view, and what stands in the normalised window where the finding is. */
type Reading = Readonly<{ view: string; shown: string }>;

const isWithin = (a: Span, b: Span): boolean => b.start <= a.start && a.end <= b.end;

/** Findings of what is read as it is sent, normalised or not, are of one view. */
const viewOf = ({ view }: Finding): string => (view === 'normalized' ? 'raw' : view);

/**
 * Whether a finding says nothing that another one of its rule, which it overlaps, does not. Of values in one view all that was found is
 * redacted; another view, which joins strings of a program, may take too much for one.
 */
const givesWayTo = ({ category, score }: RawFinding, span: Span, view: string, other: Finding): boolean =>
  other.score >= score &&
  (!namesValue(category) || viewOf(other) !== (view || 'raw') || isWithin(span, other.span));

/** The finding of its rule that a finding gives way to, or takes the place of. */
const rivalOf = (raw: RawFinding, span: Span, view: string, known: KnownFindings): Finding | undefined =>
  namesValue(raw.category)
    ? (known.overlapping(span, (each) => givesWayTo(raw, span, view, each)) ??
      known.overlapping(span, (each) => each.score <= raw.score && isWithin(each.span, span)))
    : known.overlapping(span);

/** Of findings of one rule at one place the one with the largest score is kept, or the first one. */
const report = (
  raw: RawFinding,
  span: Span,
  { view, shown }: Reading,
  scan: Scan,
  found: Finding[],
): void => {
  const { text } = scan;
  scan.seen ??= new Map();
  const { seen } = scan;
  // Readings that the second tier is asked about are judged each by itself: the strongest is told only then.
  const key = raw.passage === undefined ? raw.ruleId : `${raw.ruleId} ${raw.passage.side} ${view}`;
  const known = seen.get(key) ?? createKnownFindings();
  const before = rivalOf(raw, span, view, known);
  if (before !== undefined && givesWayTo(raw, span, view, before)) return;
  if (before === undefined && isDispensable(raw, known)) return;
  const source = text.slice(span.start, span.end);
  const isHidden = raw.category === 'prompt_injection' && (isDisguised(view) || HIDDEN.test(source));
  const subType = isHidden ? HIDDEN_SUB_TYPE : raw.subType;
  const finding = { ...raw, subType, span, view: view || (source === shown ? 'raw' : 'normalized') };
  const at = before === undefined ? -1 : found.indexOf(before);
  if (at === -1) found.push(finding);
  else found[at] = finding;
  known.put(finding, before);
  seen.set(key, known);
};
