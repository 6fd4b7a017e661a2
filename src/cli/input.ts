import { fstatSync } from 'node:fs';
import { GatewayError } from '../errors.ts';

const STDIN = 0;

/**
 * Standard input, to be read by a command. Node reads a folder as if it were empty.
 *
 * @param what For people who forgot that something has to be typed or piped in.
 * @throws GatewayError `USAGE` where it is a folder.
 */
export const standardInput = (what: string): NodeJS.ReadStream => {
  const { stdin } = process;
  if (fstatSync(STDIN).isDirectory())
    throw new GatewayError('USAGE', `Standard input is a folder: ${what} cannot be read from it.`);
  if (stdin.isTTY) process.stderr.write(`portcullis: type ${what}, and end with Ctrl-D …\n`);
  return stdin;
};
