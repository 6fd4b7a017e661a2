import type { Page } from './types.ts';

const MAX_LOOKS = 10;

/**
 * A page of what is looked for may end for want of time before anything was found: the list is then read on, to a bound,
 * beyond which somebody is asked.
 */
export const findPage = async <T>(
  ask: (cursor: string) => Promise<Page<T>>,
  cursor: string,
): Promise<Page<T>> => {
  let page = await ask(cursor);
  for (let looks = 1; looks < MAX_LOOKS && page.items.length === 0 && page.nextCursor !== null; looks += 1) {
    page = await ask(page.nextCursor);
  }
  return page;
};
