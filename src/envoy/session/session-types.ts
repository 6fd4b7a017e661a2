import type { Unjudged } from '../../chat/segment.ts';
import type { ErrorCode } from '../../errors.ts';
import type { AskedFor, Body, Inspection } from '../../inspect.ts';
import type { Policy } from '../../policy/decide.ts';
import type { Outcome, OutputStatus } from '../../records/store.ts';
import type { StreamGuard, StreamStep } from '../../stream/guard.ts';
import type { Admitted, Refused } from '../begin/admission.ts';
import type { RequestHead, ResponseHead } from '../begin/headers.ts';
import type { ProcessingResponse } from '../proto.ts';

/** One request from its first header to its end. */
export type Exchange = Readonly<{ requestId: string; receivedAtMs: number }>;

/** A request that was let in. */
export type OpenExchange = Exchange & Readonly<{ head: RequestHead; admission: Admitted }>;

/** `none`: the request never came that far. */
export type LegStatus = OutputStatus | 'none';

/** What became of one direction. */
export type Leg = Readonly<{
  status: LegStatus;
  inspection: Inspection | null;
  unjudged: readonly Unjudged[];
  scanMs: number;
  /** Set where the direction failed and policy let it pass, or refused it. */
  failure: Readonly<{ code: ErrorCode; effect: 'open' | 'closed' }> | null;
}>;

/** How a scan ended; `failed` carries a GatewayError wherever the cause was foreseen. */
export type ScanResult =
  | Readonly<{ type: 'scanned'; inspection: Inspection; scanMs: number }>
  | Readonly<{ type: 'failed'; error: unknown; scanMs: number }>;

/** Everything that the record, the metrics and the log line of a request are made of. */
export type Ending = Readonly<{
  exchange: Exchange;
  head: RequestHead | null;
  keyId: string | null;
  policy: Policy | null;
  route: Admitted['route'] | null;
  outcome: Outcome;
  httpStatus: number | null;
  errorCode: string | null;
  input: Leg;
  output: Leg;
}>;

export type State =
  | Readonly<{ phase: 'awaiting-request-headers'; exchange: Exchange }>
  | Readonly<{ phase: 'admitting'; exchange: Exchange; head: RequestHead }>
  /** Envoy answered by itself meanwhile (413, say), and waits for what we have to say to its answer. */
  | Readonly<{ phase: 'admitting-answered'; exchange: Exchange; head: RequestHead; answer: ResponseHead }>
  | Readonly<{ phase: 'awaiting-request-body'; exchange: OpenExchange }>
  | Readonly<{ phase: 'scanning-request'; exchange: OpenExchange }>
  | Readonly<{ phase: 'awaiting-response-headers'; exchange: OpenExchange; input: Leg }>
  | Readonly<{ phase: 'awaiting-response-body'; exchange: OpenExchange; input: Leg; answer: ResponseHead }>
  | Readonly<{ phase: 'scanning-response'; exchange: OpenExchange; input: Leg; answer: ResponseHead }>
  | Readonly<{ phase: 'opening-stream'; exchange: OpenExchange; input: Leg; answer: ResponseHead }>
  | Readonly<{
      phase: 'streaming';
      exchange: OpenExchange;
      input: Leg;
      answer: ResponseHead;
      guard: StreamGuard;
      endsWithTrailers: boolean;
    }>
  /** The guard failed, and policy lets the rest pass. */
  | Readonly<{
      phase: 'unguarded-stream';
      exchange: OpenExchange;
      input: Leg;
      output: Leg;
      answer: ResponseHead;
    }>
  /** All is decided and recorded; what Envoy still asks is only acknowledged. */
  | Readonly<{ phase: 'decided' }>
  /** The caller has our own answer, or is gone: nothing may be sent any more. */
  | Readonly<{ phase: 'closed' }>;

export type Event =
  | Readonly<{ type: 'request-headers'; head: RequestHead }>
  | Readonly<{ type: 'admission'; admission: Admitted | Refused }>
  | Readonly<{ type: 'request-body'; bytes: Uint8Array; endOfStream: boolean }>
  | Readonly<{ type: 'request-scanned'; result: ScanResult }>
  | Readonly<{ type: 'response-headers'; head: ResponseHead }>
  | Readonly<{ type: 'response-body'; bytes: Uint8Array; endOfStream: boolean }>
  | Readonly<{ type: 'response-scanned'; result: ScanResult }>
  | Readonly<{ type: 'stream-opened'; guard: StreamGuard }>
  | Readonly<{ type: 'stream-guarded'; step: StreamStep; isLast: boolean }>
  | Readonly<{ type: 'stream-failed'; error: unknown; release: Buffer; rest: Buffer; isLast: boolean }>
  | Readonly<{ type: 'request-trailers' }>
  | Readonly<{ type: 'response-trailers' }>
  /** Something of ours broke that no other event tells. */
  | Readonly<{ type: 'failed'; error: unknown }>
  /** Envoy ended the call: the exchange is over, or the caller went away. */
  | Readonly<{ type: 'cancelled' }>;

export type Command =
  | Readonly<{ type: 'admit'; head: RequestHead }>
  | Readonly<{ type: 'scan-request'; body: Body; policy: Policy }>
  | Readonly<{ type: 'scan-response'; body: Body; policy: Policy; asked: AskedFor }>
  | Readonly<{ type: 'open-stream'; policy: Policy; asked: AskedFor; wantsStatus: boolean }>
  | Readonly<{ type: 'guard-stream'; bytes: Uint8Array; isLast: boolean }>
  | Readonly<{ type: 'close-stream' }>
  | Readonly<{ type: 'cancel-scan' }>
  | Readonly<{ type: 'reply'; message: ProcessingResponse }>
  | Readonly<{ type: 'record'; ending: Ending }>;

export type Step = readonly [next: State, commands: readonly Command[]];

export const CLOSED = { phase: 'closed' } as const satisfies State;
export const DECIDED = { phase: 'decided' } as const satisfies State;
