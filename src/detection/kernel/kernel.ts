import { GatewayError } from '../../errors.ts';
import { BINARY } from './binary.ts';

/**
 * The loops that go over every character of every text, as WebAssembly, where they take half the time: written in AssemblyScript
 * (`assembly/`), compiled by `npm run kernel`. Who reads one text after another has his tables beside it (`text-kernel.ts`), each other user has a
 * memory of its own. Addresses are those of bytes.
 */
export type Functions = Readonly<{
  /** @returns The first of `length` code units at `units` that may not stay as it is, or `length`. */
  firstSpecial: (units: number, length: number, kinds: number) => number;
  /** @returns 0 where something else has to be resolved. */
  foldSimple: (
    units: number,
    length: number,
    kinds: number,
    singles: number,
    out: number,
    outStarts: number,
    starts: number,
    ends: number,
    result: number,
  ) => number;
  /** @returns The bits that any of the code units has. */
  narrow: (units: number, length: number, out: number) => number;
  gather: (
    units: number,
    length: number,
    base: number,
    entries: number,
    next: number,
    half: number,
    others: number,
    rests: number,
    longest: number,
    states: number,
    state: number,
    entered: number,
  ) => void;
  /** @returns How many places. */
  findRare: (units: number, length: number, base: number, state: number, out: number) => number;
  /** @returns How many runs have ended. */
  findRuns: (units: number, length: number, base: number, state: number, out: number) => number;
  /** @returns How many of the words were wanted. */
  findWords: (
    units: number,
    length: number,
    known: number,
    powers: number,
    hashes: number,
    letters: number,
    out: number,
  ) => number;
  /** @returns 0 where the same signs do not stand between words again and again. */
  mayBeSeparated: (units: number, length: number, kinds: number, gaps: number) => number;
  /** @returns How many pieces. */
  findJoined: (units: number, length: number, kinds: number, counts: number, out: number) => number;
  /** @returns How many places. */
  findHanging: (units: number, length: number, out: number) => number;
  /** A hash goes from `sipStart` over any number of `sipAdd` to `sipEnd`; there is one at a time. */
  sipStart: (key: number) => void;
  sipAdd: (from: number, numbers: number) => void;
  sipEnd: (from: number, rest: number, total: number, out: number) => void;
  sipEach: (key: number, texts: number, lengths: number, count: number, out: number) => void;
  /** @returns How many words. */
  weigh: (
    units: number,
    length: number,
    folded: number,
    weights: number,
    scale: number,
    sums: number,
    counts: number,
    starts: number,
    ends: number,
    begins: number,
    constants: number,
    grams: number,
    hashes: number,
    codes: number,
    others: number,
  ) => number;
}>;

/** What is used of it; neither Node's types nor ECMAScript's have it. */
declare namespace WebAssembly {
  class Module {
    constructor(bytes: Uint8Array);
  }
  class Memory {
    readonly buffer: ArrayBuffer;
    constructor(pages: { initial: number });
    grow(pages: number): number;
  }
  class Instance {
    readonly exports: object;
    constructor(module: Module, imports: object);
  }
}

const MODULE = new WebAssembly.Module(Buffer.from(BINARY, 'base64'));
const PAGE_BYTES = 65_536;
/** Nothing shares a line of the processor's cache with its neighbour. */
const LINE_BYTES = 64;

/** Where blocks of so many bytes stand, one behind the other, and where the last one ends. */
export const layOut = <Name extends string>(
  sizes: Readonly<Record<Name, number>>,
  from = LINE_BYTES,
): Readonly<{ at: Readonly<Record<Name, number>>; end: number }> => {
  let end = from;
  const at: Partial<Record<Name, number>> = {};
  for (const name in sizes) {
    at[name] = end;
    end += Math.ceil(sizes[name] / LINE_BYTES) * LINE_BYTES;
  }
  return { at: at as Record<Name, number>, end };
};

const pagesFor = (bytes: number): number => Math.ceil(bytes / PAGE_BYTES);

/** V8 sets some ten gigabytes of addresses aside for each memory, so that it need not check bounds. They take no memory, but a limit on addresses counts them. */
const createMemory = (initial: number): WebAssembly.Memory => {
  try {
    return new WebAssembly.Memory({ initial });
  } catch (cause) {
    throw new GatewayError(
      'CONFIG_INVALID',
      'There are not enough addresses for WebAssembly: raise the limit on virtual memory (ulimit -v), or set NODE_OPTIONS=--disable-wasm-trap-handler.',
      { cause },
    );
  }
};

/**
 * @param bytes What the memory has room for at first.
 * @throws GatewayError `CONFIG_INVALID` where a limit on virtual memory leaves no room for it.
 */
export const createKernel = (bytes: number) => {
  const memory = createMemory(pagesFor(bytes));
  const { exports } = new WebAssembly.Instance(MODULE, { env: { memory } });
  return {
    functions: exports as Functions,
    memory,
    /** Makes room for so many bytes; arrays over the memory are void then. */
    grow: (wanted: number): void => {
      const missing = pagesFor(wanted) - memory.buffer.byteLength / PAGE_BYTES;
      if (missing > 0) memory.grow(missing);
    },
  };
};
