/** How long the event loop has been at work since it last came round. */
export type LoopTurn = Readonly<{
  /** Whatever is read now was not read earlier than that, so it may have waited as long. Idle time does not count. */
  ageMs: () => number;
  stop: () => void;
}>;

const idleOfThisThread = (): number => performance.nodeTiming.idleTime;

/**
 * @param clock Monotonic, in milliseconds.
 * @param idleMs How long the loop has waited for something to do since it began.
 */
export const createLoopTurn = (clock: () => number, idleMs: () => number = idleOfThisThread): LoopTurn => {
  let beganMs = clock();
  let idleAtMs = idleMs();
  let isStopped = false;
  const comeRound = (): void => {
    if (isStopped) return;
    beganMs = clock();
    idleAtMs = idleMs();
    // Without a reference it runs once a turn, and neither keeps the loop from waiting nor the process from ending.
    setImmediate(comeRound).unref();
  };
  comeRound();
  return {
    ageMs: () => Math.max(0, clock() - beganMs - (idleMs() - idleAtMs)),
    stop: () => {
      isStopped = true;
    },
  };
};
