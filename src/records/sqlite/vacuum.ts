/**
 * Has a file give back the space that deletions left, in small steps, so that writes go on in between.
 *
 * @param step Gives some back; returns the pages that are left.
 */
export const giveBackSpace = async (step: () => Promise<number>): Promise<void> => {
  let pages = Number.POSITIVE_INFINITY;
  for (;;) {
    const left = await step();
    if (left === 0 || left >= pages) return;
    pages = left;
  }
};
