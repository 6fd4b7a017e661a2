import {
  HEADER_TABLE_BYTES,
  MAX_FRAME_BYTES,
  MAX_HEADER_LIST_BYTES,
  MAX_STREAMS,
  STREAM_WINDOW_BYTES,
} from './limits.ts';
import {
  CODE,
  ConnectionError,
  DEFAULT_WINDOW_BYTES,
  LARGEST_MAX_FRAME_BYTES,
  MAX_WINDOW_BYTES,
  SETTING,
  SMALLEST_MAX_FRAME_BYTES,
} from './protocol.ts';

const SETTING_BYTES = 6;

const written = (settings: readonly (readonly [id: number, value: number])[]): Buffer => {
  const bytes = Buffer.alloc(settings.length * SETTING_BYTES);
  for (const [index, [id, value]] of settings.entries()) {
    bytes.writeUInt16BE(id, index * SETTING_BYTES);
    bytes.writeUInt32BE(value, index * SETTING_BYTES + 2);
  }
  return bytes;
};

/** The payload of the SETTINGS frame that we begin with. */
export const OUR_SETTINGS: Buffer = written([
  [SETTING.HEADER_TABLE_SIZE, HEADER_TABLE_BYTES],
  [SETTING.MAX_CONCURRENT_STREAMS, MAX_STREAMS],
  [SETTING.INITIAL_WINDOW_SIZE, STREAM_WINDOW_BYTES],
  [SETTING.MAX_FRAME_SIZE, MAX_FRAME_BYTES],
  [SETTING.MAX_HEADER_LIST_SIZE, MAX_HEADER_LIST_BYTES],
]);

/** What of the peer's settings we send by. We keep no table of headers, so its size is nothing to us. */
export type PeerSettings = { windowBytes: number; maxFrameBytes: number };

/** As they are before the peer says anything. */
export const defaultSettings = (): PeerSettings => ({
  windowBytes: DEFAULT_WINDOW_BYTES,
  maxFrameBytes: SMALLEST_MAX_FRAME_BYTES,
});

const invalid = (what: string): ConnectionError =>
  new ConnectionError(CODE.PROTOCOL_ERROR, `a setting that cannot be: ${what}`);

const readSetting = (peer: PeerSettings, id: number, value: number): void => {
  switch (id) {
    case SETTING.ENABLE_PUSH:
      if (value > 1) throw invalid('ENABLE_PUSH');
      return;
    case SETTING.INITIAL_WINDOW_SIZE:
      if (value > MAX_WINDOW_BYTES)
        throw new ConnectionError(CODE.FLOW_CONTROL_ERROR, 'a window larger than any may be');
      peer.windowBytes = value;
      return;
    case SETTING.MAX_FRAME_SIZE:
      if (value < SMALLEST_MAX_FRAME_BYTES || value > LARGEST_MAX_FRAME_BYTES)
        throw invalid('MAX_FRAME_SIZE');
      // Longer ones would keep others waiting.
      peer.maxFrameBytes = Math.min(value, MAX_FRAME_BYTES);
      return;
    default:
    // The others are nothing to us, and unknown ones have to be passed over.
  }
};

/**
 * Takes up a SETTINGS frame's payload.
 *
 * @throws ConnectionError where no peer may want that.
 */
export const readSettings = (peer: PeerSettings, payload: Buffer): void => {
  if (payload.length % SETTING_BYTES !== 0)
    throw new ConnectionError(CODE.FRAME_SIZE_ERROR, 'settings that break off');
  for (let at = 0; at < payload.length; at += SETTING_BYTES) {
    readSetting(peer, payload.readUInt16BE(at), payload.readUInt32BE(at + 2));
  }
};
