import { createMapBuilder, type MapBuilder, type MappedText } from '../../text/mapped-text.ts';
import { readable } from '../bytes/readable.ts';

/** Characters that are written one by one, each in a way of its own, with something between them. */

/** A character that is written in another way, and what it reads as. */
export type Token = Readonly<{ start: number; end: number; out: string }>;

/** Whether what stands in `text[from, to)` may stand between two tokens. */
type IsGap = (text: string, from: number, to: number) => boolean;

/** @param signs Those that a gap may be made of. */
export const createIsGap = (signs: string, longest: number): IsGap => {
  const isSign = new Uint8Array(0x10000);
  for (const sign of signs) isSign[sign.charCodeAt(0)] = 1;
  return (text, from, to) => {
    if (to - from > longest) return false;
    for (let at = from; at < to; at++) if (isSign[text.charCodeAt(at)] !== 1) return false;
    return true;
  };
};

/** Tokens in ascending order, put together where what stands between two of them is a gap; chains of fewer than `least` are left out. */
export const chainsOf = (
  text: string,
  tokens: Iterable<Token>,
  isGap: IsGap,
  least: number,
): readonly (readonly Token[])[] => {
  const chains: Token[][] = [];
  let chain: Token[] = [];
  for (const token of tokens) {
    const last = chain.at(-1);
    if (last !== undefined && !isGap(text, last.end, token.start)) {
      if (chain.length >= least) chains.push(chain);
      chain = [];
    }
    chain.push(token);
  }
  if (chain.length >= least) chains.push(chain);
  return chains;
};

const gapBefore = (text: string, chain: readonly Token[], at: number): string =>
  text.slice(chain[at - 1]?.end, chain[at]?.start);

/**
 * Where words begin, the first one left out: letters of a word stand apart from each other in the way that is the commonest, and words in
 * any other way.
 */
export const wordStarts = (text: string, chain: readonly Token[]): ReadonlySet<number> => {
  const counts = new Map<string, number>();
  let commonest = '';
  for (let at = 1; at < chain.length; at++) {
    const gap = gapBefore(text, chain, at);
    const count = (counts.get(gap) ?? 0) + 1;
    counts.set(gap, count);
    if (count > (counts.get(commonest) ?? 0)) commonest = gap;
  }
  const starts = new Set<number>();
  if (counts.size < 2) return starts;
  for (let at = 1; at < chain.length; at++) if (gapBefore(text, chain, at) !== commonest) starts.add(at);
  return starts;
};

/** Writes what a chain reads as in its place; where it has no blanks of its own, what stands between words is one. */
const writeChain = (builder: MapBuilder, text: string, chain: readonly Token[]): void => {
  const isOpen = chain.every(({ out }) => out !== ' ');
  const starts = isOpen ? wordStarts(text, chain) : undefined;
  let end = 0;
  for (const [at, token] of chain.entries()) {
    if (starts?.has(at) === true) builder.put(' ', end, token.start);
    builder.put(token.out, token.start, token.end);
    end = token.end;
  }
};

/** Puts those of the chains that read like text in their places. */
export const writeReadable = (
  text: string,
  chains: readonly (readonly Token[])[],
): MappedText | undefined => {
  const builder = createMapBuilder(text);
  let from = 0;
  for (const chain of chains) {
    if (!readable(chain.map(({ out }) => out).join(''))) continue;
    builder.copy(from, chain[0]?.start ?? from);
    writeChain(builder, text, chain);
    from = chain.at(-1)?.end ?? from;
  }
  if (from === 0) return undefined;
  builder.copy(from, text.length);
  return builder.build();
};

const MAX_CODE_POINT = 0x10ffff;

/** The character with a number; nothing where there is none. */
export const characterOf = (codePoint: number): string =>
  codePoint > MAX_CODE_POINT || (codePoint >= 0xd800 && codePoint <= 0xdfff)
    ? ''
    : String.fromCodePoint(codePoint);
