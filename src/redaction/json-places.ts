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

/** More than strings are read in each other. */
const MOST_DEPTHS = 16;
const MOST_PLACES = 2 * MOST_DEPTHS;

const PLACES: readonly JsonPlace[] = Array.from({ length: MOST_PLACES }, (_, code) => ({
  depth: code >> 1,
  isOutside: code % 2 === 1,
}));

const codeOf = ({ depth, isOutside }: JsonPlace): number => 2 * depth + Number(isOutside);

/** @param first Where the text begins. */
export const createJsonPlaces = (first: JsonPlace): JsonPlaces => {
  /** An offset and the code of its place in one number: JSON changes its place with every sign or two, and each change is kept. */
  let changes: number[] = [];
  let last = codeOf(first);

  const offsetOf = (change: number | undefined): number => Math.floor((change ?? 0) / MOST_PLACES);

  /** How many changes stand at or before an offset. */
  const changesUpTo = (offset: number): number => {
    let low = 0;
    let high = changes.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (offsetOf(changes[middle]) <= offset) low = middle + 1;
      else high = middle;
    }
    return low;
  };

  return {
    note: (offset, place) => {
      const code = codeOf(place);
      if (code === last) return;
      // A quote that opens a string stands outside of it, and so does one that closes it.
      const from = code >> 1 < last >> 1 ? offset : offset + 1;
      changes.push(from * MOST_PLACES + code);
      last = code;
    },
    at: (offset) => {
      const change = changes[changesUpTo(offset) - 1];
      return change === undefined ? first : (PLACES[change % MOST_PLACES] ?? first);
    },
    from: (offset) => offsetOf(changes[changesUpTo(offset) - 1]),
    forget: (until) => {
      const kept = changesUpTo(until) - 1;
      if (kept > 0) changes = changes.slice(kept);
    },
  };
};
