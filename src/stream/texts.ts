import type { Segment, Unjudged } from '../chat/segment.ts';
import type { SseEvent } from '../chat/sse.ts';
import type { StreamChunk, StreamPiece, StreamRepeat } from '../chat/stream-chunk.ts';
import type { RequestAddresses } from '../detection/answers/request-addresses.ts';
import type { Pipeline } from '../detection/detector.ts';
import { type Finding, isEntity } from '../detection/findings.ts';
import type { OpenRules } from '../detection/operator-rules/definition.ts';
import type { SegmentFinding } from '../detection/scan-segments.ts';
import { isUnread, tooManyReadings, withoutUnread } from '../detection/views/unread.ts';
import { GatewayError } from '../errors.ts';
import type { Inspection } from '../inspect.ts';
import {
  decide,
  isThreat,
  markExcluded,
  type Policy,
  relevantFindings,
  replacementOf,
  unheededValues,
} from '../policy/decide.ts';
import { refuseUnreadable } from '../policy/unreadable-parts.ts';
import type { IsOwn } from '../redaction/own-values.ts';
import { type HashValue, placeholderFor } from '../redaction/placeholder.ts';
import type { Restorer } from '../redaction/restorer.ts';
import { type AlikeEvent, createAlikeEvents } from './alike-events.ts';
import { createChanges } from './changes.ts';
import { type Channel, createChannel } from './channel.ts';
import { type Document, type DocumentLimits, documentsOf } from './documents.ts';
import type { HeldPiece } from './held-event.ts';
import { createHiddenValues } from './hidden-values.ts';
import { createIdentity } from './identity.ts';
import { type Crossing, createJoints } from './joints.ts';

/** The place of texts outside of all JSON that no client keeping to the standard shows anybody. */
const BESIDE_DATA = '/beside-data';

export type TextDeps = Readonly<{
  policy: Policy;
  protectedTexts: readonly string[];
  /** What the request's texts name. */
  request?: RequestAddresses;
  pipeline: Pipeline;
  /** The operator's rules that text waits for. */
  openRules: OpenRules;
  /** Puts values back where the request was sent on with placeholders; null changes nothing. */
  restorer?: Restorer | null;
  /** What the caller himself had written; absent: nothing. */
  isOwn?: IsOwn;
  hashValue: HashValue;
  limits: DocumentLimits;
  /** Monotonic clock in milliseconds. */
  clock: () => number;
}>;

/** When the texts of an event are judged: as they come, only once enough has come, or not before the end. */
export type Pace = 'each' | 'now-and-then' | 'at-end';

/** An event as the standard reads it, and what is known of it already. */
export type StreamEvent = SseEvent | AlikeEvent;

type ChunkDocument = Pick<Extract<Document, { kind: 'chunk' }>, 'chunk' | 'place' | 'isLoose'>;

const BY_STANDARD = { place: null, isLoose: false } as const;

/** Tokens are not written into. */
const NOWHERE = { start: 0, end: 0 } as const;

/** A provider chooses the indexes of choices and tool calls, so that there could be any number of growing texts. */
const MAX_CHANNELS = 1000;
/** Findings and unjudged parts that are kept for the record; past it only what weighs more than all of its kind. */
const MAX_KEPT = 1000;
/** Where nothing waits for it, text is looked at each time so much more of it has come. */
const ENOUGH_CHARS = 4096;

/** Whether a finding is one that was there already, made longer by more text. */
const isSamePlace = (a: SegmentFinding, b: SegmentFinding): boolean =>
  a.segment === b.segment && a.ruleId === b.ruleId && a.span.start < b.span.end && b.span.start < a.span.end;

/** All texts of one streamed answer, what was found in them, and what the stream says of itself. */
export const createStreamTexts = (deps: TextDeps) => {
  const { policy, limits, clock } = deps;
  const alike = createAlikeEvents(limits);
  const holdsEntities = policy.enforcesEntities('output');
  const channels = new Map<string, Channel>();
  /** Those of them that repeat others: they are judged so that they may be withheld, and in no record. */
  const repeating = new WeakSet<Channel>();
  /** Texts that stood alone in an event and have findings. */
  const alone = new Set<Channel>();
  const changes = createChanges(deps.restorer ?? null);
  const findings: SegmentFinding[] = [];
  const hidden = createHiddenValues();
  /** The highest score of each sub-type, excluded ones apart. */
  const gravest = new Map<string, number>();
  const threats: SegmentFinding[] = [];
  const unjudged: Unjudged[] = [];
  /** Whether pieces came where only some look for them, and whether they came by the standard. */
  const manners = new Set<boolean>();
  let scanMs = 0;
  let chars = 0;
  /** Whether a text that is not read to the end ends the stream. */
  let refusesUnread = policy.onScanError.output === 'block';
  /** Only here anything is held that could be masked or cut off. */
  const isBlocking = policy.mode === 'blocking';

  const kept = (): readonly Channel[] => [...channels.values(), ...alone];

  const recorded = (): readonly Channel[] => kept().filter((channel) => !repeating.has(channel));

  /** What was read as well as may be, and may be more to some client, is counted once. */
  const countUnread = (): void => {
    if (unjudged.some(({ reason }) => reason === 'invalid_body')) return;
    unjudged.push({ reason: 'invalid_body', pointer: '' });
  };

  /** Of a text that has more readings than are scanned. @throws GatewayError `TOO_MANY_READINGS` where it must not pass. */
  const noteUnread = (pointer: string): void => {
    const isKnown = unjudged.some((each) => each.reason === 'too_many_readings' && each.pointer === pointer);
    if (!isKnown && unjudged.length < MAX_KEPT) unjudged.push({ reason: 'too_many_readings', pointer });
    if (refusesUnread && threats.length === 0) throw tooManyReadings();
  };

  const create = (pointer: string): Channel => createChannel(pointer, { ...deps, holdsEntities });

  const joints = createJoints(create);

  const channelOf = (name: string): Channel => {
    const known = channels.get(name);
    if (known !== undefined) return known;
    if (channels.size >= MAX_CHANNELS) {
      throw new GatewayError('REQUEST_TOO_LARGE', `The stream has more than ${MAX_CHANNELS} texts.`);
    }
    const channel = create(name.startsWith('/') ? name : `/choices/${name}`);
    channels.set(name, channel);
    return channel;
  };

  /** @returns Whether it is kept as it is. */
  const keep = (finding: SegmentFinding): boolean => {
    // What is excluded must not keep out what is not.
    const kind = `${finding.subType} ${finding.exclusionId ?? ''}`;
    const isGravest = finding.score > (gravest.get(kind) ?? -1);
    if (isGravest) gravest.set(kind, finding.score);
    const grownFrom = findings.findLastIndex((each) => isSamePlace(each, finding));
    if (grownFrom === -1) {
      const isKept = isGravest || findings.length < MAX_KEPT;
      if (isKept) findings.push(finding);
      return isKept;
    }
    const isGraver = (findings[grownFrom]?.score ?? 0) <= finding.score;
    if (isGraver) findings[grownFrom] = finding;
    return isGraver;
  };

  const enforce = (
    channel: Channel,
    finding: SegmentFinding,
    valueIn: (finding: SegmentFinding) => string,
  ): void => {
    const replacement = replacementOf(finding, policy);
    if (replacement !== null) {
      const made = { finding: { ...finding, replacement }, value: valueIn(finding), replacement };
      changes.mask(channel, finding.span, placeholderFor(made, deps.hashValue));
    }
    if (isThreat(finding, policy)) threats.push(finding);
  };

  /** Whatever comes of it, tokens that may not be shown go without a word. */
  const withhold = (channel: Channel, found: readonly SegmentFinding[]): void => {
    for (const finding of found) {
      if (replacementOf(finding, policy) !== null || isThreat(finding, policy))
        changes.mask(channel, finding.span, '');
    }
  };

  type ValueIn = (finding: Pick<Finding, 'span'>) => string;

  const valueInText = (channel: Channel): ValueIn => {
    const { text, start } = channel.kept();
    return ({ span }) => text.slice(Math.max(0, span.start - start), span.end - start);
  };

  const accept = (
    channel: Channel,
    found: readonly Finding[],
    valueIn: ValueIn = valueInText(channel),
  ): void => {
    if (found.length === 0) return;
    const marked = withoutUnread(found).map((finding): SegmentFinding => {
      const isOwn = isEntity(finding.category) && deps.isOwn?.(finding.subType, valueIn(finding)) === true;
      return { ...finding, segment: channel.segment, isGrowing: true, ...(isOwn ? { isOwn } : {}) };
    });
    // A text that still grows has no fingerprint, and where nothing is held none is pretended: shadow must say what blocking would do.
    const here = markExcluded(marked, policy, false);
    const relevant = relevantFindings(here, policy, valueIn);
    if (repeating.has(channel)) {
      withhold(channel, relevant);
      return;
    }
    hidden.add(channel, unheededValues(here, relevant));
    for (const finding of relevant) {
      if (isBlocking) enforce(channel, finding, valueIn);
      if (!keep(finding)) hidden.add(channel, [finding]);
    }
    if (found.some(isUnread)) noteUnread(channel.segment.pointer);
  };

  /** Runs a scan and takes its time. */
  const timed = <Result>(scan: () => Result): Result => {
    const startMs = clock();
    const result = scan();
    scanMs += clock() - startMs;
    return result;
  };

  const judge = (touched: Iterable<Channel>, isClosed: boolean): void =>
    timed(() => {
      for (const channel of touched) {
        if (isClosed) changes.close(channel);
        accept(channel, channel.judge(isClosed));
      }
    });

  const acceptCrossings = (crossings: readonly Crossing[]): void => {
    for (const { channel, finding, value } of crossings) accept(channel, [finding], () => value);
  };

  /** What another text of its choice has followed on is taken for ended, so that nothing waits for more of it. */
  const judgeJoints = (isClosed: boolean): void =>
    judge(
      timed(() => joints.judge(isClosed, acceptCrossings)),
      true,
    );

  const identity = createIdentity((label) => {
    const channel = create('/id');
    channel.append(label);
    const found = channel.judge(true).map((finding) => ({ ...finding, segment: channel.segment }));
    return found.every(
      (each) => !isUnread(each) && !isThreat(each, policy) && replacementOf(each, policy) === null,
    );
  });

  const append = (
    channel: Channel,
    text: string,
    source: HeldPiece['source'],
    place: HeldPiece['place'],
  ): HeldPiece => {
    chars += text.length;
    // Data that is no JSON is nothing that we know how to write into.
    if (source !== null) changes.append(channel, text);
    return { channel, span: channel.append(text), text, source, place, joint: null };
  };

  const appendPiece = (piece: StreamPiece, event: SseEvent, place: HeldPiece['place']): HeldPiece => {
    const channel = channelOf(piece.channel);
    const held = append(channel, piece.text, piece.source, place);
    return { ...held, joint: joints.append(piece, channel, held.span, event) };
  };

  const appendRepeat = ({ channel: name, text }: StreamRepeat, place: HeldPiece['place']): HeldPiece => {
    const channel = channelOf(name);
    repeating.add(channel);
    return { channel, span: channel.append(text), text, source: NOWHERE, place, joint: null, isRepeat: true };
  };

  /** A text that stands alone in its event is decided at once. */
  const single = (
    { pointer, text, source }: Pick<Segment, 'pointer' | 'text'> & Pick<HeldPiece, 'source'>,
    place: HeldPiece['place'],
  ): HeldPiece => {
    const channel = create(pointer);
    const piece = append(channel, text, source, place);
    const before = findings.length;
    judge([channel], true);
    if (findings.length > before) alone.add(channel);
    return piece;
  };

  const note = (event: SseEvent, chunk: StreamChunk): void => {
    if (policy.onScanError.output === 'block' && chunk.unjudged.some(({ reason }) => reason === 'too_long')) {
      throw new GatewayError('REQUEST_TOO_LARGE', `A text is longer than ${limits.maxTextChars} characters.`);
    }
    refuseUnreadable(chunk.unjudged, policy.refusesParts?.output);
    identity.note(event, chunk);
    unjudged.push(...chunk.unjudged.slice(0, MAX_KEPT - unjudged.length));
  };

  /**
   * Neither a reason to finish nor `[DONE]` decides anything: many a client reads on, and some servers give a reason with
   * every chunk.
   */
  const judgeEvent = (pieces: readonly HeldPiece[], pace: Pace): void => {
    if (pace === 'at-end') return;
    const due = new Set<Channel>();
    for (const { channel } of pieces)
      if (pace === 'each' || channel.freshChars() > ENOUGH_CHARS) due.add(channel);
    if (due.size > 0) judge(due, false);
    if (joints.areOpen()) judgeJoints(false);
  };

  const readText = (
    { text, place, isLoose, isBroken }: Extract<Document, { kind: 'text' }>,
    pace: Pace,
  ): HeldPiece => {
    if (isBroken) countUnread();
    if (isLoose) return single({ pointer: BESIDE_DATA, text, source: null }, place);
    const piece = append(channelOf('data'), text, null, place);
    judgeEvent([piece], pace);
    return piece;
  };

  /** Where some clients read half of the texts and others the other half, what is joined here is what none of them reads. */
  const noteManner = ({ isLoose, chunk }: ChunkDocument): void => {
    if (chunk.pieces.length === 0) return;
    manners.add(isLoose);
    if (manners.size === 1) return;
    if (policy.onScanError.output === 'block') {
      throw new GatewayError(
        'INVALID_JSON',
        'Some events of the stream keep to the standard, and some do not.',
      );
    }
    countUnread();
  };

  const readChunk = (event: SseEvent, document: ChunkDocument, pace: Pace): readonly HeldPiece[] => {
    const { chunk, place } = document;
    note(event, chunk);
    noteManner(document);
    const grown = chunk.pieces.map((piece) => appendPiece(piece, event, place));
    // Where nothing is held nothing is withheld.
    const repeats = isBlocking ? (chunk.repeats ?? []).map((repeat) => appendRepeat(repeat, place)) : [];
    grown.push(...repeats);
    judgeEvent(grown, pace);
    return [...grown, ...chunk.texts.map((segment) => single(segment, place))];
  };

  const decideAll = (): void => {
    if (joints.areOpen()) judgeJoints(true);
    judge(channels.values(), true);
  };

  /** Decides all, and scans every text once more as a whole. */
  const finish = (): void => {
    decideAll();
    timed(() => {
      for (const channel of channels.values()) accept(channel, channel.judgeWhole());
    });
  };

  /** The same where nobody is there to be refused anything. */
  const breakOff = (): void => {
    refusesUnread = false;
    finish();
  };

  const readDocument = (event: SseEvent, document: Document, pace: Pace): readonly HeldPiece[] => {
    if (document.kind === 'chunk') return readChunk(event, document, pace);
    return document.kind === 'text' ? [readText(document, pace)] : [];
  };

  return {
    /** Takes in the texts of one event. @throws GatewayError `REQUEST_TOO_LARGE` for too many of them; for what is no stream of texts what `documentsOf` throws, or `INVALID_JSON`. */
    read: (event: StreamEvent, pace: Pace): readonly HeldPiece[] => {
      if ('chunk' in event) return readChunk(event, { chunk: event.chunk, ...BY_STANDARD }, pace);
      const documents = documentsOf(event, limits, (data) => alike.read(data, event));
      return documents.flatMap((document) => readDocument(event, document, pace));
    },
    /** An event that needs no reading. */
    alikeAt: alike.at,
    noteLeft: identity.noteLeft,
    hasEnded: identity.hasEnded,
    /** Judges what is undecided as if no more text came. */
    decideAll,
    finish,
    breakOff,
    masksOf: changes.masksOf,
    hasMasked: changes.hasMasked,
    forgetMasks: changes.forget,
    /** Whether a piece of a text may leave. Where nothing is blocked it waits for placeholders alone. */
    isSafe: ({ channel, span, joint }: HeldPiece): boolean =>
      span.end <= changes.wholeUntil(channel, isBlocking ? channel.safeUntil() : Infinity) &&
      (!isBlocking || joint === null || joint.isSafe()) &&
      threats.every(({ segment, span: { start } }) => segment !== channel.segment || span.end <= start),
    hasThreat: (): boolean => threats.length > 0,
    /** The gravest threat so far. */
    threat: (): SegmentFinding | null =>
      threats.reduce<SegmentFinding | null>(
        (worst, each) => (worst === null || each.score > worst.score ? each : worst),
        null,
      ),
    /** Memory that the texts take, in bytes. */
    bytes: (): number => {
      let sum = 2 * joints.chars();
      for (const channel of channels.values()) sum += 2 * channel.chars() + hidden.bytes(channel);
      for (const channel of alone) sum += 2 * channel.chars() + hidden.bytes(channel);
      return sum;
    },
    identity: identity.read,
    summary: (): Readonly<{ inspection: Inspection; scanMs: number; chars: number }> => ({
      scanMs,
      chars,
      inspection: {
        verdict: decide(findings, policy),
        findings,
        unheeded: recorded().flatMap(hidden.of),
        segments: recorded().map(({ segment }) => segment),
        unjudged,
        model: identity.model(),
        stream: true,
        text: '',
        changedBody: null,
        restorer: null,
        restored: changes.restored,
        stages: { decode: 0, segment: 0, rules: scanMs, decide: 0 },
      },
    }),
  };
};

export type StreamTexts = ReturnType<typeof createStreamTexts>;
