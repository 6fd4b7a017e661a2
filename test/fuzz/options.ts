/**
 * How long and from which seed a target runs. `PORTCULLIS_FUZZ_SECONDS` is the time for each target;
 * `PORTCULLIS_FUZZ_SEED` another seed than the fixed one, `random` one that the run prints. README.md in this folder tells
 * how to run for hours and how to repeat what was found.
 */
const FIXED_SEED = 20_261_122;

const seedOf = (value: string | undefined): number => {
  if (value !== 'random') return Number(value ?? FIXED_SEED);
  const seed = Math.floor(Math.random() * 2 ** 31);
  process.stderr.write(`PORTCULLIS_FUZZ_SEED=${seed}\n`);
  return seed;
};

export const SECONDS = Number(process.env['PORTCULLIS_FUZZ_SECONDS'] ?? 5);
export const SEED = seedOf(process.env['PORTCULLIS_FUZZ_SEED']);

/** Runs out of time, not of cases. */
export const options = {
  seed: SEED,
  interruptAfterTimeLimit: SECONDS * 1000,
  markInterruptAsFailure: false,
  numRuns: Number.MAX_SAFE_INTEGER,
} as const;

/** For a test of so many properties: the time-box and what a busy machine takes beyond it. */
export const testMs = (properties = 1): number => properties * SECONDS * 1000 + 60_000;
