import { MAX_CONNECTIONS } from '../../configuration/ext-proc.ts';

/** Of a body, before Envoy waits for us; a body of usual size is one window. */
export const STREAM_WINDOW_BYTES = 1024 * 1024;
/** Of all bodies on a connection together, on their way. */
export const CONNECTION_WINDOW_BYTES = 16 * 1024 * 1024;
/** Longest frame, ours and the peer's alike: a body of usual size is one, and its bytes come in one piece. */
export const MAX_FRAME_BYTES = 65_536;

/** As many as Envoy opens at most over all connections: one that holds to its own limit is never refused here. */
export const MAX_STREAMS = MAX_CONNECTIONS;

/**
 * Of the compressed headers of one request. What Envoy says of its call comes to some hundred bytes; the headers of
 * the caller's request are in a message.
 */
export const MAX_HEADER_BLOCK_BYTES = 16 * 1024;
/** Frames behind HEADERS that one request's headers may take: empty ones would count for nothing in the bytes. */
export const MAX_CONTINUATIONS = 16;
/** Of headers as they are read, each with 32 bytes over: one byte may stand for the 4 KB of the dynamic table. */
export const MAX_HEADER_LIST_BYTES = 64 * 1024;
/** Of what the peer may have us keep of headers for later ones: HTTP/2's own default. */
export const HEADER_TABLE_BYTES = 4096;

/** DATA frames in a row that hold nothing: they cost no window, so nothing else bounds them. */
export const MAX_EMPTY_FRAMES = 1000;
/** SETTINGS frames of one connection: each may change the windows of all streams. Clients send one or two. */
export const MAX_SETTINGS_FRAMES = 1000;
/**
 * Of frames other than DATA for a peer that does not read: answers to PING and SETTINGS, resets, refusals. Ten thousand
 * calls that end at once take less.
 */
export const MAX_UNSENT_BYTES = 1024 * 1024;

/** Of DATA of one stream that wait for the peer, before we read no more of the stream ourselves. */
export const STREAM_QUEUE_BYTES = 64 * 1024;
/** Of DATA handed to the socket at once; more waits in its stream. */
export const SOCKET_QUEUE_BYTES = 256 * 1024;
/**
 * Of DATA of a connection's paused streams that are kept without counting against the connection's window. Below it a
 * stream that waits does not hold up another one; above it they do, so that what is kept is bounded by both.
 */
export const MAX_HELD_BYTES = 64 * 1024 * 1024;

/** Streams that we ended and whose late frames are passed over; of older ones they are an error. */
export const REMEMBERED_RESETS = 1000;

/** For the handshake of TLS, the preface and the first SETTINGS. */
export const HANDSHAKE_MS = 10_000;
/** Between telling a peer that the connection ends, and its end: a peer may be slow to read why. */
export const LINGER_MS = 1000;
/** For the calls that are on their way when we say that no more are taken. */
export const LAST_CALLS_MS = 1000;
