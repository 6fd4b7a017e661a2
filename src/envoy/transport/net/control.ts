import { LAST_CALLS_MS, MAX_SETTINGS_FRAMES } from './limits.ts';
import { CODE, type Code, ConnectionError, FLAG, FRAME, MAX_STREAM_ID } from './protocol.ts';
import { type PeerSettings, readSettings } from './settings.ts';
import type { Link, NetStream } from './stream.ts';

export type ControlDeps = Readonly<{
  streams: ReadonlyMap<number, NetStream>;
  /** Whether nobody has opened a stream yet. */
  isIdle: (id: number) => boolean;
  /** Ends a stream for what the peer did. */
  abort: (id: number, code: Code) => void;
  /** The peer has ended a stream. */
  onReset: (id: number) => void;
  onGoaway: () => void;
  /** Whatever was on its way when the end was announced is here. */
  onLastCalls: () => void;
  /** More may be sent than before. */
  sendWaiting: () => void;
}>;

const EMPTY = Buffer.alloc(0);
const PING_BYTES = 8;
const GOAWAY_BYTES = 8;
/** What comes back of it shows that the peer has read all before it. */
const LAST_CALLS = Buffer.from('lastcall');

const protocolError = (what: string): ConnectionError => new ConnectionError(CODE.PROTOCOL_ERROR, what);
const frameSizeError = (what: string): ConnectionError =>
  new ConnectionError(CODE.FRAME_SIZE_ERROR, `a frame of ${what} that is longer or shorter than it may be`);

const ofConnection = (stream: number, what: string): void => {
  if (stream !== 0) throw protocolError(`${what} of a stream`);
};

/** Reads the frames of a connection that carry neither headers nor data. */
export const createControl = (peer: PeerSettings, link: Link, deps: ControlDeps) => {
  const { output } = link;
  let settingsFrames = 0;
  let lastCallsTimer: NodeJS.Timeout | undefined;
  let isEndAnnounced = false;

  /** A stream whose own window lets something pass now. */
  const widen = (stream: NetStream, bytes: number): boolean => {
    const isValid = stream.sendWindow.add(bytes);
    if (stream.maySend) link.waiting.add(stream);
    return isValid;
  };

  const onSettings = (flags: number, stream: number, payload: Buffer): void => {
    ofConnection(stream, 'settings');
    if (flags & FLAG.ACK) {
      if (payload.length > 0) throw frameSizeError('settings');
      return;
    }
    settingsFrames += 1;
    if (settingsFrames > MAX_SETTINGS_FRAMES)
      throw new ConnectionError(CODE.ENHANCE_YOUR_CALM, 'settings without an end');
    const before = peer.windowBytes;
    readSettings(peer, payload);
    output.frame(FRAME.SETTINGS, FLAG.ACK, 0, EMPTY);
    if (peer.windowBytes === before) return;
    for (const each of deps.streams.values()) {
      if (!widen(each, peer.windowBytes - before))
        throw new ConnectionError(CODE.FLOW_CONTROL_ERROR, 'a window larger than any may be');
    }
    deps.sendWaiting();
  };

  const widenAll = (bytes: number): void => {
    if (bytes === 0) throw protocolError('a window by nothing wider');
    if (!link.sendWindow.add(bytes))
      throw new ConnectionError(CODE.FLOW_CONTROL_ERROR, 'a window larger than any may be');
  };

  const widenOne = (stream: number, bytes: number): void => {
    const found = deps.streams.get(stream);
    if (found === undefined) return;
    if (bytes === 0) deps.abort(stream, CODE.PROTOCOL_ERROR);
    else if (!widen(found, bytes)) deps.abort(stream, CODE.FLOW_CONTROL_ERROR);
  };

  const onWindowUpdate = (stream: number, payload: Buffer): void => {
    if (payload.length !== 4) throw frameSizeError('windows');
    if (stream !== 0 && deps.isIdle(stream)) throw protocolError('a window of a stream that was not opened');
    const bytes = payload.readUInt32BE(0) & 0x7fffffff;
    if (stream === 0) widenAll(bytes);
    else widenOne(stream, bytes);
    deps.sendWaiting();
  };

  const onPing = (flags: number, stream: number, payload: Buffer): void => {
    ofConnection(stream, 'a ping');
    if (payload.length !== PING_BYTES) throw frameSizeError('ping');
    if (!(flags & FLAG.ACK)) output.frame(FRAME.PING, FLAG.ACK, 0, payload);
    else if (isEndAnnounced && payload.equals(LAST_CALLS)) endLastCalls();
  };

  const onReset = (stream: number, payload: Buffer): void => {
    if (payload.length !== 4) throw frameSizeError('resets');
    if (stream === 0 || deps.isIdle(stream)) throw protocolError('a reset of a stream that was not opened');
    deps.onReset(stream);
  };

  const endLastCalls = (): void => {
    clearTimeout(lastCallsTimer);
    deps.onLastCalls();
  };

  const onFrame = (type: number, flags: number, stream: number, payload: Buffer): void => {
    switch (type) {
      case FRAME.SETTINGS:
        onSettings(flags, stream, payload);
        return;
      case FRAME.WINDOW_UPDATE:
        onWindowUpdate(stream, payload);
        return;
      case FRAME.PING:
        onPing(flags, stream, payload);
        return;
      case FRAME.RST_STREAM:
        onReset(stream, payload);
        return;
      case FRAME.PRIORITY:
        // What it says is obsolete; what it looks like is not.
        if (stream === 0) throw protocolError('a priority of no stream');
        if (payload.length !== 5) throw frameSizeError('priorities');
        return;
      case FRAME.GOAWAY:
        ofConnection(stream, 'a farewell');
        if (payload.length < GOAWAY_BYTES) throw frameSizeError('farewells');
        deps.onGoaway();
        return;
      default:
        // PUSH_PROMISE is the last kind that there is.
        throw protocolError('a promise of a client');
    }
  };

  return {
    onFrame,
    /** Says that the connection ends, and has `onLastCalls` called once the peer knows. */
    announceEnd: (): void => {
      if (isEndAnnounced) return;
      isEndAnnounced = true;
      output.goaway(MAX_STREAM_ID, CODE.NO_ERROR, '');
      output.frame(FRAME.PING, 0, 0, LAST_CALLS);
      lastCallsTimer = setTimeout(endLastCalls, LAST_CALLS_MS);
    },
    close: (): void => clearTimeout(lastCallsTimer),
  };
};
