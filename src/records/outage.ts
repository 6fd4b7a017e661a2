/** What asks the store each second tells of an outage once, not each second; the next fault after a success is news again. */
export const createOutage = (onError: (error: unknown) => void) => {
  let isAway = false;
  return {
    failed: (error: unknown): void => {
      if (!isAway) onError(error);
      isAway = true;
    },
    worked: (): void => {
      isAway = false;
    },
  };
};
