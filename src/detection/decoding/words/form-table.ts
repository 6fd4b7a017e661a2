export const NO_WORD = 0xffff;
/** Beside the number of a form's first word: there are others. */
const SHARED = 0x8000;
const FORM_BITS = 18;
const OTHER_BITS = 15;

/** Words of the form that was read last. */
export const OF_FORM = new Uint16Array(64);

/** What looks for a form ends at a slot that is free: hardly any would be. */
const checkRoom = (used: number, bits: number): void => {
  if (used > 0.9 * (1 << bits)) throw new Error(`${used} forms of words in a table of ${1 << bits}`);
};

const firstSlot = (form: number, bits: number): number => Math.imul(form, 0x9e3779b1 | 0) >>> (32 - bits);

/** Words that share a form with one before them: those of a form stand in their order, up to the next slot without one, others among them. */
const createOthers = () => {
  const keys = new Int32Array(1 << OTHER_BITS);
  const words = new Uint16Array(1 << OTHER_BITS).fill(NO_WORD);
  const behind = (slot: number): number => (slot + 1) & (keys.length - 1);
  let used = 0;
  return {
    put: (form: number, word: number): void => {
      let slot = firstSlot(form, OTHER_BITS);
      for (; words[slot] !== NO_WORD; slot = behind(slot))
        if (words[slot] === word && keys[slot] === form) return;
      checkRoom(++used, OTHER_BITS);
      keys[slot] = form;
      words[slot] = word;
    },
    /** Puts them behind the first one. @returns How many there are with it. */
    read: (form: number): number => {
      let count = 1;
      for (let slot = firstSlot(form, OTHER_BITS); words[slot] !== NO_WORD; slot = behind(slot))
        if (keys[slot] === form) OF_FORM[count++] = words[slot] ?? NO_WORD;
      return count;
    },
  };
};

/** Numbers of words by the hashes of their forms; one form in twelve is that of several words. */
export type Forms = Readonly<{
  put: (form: number, word: number) => void;
  /** Puts the words of a form into `OF_FORM`, the first one first. @returns How many. */
  read: (form: number) => number;
}>;

export const createForms = (): Forms => {
  const keys = new Int32Array(1 << FORM_BITS);
  const words = new Uint16Array(1 << FORM_BITS).fill(NO_WORD);
  const others = createOthers();
  let used = 0;
  const slotOf = (form: number): number => {
    let slot = firstSlot(form, FORM_BITS);
    while (words[slot] !== NO_WORD && keys[slot] !== form) slot = (slot + 1) & (keys.length - 1);
    return slot;
  };
  return {
    put: (form, word) => {
      const slot = slotOf(form);
      const known = words[slot] ?? NO_WORD;
      if (known === NO_WORD) {
        checkRoom(++used, FORM_BITS);
        keys[slot] = form;
        words[slot] = word;
      } else if ((known & ~SHARED) !== word) {
        words[slot] = known | SHARED;
        others.put(form, word);
      }
    },
    read: (form) => {
      const word = words[slotOf(form)] ?? NO_WORD;
      if (word === NO_WORD) return 0;
      OF_FORM[0] = word & ~SHARED;
      return (word & SHARED) === 0 ? 1 : others.read(form);
    },
  };
};
