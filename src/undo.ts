/** Steps that take back what was started, run in reverse: at the end, or where a later part does not come up. */
export const createUndo = () => {
  const steps: (() => void | Promise<void>)[] = [];
  return {
    add: (step: () => void | Promise<void>): void => {
      steps.push(step);
    },
    run: async (): Promise<void> => {
      for (const step of steps.splice(0).reverse()) await step();
    },
  };
};
