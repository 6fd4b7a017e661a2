import { GatewayError } from '../errors.ts';
import { type CliCommand, print, programVersion } from './command.ts';
import { configCommand } from './config.ts';
import { doctorCommand } from './doctor.ts';
import { envoyConfigCommand } from './envoy-config.ts';
import { keysCommand } from './keys.ts';
import { recordsCommand } from './records.ts';
import { scanCommand } from './scan.ts';
import { serveCommand } from './serve.ts';
import { startCommand } from './start.ts';

const COMMANDS: ReadonlyMap<string, CliCommand> = new Map([
  ['start', startCommand],
  ['serve', serveCommand],
  ['scan', scanCommand],
  ['keys', keysCommand],
  ['records', recordsCommand],
  ['envoy-config', envoyConfigCommand],
  ['config', configCommand],
  ['doctor', doctorCommand],
]);

const EXIT_USAGE = 2;

const help = (): string =>
  [
    `portcullis ${programVersion()}: security gateway for LLM chat completions`,
    '',
    'Usage: portcullis COMMAND [OPTIONS]    (portcullis COMMAND --help tells its options)',
    '',
    ...Array.from(COMMANDS, ([name, { summary }]) => `  ${name.padEnd(14)}${summary}`),
  ].join('\n');

const wantsHelp = (args: readonly string[]): boolean => args.includes('--help') || args.includes('-h');

const report = (error: unknown): number => {
  if (!(error instanceof GatewayError)) throw error;
  process.stderr.write(`portcullis: ${error.message}\n`);
  return error.code === 'USAGE' ? EXIT_USAGE : 1;
};

/**
 * Runs one command.
 *
 * @param argv Arguments after the program's own name.
 * @returns The exit code: 0 done, 1 failed, 2 called wrongly.
 */
export const main = async (argv: readonly string[]): Promise<number> => {
  const [name, ...args] = argv;
  if (name === '--version' || name === '-V') {
    print(programVersion());
    return 0;
  }
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
    print(help());
    return name === undefined ? EXIT_USAGE : 0;
  }
  const command = COMMANDS.get(name);
  if (command === undefined) {
    process.stderr.write(`portcullis: there is no command "${name}".\n\n${help()}\n`);
    return EXIT_USAGE;
  }
  if (wantsHelp(args)) {
    print(`Usage: portcullis ${command.usage}\n\n${command.summary}`);
    return 0;
  }
  try {
    return await command.run(args);
  } catch (error) {
    return report(error);
  }
};
