import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toEvent } from '../../src/envoy/server.ts';
import { initialState, step } from '../../src/envoy/session.ts';
import type { Command, Event, State } from '../../src/envoy/session-types.ts';
import { GatewayError } from '../../src/errors.ts';
import { brokenPromises, play, script, type Trace } from '../unit/envoy/arbitraries.ts';
import { admitted, EXCHANGE, policyOf, resultOf } from '../unit/envoy/fixtures.ts';
import { decodeRequest, encodeRequest } from '../unit/envoy/wire.ts';

const SECONDS = Number(process.env['PORTCULLIS_FUZZ_SECONDS'] ?? 5);
/** Runs out of time, not of cases. */
const options = {
  interruptAfterTimeLimit: SECONDS * 1000,
  markInterruptAsFailure: false,
  numRuns: Number.MAX_SAFE_INTEGER,
};
const TEST_MS = SECONDS * 1000 + 60_000;

it(
  'no sequence of events makes the session break a promise',
  () => {
    fc.assert(
      fc.property(script, (each) => {
        expect(brokenPromises(play(each))).toEqual([]);
      }),
      options,
    );
  },
  TEST_MS,
);

const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 20 }), fc.constantFrom('200', 'POST', 'shadow'));
const name = fc.oneof(
  fc.constantFrom(
    ':method',
    ':path',
    ':status',
    'content-type',
    'content-encoding',
    'authorization',
    'x-gateway-key',
    'X-Gateway-Mode',
    'x-request-id',
    '__proto__',
  ),
  text,
);
const header = fc.record(
  { key: name, value: text, raw_value: fc.uint8Array({ maxLength: 20 }).map((bytes) => Buffer.from(bytes)) },
  { requiredKeys: [] },
);
const headers = fc.record(
  { headers: fc.record({ headers: fc.array(header, { maxLength: 6 }) }), end_of_stream: fc.boolean() },
  { requiredKeys: [] },
);
const body = fc.record(
  {
    body: fc.uint8Array({ maxLength: 20 }).map((bytes) => Buffer.from(bytes)),
    end_of_stream: fc.boolean(),
  },
  { requiredKeys: [] },
);
const message = fc.oneof(
  headers.map((request_headers) => ({ request_headers })),
  headers.map((response_headers) => ({ response_headers })),
  body.map((request_body) => ({ request_body })),
  body.map((response_body) => ({ response_body })),
  fc.constantFrom({ request_trailers: {} }, { response_trailers: {} }, {}),
);
const bytes = fc.oneof(
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 100 }) },
  { weight: 5, arbitrary: message.map(encodeRequest) },
  {
    weight: 2,
    arbitrary: fc.tuple(message.map(encodeRequest), fc.nat(), fc.nat(255)).map(([sent, at, byte]) => {
      const changed = Buffer.from(sent);
      if (changed.length > 0) changed[at % changed.length] = byte;
      return changed;
    }),
  },
);

const policy = policyOf('blocking');
/** What the server would tell the session next, where it is the gateway's turn. */
const OWN_TURN: Readonly<Partial<Record<State['phase'], Event>>> = {
  admitting: { type: 'admission', admission: admitted(policy) },
  'scanning-request': { type: 'request-scanned', result: resultOf(policy, 'input', 'nothing') },
  'scanning-response': { type: 'response-scanned', result: resultOf(policy, 'output', 'nothing') },
};

const talk = (messages: readonly Uint8Array[]): Trace => {
  const trace: { before: State; event: Event; commands: readonly Command[] }[] = [];
  let state = initialState(EXCHANGE);
  const feed = (event: Event): void => {
    const [next, commands] = step(state, event);
    trace.push({ before: state, event, commands });
    state = next;
  };
  try {
    for (const sent of messages) {
      const decoded = decodeRequest(sent);
      if (decoded !== undefined) feed(toEvent(decoded));
      const own = OWN_TURN[state.phase];
      if (own !== undefined) feed(own);
    }
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
  }
  return trace;
};

it(
  'no bytes of a message break a promise or anything else',
  () => {
    fc.assert(
      fc.property(fc.array(bytes, { maxLength: 8 }), (messages) => {
        expect(brokenPromises(talk(messages))).toEqual([]);
      }),
      options,
    );
  },
  TEST_MS,
);
