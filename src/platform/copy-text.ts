/**
 * A text with memory of its own, well-formed. What V8 cuts out of a long text, or puts together with such a piece, keeps all of that in
 * memory: whatever outlives its request has to be copied.
 */
export const copyText = (text: string): string => Buffer.from(text).toString();
