import type { Inspector } from '../../inspect.ts';
import type { GuardDeps, StreamGuard } from '../../stream/guard.ts';
import type { AdmissionDeps, PolicyInForce } from '../begin/admission.ts';
import type { ExchangeTrace, Tracer } from '../report/exchange-trace.ts';
import type { Ending } from './session-types.ts';
import type { Phase } from './to-event.ts';

/** A guard for one streamed answer. */
export type OpenStream = (
  options: Pick<GuardDeps, 'policy' | 'protectedTexts' | 'request' | 'trailer'> &
    Partial<Pick<GuardDeps, 'restorer'>>,
) => StreamGuard;

/** All that requests run by and that may change while the gateway runs. */
export type Runtime = PolicyInForce & Readonly<{ inspector: Inspector; openStream: OpenStream }>;

/** What only the server knows of a request. */
export type EndingFacts = Readonly<{
  /** Time between Envoy's messages and our answers, all together. */
  addedMs: number;
  settings: Runtime['settings'];
  /** Null where nobody traces, or Envoy never sent headers. */
  trace: ExchangeTrace | null;
}>;

/** What a session needs of the program around it. */
export type SessionDeps = Readonly<{
  admission: AdmissionDeps;
  /** Asked once for each call, which ends by what it began with. */
  runtime: () => Runtime;
  /** Called once for every request, when all is known of it. */
  onEnding: (ending: Ending, facts: EndingFacts) => void;
  /** Time between a message of Envoy's and our answer to it. */
  onAnswered: (phase: Phase, ms: number) => void;
  /** Null where the operator wants no traces. */
  tracer: Tracer | null;
  /** A fault of our own, or a peer that does not keep to the protocol. */
  onFault: (error: unknown, requestId: string) => void;
  /** Unix time in milliseconds. */
  now: () => number;
  /** Monotonic clock in milliseconds. */
  clock: () => number;
}>;
