/** As in `text-facts.ts`: what an entry says of a code unit. */
const KIND_SHIFT: u32 = 12;
const COLUMN_MASK: i32 = (1 << KIND_SHIFT) - 1;
const KIND_BITS: u32 = 3;
const KIND_MASK: u32 = (1 << KIND_BITS) - 1;
/** As in `automaton.ts`. */
const ASCII_COLUMNS: i32 = 64;
const ROW_SHIFT: u32 = 6;

/**
 * Takes the automaton of literals and the states of words through a piece of a text.
 *
 * @param units Its code units, `length` of them.
 * @param base Offset of the first one in the text.
 * @param entries Column, kind and signs of each code unit (i32).
 * @param next The automaton's table, like `others` (i16) and `rests` (i32).
 * @param states The states of words (i32).
 * @param isRare Which pairs of kinds are worth a closer look (u8).
 * @param state Five numbers (i32) that are carried from piece to piece: the automaton's row, the state of words, all marks, the
 *   kind before, all entries; and two that are set anew: how many rows were entered, and how many places are worth a closer look.
 * @param entered Takes pairs (i32) of a row and the offset behind it; `rare` takes the places.
 */
export function gather(
  units: usize,
  length: i32,
  base: i32,
  entries: usize,
  next: usize,
  others: usize,
  rests: usize,
  states: usize,
  isRare: usize,
  state: usize,
  entered: usize,
  rare: usize,
): void {
  let row = load<i32>(state);
  let word = load<i32>(state, 4);
  let marks = load<i32>(state, 8);
  let before = load<u32>(state, 12);
  let signs = load<i32>(state, 16);
  let rows = entered;
  let places = rare;
  for (let i: i32 = 0; i < length; i++) {
    const entry = load<i32>(entries + ((<usize>load<u16>(units + ((<usize>i) << 1))) << 2));
    signs |= entry;
    const column = entry & COLUMN_MASK;
    row =
      column < ASCII_COLUMNS
        ? <i32>load<i16>(next + ((<usize>((row << ROW_SHIFT) | column)) << 1))
        : <i32>load<i16>(others + ((<usize>(load<i32>(rests + ((<usize>row) << 2)) + column)) << 1));
    if (row < 0) {
      row = ~row;
      store<i32>(rows, row);
      store<i32>(rows, base + i + 1, 4);
      rows += 8;
    }
    const kind = (<u32>entry >> KIND_SHIFT) & KIND_MASK;
    word = load<i32>(states + ((<usize>(word + kind)) << 2));
    marks |= word;
    // Without a branch, which digits and signs would have guessed wrong.
    store<i32>(places, base + i);
    places += (<usize>load<u8>(isRare + <usize>((before << KIND_BITS) | kind))) << 2;
    before = kind;
  }
  store<i32>(state, row);
  store<i32>(state, word, 4);
  store<i32>(state, marks, 8);
  store<u32>(state, before, 12);
  store<i32>(state, signs, 16);
  store<i32>(state, <i32>((rows - entered) >> 3), 20);
  store<i32>(state, <i32>((places - rare) >> 2), 24);
}
