const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

type Named = ReadonlyMap<string, unknown>;

const membersOf = (value: unknown): Named => new Map(Object.entries(isRecord(value) ? value : {}));

/** By their ids; null for what is no list of such. */
const byId = (value: unknown): Named | null => {
  if (!Array.isArray(value)) return null;
  const named = new Map<string, unknown>();
  for (const item of value) {
    const id: unknown = isRecord(item) ? item['id'] : undefined;
    if (typeof id !== 'string' || named.has(id)) return null;
    named.set(id, item);
  }
  return named;
};

/** In the order of `mine`; what only the others have comes last. */
const mergeNamed = (seen: Named, mine: Named, theirs: Named): Named => {
  const merged = new Map<string, unknown>();
  for (const name of new Set([...mine.keys(), ...theirs.keys()])) {
    const value = mergedOver(seen.get(name), mine.get(name), theirs.get(name));
    if (value !== undefined) merged.set(name, value);
  }
  return merged;
};

/**
 * What was changed here, over what others have made of the same meanwhile: each member of a mapping and each rule of a list by
 * itself. Where both have changed one, it is as it was made here.
 *
 * @param seen What stood there when it was changed here.
 */
export const mergedOver = (seen: unknown, mine: unknown, theirs: unknown): unknown => {
  if (isSame(theirs, seen)) return mine;
  if (isSame(mine, seen)) return theirs;
  if (isRecord(mine) && isRecord(theirs)) {
    return Object.fromEntries(mergeNamed(membersOf(seen), membersOf(mine), membersOf(theirs)));
  }
  const lists = { seen: byId(seen), mine: byId(mine), theirs: byId(theirs) };
  if (lists.mine === null || lists.theirs === null) return mine;
  return [...mergeNamed(lists.seen ?? new Map(), lists.mine, lists.theirs).values()];
};
