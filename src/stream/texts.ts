import { JsonLimitError } from '../chat/json.ts';
import type { Segment } from '../chat/segment.ts';
import type { SseEvent } from '../chat/sse.ts';
import type { StreamChunk, StreamPiece, StreamRepeat } from '../chat/stream-chunk.ts';
import type { RequestAddresses } from '../detection/answers/request-addresses.ts';
import type { Pipeline } from '../detection/detector.ts';
import type { OpenRules } from '../detection/operator-rules/definition.ts';
import { isUnread } from '../detection/views/unread.ts';
import { type ErrorCode, GatewayError } from '../errors.ts';
import type { Inspection } from '../inspect.ts';
import { isThreat, replacementOf } from '../policy/decide.ts';
import { refuseUnreadable } from '../policy/unreadable-parts.ts';
import type { Restorer } from '../redaction/restorer.ts';
import { type AlikeEvent, createAlikeEvents } from './alike-events.ts';
import { createChanges } from './changes.ts';
import { type Channel, createChannel } from './channel.ts';
import { createChannels } from './channels.ts';
import { asText, type Document, type DocumentLimits, documentsOf, isInUtf8 } from './documents.ts';
import { createFound, type FoundDeps } from './found.ts';
import type { HeldPiece } from './held-event.ts';
import { createIdentity } from './identity.ts';
import { createJoints } from './joints.ts';
import { createJudging, type Pace } from './judging.ts';

/** The place of texts outside of all JSON that no client keeping to the standard shows anybody. */
const BESIDE_DATA = '/beside-data';

export type TextDeps = FoundDeps &
  Readonly<{
    protectedTexts: readonly string[];
    /** What the request's texts name. */
    request?: RequestAddresses;
    pipeline: Pipeline;
    /** The operator's rules that text waits for. */
    openRules: OpenRules;
    /** Puts values back where the request was sent on with placeholders; null changes nothing. */
    restorer?: Restorer | null;
    limits: DocumentLimits;
    /** Monotonic clock in milliseconds. */
    clock: () => number;
  }>;

/** An event as the standard reads it, and what is known of it already. */
export type StreamEvent = SseEvent | AlikeEvent;

type ChunkDocument = Pick<Extract<Document, { kind: 'chunk' }>, 'chunk' | 'place' | 'isLoose'>;

const BY_STANDARD = { place: null, isLoose: false } as const;

/** Tokens are not written into. */
const NOWHERE = { start: 0, end: 0 } as const;

/** All texts of one streamed answer, what was found in them, and what the stream says of itself. */
export const createStreamTexts = (deps: TextDeps) => {
  const { policy, limits } = deps;
  const alike = createAlikeEvents(limits);
  const holdsEntities = policy.enforcesEntities('output');
  const create = (pointer: string): Channel => createChannel(pointer, { ...deps, holdsEntities });
  const channels = createChannels(create);
  const changes = createChanges(deps.restorer ?? null);
  const found = createFound(deps, changes, channels.isRepeat);
  const joints = createJoints(create);
  const judging = createJudging({ ...deps, channels, joints, changes, found });
  /** Whether pieces came where only some look for them, and whether they came by the standard. */
  const manners = new Set<boolean>();
  let chars = 0;
  /** The growing text that had the last piece. */
  let last: Channel | null = null;
  /** Only here anything is held that could be masked or cut off. */
  const isBlocking = policy.mode === 'blocking';
  /** Elsewhere texts leave as they came, and what would be needed to write into them is not kept. */
  const isChanging = isBlocking || (deps.restorer ?? null) !== null;

  const identity = createIdentity((label) => {
    const channel = create('/id');
    channel.append(label);
    const ofLabel = channel.judge(true).map((finding) => ({ ...finding, segment: channel.segment }));
    return ofLabel.every(
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
    return { channel, span: channel.append(text), text, source, place, joint: null };
  };

  const appendPiece = (piece: StreamPiece, event: SseEvent, place: HeldPiece['place']): HeldPiece => {
    const channel = channels.of(piece.channel);
    if (isChanging) changes.append(channel, piece.text);
    const held = append(channel, piece.text, piece.source, place);
    if (last !== null && channel !== last && held.span.start === 0) changes.pause(last);
    last = channel;
    return { ...held, joint: joints.append(piece, channel, held.span, event) };
  };

  const appendRepeat = ({ channel: name, text }: StreamRepeat, place: HeldPiece['place']): HeldPiece => {
    const channel = channels.repeatOf(name);
    return { channel, span: channel.append(text), text, source: NOWHERE, place, joint: null, isRepeat: true };
  };

  /** A text that stands alone in its event is decided at once. */
  const single = (
    { pointer, text, source }: Pick<Segment, 'pointer' | 'text'> & Pick<HeldPiece, 'source'>,
    place: HeldPiece['place'],
  ): HeldPiece => {
    const channel = create(pointer);
    // Data that is no JSON is nothing that we know how to write into.
    if (isChanging && source !== null) changes.appendAlone(channel, text);
    const piece = append(channel, text, source, place);
    const before = found.count();
    judging.judge([channel], true);
    if (found.count() > before) channels.keepAlone(channel);
    return piece;
  };

  const note = (event: SseEvent, chunk: StreamChunk): void => {
    if (policy.onScanError.output === 'block' && chunk.unjudged.some(({ reason }) => reason === 'too_long')) {
      throw new GatewayError('REQUEST_TOO_LARGE', `A text is longer than ${limits.maxTextChars} characters.`);
    }
    refuseUnreadable(chunk.unjudged, policy.refusesParts?.output);
    identity.note(event, chunk);
    found.noteUnjudged(chunk.unjudged);
  };

  const readText = (
    { text, place, isLoose, isBroken }: Extract<Document, { kind: 'text' }>,
    pace: Pace,
  ): HeldPiece => {
    if (isBroken) found.countUnread();
    if (isLoose) return single({ pointer: BESIDE_DATA, text, source: null }, place);
    const piece = append(channels.of('data'), text, null, place);
    judging.judgeEvent([piece], pace);
    return piece;
  };

  /** Of what not all clients read alike. @throws GatewayError Where it must not pass. */
  const noteAmbiguous = (code: ErrorCode, message: string): void => {
    if (policy.onScanError.output === 'block') throw new GatewayError(code, message);
    found.countUnread();
  };

  /** Where some clients read half of the texts and others the other half, what is joined here is what none of them reads. */
  const noteManner = ({ isLoose, chunk }: ChunkDocument): void => {
    if (chunk.pieces.length === 0) return;
    manners.add(isLoose);
    if (manners.size === 1) return;
    noteAmbiguous('INVALID_JSON', 'Some events of the stream keep to the standard, and some do not.');
  };

  const readChunk = (event: SseEvent, document: ChunkDocument, pace: Pace): readonly HeldPiece[] => {
    const { chunk, place } = document;
    note(event, chunk);
    noteManner(document);
    const grown = chunk.pieces.map((piece) => appendPiece(piece, event, place));
    // Where nothing is held nothing is withheld.
    const repeats = isBlocking ? (chunk.repeats ?? []).map((repeat) => appendRepeat(repeat, place)) : [];
    grown.push(...repeats);
    judging.judgeEvent(grown, pace);
    return [...grown, ...chunk.texts.map((segment) => single(segment, place))];
  };

  /** What is more JSON than is read is no broken text: clients find in it what we do not. */
  const documentsIn = (event: StreamEvent): readonly Document[] => {
    if (!isInUtf8(event)) noteAmbiguous('INVALID_ENCODING', 'An event of the stream is not valid UTF-8.');
    try {
      return documentsOf(event, limits, (data) => alike.read(data, event));
    } catch (error) {
      if (!(error instanceof JsonLimitError) || policy.onScanError.output === 'block') throw error;
      return [asText(event)];
    }
  };

  const readDocument = (event: SseEvent, document: Document, pace: Pace): readonly HeldPiece[] => {
    if (document.kind === 'chunk') return readChunk(event, document, pace);
    return document.kind === 'text' ? [readText(document, pace)] : [];
  };

  return {
    /** Takes in the texts of one event. @throws GatewayError `REQUEST_TOO_LARGE` for too many of them; for what is no stream of texts what `documentsOf` throws, or `INVALID_JSON`. */
    read: (event: StreamEvent, pace: Pace): readonly HeldPiece[] => {
      if ('chunk' in event) return readChunk(event, { chunk: event.chunk, ...BY_STANDARD }, pace);
      return documentsIn(event).flatMap((document) => readDocument(event, document, pace));
    },
    /** An event that needs no reading. */
    alikeAt: alike.at,
    noteLeft: identity.noteLeft,
    hasEnded: identity.hasEnded,
    decideAll: judging.decideAll,
    finish: judging.finish,
    breakOff: judging.breakOff,
    masksOf: changes.masksOf,
    hasMasked: changes.hasMasked,
    forgetMasks: changes.forget,
    /** Whether a piece of a text may leave. Where nothing is blocked it waits for placeholders alone. */
    isSafe: ({ channel, span, joint }: HeldPiece): boolean =>
      span.end <= changes.wholeUntil(channel, isBlocking ? channel.safeUntil() : Infinity) &&
      (!isBlocking || joint === null || joint.isSafe()) &&
      found.isBeforeThreats(channel, span.end),
    hasThreat: found.hasThreat,
    threat: found.threat,
    /** Memory that the texts take, in bytes. */
    bytes: (): number => {
      let sum = 2 * joints.chars();
      for (const channel of channels.growing()) sum += 2 * channel.chars() + found.bytes(channel);
      for (const channel of channels.alone()) sum += 2 * channel.chars() + found.bytes(channel);
      return sum;
    },
    identity: identity.read,
    summary: (): Readonly<{ inspection: Inspection; scanMs: number; chars: number }> => ({
      scanMs: judging.scanMs(),
      chars,
      inspection: {
        ...found.summary(channels.recorded()),
        segments: channels.recorded().map(({ segment }) => segment),
        model: identity.model(),
        stream: true,
        text: '',
        changedBody: null,
        restorer: null,
        restored: changes.restored,
        stages: { decode: 0, segment: 0, rules: judging.scanMs(), decide: 0 },
      },
    }),
  };
};

export type StreamTexts = ReturnType<typeof createStreamTexts>;
