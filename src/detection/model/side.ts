/**
 * Whose words a text is: the caller's own (`direct`), or those of somebody else, in a tool result, a document or a
 * tool's description (`indirect`). One request can be harmless in the first and an attack in the second.
 */
export const SIDES = ['direct', 'indirect'] as const;
export type Side = (typeof SIDES)[number];
