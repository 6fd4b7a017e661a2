/** Does to each item what nobody waits for, behind all that the event loop reads and answers in a turn. */
export type Afterwards<Item> = Readonly<{
  add: (item: Item) => void;
  /** Does at once what is still to be done. */
  flush: () => void;
}>;

/**
 * What was written for Envoy leaves before it, and the same steps, done for one request after the other, find their code and
 * tables in the processor's caches. Nothing waits longer than for the end of its turn of the loop.
 *
 * @param onFault Told what `work` threw; the other items are done all the same.
 * @param onDone Called once all that were waiting are done.
 */
export const createAfterwards = <Item>(
  work: (item: Item) => void,
  onFault: (error: unknown, item: Item) => void,
  onDone: () => void,
): Afterwards<Item> => {
  let waiting: Item[] = [];

  const flush = (): void => {
    const items = waiting;
    waiting = [];
    for (const item of items) {
      try {
        work(item);
      } catch (error) {
        onFault(error, item);
      }
    }
    onDone();
  };

  return {
    add: (item) => {
      if (waiting.push(item) === 1) setImmediate(flush);
    },
    flush,
  };
};
