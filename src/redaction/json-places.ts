/** Where in JSON something stands. */
export type JsonPlace = Readonly<{
  /** 0 outside of strings, 1 in a string, 2 in a string of JSON that is itself the content of a string, and so on. */
  depth: number;
  /** Between the strings of the innermost JSON, where numbers stand and what holds JSON together. */
  isOutside: boolean;
}>;

/** Where in a growing text the place changes, and to what. Offsets count from the beginning of the text. */
export type JsonPlaces = Readonly<{
  /** @param place Of what follows the character at an offset. */
  note: (offset: number, place: JsonPlace) => void;
  /** @param offset Not before what was forgotten. */
  at: (offset: number) => JsonPlace;
  /** Where the place of an offset begins; 0 where it is the first one. */
  from: (offset: number) => number;
  forget: (until: number) => void;
}>;

/** @param first Where the text begins. */
export const createJsonPlaces = (first: JsonPlace): JsonPlaces => {
  let changes: { offset: number; place: JsonPlace }[] = [];
  let last = first;

  /** How many changes stand at or before an offset. */
  const changesUpTo = (offset: number): number => {
    let low = 0;
    let high = changes.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((changes[middle]?.offset ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    return low;
  };

  return {
    note: (offset, place) => {
      if (place.depth === last.depth && place.isOutside === last.isOutside) return;
      // A quote that opens a string stands outside of it, and so does one that closes it.
      changes.push({ offset: place.depth < last.depth ? offset : offset + 1, place });
      last = place;
    },
    at: (offset) => changes[changesUpTo(offset) - 1]?.place ?? first,
    from: (offset) => changes[changesUpTo(offset) - 1]?.offset ?? 0,
    forget: (until) => {
      const kept = changesUpTo(until) - 1;
      if (kept > 0) changes = changes.slice(kept);
    },
  };
};
