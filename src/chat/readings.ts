/**
 * Servers differ in what they make of a repeated key: most keep the last, some the first; some compare keys exactly,
 * some without regard to case. Each of these four is a reading of its own, in which other texts are neighbours.
 */
const FIRST_EXACT = 1;
export const LAST_EXACT = 2;
const FIRST_FOLDED = 4;
const LAST_FOLDED = 8;

export const READINGS = [FIRST_EXACT, LAST_EXACT, FIRST_FOLDED, LAST_FOLDED] as const;
export const EVERY_READING = FIRST_EXACT | LAST_EXACT | FIRST_FOLDED | LAST_FOLDED;

type Keyed = Readonly<{ key: string }>;

/** No key that a server knows is longer. */
const MAX_FOLDED = 32;

/** Only small ASCII letters and underlines: read one by one, since a pattern costs more than most keys are long. */
const isPlain = (key: string): boolean => {
  for (let at = 0; at < key.length; at += 1) {
    const code = key.charCodeAt(at);
    if ((code < 0x61 || code > 0x7a) && code !== 0x5f) return false;
  }
  return true;
};

/**
 * A key as a lenient server reads it: some (all that use Go's `encoding/json`) match keys without regard to case,
 * `ſ` and `K` included. What they would take for `role` must not be an unknown key to us. Folds that change the length
 * (`ﬅop`) are nobody's.
 */
export const foldKey = (key: string): string => {
  if (key.length > MAX_FOLDED || isPlain(key)) return key;
  const folded = key.toUpperCase().toLowerCase();
  return folded.length === key.length ? folded : key;
};

/** Of the first to the last, which bits are theirs; none for those between. */
const ends = (places: readonly number[], first: number, last: number, masks: number[]): void => {
  for (const [place, bit] of [
    [places[0], first],
    [places.at(-1), last],
  ] as const) {
    if (place !== undefined && bit !== undefined) masks[place] = (masks[place] ?? 0) | bit;
  }
};

const maskGroup = (
  members: readonly Keyed[],
  places: readonly number[],
  isKnown: (key: string) => boolean,
  folded: string,
  masks: number[],
): void => {
  if (places.length < 2) return;
  for (const place of places) masks[place] = 0;
  ends(places, FIRST_FOLDED, LAST_FOLDED, masks);
  const spellings = Map.groupBy(places, (place) => members[place]?.key);
  // Who compares exactly does not know `Content` where `content` is what it asks for.
  const exact = isKnown(folded) ? spellings.get(folded) : undefined;
  for (const spelt of exact === undefined ? spellings.values() : [exact]) {
    ends(spelt, FIRST_EXACT, LAST_EXACT, masks);
  }
};

/** So few keys are compared with each other, which costs less than a set of them. */
const FEW_MEMBERS = 8;

const repeatsAmongFew = (members: readonly Keyed[]): boolean => {
  const [first, second] = members;
  if (members.length === 2 && first !== undefined && second !== undefined) {
    return foldKey(first.key) === foldKey(second.key);
  }
  const seen: string[] = [];
  for (const { key } of members) {
    const folded = foldKey(key);
    if (seen.includes(folded)) return true;
    seen.push(folded);
  }
  return false;
};

const repeats = (members: readonly Keyed[]): boolean => {
  if (members.length <= FEW_MEMBERS) return repeatsAmongFew(members);
  const seen = new Set<string>();
  for (const { key } of members) seen.add(foldKey(key));
  return seen.size < members.length;
};

/**
 * Which readings of an object have which of its members.
 *
 * @param isKnown Whether servers ask for a key by its name; of other keys an exact reader has every spelling.
 * @returns Null where no key repeats, in whatever case: then every reading has them all.
 */
export const readingsOf = (
  members: readonly Keyed[],
  isKnown: (key: string) => boolean,
): readonly number[] | null => {
  if (members.length < 2 || !repeats(members)) return null;
  const masks = members.map(() => EVERY_READING);
  const groups = Map.groupBy(members.keys(), (place) => foldKey(members[place]?.key ?? ''));
  for (const [folded, places] of groups) maskGroup(members, places, isKnown, folded, masks);
  return masks;
};
