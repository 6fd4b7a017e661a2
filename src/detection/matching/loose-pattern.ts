import { type CharRanges, readCharRanges } from '../text/char-ranges.ts';

/**
 * A regular expression as a graph of steps, loosened where exactness would need many of them: assertions are dropped,
 * and a group or a long run that may repeat some times may repeat any number of times. So it matches wherever the
 * expression does, and in a few places more.
 */
export type LoosePattern = Readonly<{
  /** Steps by number: one takes a character of a set and goes on to `to`; a fork takes none and goes on to all. */
  steps: readonly Step[];
  first: number;
  /** No match of the exact expression is longer; in UTF-16 code units. */
  longest: number;
  /** No match of it is shorter. */
  shortest: number;
}>;

export type Step = Readonly<{ ranges: CharRanges; to: number }> | Readonly<{ forks: readonly number[] }>;

/** The step that ends a match. */
export const END = 0;

/** Runs of one set are counted up to this number, which holds all gaps between words. */
const MAX_COUNTED = 8;
/** Words of any kind are counted up to this number where no end of a sentence ends them. */
const MAX_WORDS = 16;
const FULL_STOP = 0x2e;

type Node =
  | Readonly<{ kind: 'set'; ranges: CharRanges }>
  | Readonly<{ kind: 'sequence' | 'choice'; nodes: readonly Node[] }>
  | Readonly<{ kind: 'repeat'; node: Node; least: number; most: number }>;

const TOKEN = /\((?:\?(?:<?[=!]|:))?|[)|]|\[(?:\\.|[^\]\\])*\]|\\(?:x[\da-f]{2}|u[\da-f]{4}|.)|[^()|[\\]/iy;
const QUANTIFIER = /(?:[?*+]|\{(\d+)(,?)(\d*)\})\??/y;
const NOTHING: Node = { kind: 'sequence', nodes: [] };

const parse = (source: string): Node => {
  let at = 0;

  const quantify = (node: Node): Node => {
    QUANTIFIER.lastIndex = at;
    const match = QUANTIFIER.exec(source);
    if (match === null) return node;
    at += match[0].length;
    const [sign, least, comma, most] = match;
    if (sign.startsWith('?')) return { kind: 'repeat', node, least: 0, most: 1 };
    if (least === undefined)
      return { kind: 'repeat', node, least: sign.startsWith('+') ? 1 : 0, most: Number.POSITIVE_INFINITY };
    const limit = comma === '' ? least : most === '' ? Number.POSITIVE_INFINITY : most;
    return { kind: 'repeat', node, least: Number(least), most: Number(limit) };
  };

  const atom = (token: string): Node => {
    if (token.startsWith('(')) {
      const inner = choice();
      at++;
      return token === '(' || token === '(?:' ? inner : NOTHING;
    }
    if (token === '^' || token === '$' || /^\\b$/i.test(token)) return NOTHING;
    return { kind: 'set', ranges: readCharRanges(token) };
  };

  const sequence = (): Node => {
    const nodes: Node[] = [];
    while (at < source.length && source[at] !== '|' && source[at] !== ')') {
      TOKEN.lastIndex = at;
      const token = TOKEN.exec(source)?.[0] ?? '';
      at += token.length;
      nodes.push(quantify(atom(token)));
    }
    return { kind: 'sequence', nodes };
  };

  const choice = (): Node => {
    const nodes = [sequence()];
    while (source[at] === '|') {
      at++;
      nodes.push(sequence());
    }
    return { kind: 'choice', nodes };
  };

  return choice();
};

const longestOf = (node: Node): number => {
  switch (node.kind) {
    case 'set':
      return 1;
    case 'sequence':
      return node.nodes.reduce((sum, part) => sum + longestOf(part), 0);
    case 'choice':
      return Math.max(...node.nodes.map(longestOf));
    case 'repeat': {
      const once = longestOf(node.node);
      return once === 0 ? 0 : once * node.most;
    }
  }
};

const shortestOf = (node: Node): number => {
  switch (node.kind) {
    case 'set':
      return 1;
    case 'sequence':
      return node.nodes.reduce((sum, part) => sum + shortestOf(part), 0);
    case 'choice':
      return Math.min(...node.nodes.map(shortestOf));
    case 'repeat':
      return shortestOf(node.node) * node.least;
  }
};

const holds = (ranges: CharRanges, code: number): boolean =>
  ranges.some(([first, last]) => code >= first && code <= last);

/** A blank and a run of one set that goes beyond a full stop. */
const isAnyWord = (node: Node): boolean => {
  if (node.kind === 'choice') return node.nodes.length === 1 && node.nodes.every(isAnyWord);
  if (node.kind !== 'sequence' || node.nodes.length !== 2) return false;
  const [blank, run] = node.nodes;
  if (blank?.kind !== 'set' || run?.kind !== 'repeat' || run.node.kind !== 'set') return false;
  return holds(run.node.ranges, FULL_STOP);
};

/** @param source Of an expression without flags but `y`, back references and named groups. */
export const loosen = (source: string): LoosePattern => {
  const steps: Step[] = [{ forks: [] }];
  const add = (step: Step): number => steps.push(step) - 1;

  const repeat = (node: Node, least: number, most: number, to: number): number => {
    const counted = node.kind === 'set' ? MAX_COUNTED : isAnyWord(node) ? MAX_WORDS : 1;
    let next = to;
    if (most <= counted) {
      for (let i = least; i < most; i++) next = add({ forks: [emit(node, next), to] });
    } else {
      const forks = [to];
      next = add({ forks });
      forks.push(emit(node, next));
    }
    for (let i = 0; i < Math.min(least, counted); i++) next = emit(node, next);
    return next;
  };

  /** Lays the steps of a node in front of those that follow it. */
  const emit = (node: Node, to: number): number => {
    switch (node.kind) {
      case 'set':
        return add({ ranges: node.ranges, to });
      case 'sequence':
        return node.nodes.reduceRight((next, part) => emit(part, next), to);
      case 'choice':
        return add({ forks: node.nodes.map((part) => emit(part, to)) });
      case 'repeat':
        return repeat(node.node, node.least, node.most, to);
    }
  };

  const tree = parse(source);
  return { first: emit(tree, END), steps, longest: longestOf(tree), shortest: shortestOf(tree) };
};

/** Whether a match of the pattern may go on behind `text`. */
export const outlasts = ({ first, steps }: LoosePattern, text: string): boolean => {
  const into = new Set<Step>();
  const enter = (number: number): void => {
    const step = steps[number];
    if (step === undefined || number === END || into.has(step)) return;
    into.add(step);
    if ('forks' in step) for (const way of step.forks) enter(way);
  };
  enter(first);
  for (let i = 0; i < text.length; i++) {
    const before = [...into];
    into.clear();
    for (const step of before) if ('ranges' in step && holds(step.ranges, text.charCodeAt(i))) enter(step.to);
  }
  return into.size > 0;
};
