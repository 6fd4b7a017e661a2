import { expect } from 'vitest';
import type { Event, State } from '../../../../src/envoy/session/session-types.ts';
import type { Policy } from '../../../../src/policy/decide.ts';
import {
  admitted,
  BODY,
  digest,
  EXCHANGE,
  type Found,
  guardOf,
  requestHead,
  responseHead,
  resultOf,
  run,
} from '../fixtures.ts';

type Asked = Parameters<typeof admitted>[2];

export const upToAnswer = (policy: Policy, input: Found = 'nothing', asked: Asked = {}): Event[] => [
  { type: 'request-headers', head: requestHead() },
  { type: 'admission', admission: admitted(policy, 'scan', asked) },
  BODY,
  { type: 'request-scanned', result: resultOf(policy, 'input', input) },
];

export const headersOfStream = (rest: Parameters<typeof responseHead>[0] = {}): Event => ({
  type: 'response-headers',
  head: responseHead({ contentType: 'text/event-stream; charset=utf-8', ...rest }),
});

/** A session in the middle of a stream. */
export const streaming = (
  policy: Policy,
  {
    found = 'nothing',
    input = 'nothing',
    asked = {},
  }: Readonly<{ found?: Found; input?: Found; asked?: Asked }> = {},
): State =>
  run([
    ...upToAnswer(policy, input, asked),
    headersOfStream(),
    { type: 'stream-opened', guard: guardOf(policy, found) },
  ]).state;

export const kindsOf = (replies: ReturnType<typeof run>['replies']) =>
  replies.map((reply) => {
    const { kind, body, ends } = digest(reply);
    return { kind, body, ends };
  });
export const piece = (body: string, ends: boolean) => ({ kind: 'response_body', body, ends });
export const TRAILERS = { kind: 'response_trailers', body: null, ends: undefined };
export const EVENT = 'data: {"choices":[]}\n\n';

/** The events of our own at the end of a stream; `[DONE]` stays a string. */
export const eventsOf = (text: string): unknown[] =>
  text
    .split('\n\n')
    .filter((event) => event !== '')
    .map((event) => {
      expect(event.startsWith('data: ')).toBe(true);
      const data = event.slice('data: '.length);
      return data === '[DONE]' ? data : JSON.parse(data);
    });

export const chunkOf = (gateway: object, choices: readonly number[] = [0, 2]) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  created: 17,
  model: 'gpt-4o',
  choices: choices.map((index) => ({ index, delta: {}, logprobs: null, finish_reason: 'content_filter' })),
  gateway: { request_id: EXCHANGE.requestId, input_status: 'pass', scan_time_ms: 3, ...gateway },
});
export const DETECTION = {
  category: 'prompt_injection',
  sub_type: 'instruction_override',
  confidence: 0.973,
  scan_time_ms: 3,
  request_id: EXCHANGE.requestId,
  policy: 'auto',
};
