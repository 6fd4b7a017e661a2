const withoutReturn = (line: string): string => (line.endsWith('\r') ? line.slice(0, -1) : line);

/**
 * The lines of a text that comes in pieces, ended by LF or CRLF alone, as JSON Lines has them: Node's `readline` ends them at U+2028 and
 * U+2029, too, which strings of JSON may hold.
 *
 * @throws What `pieces` throws, after the last whole line.
 */
export async function* linesOf(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let begun: string[] = [];
  for await (const piece of pieces) {
    let from = 0;
    for (let at = piece.indexOf('\n'); at !== -1; at = piece.indexOf('\n', from)) {
      yield withoutReturn([...begun, piece.slice(from, at)].join(''));
      begun = [];
      from = at + 1;
    }
    if (from < piece.length) begun.push(piece.slice(from));
  }
  if (begun.length > 0) yield withoutReturn(begun.join(''));
}
