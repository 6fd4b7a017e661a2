import { onForget } from '../text/in-hand.ts';
import { createKernel, layOut } from './kernel.ts';

/**
 * One kernel with one memory for all who read the same text one after the other: the text is put into it once, and each puts its own
 * tables beside it. To put it there anew for each took a tenth of the time of a short text.
 */

/** Of the longest text that there is room for. */
export const TEXT_UNITS = 16_384;
/** Code units behind a text that the kernel's functions set as they need them. */
const BEHIND = 64;
const UNIT_BYTES = 2;
/** Never grown, since arrays over it would be void then. What nobody writes to takes no memory. */
const MEMORY_BYTES = 24 * 1024 * 1024;

const { at, end } = layOut({ before: UNIT_BYTES, units: UNIT_BYTES * (TEXT_UNITS + BEHIND) });
const KERNEL = createKernel(MEMORY_BYTES);

export const { functions: TEXT_FUNCTIONS } = KERNEL;
const { buffer } = KERNEL.memory;

export { buffer as TEXT_MEMORY };

/** Where the text in hand stands. */
export const TEXT_AT = at.units;
/** Its code units; what stands behind them is whatever was set last. */
export const TEXT = new Uint16Array(buffer, TEXT_AT, TEXT_UNITS);
/** The unit in front of it, which those set who look there. */
export const BEFORE_TEXT = new Uint16Array(buffer, TEXT_AT - UNIT_BYTES, 1);
const BYTES = Buffer.from(buffer, TEXT_AT, UNIT_BYTES * TEXT_UNITS);

let reserved = end;

/** @returns Where blocks of so many bytes stand from now on, for whoever asks once. @throws Error where no room is left. */
export const reserve = <Name extends string>(
  sizes: Readonly<Record<Name, number>>,
): Readonly<Record<Name, number>> => {
  const blocks = layOut(sizes, reserved);
  if (blocks.end > MEMORY_BYTES) throw new Error('the memory beside the text in hand is full');
  reserved = blocks.end;
  return blocks.at;
};

let held = '';
onForget(() => {
  held = '';
});

/** Makes a text the one in hand. @param text Of `TEXT_UNITS` at most. */
export const putText = (text: string): void => {
  if (text === held) return;
  BYTES.write(text, 'utf16le');
  held = text;
};
