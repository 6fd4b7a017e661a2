import { fstatSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { GatewayError } from '../errors.ts';
import { linesOf } from '../platform/text-lines.ts';

const STDIN = 0;

/**
 * Standard input, to be read by a command. Node reads a folder as if it were empty.
 *
 * @param what For people who forgot that something has to be typed or piped in.
 * @throws GatewayError `USAGE` where it is a folder.
 */
const standardInput = (what: string): NodeJS.ReadStream => {
  const { stdin } = process;
  if (fstatSync(STDIN).isDirectory())
    throw new GatewayError('USAGE', `Standard input is a folder: ${what} cannot be read from it.`);
  if (stdin.isTTY) process.stderr.write(`portcullis: type ${what}, and end with Ctrl-D …\n`);
  return stdin;
};

/** A disk that fails, a connection that is reset: of what was read until then nobody knows whether it was all. */
const unreadable = (error: unknown): unknown =>
  error instanceof Error && 'syscall' in error
    ? new GatewayError('CONFIG_INVALID', `Standard input cannot be read to its end: ${error.message}.`, {
        cause: error,
      })
    : error;

/** All of standard input. @throws GatewayError `USAGE` for a folder, `CONFIG_INVALID` where it cannot be read to its end. */
export const readInput = async (what: string): Promise<string> => {
  const input = standardInput(what);
  try {
    return await text(input);
  } catch (error) {
    throw unreadable(error);
  }
};

export type InputLines = Readonly<{
  /** @throws GatewayError `CONFIG_INVALID`, after the last whole line, where there is no end. */
  lines: AsyncIterable<string>;
  close: () => void;
}>;

/** Standard input line by line. @throws GatewayError `USAGE` for a folder. */
export const inputLines = (what: string): InputLines => {
  const input = standardInput(what);
  async function* readLines(): AsyncGenerator<string> {
    try {
      yield* linesOf(input.setEncoding('utf8'));
    } catch (error) {
      throw unreadable(error);
    }
  }
  return { lines: readLines(), close: () => input.destroy() };
};
