import { GatewayError } from '../errors.ts';

/** What has no line ends is no list of lines, and Node holds texts of up to twice as many characters. */
const MAX_LINE_CHARS = 2 ** 28;

const withoutReturn = (line: string): string => (line.endsWith('\r') ? line.slice(0, -1) : line);

/**
 * The lines of a text that comes in pieces, ended by LF or CRLF alone, as JSON Lines has them: Node's `readline` ends them at U+2028 and
 * U+2029, too, which strings of JSON may hold.
 *
 * @throws What `pieces` throws, after the last whole line; GatewayError `CONFIG_INVALID` for a line without an end.
 */
export async function* linesOf(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let begun: string[] = [];
  let chars = 0;
  for await (const piece of pieces) {
    let from = 0;
    for (let at = piece.indexOf('\n'); at !== -1; at = piece.indexOf('\n', from)) {
      yield withoutReturn([...begun, piece.slice(from, at)].join(''));
      begun = [];
      chars = 0;
      from = at + 1;
    }
    if (from === piece.length) continue;
    begun.push(piece.slice(from));
    chars += piece.length - from;
    if (chars > MAX_LINE_CHARS)
      throw new GatewayError('CONFIG_INVALID', `A line has more than ${MAX_LINE_CHARS} characters.`);
  }
  if (begun.length > 0) yield withoutReturn(begun.join(''));
}
