import type { OpenDatabase, StoreFault } from './sqlite/sqlite-file.ts';
import type { TextOptions } from './texts.ts';

/** What the main thread may ask of the worker: the methods of the open file, by name. */
export type Method = keyof OpenDatabase;
export type Arguments = { readonly [M in Method]: Parameters<OpenDatabase[M]> };
export type Results = { readonly [M in Method]: Awaited<ReturnType<OpenDatabase[M]>> };
export type Handlers = {
  readonly [M in Method]: (...args: Arguments[M]) => Promise<Results[M]>;
};

export type Request<M extends Method = Method> = {
  readonly [K in M]: Readonly<{ id: number; method: K; args: Arguments[K] }>;
}[M];

export type Outcome<Result> =
  | Readonly<{ ok: true; result: Result }>
  | Readonly<{ ok: false; fault: StoreFault }>;

/** `id` is the request's, or `OPENED` for the one message that says how opening went. */
export type Reply = Readonly<{ id: number; outcome: Outcome<unknown> }>;
export const OPENED = 0;

export type WorkerOptions = Readonly<{ path: string }> & TextOptions;
