import type { BodyKind } from './bodies.ts';

/** What is sent: the columns of the tables. */
export type Cell = Readonly<{
  id: CellId;
  label: string;
  body: BodyKind;
  /** Requests before anything is measured, until what compiles its code as it runs has done so. */
  warmUp: number;
}>;

const single = (id: string, bytes: number, warmUp: number): Cell => ({
  id,
  label: `${id} KB`,
  body: { bytes, turns: 1, isStream: false },
  warmUp,
});

/** The same length as one question, as when a document is pasted into it. */
const plain = (size: Cell): Cell => ({
  ...size,
  id: `${size.id}-plain`,
  label: `${size.label}, prose`,
  body: { ...size.body, isPlain: true },
});

const SMALL = single('0.5', 512, 15_000);
const MIDDLE = single('8', 8192, 6000);
const LARGE = single('128', 131_072, 400);

export const CELLS: readonly Cell[] = [
  SMALL,
  MIDDLE,
  plain(MIDDLE),
  LARGE,
  plain(LARGE),
  {
    id: 'conversation',
    label: '40 turns',
    // The last turn is as long as the text of a request of 0.5 KB; those before it come again word for word.
    body: { bytes: 512, turns: 40, isStream: false },
    warmUp: 3000,
  },
  { id: 'stream', label: 'stream', body: { bytes: 512, turns: 1, isStream: true }, warmUp: 3000 },
];

export type CellId = string;
