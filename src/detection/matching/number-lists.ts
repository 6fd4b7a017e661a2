/** No such list is known. */
export const NO_LIST = -1;

/** Bits of a number in one byte; the highest bit of the byte says that more follow. */
const BITS = 7;
const MORE = 0x80;
/** A number has no more bytes than this. */
const LONGEST = 5;

/**
 * A map of lists to numbers whose keys can be read back. Packed: tens of thousands of them take ten times the memory as arrays and
 * texts. No number is negative.
 */
export type NumberLists = Readonly<{
  /**
   * @param heads Numbers that are told apart with the list, always as many.
   * @param list In ascending order.
   * @returns The list's number, `NO_LIST` where it is not there.
   */
  find: (heads: readonly number[], list: readonly number[]) => number;
  /** Keeps the list that was looked for last and not found. */
  add: (value: number) => number;
  valueOf: (number: number) => number;
  /** The list without its heads. */
  read: (number: number) => number[];
}>;

const hashOf = (bytes: Uint8Array, start: number, end: number): number => {
  let hash = end - start;
  for (let i = start; i < end; i++) hash = Math.imul(hash ^ (bytes[i] ?? 0), 0x9e37_79b1) ^ (hash >>> 15);
  return (hash ^ (hash >>> 16)) >>> 0;
};

const isSame = (bytes: Uint8Array, start: number, otherStart: number, length: number): boolean => {
  for (let i = 0; i < length; i++) if (bytes[start + i] !== bytes[otherStart + i]) return false;
  return true;
};

/** @param headCount How many heads each list has. */
export const createNumberLists = (headCount: number): NumberLists => {
  /** All lists one behind the other: heads, then the steps from one number to the next. What was looked for last stands behind them. */
  let bytes = new Uint8Array(1024);
  let sought = 0;
  /** For each list where it begins; the last one is where the next will. */
  let starts = new Int32Array(64);
  let values = new Int32Array(64);
  let count = 0;
  /** Numbers of lists and one more, each at its hash or behind; 0 where none stands. At most half of them are taken. */
  let slots = new Int32Array(128);

  const startOf = (number: number): number => starts[number] ?? 0;

  const makeRoom = (length: number): void => {
    if (length <= bytes.length) return;
    const larger = new Uint8Array(length + (length >> 2));
    larger.set(bytes);
    bytes = larger;
  };

  const put = (number: number): void => {
    for (let left = number; ; left >>>= BITS) {
      bytes[sought++] = left < MORE ? left : left | MORE;
      if (left < MORE) return;
    }
  };

  const write = (heads: readonly number[], list: readonly number[]): void => {
    sought = startOf(count);
    makeRoom(sought + LONGEST * (heads.length + list.length));
    for (const head of heads) put(head);
    let before = 0;
    for (const number of list) {
      put(number - before);
      before = number;
    }
  };

  /** The first free slot for a list with this hash. */
  const freeSlot = (hash: number): number => {
    let slot = hash % slots.length;
    while (slots[slot] !== 0) slot = (slot + 1) % slots.length;
    return slot;
  };

  const widen = (): void => {
    const wider = new Int32Array(starts.length * 2);
    wider.set(starts);
    starts = wider;
    const more = new Int32Array(starts.length);
    more.set(values);
    values = more;
    slots = new Int32Array(starts.length * 2);
    for (let number = 0; number < count; number++)
      slots[freeSlot(hashOf(bytes, startOf(number), startOf(number + 1)))] = number + 1;
  };

  return {
    find: (heads, list) => {
      write(heads, list);
      const start = startOf(count);
      const length = sought - start;
      let slot = hashOf(bytes, start, sought) % slots.length;
      for (; slots[slot] !== 0; slot = (slot + 1) % slots.length) {
        const number = (slots[slot] ?? 0) - 1;
        const from = startOf(number);
        if (startOf(number + 1) - from === length && isSame(bytes, from, start, length)) return number;
      }
      return NO_LIST;
    },
    add: (value) => {
      if (count + 2 > starts.length) widen();
      slots[freeSlot(hashOf(bytes, startOf(count), sought))] = count + 1;
      values[count] = value;
      count++;
      starts[count] = sought;
      return count - 1;
    },
    valueOf: (number) => values[number] ?? 0,
    read: (number) => {
      const list: number[] = [];
      const end = startOf(number + 1);
      let before = 0;
      let shift = 0;
      let read = 0;
      let left = headCount;
      for (let at = startOf(number); at < end; at++) {
        const byte = bytes[at] ?? 0;
        read |= (byte & (MORE - 1)) << shift;
        shift += BITS;
        if (byte >= MORE) continue;
        if (left > 0) {
          left--;
        } else {
          before += read;
          list.push(before);
        }
        read = 0;
        shift = 0;
      }
      return list;
    },
  };
};
