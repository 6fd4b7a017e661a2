import type { CellId } from './cells.ts';

/** A process that a request passes on its way, and that is not the provider. */
export type Part = Readonly<{ name: string; pid: number }>;

/** Something to send requests to: a row of the tables. */
export type Target = Readonly<{
  id: string;
  label: string;
  host: string;
  port: number;
  path: string;
  headers: Readonly<Record<string, string>>;
  /** See `Job`. */
  expected: readonly string[];
  parts: readonly Part[];
  /** Cells it cannot do, and why. */
  leftOut?: Readonly<Partial<Record<CellId, string>>>;
  /**
   * `slow` takes many milliseconds for a request, so that fewer of them will do, and what it can't do is found out first;
   * `once` takes seconds: it gets a single small request.
   */
  pace?: 'slow' | 'once';
  stop: () => Promise<void>;
}>;

/** What targets are made from. */
export type Place = Readonly<{
  /** A folder of its own for whatever a target writes. */
  folder: string;
  providerUrl: string;
  /** How Envoy reaches the processors: all rows alike. */
  extProc: 'tcp' | 'unix';
  log: (message: string) => void;
}>;

/** A target that can be started; null from `start`: it cannot be had here, which was said by `log`. */
export type Candidate = Readonly<{
  id: string;
  /** Others by which it is judged run before it. */
  start: (place: Place) => Promise<Target | null>;
}>;

export const AUTHORIZATION = { authorization: 'Bearer bench' } as const;
export const CHAT_PATH = '/v1/chat/completions';
