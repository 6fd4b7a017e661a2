import { describe, expect, it } from 'vitest';
import { BODY_MODE } from '../../../src/envoy/proto.ts';
import { breakDown } from '../../../src/envoy/session/out-of-turn.ts';
import { initialState, step } from '../../../src/envoy/session/session.ts';
import type { Event, State } from '../../../src/envoy/session/session-types.ts';
import { toEvent } from '../../../src/envoy/session/to-event.ts';
import { admitted, BODY, EXCHANGE, guardOf, policyOf, responseHead, resultOf } from './fixtures.ts';

const { BUFFERED, FULL_DUPLEX_STREAMED, NONE, STREAMED } = BODY_MODE;

describe('where a body is whole', () => {
  it.each([
    { name: 'Envoy says so', body: { end_of_stream: true }, modes: {}, wanted: true },
    {
      name: 'trailers follow a buffered body',
      body: {},
      modes: { request_body_mode: BUFFERED },
      wanted: true,
    },
    { name: 'a body comes in parts', body: {}, modes: { request_body_mode: STREAMED }, wanted: false },
    { name: 'nobody says how bodies come', body: {}, modes: {}, wanted: false },
    {
      name: 'only the answer is buffered',
      body: {},
      modes: { request_body_mode: NONE, response_body_mode: BUFFERED },
      wanted: false,
    },
  ])('$name: $wanted', ({ body, modes, wanted }) => {
    expect(toEvent({ request_body: body }, modes)).toMatchObject({
      type: 'request-body',
      endOfStream: wanted,
    });
  });

  it.each([
    { body: {}, mode: BUFFERED, wanted: true },
    { body: {}, mode: FULL_DUPLEX_STREAMED, wanted: false },
    { body: { end_of_stream: true }, mode: FULL_DUPLEX_STREAMED, wanted: true },
  ])('an answer of $body in mode $mode: $wanted', ({ body, mode, wanted }) => {
    const modes = { request_body_mode: BUFFERED, response_body_mode: mode };
    expect(toEvent({ response_body: body }, modes)).toEqual({
      type: 'response-body',
      bytes: Buffer.alloc(0),
      endOfStream: wanted,
    });
  });
});

describe('a call that breaks down', () => {
  const head = {
    method: 'POST',
    path: '/v1/chat/completions',
    contentType: 'application/json',
    contentEncoding: null,
    authorization: 'Bearer x',
    gateway: new Map(),
    endOfStream: false,
    envoyRequestId: null,
  };
  const policy = policyOf('blocking');
  const admission = admitted(policy);
  const reach = (events: readonly Event[]): State =>
    events.reduce<State>((state, event) => step(state, event)[0], initialState(EXCHANGE));

  it('is recorded as a failure that closed, and is answered by nobody', () => {
    const state = reach([
      { type: 'request-headers', head },
      { type: 'admission', admission },
    ]);
    const [next, commands] = breakDown(state);
    expect(next.phase).toBe('closed');
    expect(commands.filter(({ type }) => type === 'reply')).toEqual([]);
    expect(commands.find(({ type }) => type === 'record')).toMatchObject({
      ending: {
        outcome: 'error',
        errorCode: 'protocol_violation',
        httpStatus: null,
        input: { status: 'error', failure: { code: 'PROTOCOL_VIOLATION', effect: 'closed' } },
      },
    });
  });

  it('within a stream is recorded with the status that the caller has seen, and closes the guard', () => {
    const state = reach([
      { type: 'request-headers', head },
      { type: 'admission', admission },
      BODY,
      { type: 'request-scanned', result: resultOf(policy, 'input', 'nothing') },
      { type: 'response-headers', head: responseHead({ contentType: 'text/event-stream' }) },
      { type: 'stream-opened', guard: guardOf(policy) },
    ]);
    const [next, commands] = breakDown(state);
    expect(next.phase).toBe('closed');
    expect(commands.map(({ type }) => type)).toEqual(['close-stream', 'record']);
    expect(commands.at(-1)).toMatchObject({
      ending: {
        outcome: 'error',
        errorCode: 'protocol_violation',
        httpStatus: 200,
        input: { status: 'pass' },
        output: { status: 'error', failure: { code: 'PROTOCOL_VIOLATION', effect: 'closed' } },
      },
    });
  });

  it('leaves no second record once all was decided', () => {
    expect(breakDown({ phase: 'decided' })).toEqual([{ phase: 'closed' }, []]);
  });
});
