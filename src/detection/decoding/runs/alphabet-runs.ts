import type { TextFacts } from '../../facts/facts.ts';
import { codeAt } from '../../text/code-units.ts';
import { createMapBuilder, type MapBuilder, type MappedText } from '../../text/mapped-text.ts';

/** A long run of the base64 alphabet, in both of its forms. */
export type Run = { start: number; end: number };

export const NO_RUNS: readonly Run[] = [];

const isBlank = (code: number): boolean => /\s/u.test(String.fromCharCode(code));

/** Puts a run behind those that were found before it; where one is a line right above it, both become one. */
export const addRun = (runs: Run[], text: string, start: number, end: number): void => {
  const last = runs.at(-1);
  if (last !== undefined && start - last.end === 1 && isBlank(codeAt(text, last.end))) last.end = end;
  else runs.push({ start, end });
};

/** One way to read a long run. */
type RunReader = Readonly<{
  /** A look at the first characters, since nearly all runs are names and paths; of a run there are at least 16. */
  begins: (text: string, start: number, end: number) => boolean;
  /** Undefined where a run is none of its kind; told whether the run begins where the text does. */
  read: (run: string, isAtEdge: boolean) => string | undefined;
}>;

/** Bytes that are no text are not all of these: not even one run of sixteen signs in a hundred thousand. */
const IN_ASCII = /^[\t\n\r -~]+$/;

/** What a run was read as; null where it is none of its kind. */
type Reading = Readonly<{ out: string | null; isAscii: boolean }>;

const NOT_READ: Reading = { out: null, isAscii: false };

const readingOf = (out: string | undefined): Reading =>
  out === undefined ? NOT_READ : { out, isAscii: IN_ASCII.test(out) };

/** What runs were read as since somebody forgot them, by who read them: views of a window hold the same ones over and over. */
const known = new Map<RunReader, Map<string, Reading>>();

/** To be called once no further view of a window is looked for, so that none of its text is kept. */
export const forgetRuns = (): void => {
  if (known.size > 0) known.clear();
};

const readingsBy = (reader: RunReader): Map<string, Reading> => {
  const readings = known.get(reader) ?? new Map<string, Reading>();
  known.set(reader, readings);
  return readings;
};

const readRun = (reader: RunReader, run: string, isAtEdge: boolean): string | null => {
  if (isAtEdge) return reader.read(run, true) ?? null;
  const readings = readingsBy(reader);
  const before = readings.get(run);
  if (before !== undefined) return before.out;
  const reading = readingOf(reader.read(run, false));
  readings.set(run, reading);
  return reading.out;
};

/** Whether a run was found to be a text of ASCII by somebody who was asked before, so that it is nothing else. */
const isReadBy = (reader: RunReader, run: string): boolean => known.get(reader)?.get(run)?.isAscii === true;

/**
 * Decodes every long run of the base64 alphabet.
 *
 * @param before What these have read is left alone.
 * @returns What was decoded and nothing else; undefined where that is nothing.
 */
export const decodeRuns = (
  { text, runs }: TextFacts,
  reader: RunReader,
  before: readonly RunReader[] = [],
): MappedText | undefined => {
  let builder: MapBuilder | undefined;
  for (const { start, end } of runs) {
    if (!reader.begins(text, start, end)) continue;
    const run = text.slice(start, end);
    const out = before.some((each) => isReadBy(each, run)) ? null : readRun(reader, run, start === 0);
    if (out === null) continue;
    builder ??= createMapBuilder(text);
    builder.put(`${out}\n`, start, end);
  }
  return builder?.build();
};
