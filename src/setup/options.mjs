// The options of the commands that people start a fresh clone with, so that a wrong one is told before minutes of set-up.
// Runs on Node 18, before anything is installed: built-in modules only.
import { parseArgs } from 'node:util';

const CONFIG_OPTIONS = {
  config: { type: 'string' },
  'data-dir': { type: 'string' },
};

export const START_OPTIONS = {
  ...CONFIG_OPTIONS,
  port: { type: 'string' },
  'dashboard-port': { type: 'string' },
  upstream: { type: 'string' },
  'ready-file': { type: 'string' },
  'no-dashboard': { type: 'boolean', default: false },
};

export const SERVE_OPTIONS = { ...CONFIG_OPTIONS, role: { type: 'string', default: 'all' } };

const OPTIONS = new Map([
  ['start', START_OPTIONS],
  ['serve', SERVE_OPTIONS],
]);

/**
 * What is wrong with the options of a command; null where nothing is, where only help is asked for, and of other commands.
 *
 * @param argv Arguments after the program's own name.
 */
export const misuseOf = ([command, ...args]) => {
  const options = OPTIONS.get(command);
  if (options === undefined || args.includes('--help') || args.includes('-h')) return null;
  try {
    parseArgs({ args, options, strict: true, allowPositionals: false });
    return null;
  } catch (error) {
    // What follows the first sentence tells programmers how to pass it on all the same.
    return error.message.split('\n')[0].split('. ')[0];
  }
};
