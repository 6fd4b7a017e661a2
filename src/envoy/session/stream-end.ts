import type { UnjudgedCounts } from '../../chat/segment.ts';
import { encodeEvent } from '../../chat/sse.ts';
import type { StreamIdentity } from '../../stream/identity.ts';
import type { Detection, ErrorReply } from '../answer/error-body.ts';

/** What the gateway says of a stream in its own last chunk. */
export type StreamNote = Readonly<{
  request_id: string;
  input_status: string;
  output_status: string;
  scan_time_ms: number;
  /** Parts that nobody could read, by reason. */
  unjudged?: UnjudgedCounts;
  detection?: Detection;
}>;

const chunk = (
  { id, model, created }: StreamIdentity,
  requestId: string,
  choices: readonly object[],
  gateway: StreamNote,
): Buffer =>
  encodeEvent(
    JSON.stringify({
      id: id ?? requestId,
      object: 'chat.completion.chunk',
      created: created ?? 0,
      model: model ?? '',
      choices,
      gateway,
    }),
  );

/** A chunk without choices that tells the final status, for callers that ask for it. */
export const noteChunk = (identity: StreamIdentity, note: StreamNote): Buffer =>
  chunk(identity, note.request_id, [], note);

/**
 * How a stream ends that may not go on: a chunk with `finish_reason: "content_filter"`, which every client understands,
 * then an error event, which strict ones raise, then the end. Never a bare end: clients take that for success.
 *
 * @param error Null where the operator wants no error event.
 */
export const cutEvents = (identity: StreamIdentity, note: StreamNote, error: ErrorReply | null): Buffer => {
  const indexes = identity.openChoices.length === 0 ? [0] : identity.openChoices;
  const choices = indexes.map((index) => ({
    index,
    delta: {},
    logprobs: null,
    finish_reason: 'content_filter',
  }));
  return Buffer.concat([
    chunk(identity, note.request_id, choices, note),
    ...(error === null ? [] : [encodeEvent(error.body.toString())]),
    encodeEvent('[DONE]'),
  ]);
};
