import { createSseReader, type SseEvent } from '../chat/sse.ts';
import type { SegmentFinding } from '../detection/scan-segments.ts';
import { GatewayError } from '../errors.ts';
import type { Inspection } from '../inspect.ts';
import type { StreamBudget } from './budget.ts';
import type { Channel } from './channel.ts';
import { type DocumentLimits, isDone } from './documents.ts';
import { type HeldEvent, toBytes } from './held-event.ts';
import type { StreamIdentity } from './identity.ts';
import type { Pace } from './judging.ts';
import { createStreamTexts, type StreamEvent, type StreamTexts, type TextDeps } from './texts.ts';

/** What came of a piece of the stream. */
export type StreamStep = Readonly<{
  /** Bytes that may leave now, in order. */
  release: Buffer;
  /** Set where the stream has to be cut: nothing after `release` may leave. */
  threat: SegmentFinding | null;
}>;

/** What a guard has that fails, in order. */
export type Abandoned = Readonly<{
  /** What would have left in the step that failed. */
  decided: Buffer;
  /** All behind it, unjudged. */
  held: Buffer;
}>;

export type StreamLimits = DocumentLimits &
  Readonly<{
    maxEventBytes: number;
    /** Events held at one time; with more of them what is held is judged as if no more text came. */
    maxHeldBytes: number;
    maxHoldMs: number;
  }>;

export type GuardDeps = Omit<TextDeps, 'limits'> &
  Readonly<{
    limits: StreamLimits;
    budget: StreamBudget;
    /** Holds everything until the end, up to `maxEventBytes`; in mode `blocking` only. */
    holdsWhole: boolean;
    /** Made just before the stream's end leaves; null adds nothing. */
    trailer: (() => Buffer) | null;
    /** An event with text left after so long. */
    onReleased: (holdMs: number, bytes: number) => void;
  }>;

export type StreamGuard = Readonly<{
  /** @throws GatewayError `REQUEST_TOO_LARGE` for what is over a limit, `OVERLOADED` where memory ran out. */
  push: (bytes: Uint8Array) => StreamStep;
  /** The provider has sent all. Throws like `push`. */
  end: () => StreamStep;
  /** To be called at `heldUntilMs`: what is held is judged as if no more text came. */
  expire: () => StreamStep;
  /** When the event that waits longest has waited long enough, on the clock; null where none waits. */
  heldUntilMs: () => number | null;
  /** To be called where it has thrown. Without `decided` how the bytes were cut would say what of them leaves. */
  abandon: () => Abandoned;
  identity: () => StreamIdentity;
  /** What the stream came to so far. */
  summary: () => Readonly<{ inspection: Inspection; scanMs: number }>;
  /** Whether `[DONE]` has left, and nothing behind it. */
  hasEnded: () => boolean;
  /** The stream ended before its end: judges what has left, or would have, for the record. */
  breakOff: () => void;
  /** Gives back its memory. */
  close: () => void;
}>;

/** So long the last words wait behind `[DONE]` for the end of the bytes, which mostly comes with it. */
const DONE_WAIT_MS = 100;

const NOTHING = Buffer.alloc(0);
const BLANK_LINES = Buffer.from('\n\n');
const COLON = 0x3a;
const LF = 0x0a;
const LINE_ENDS: ReadonlySet<number> = new Set([0x0a, 0x0d]);

/** It keeps the connection alive, and by the standard nobody reads it. */
const isComment = ({ raw, data }: SseEvent): boolean =>
  data === null && raw[0] === COLON && LINE_ENDS.has(raw.at(-1) ?? 0);
const isLineEnd = ({ raw }: SseEvent): boolean => raw.length === 1 && raw[0] === LF;

/** The LF of a CRLF that was cut in two opens the next event; it has to stay with its CR, wherever events go. */
const opensWithLineEnd = ({ raw }: SseEvent): boolean => raw[0] === LF && raw.length > 1;

const apart = (event: SseEvent): readonly [SseEvent, SseEvent] => [
  { raw: event.raw.subarray(0, 1), start: 0, data: null, saysMore: false },
  { ...event, raw: event.raw.subarray(1) },
];

/** Memory that one stream has taken of all streams' budget. */
const createAccount = (budget: StreamBudget) => {
  let taken = 0;
  return {
    settle: (now: number): void => {
      if (now > taken) budget.take(now - taken);
      else budget.giveBack(taken - now);
      taken = now;
    },
    close: (): void => {
      budget.giveBack(taken);
      taken = 0;
    },
  };
};

/** Fed in slices no longer than the longest event, so that one over the limit never takes whole events with it. */
const SLICE_BYTES = 65_536;

/** Reads the bytes event by event. Nothing that came in is lost, wherever an event fails: `rest` has it. */
const createIntake = (
  maxEventBytes: number,
  texts: Pick<StreamTexts, 'alikeAt'>,
  take: (event: StreamEvent) => void,
  isOver: () => boolean,
) => {
  const reader = createSseReader(maxEventBytes, texts.alikeAt);
  const sliceBytes = Math.min(SLICE_BYTES, maxEventBytes);
  /** Of the event that was read last, what no `take` was asked about. */
  let left: readonly StreamEvent[] = [];
  let unread: Uint8Array = NOTHING;

  const takeAll = (events: readonly StreamEvent[]): void => {
    left = events;
    while (left.length > 0 && !isOver()) {
      const [first, ...others] = left;
      left = others;
      if (first !== undefined) take(first);
    }
  };

  const takeOne = (event: StreamEvent): void => {
    if (opensWithLineEnd(event)) takeAll(apart(event));
    else if (isOver()) left = [event];
    else take(event);
  };

  const readAll = (): void => {
    for (let event = reader.next(); event !== null; event = reader.next()) {
      takeOne(event);
      if (isOver()) return;
    }
  };

  return {
    feed: (bytes: Uint8Array): void => {
      for (let at = 0; at < bytes.length; at += sliceBytes) {
        unread = bytes.subarray(at);
        if (isOver()) return;
        reader.feed(bytes.length <= sliceBytes ? bytes : bytes.subarray(at, at + sliceBytes));
        unread = bytes.subarray(at + sliceBytes);
        readAll();
      }
      if (!isOver()) unread = NOTHING;
    },
    /** The provider has sent all. @returns What lacks its blank line, which then has been taken like the others. */
    end: (): SseEvent | null => {
      const last = reader.end();
      if (last !== null) takeOne(last);
      return last;
    },
    pendingBytes: reader.pendingBytes,
    /** What no `take` was asked about. */
    rest: (): readonly Uint8Array[] => [...left.map(({ raw }) => raw), ...reader.rest(), unread],
  };
};

/** What has to stand between the end of a stream and what we add to it. */
const gapBehind = (left: SseEvent | null): Buffer =>
  left !== null && /[^\r\n]/.test(left.raw.toString('latin1')) ? BLANK_LINES : NOTHING;

/** Lets every byte pass at once and judges the texts behind its back: `shadow` and `advisory` hold and change nothing. */
const createWatcher = (deps: GuardDeps): StreamGuard => {
  const texts = createStreamTexts(deps);
  const account = createAccount(deps.budget);
  const { trailer } = deps;
  /** Only a trailer needs whole events: it goes before the one that ends the stream. */
  let outbox: Buffer[] = [];
  let reading: SseEvent | null = null;
  let unread: Uint8Array = NOTHING;
  let isOver = false;

  const closing = (): Buffer => {
    if (isOver || trailer === null) return NOTHING;
    isOver = true;
    texts.finish();
    return trailer();
  };

  const take = (event: StreamEvent): void => {
    reading = event;
    texts.read(event, 'now-and-then');
    texts.noteLeft(event);
    if (isDone(event)) outbox.push(closing());
    if (trailer !== null) outbox.push(event.raw);
    reading = null;
  };
  const intake = createIntake(deps.limits.maxEventBytes, texts, take, () => false);

  const step = (): StreamStep => {
    const release = Buffer.concat(outbox);
    outbox = [];
    return { release, threat: null };
  };

  return {
    push: (bytes) => {
      unread = bytes;
      intake.feed(bytes);
      account.settle(intake.pendingBytes() + texts.bytes());
      unread = NOTHING;
      return trailer === null ? { release: Buffer.from(bytes), threat: null } : step();
    },
    end: () => {
      const left = intake.end();
      texts.finish();
      if (!isOver && trailer !== null) outbox.push(gapBehind(left), closing());
      return step();
    },
    expire: () => ({ release: NOTHING, threat: null }),
    heldUntilMs: () => null,
    abandon: () => {
      const held = Buffer.concat([...rawOf(reading), ...intake.rest()]);
      if (trailer !== null) return { decided: Buffer.concat(outbox), held };
      // Of an event that began in bytes before, these have left.
      const end = Math.max(0, unread.length - held.length);
      return { decided: Buffer.from(unread.subarray(0, end)), held: Buffer.from(unread.subarray(end)) };
    },
    identity: texts.identity,
    summary: texts.summary,
    hasEnded: texts.hasEnded,
    breakOff: texts.breakOff,
    close: account.close,
  };
};

const rawOf = (event: SseEvent | null): readonly Buffer[] => (event === null ? [] : [event.raw]);

/** Holds text back until it is decided. */
const createHolder = (deps: GuardDeps): StreamGuard => {
  const { limits, clock, onReleased, trailer } = deps;
  const holdsWhole = deps.holdsWhole && deps.policy.mode === 'blocking';
  const texts = createStreamTexts(deps);
  const account = createAccount(deps.budget);
  const pace: Pace = holdsWhole ? 'at-end' : 'each';
  const queue: HeldEvent[] = [];
  let outbox: Buffer[] = [];
  let reading: SseEvent | null = null;
  let heldBytes = 0;
  let isOver = false;
  let hasOvertaken = false;
  /** When the last event said that the stream is over. */
  let doneAtMs: number | null = null;

  const isDecided = ({ pieces }: HeldEvent): boolean => pieces.every(texts.isSafe);

  /** A comment, unless some client finds JSON in it, which has its place among the texts. */
  const mayOvertake = (held: HeldEvent): boolean =>
    isComment(held.event) && isDecided(held) && held.pieces.every(({ source }) => source === null);

  const closing = (): Buffer => {
    if (isOver || trailer === null) return NOTHING;
    isOver = true;
    return trailer();
  };

  const leave = (held: HeldEvent, nowMs: number): void => {
    const bytes = toBytes(held, texts.masksOf, texts.hasMasked());
    if (isDone(held.event)) outbox.push(closing());
    outbox.push(bytes);
    texts.noteLeft(held.event);
    heldBytes -= held.event.raw.length;
    if (held.pieces.length > 0) onReleased(nowMs - held.heldSinceMs, held.event.raw.length);
  };

  const forgetMasks = (left: readonly HeldEvent[]): void => {
    const [first] = left;
    const [only, ...others] = first?.pieces ?? [];
    if (left.length === 1 && others.length === 0) {
      if (only !== undefined) texts.forgetMasks(only.channel, only.span.end);
      return;
    }
    const ends = new Map<Channel, number>();
    for (const { channel, span } of left.flatMap(({ pieces }) => pieces)) ends.set(channel, span.end);
    for (const [channel, end] of ends) texts.forgetMasks(channel, end);
  };

  const releaseDecided = (): void => {
    const nowMs = clock();
    let count = 0;
    try {
      for (const held of queue) {
        if (!isDecided(held)) break;
        leave(held, nowMs);
        count += 1;
      }
    } finally {
      if (count > 0) forgetMasks(queue.splice(0, count));
    }
  };

  const noteEnd = ({ event, pieces, heldSinceMs }: HeldEvent): void => {
    if (isDone(event)) doneAtMs ??= heldSinceMs;
    else if (pieces.length > 0) doneAtMs = null;
  };

  const take = (event: StreamEvent): void => {
    reading = event;
    if (holdsWhole && heldBytes + event.raw.length > limits.maxEventBytes) {
      throw new GatewayError('REQUEST_TOO_LARGE', 'The stream is larger than the gateway holds.');
    }
    const held = { event, pieces: texts.read(event, pace), heldSinceMs: clock() };
    reading = null;
    hasOvertaken = !holdsWhole && (mayOvertake(held) || (hasOvertaken && isLineEnd(event)));
    if (hasOvertaken) {
      outbox.push(toBytes(held, texts.masksOf, texts.hasMasked()));
      return;
    }
    noteEnd(held);
    queue.push(held);
    heldBytes += event.raw.length;
    if (holdsWhole) return;
    if (heldBytes > limits.maxHeldBytes) texts.decideAll();
    releaseDecided();
  };
  // What stands behind a threat makes no difference to what has left before it.
  const intake = createIntake(limits.maxEventBytes, texts, take, texts.hasThreat);

  const step = (): StreamStep => {
    account.settle(heldBytes + intake.pendingBytes() + texts.bytes());
    const release = Buffer.concat(outbox);
    outbox = [];
    return { release, threat: texts.threat() };
  };

  return {
    push: (bytes) => {
      intake.feed(bytes);
      return step();
    },
    end: () => {
      const left = intake.end();
      texts.finish();
      // Of an answer that is held whole nothing leaves where something in it is bad.
      if (!holdsWhole || texts.threat() === null) releaseDecided();
      const last = texts.threat() === null ? closing() : NOTHING;
      // What we add stands behind what has left, be it here or where the stream is cut.
      const isAddedTo = queue.length === 0 && (last.length > 0 || texts.threat() !== null);
      if (isAddedTo) outbox.push(gapBehind(left), last);
      return step();
    },
    expire: () => {
      texts.decideAll();
      releaseDecided();
      return step();
    },
    heldUntilMs: () => {
      const [oldest] = queue;
      if (oldest === undefined || holdsWhole) return null;
      const untilMs = oldest.heldSinceMs + limits.maxHoldMs;
      return doneAtMs === null ? untilMs : Math.min(untilMs, doneAtMs + DONE_WAIT_MS);
    },
    abandon: () => {
      const queued = queue.splice(0).map(({ event }) => event.raw);
      const held = [...queued, ...rawOf(reading), ...intake.rest()];
      const decided = outbox;
      outbox = [];
      reading = null;
      heldBytes = 0;
      // Of an answer that is held whole nothing leaves but all of it.
      return holdsWhole
        ? { decided: NOTHING, held: Buffer.concat([...decided, ...held]) }
        : { decided: Buffer.concat(decided), held: Buffer.concat(held) };
    },
    identity: texts.identity,
    summary: texts.summary,
    hasEnded: texts.hasEnded,
    breakOff: texts.breakOff,
    close: account.close,
  };
};

/**
 * Guards one streamed answer. Text leaves when nothing undecided can begin in it; what leaves unchanged is byte for byte
 * the provider's. Every step is taken event by event, so that how the bytes were cut makes no difference.
 *
 * Values are put back in every mode in which the request had them replaced: the caller never meets a placeholder of ours.
 */
export const createStreamGuard = (deps: GuardDeps): StreamGuard =>
  deps.policy.mode === 'blocking' || (deps.restorer ?? null) !== null
    ? createHolder(deps)
    : createWatcher(deps);
