import { createCodeUnits } from '../code-units.ts';
import { createMapBuilder, type MappedText } from '../mapped-text.ts';
import { MIN_RUN } from '../traits.ts';

/** Characters of base64 in both of its alphabets. */
const ALPHABET = new Uint8Array(0x10000);
for (const character of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/_-')
  ALPHABET[character.charCodeAt(0)] = 1;

type Run = { start: number; end: number };

const CODE_UNITS = createCodeUnits();

const isInRun = (units: Uint16Array, at: number): boolean => ALPHABET[units[at] ?? 0] === 1;

/**
 * @param units Those of a text, with a 0 behind them.
 * @param floor No run begins before.
 */
const runAround = (units: Uint16Array, probe: number, floor: number): Run => {
  let start = probe;
  while (start > floor && isInRun(units, start - 1)) start--;
  let end = probe + 1;
  while (isInRun(units, end)) end++;
  return { start, end };
};

/** Runs of the base64 alphabet, looked for with a stride: a run of 16 can't hide between two probes. Lines are joined. */
const findRuns = (text: string): readonly Run[] => {
  const runs: Run[] = [];
  const units = CODE_UNITS.read(text);
  units[text.length] = 0;
  for (let probe = MIN_RUN - 1; probe < text.length; probe += MIN_RUN) {
    if (!isInRun(units, probe)) continue;
    const last = runs.at(-1);
    const run = runAround(units, probe, last?.end ?? 0);
    probe = run.end - 1;
    if (run.end - run.start < MIN_RUN) continue;
    if (last !== undefined && run.start - last.end === 1 && /\s/u.test(text.charAt(last.end)))
      last.end = run.end;
    else runs.push(run);
  }
  return runs;
};

/** Several decoders ask about each text one after the other. */
const known: { text: string; runs: readonly Run[] } = { text: '', runs: [] };

export const runsIn = (text: string): readonly Run[] => {
  if (known.text !== text) {
    known.runs = findRuns(text);
    known.text = text;
  }
  return known.runs;
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
export const decodeRuns = (text: string, { begins, read }: RunReader): MappedText | undefined => {
  const runs = runsIn(text);
  if (runs.length === 0) return undefined;
  const builder = createMapBuilder(text);
  let found = false;
  for (const { start, end } of runs) {
    const out = begins(text, start, end) ? read(text.slice(start, end), start === 0) : undefined;
    if (out === undefined) continue;
    found = true;
    builder.put(`${out}\n`, start, end);
  }
  return found ? builder.build() : undefined;
};
