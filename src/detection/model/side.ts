/**
 * Whose words a text is: the caller's own (`direct`), those of somebody else in a tool's result or a document (`indirect`), or what somebody
 * else says that a tool does (`definition`). One request can be harmless in the first and an attack in the second; in the third it is how one
 * describes: "Delete a card from the board".
 */
export const SIDES = ['direct', 'indirect', 'definition'] as const;
export type Side = (typeof SIDES)[number];

/** Something for each side. */
export const bySide = <T>(make: (side: Side) => T): Readonly<Record<Side, T>> => ({
  direct: make('direct'),
  indirect: make('indirect'),
  definition: make('definition'),
});
