/**
 * Steps that take back what was started, run in reverse: at the end, or where a later part does not come up. One that fails keeps none of
 * the others from being run.
 */
export const createUndo = () => {
  const steps: (() => void | Promise<void>)[] = [];
  return {
    add: (step: () => void | Promise<void>): void => {
      steps.push(step);
    },
    run: async (): Promise<void> => {
      const failures: unknown[] = [];
      for (const step of steps.splice(0).reverse()) {
        try {
          await step();
        } catch (error) {
          failures.push(error);
        }
      }
      if (failures.length > 0) throw failures[0];
    },
  };
};
