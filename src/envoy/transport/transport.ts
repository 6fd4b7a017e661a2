import type { Health } from '../health.ts';
import type { ProcessingRequest, ProcessingResponse } from '../proto.ts';
import type { ReloadedCredentials } from '../server-credentials.ts';

/** One call of Envoy's, as a session sees it; whoever carries it sees to the rest. */
export type Call = Readonly<{
  /** Every value of a metadata key, in lower case. */
  metadata: (key: string) => readonly string[];
  write: (message: ProcessingResponse) => void;
  /** Takes no message before `resume`, and has Envoy wait with what does not fit the call's window. */
  pause: () => void;
  resume: () => void;
  /** Ends the call with OK. */
  end: () => void;
  /** Ends the call with gRPC's status INTERNAL. */
  fail: (details: string) => void;
}>;

/** What a session wants to know of its call. */
export type CallListener = Readonly<{
  onMessage: (message: ProcessingRequest) => void;
  /** Envoy sent what is no message, and the call has ended with an error for it. */
  onBroken: (error: unknown) => void;
  /** Envoy sends nothing more, and waits. */
  onEnd: () => void;
  /** Nobody waits any more: cancelled, reset, or the connection is gone. May come after the call's end, and twice. */
  onCancelled: () => void;
}>;

export type TransportOptions = Readonly<{
  /** `host:port`, `[v6]:port` or `unix:/path`. */
  address: string;
  /** Longest message that is taken. */
  maxMessageBytes: number;
  /** At a time; the library's transport knows no such limit. */
  maxConnections: number;
  /** Null: anybody's calls are taken, unencrypted. */
  tls: ReloadedCredentials | null;
}>;

export type TransportDeps = Readonly<{
  /** Begins a session; the call's `onClosed` follows at least once, whatever happens. */
  open: (call: Call) => CallListener & Readonly<{ onClosed: () => void }>;
  health: Health;
  /** What goes wrong with no call in particular. */
  onError: (error: unknown) => void;
  /** There are too many connections, so one that was idle was ended, or a new one was not taken. */
  onCrowded: (ended: (typeof CROWDED)[number]) => void;
}>;

export const CROWDED = ['idle', 'new'] as const;

/** What carries calls from Envoy to sessions. */
export type Transport = Readonly<{
  /** @returns The port bound; 0 for a Unix socket. @throws GatewayError `CONFIG_INVALID` where that is not possible. */
  start: () => Promise<number>;
  /** Takes no new calls and waits for those that run, at most `graceMs`. */
  stop: (graceMs: number) => Promise<void>;
}>;
