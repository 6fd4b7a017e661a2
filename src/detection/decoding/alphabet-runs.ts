import { codeAt } from '../code-units.ts';
import { createMapBuilder, type MapBuilder, type MappedText } from '../mapped-text.ts';
import type { TextFacts } from '../text-facts.ts';

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

/**
 * Decodes every long run of the base64 alphabet.
 *
 * @returns What was decoded and nothing else; undefined where that is nothing.
 */
export const decodeRuns = (
  { text, runs }: TextFacts,
  { begins, read }: RunReader,
): MappedText | undefined => {
  let builder: MapBuilder | undefined;
  for (const { start, end } of runs) {
    const out = begins(text, start, end) ? read(text.slice(start, end), start === 0) : undefined;
    if (out === undefined) continue;
    builder ??= createMapBuilder(text);
    builder.put(`${out}\n`, start, end);
  }
  return builder?.build();
};
