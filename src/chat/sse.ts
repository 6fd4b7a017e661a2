import { GatewayError } from '../errors.ts';

/**
 * One event with the exact bytes it came in, its blank line included. `data` is null where it has no data field:
 * comments, blank lines, only other fields. Several data lines are joined by \n.
 */
export type SseEvent = Readonly<{
  raw: Buffer;
  /** Where its lines begin: behind the mark that opens a stream. */
  start: number;
  data: string | null;
  /** Lines that are no data by the standard hold more than names and counts: see `loose-lines.ts`. */
  saysMore: boolean;
}>;

export type SseReader<Known extends SseEvent = SseEvent> = Readonly<{
  /**
   * @param bytes The next of the stream, cut anywhere. `raw` may be a view of them: they must not change afterwards. To be called
   *   once `next` has given all of those before.
   */
  feed: (bytes: Uint8Array) => void;
  /**
   * @returns The next event that ends in what was fed; null where there is none.
   * @throws GatewayError `REQUEST_TOO_LARGE`; the reader is of no use afterwards, but for `rest`.
   */
  next: () => SseEvent | Known | null;
  /** What is left without its blank line, if anything: by the standard it is void, but some clients read it. */
  end: () => SseEvent | null;
  /** All bytes that were fed and are part of no event that was given. */
  rest: () => readonly Uint8Array[];
  pendingBytes: () => number;
}>;

/** @returns An event of which the reader knows all without reading its lines, if it begins at a place and ends in the bytes. */
type KnownAt<Known extends SseEvent> = (bytes: Uint8Array, start: number) => Known | null;

const LF = 0x0a;
const CR = 0x0d;
const SPACE = 0x20;
const COLON = 0x3a;
const BOM = Buffer.from('\ufeff');
const DATA = Buffer.from('data');
const LINE_END = /\r\n|\r|\n/;

/**
 * Cuts a stream of server-sent events into its events and keeps every byte: `raw` of all events and of what `end`
 * gives, one behind the other, are the stream. Linear in the bytes, however they are cut.
 *
 * Where the blank line of an event is a CR and the bytes end there, the event is given at once. An LF that follows
 * then opens the raw bytes of the next event, without being a blank line; nobody is made to wait for it.
 *
 * @param maxEventBytes Longest event; exactly so many bytes are accepted.
 * @param knownAt What is to be given in place of an event that would be read; its `raw` ends with an LF.
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation
 */
export const createSseReader = <Known extends SseEvent = SseEvent>(
  maxEventBytes: number,
  knownAt: KnownAt<Known> = () => null,
): SseReader<Known> => {
  const reader = new Reader(maxEventBytes, knownAt);
  return {
    feed: (bytes) => reader.feed(bytes),
    next: () => reader.next(),
    end: () => reader.end(),
    rest: () => reader.rest(),
    pendingBytes: () => reader.pendingBytes,
  };
};

/**
 * The same event with other data in the place of its first data line: other fields, comments and the style of its
 * line ends stay.
 *
 * @param data Line ends in it come out as those of the event, which readers take for \n.
 * @throws RangeError Where the event has no data to replace, which is a fault of the gateway.
 */
export const withData = ({ raw, data: old }: Pick<SseEvent, 'raw' | 'data'>, data: string): Buffer => {
  if (old === null) throw new RangeError('the event has no data to replace');
  // A mark that opens the stream belongs to no line; anywhere else it is part of a field's name.
  const start = startsWith(raw, BOM, 0) && readLines(raw, BOM.length).data === old ? BOM.length : 0;
  const pieces = [raw.subarray(0, start)];
  let isWritten = false;
  let endsInCr = false;
  eachLine(raw, start, (from, to, next) => {
    if (!isDataLine(raw, from, to)) {
      // Without the data line that stood between them, CR and LF would become one line end.
      if (endsInCr && raw[from] === LF) pieces.push(Buffer.from('\n'));
      pieces.push(raw.subarray(from, next));
    } else if (isWritten) {
      return;
    } else {
      isWritten = true;
      pieces.push(dataLines(data, raw.subarray(from, to), raw.toString('latin1', to, next)));
    }
    endsInCr = raw[next - 1] === CR;
  });
  return Buffer.concat(pieces);
};

/** `data: …` for each line, and a blank line. */
export const encodeEvent = (data: string): Buffer =>
  Buffer.from(`data: ${data.split(LINE_END).join('\ndata: ')}\n\n`);

const NO_BYTES = new Uint8Array();

class Reader<Known extends SseEvent> {
  readonly #maxEventBytes: number;
  readonly #knownAt: KnownAt<Known>;
  readonly #held = new Held();
  /** What was fed last, and what of it is part of no event yet. */
  #bytes: Uint8Array = NO_BYTES;
  #start = 0;
  /** How much of it was looked at. */
  #at = 0;
  /** How many bytes of a mark have opened the stream; null where that is settled. */
  #bomBytes: number | null = 0;
  #isFirst = true;
  #isLineEmpty = true;
  #isAfterCr = false;

  constructor(maxEventBytes: number, knownAt: KnownAt<Known>) {
    this.#maxEventBytes = maxEventBytes;
    this.#knownAt = knownAt;
  }

  get pendingBytes(): number {
    return this.#held.length;
  }

  feed(bytes: Uint8Array): void {
    this.#bytes = bytes;
    this.#start = 0;
    this.#at = this.#skipBom(bytes);
  }

  next(): SseEvent | Known | null {
    const bytes = this.#bytes;
    const start = this.#start;
    if (start === bytes.length) {
      // A stream that waits keeps nothing of what it had.
      this.#bytes = NO_BYTES;
      this.#start = 0;
      return null;
    }
    const known = this.#isBetweenEvents(start) ? this.#knownAt(bytes, start) : null;
    if (known !== null) {
      this.#check(known.raw.length);
      this.#isAfterCr = false;
      this.#start = start + known.raw.length;
      this.#at = this.#start;
      return known;
    }
    const end = this.#endOfEvent(bytes);
    if (end === null) {
      this.#hold();
      return null;
    }
    const event = this.#take(bytes, start, end);
    this.#start = end;
    return event;
  }

  end(): SseEvent | null {
    return this.#held.length === 0 ? null : this.#event(this.#held.take());
  }

  rest(): readonly Uint8Array[] {
    return [this.#held.take(), this.#bytes.subarray(this.#start)];
  }

  #isBetweenEvents(start: number): boolean {
    return this.#at === start && this.#isLineEmpty && this.#held.length === 0 && this.#bomBytes === null;
  }

  #hold(): void {
    const bytes = this.#bytes;
    this.#check(bytes.length - this.#start);
    this.#held.append(bytes, this.#start, bytes.length);
    this.#bytes = NO_BYTES;
    this.#start = 0;
  }

  /** @returns Where the event ends that is being read; null where it goes on. */
  #endOfEvent(bytes: Uint8Array): number | null {
    let at = this.#at;
    let end: number | null = null;
    while (end === null && at < bytes.length) {
      const from = at;
      while (at < bytes.length && bytes[at] !== LF && bytes[at] !== CR) at += 1;
      if (at > from) {
        this.#isAfterCr = false;
        this.#isLineEmpty = false;
      }
      if (at === bytes.length) break;
      end = this.#endsEvent(bytes, at);
      at = end ?? at + 1;
    }
    this.#at = at;
    return end;
  }

  /** @returns Where the event ends, if it does so with this end of a line (and an LF behind it). */
  #endsEvent(bytes: Uint8Array, at: number): number | null {
    const byte = bytes[at];
    const endsLine = byte === CR || !this.#isAfterCr;
    this.#isAfterCr = byte === CR;
    if (!endsLine) return null;
    const isBlank = this.#isLineEmpty;
    this.#isLineEmpty = true;
    if (!isBlank) return null;
    if (byte === LF || bytes[at + 1] !== LF) return at + 1;
    this.#isAfterCr = false;
    return at + 2;
  }

  #skipBom(bytes: Uint8Array): number {
    let at = 0;
    while (this.#bomBytes !== null && at < bytes.length) {
      if (bytes[at] !== BOM[this.#bomBytes]) {
        // What looked like a mark was text.
        this.#isLineEmpty = this.#bomBytes === 0;
        this.#bomBytes = null;
      } else {
        at += 1;
        this.#bomBytes = this.#bomBytes + 1 === BOM.length ? null : this.#bomBytes + 1;
      }
    }
    return at;
  }

  #take(bytes: Uint8Array, start: number, end: number): SseEvent {
    this.#check(end - start);
    if (this.#held.length === 0) {
      return this.#event(Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start));
    }
    this.#held.append(bytes, start, end);
    return this.#event(this.#held.take());
  }

  #event(raw: Buffer): SseEvent {
    const start = this.#isFirst && startsWith(raw, BOM, 0) ? BOM.length : 0;
    this.#isFirst = false;
    return { raw, start, ...readLines(raw, start) };
  }

  #check(more: number): void {
    if (this.#held.length + more > this.#maxEventBytes) {
      const message = `An event of the stream is larger than ${this.#maxEventBytes} bytes.`;
      throw new GatewayError('REQUEST_TOO_LARGE', message);
    }
  }
}

/** The bytes of an event that has not ended yet. The room for them doubles, so that each is moved once on average. */
class Held {
  #room: Buffer = Buffer.alloc(0);
  length = 0;

  append(bytes: Uint8Array, start: number, end: number): void {
    const length = this.length + end - start;
    if (length > this.#room.length) {
      const room = Buffer.allocUnsafe(length * 2);
      this.#room.copy(room, 0, 0, this.length);
      this.#room = room;
    }
    this.#room.set(bytes.subarray(start, end), this.length);
    this.length = length;
  }

  /** Gives the bytes away and forgets them. */
  take(): Buffer {
    const bytes = this.#room.subarray(0, this.length);
    this.#room = Buffer.alloc(0);
    this.length = 0;
    return bytes;
  }
}

/** Calls with where each line starts, where its line end starts, and where the next line starts. */
export const eachLine = (
  raw: Buffer,
  start: number,
  visit: (from: number, to: number, next: number) => void,
): void => {
  let from = start;
  while (from < raw.length) {
    let at = from;
    while (at < raw.length && raw[at] !== LF && raw[at] !== CR) at += 1;
    const next = raw[at] === CR && raw[at + 1] === LF ? at + 2 : Math.min(at + 1, raw.length);
    visit(from, at, next);
    from = next;
  }
};

/** A line end is no part of any UTF-8 sequence, so the lines decode one by one as the whole would. */
const readLines = (raw: Buffer, start: number): Pick<SseEvent, 'data' | 'saysMore'> => {
  const values: string[] = [];
  let saysMore = false;
  eachLine(raw, start, (from, to) => {
    if (!isDataLine(raw, from, to)) {
      saysMore ||= !isInert(raw, from, to);
      return;
    }
    const value = from + DATA.length + 1;
    values.push(raw.toString('utf8', value < to && raw[value] === SPACE ? value + 1 : value, to));
  });
  return { data: values.length === 0 ? null : values.join('\n'), saysMore };
};

/** Comments and fields of servers as they are: a name in small letters, or a count. Anything else is read as text. */
const INERT = /^(?:(?::|event:?|id:?|retry:?) {0,2}(?:[a-z][a-z_.-]{0,31}|\d{0,10}))?$/;
const LONGEST_INERT = 48;

/** Whether a line that is no data says nothing. */
export const isInert = (raw: Buffer, from: number, to: number): boolean =>
  to - from <= LONGEST_INERT && INERT.test(raw.toString('latin1', from, to));

export const isDataLine = (raw: Buffer, from: number, to: number): boolean =>
  startsWith(raw, DATA, from) && (from + DATA.length === to || raw[from + DATA.length] === COLON);

const startsWith = (raw: Buffer, prefix: Buffer, from: number): boolean => {
  for (let at = 0; at < prefix.length; at += 1) if (raw[from + at] !== prefix[at]) return false;
  return true;
};

/** @param like The line they replace: where it has no blank behind its colon, neither have they. */
const dataLines = (data: string, like: Buffer, lineEnd: string): Buffer => {
  const isTight = like.length > DATA.length + 1 && like[DATA.length + 1] !== SPACE;
  const lines = data
    .split(LINE_END)
    .map((line) => (isTight && !line.startsWith(' ') ? `data:${line}` : `data: ${line}`));
  return Buffer.from(lines.join(lineEnd === '' ? '\n' : lineEnd) + lineEnd);
};
