import { onForget } from './in-hand.ts';

/** How many line feeds a text has, and where they stand, in ascending order; behind them the text's end. */
export type LineFeeds = Readonly<{ count: number; places: Int32Array }>;

const FIRST_ROOM = 1024;
/** More are not kept for the next text. */
const MOST_KEPT = 1 << 16;
/** Several decoders go through each text line by line. */
const known: { text: string; count: number; places: Int32Array } = {
  text: '',
  count: 0,
  places: new Int32Array(FIRST_ROOM),
};
onForget(() => {
  known.text = '';
  known.count = 0;
  known.places[0] = 0;
});

const withRoom = (places: Int32Array): Int32Array => {
  const larger = new Int32Array(2 * places.length);
  larger.set(places);
  return larger;
};

/** Valid until those of another text are asked for. */
export const lineFeedsIn = (text: string): LineFeeds => {
  if (known.text === text) return known;
  let places = known.places.length > MOST_KEPT ? new Int32Array(FIRST_ROOM) : known.places;
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) {
    if (count === places.length) places = withRoom(places);
    places[count++] = at;
  }
  if (count === places.length) places = withRoom(places);
  places[count] = text.length;
  known.text = text;
  known.count = count;
  known.places = places;
  return known;
};

/** Where the line begins that so many are in front of. */
export const startOfLine = ({ places }: LineFeeds, line: number): number =>
  line === 0 ? 0 : (places[line - 1] ?? 0) + 1;
