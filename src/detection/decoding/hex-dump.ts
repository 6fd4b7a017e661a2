import { createMapBuilder, type MapBuilder, type MappedText } from '../text/mapped-text.ts';
import { textIn } from './bytes/written.ts';
import { holdsZeros } from './runs/digit-runs.ts';

/** Bytes in hex as `xxd` and `hexdump` show them: an offset, the bytes in groups, and maybe their characters. */

const LINE = /^ ?([\da-f]{4,8}):? ((?:[\da-f]{2}){1,8}(?: (?:[\da-f]{2}){1,8}){0,63})(?![^ |\n])[^\n]*/gimu;
/** In a line. */
const MOST_BYTES = 64;

type Line = Readonly<{ start: number; end: number; offset: number; digits: string }>;

const linesIn = (text: string): readonly Line[] =>
  Array.from(text.matchAll(LINE), ({ 0: whole, 1: offset = '', 2: groups = '', index }) => ({
    start: index,
    end: index + whole.length,
    offset: Number.parseInt(offset, 16),
    digits: groups.replaceAll(' ', ''),
  }));

/** How many bytes a line holds: its characters may look like more of them. */
const bytesOf = (line: Line, next: Line | undefined, before: number): number => {
  const step = (next?.offset ?? 0) - line.offset;
  return step > 0 && step <= MOST_BYTES ? step : before;
};

const put = (builder: MapBuilder, lines: readonly Line[]): boolean => {
  let bytes = MOST_BYTES;
  const digits = lines.map((line, i) => {
    bytes = bytesOf(line, lines[i + 1], bytes);
    return line.digits.slice(0, 2 * bytes);
  });
  const out = textIn(Buffer.from(digits.join(''), 'hex'));
  if (out === undefined) return false;
  builder.put(`${out}\n`, lines[0]?.start ?? 0, lines.at(-1)?.end ?? 0);
  return true;
};

/** @returns What was decoded and nothing else; undefined where that is nothing. */
export const decodeHexDump = (text: string): MappedText | undefined => {
  if (!holdsZeros(text)) return undefined;
  const builder = createMapBuilder(text);
  let block: Line[] = [];
  let found = false;
  for (const line of linesIn(text)) {
    const last = block.at(-1);
    if (last !== undefined && line.start > last.end + 1) {
      found = put(builder, block) || found;
      block = [];
    }
    block.push(line);
  }
  if (block.length > 0) found = put(builder, block) || found;
  return found ? builder.build() : undefined;
};
