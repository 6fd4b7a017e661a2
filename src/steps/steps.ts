/**
 * Work that may take long, in steps: who drives it can look at the clock and let other requests in between two of them.
 */
export type Steps<Result> = Generator<void, Result, void>;

/** Some hundred values take about a millisecond. */
const VALUES_A_STEP = 256;

/** @returns Whether a step should end behind the value of this number. */
export const endsStep = (index: number): boolean => index % VALUES_A_STEP === VALUES_A_STEP - 1;

/** Does all of it at once. */
export const atOnce = <Result>(steps: Steps<Result>): Result => {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
};

/** @param pace Null, or what has to be waited for before the next step. */
export const inTurns = async <Result>(
  steps: Steps<Result>,
  pace: () => Promise<void> | null,
): Promise<Result> => {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    const turn = pace();
    if (turn !== null) await turn;
  }
};
