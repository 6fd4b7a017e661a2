type TextPage = Readonly<{ text: string; nextCursor: string | null }>;

/**
 * A body that is made page by page, as fast as it is read.
 *
 * @param next Text of the next page and where to go on; a null cursor ends it.
 */
export const streamPages = (
  head: string,
  next: (cursor: string | null) => Promise<TextPage>,
): ReadableStream<Uint8Array> => {
  const encoder = new TextEncoder();
  let cursor: string | null = null;
  let isWanted = true;
  return new ReadableStream({
    start: (controller) => {
      if (head !== '') controller.enqueue(encoder.encode(head));
    },
    pull: async (controller) => {
      let page: TextPage;
      do {
        page = await next(cursor);
        cursor = page.nextCursor;
        // A pull that gives nothing is not asked again.
      } while (page.text === '' && cursor !== null && isWanted);
      if (!isWanted) return;
      if (page.text !== '') controller.enqueue(encoder.encode(page.text));
      if (cursor === null) controller.close();
    },
    cancel: () => {
      isWanted = false;
    },
  });
};
