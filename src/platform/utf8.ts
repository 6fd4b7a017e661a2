import { isUtf8 } from 'node:buffer';

const UTF_16 = [Buffer.of(0xff, 0xfe), Buffer.of(0xfe, 0xff)];
const FEED = 10;

/** The number of the first line that is not UTF-8. */
const wrongLine = (bytes: Buffer): number => {
  let line = 1;
  let from = 0;
  for (let feed = bytes.indexOf(FEED); feed !== -1; feed = bytes.indexOf(FEED, from)) {
    if (!isUtf8(bytes.subarray(from, feed))) return line;
    line += 1;
    from = feed + 1;
  }
  return line;
};

/**
 * The text of a file that people write, without the mark of the byte order that some editors put first. What it would be read as
 * otherwise is not what was written.
 *
 * @param file Its name, for `problem`.
 * @throws Where the text is longer than Node can hold.
 */
export const decodeUtf8 = (bytes: Buffer, file: string): { text: string } | { problem: string } => {
  if (isUtf8(bytes)) return { text: bytes.toString('utf8').replace(/^\uFEFF/u, '') };
  if (UTF_16.some((mark) => bytes.subarray(0, 2).equals(mark)))
    return { problem: `${file}: is UTF-16; save it as UTF-8` };
  return { problem: `${file}:${wrongLine(bytes)}: is not UTF-8; save the file as UTF-8` };
};
