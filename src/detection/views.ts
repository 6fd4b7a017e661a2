import { DECODERS } from './decoders.ts';
import { compose, type MappedText, unchanged } from './mapped-text.ts';
import { normalize } from './normalize.ts';
import { readFacts, type TextFacts } from './text-facts.ts';

/** A further reading of a window, with the way back to it. */
export type View = Readonly<{
  /** Decoders in the order in which they were applied, joined by `+`. */
  name: string;
  text: string;
  toSource: MappedText['toSource'];
  scrambles: boolean;
  facts: TextFacts;
}>;

/** Ways to read a text that nobody has hidden. */
const IN_PLAIN_SIGHT = new Set(['unwrapped', 'typos']);

/** Whether what a view of this name shows was hidden from a reader. */
export const isDisguised = (name: string): boolean =>
  name !== '' && !name.split('+').every((part) => IN_PLAIN_SIGHT.has(part));

const MAX_DEPTH = 3;
const MAX_VIEWS = 16;
/**
 * All views of a window together may hold this many times its text: the decoders stand in the order of their promise, and
 * what does not fit any more is left out.
 */
const MAX_EXPANSION = 3;
/** Decoders look into views for further ones as far as these hold so many times the window together. */
const MAX_NESTED = 1.5;
/** With less room left nothing that says something would fit. */
const LEAST_ROOM = 16;

type Reading = Readonly<{
  name: string;
  mapped: MappedText;
  depth: number;
  scrambles: boolean;
  isFinal: boolean;
}>;
type Node = Reading & Readonly<{ facts: TextFacts }>;

/** The readings one step further on, each made only when it is asked for. */
function* derive(node: Node, room: () => number): Generator<Reading, void> {
  // One for all decoders: thirty of them for each text were a tenth of all that a scan allocates.
  const signs = { facts: node.facts, room: 0 };
  const used = node.name === '' ? [] : node.name.split('+');
  for (const decoder of DECODERS) {
    if ((decoder.needs & node.facts.signs) === 0) continue;
    if (decoder.scrambles && used.includes(decoder.name)) continue;
    signs.room = room();
    const decoded = decoder.decode(node.mapped.text, signs);
    if (decoded === undefined || decoded.text === node.mapped.text) continue;
    yield {
      name: node.name === '' ? decoder.name : `${node.name}+${decoder.name}`,
      mapped: compose(node.mapped, compose(decoded, normalize(decoded.text))),
      depth: node.depth + 1,
      scrambles: node.scrambles || decoder.scrambles,
      isFinal: decoder.isFinal,
    };
  }
}

/** The decoded readings of a normalised window, nested at most three deep and bounded in number and size. */
export const decodedViews = (window: string, facts: TextFacts = readFacts(window)): readonly View[] => {
  const queue: Node[] = [
    { name: '', mapped: unchanged(window), depth: 0, scrambles: false, isFinal: false, facts },
  ];
  const views: View[] = [];
  // Texts of the same length are few, and differ soon: to compare them is cheaper than to hash them all.
  const isNew = (text: string): boolean => text !== window && views.every((view) => view.text !== text);
  let budget = window.length * MAX_EXPANSION;
  // The window itself comes first, and takes the rest.
  let nested = window.length * (1 + MAX_NESTED);
  for (let head = 0; head < queue.length && views.length < MAX_VIEWS && budget >= LEAST_ROOM; head++) {
    const node = queue[head];
    if (node === undefined || node.isFinal || node.depth >= MAX_DEPTH) continue;
    if (node.mapped.text.length > nested) continue;
    nested -= node.mapped.text.length;
    for (const child of derive(node, () => budget)) {
      if (child.mapped.text.length > budget || !isNew(child.mapped.text)) continue;
      budget -= child.mapped.text.length;
      const known = readFacts(child.mapped.text);
      queue.push({ ...child, facts: known });
      views.push({
        name: child.name,
        text: child.mapped.text,
        toSource: child.mapped.toSource,
        scrambles: child.scrambles,
        facts: known,
      });
    }
  }
  return views;
};
