import { CODE_LENGTHS } from './hpack-tables.ts';
import { CODE, ConnectionError } from './protocol.ts';

const END_OF_STRING = 256;
/** Bits of a step; no code is shorter than five, so a step ends one code at most. */
const STEP_BITS = 4;
const STEPS = 1 << STEP_BITS;
/** Padding is the beginning of the code for the end of a string, which is all ones, and less than a byte of it. */
const MAX_PADDING_BITS = 7;

/** A place in the tree of codes: another place for each bit, or the symbol that the code stands for. */
type Node = { zero: Node | number | null; one: Node | number | null; depth: number; isOnes: boolean };

const nodeAt = (depth: number, isOnes: boolean): Node => ({ zero: null, one: null, depth, isOnes });

const put = (root: Node, code: number, length: number, symbol: number): void => {
  let node = root;
  for (let bit = length - 1; bit > 0; bit -= 1) {
    const side = (code >>> bit) & 1 ? 'one' : 'zero';
    const next = node[side];
    const child =
      next === null || typeof next === 'number'
        ? nodeAt(node.depth + 1, node.isOnes && side === 'one')
        : next;
    node[side] = child;
    node = child;
  }
  node[code & 1 ? 'one' : 'zero'] = symbol;
};

/** The codes are canonical: in order of length, then of symbol, each is the one before it plus one. */
const tree = (): Node => {
  const root = nodeAt(0, true);
  const symbols = CODE_LENGTHS.map((length, symbol) => ({ length, symbol })).toSorted(
    (a, b) => a.length - b.length || a.symbol - b.symbol,
  );
  let code = 0;
  let last = symbols[0]?.length ?? 0;
  for (const { length, symbol } of symbols) {
    code <<= length - last;
    last = length;
    put(root, code, length, symbol);
    code += 1;
  }
  return root;
};

/** Set in a transition that ends a code, whose symbol is in the lowest byte. */
const EMITS = 1 << 8;
/** Set in a transition that no string may take: the end of a string has no place in one. */
const FAILS = 1 << 9;
const STATE_SHIFT = 10;

const nodesOf = (root: Node): readonly Node[] => {
  const nodes = [root];
  for (const node of nodes) {
    for (const next of [node.zero, node.one]) if (next !== null && typeof next !== 'number') nodes.push(next);
  }
  return nodes;
};

const transition = (root: Node, from: Node, step: number, numbers: ReadonlyMap<Node, number>): number => {
  let node = from;
  let emitted = 0;
  for (let bit = STEP_BITS - 1; bit >= 0; bit -= 1) {
    const next = (step >>> bit) & 1 ? node.one : node.zero;
    if (next === null || next === END_OF_STRING) return FAILS;
    if (typeof next === 'number') {
      emitted = EMITS | next;
      node = root;
    } else node = next;
  }
  return ((numbers.get(node) ?? 0) << STATE_SHIFT) | emitted;
};

/** For each place in the tree, and each step from there, where it leads and what it emits; and where a string may end. */
const compile = (): Readonly<{ transitions: Uint32Array; mayEnd: Uint8Array }> => {
  const root = tree();
  const nodes = nodesOf(root);
  const numbers = new Map(nodes.map((node, number) => [node, number]));
  const transitions = new Uint32Array(nodes.length * STEPS);
  const mayEnd = new Uint8Array(nodes.length);
  for (const [number, node] of nodes.entries()) {
    mayEnd[number] = node.isOnes && node.depth <= MAX_PADDING_BITS ? 1 : 0;
    for (let step = 0; step < STEPS; step += 1) {
      transitions[number * STEPS + step] = transition(root, node, step, numbers);
    }
  }
  return { transitions, mayEnd };
};

const { transitions, mayEnd } = compile();

const failure = (): ConnectionError =>
  new ConnectionError(CODE.COMPRESSION_ERROR, 'a header is no Huffman code');

/**
 * Reads a string in the Huffman code of HPACK.
 *
 * @param scratch Written to; at least 8 / 5 of what is read.
 * @returns The string, one character for each byte.
 * @throws ConnectionError COMPRESSION_ERROR for what is no such code, or is padded otherwise than it must be.
 */
export const decodeHuffman = (bytes: Buffer, from: number, to: number, scratch: Buffer): string => {
  let state = 0;
  let length = 0;
  for (let at = from; at < to; at += 1) {
    const byte = bytes[at] ?? 0;
    for (let shift = STEP_BITS; shift >= 0; shift -= STEP_BITS) {
      const next = transitions[state * STEPS + ((byte >>> shift) & (STEPS - 1))] ?? FAILS;
      if (next & FAILS) throw failure();
      if (next & EMITS) {
        scratch[length] = next & 0xff;
        length += 1;
      }
      state = next >>> STATE_SHIFT;
    }
  }
  if (mayEnd[state] !== 1) throw failure();
  return scratch.toString('latin1', 0, length);
};
