import { isatty } from 'node:tty';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { type ConfigSources, loadConfig } from '../config/load.ts';
import type { Config } from '../config/schema.ts';
import { didYouMean } from '../config/suggest.ts';
import { GatewayError } from '../errors.ts';
import { environment } from '../platform/program.ts';

/** One command of the program: how it is called, and what it does. Returns the exit code. */
export type CliCommand = Readonly<{
  usage: string;
  run: (args: readonly string[]) => Promise<number>;
}>;

type OptionSpecs = NonNullable<ParseArgsConfig['options']>;

/** Options of every command that reads the configuration. */
export const CONFIG_OPTIONS = {
  config: { type: 'string' },
  'data-dir': { type: 'string' },
} as const satisfies OptionSpecs;

/** In one line what Node says in several, and of an option that a command does not have the nearest that it has. */
const inOurWords = (error: unknown, options: OptionSpecs, takesArguments: boolean): string | null => {
  if (!(error instanceof Error) || !('code' in error)) return null;
  const name = /'(--?[^'\s]+)/.exec(error.message)?.[1] ?? '';
  if (error.code === 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE' && error.message.includes('ambiguous'))
    return `${name} needs a value; one that begins with a dash is written ${name}=-…`;
  if (error.code !== 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return null;
  const hint = didYouMean(
    name,
    Object.keys(options).map((each) => `--${each}`),
  );
  if (hint !== '') return `There is no option ${name}${hint}`;
  const argument = takesArguments ? '; an argument that begins with a dash stands behind --' : '';
  return `There is no option ${name}${argument}.`;
};

type Token = Readonly<{ kind: string; name?: string; value?: string | undefined }>;

/** What was meant by it nobody knows: of two values one would be left out, and an empty one is a variable that is not set. */
const checkValues = (tokens: readonly Token[], options: OptionSpecs): void => {
  const given = new Set<string>();
  for (const { kind, name = '', value } of tokens) {
    if (kind !== 'option' || options[name]?.type !== 'string') continue;
    if (value === '') throw new Error(`--${name} needs a value that is not empty`);
    // Node puts it in the place of what it cannot read, and the path of a file would be another one.
    if (value?.includes('\uFFFD')) throw new Error(`--${name}: the value is not UTF-8`);
    if (given.has(name) && options[name].multiple !== true) throw new Error(`--${name} is there twice`);
    given.add(name);
  }
};

/** @throws GatewayError `USAGE` for an option or argument that the command does not have, or a value that cannot be meant. */
export const readOptions = <const T extends OptionSpecs>(
  args: readonly string[],
  options: T,
  maxArguments = 0,
) => {
  try {
    const parsed = parseArgs({
      args: [...args],
      options,
      strict: true,
      allowPositionals: maxArguments > 0,
      tokens: true,
    });
    checkValues(parsed.tokens, options);
    const extra = parsed.positionals[maxArguments];
    if (extra !== undefined) throw new Error(`Unexpected argument '${extra}'`);
    return parsed;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new GatewayError('USAGE', inOurWords(error, options, maxArguments > 0) ?? message, {
      cause: error,
    });
  }
};

/** A whole number given on the command line. @throws GatewayError `USAGE`. */
export const readInteger = (name: string, value: string, min: number, max: number): number => {
  const number = Number(value);
  if (!/^\d{1,15}$/.test(value) || number < min || number > max) {
    throw new GatewayError('USAGE', `--${name} takes a whole number from ${min} to ${max}, not "${value}".`);
  }
  return number;
};

/** One of a few words given on the command line. @throws GatewayError `USAGE`. */
export const readChoice = <T extends string>(name: string, value: string, choices: readonly T[]): T => {
  const choice = choices.find((candidate) => candidate === value);
  if (choice === undefined) {
    throw new GatewayError('USAGE', `--${name} takes one of ${choices.join(', ')}, not "${value}".`);
  }
  return choice;
};

/** Whether a text is a day that exists, as `2027-03-31`. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(text).toISOString().startsWith(text);

type ConfigValues = Readonly<{ config?: string | undefined; 'data-dir'?: string | undefined }>;

const asWord = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** What other commands have to be told to find the same store. */
export const storeOptions = (values: ConfigValues): string =>
  (['config', 'data-dir'] as const)
    .map((name) => {
      const { [name]: value } = values;
      return value === undefined ? '' : ` --${name} ${asWord(value)}`;
    })
    .join('');

/** Where `--config` and `--data-dir` say that the configuration comes from. */
export const sourcesFrom = (values: ConfigValues, overrides: object = {}): ConfigSources => ({
  env: environment(),
  overrides: { ...overrides, dataDir: values['data-dir'] },
  ...(values.config === undefined ? {} : { file: values.config }),
});

/** The configuration with what `--config` and `--data-dir` say. @throws GatewayError `CONFIG_INVALID`. */
export const configFrom = (values: ConfigValues, overrides: object = {}): Config =>
  // Nothing listens here, and what the configuration says of others may be of other places.
  loadConfig({ ...sourcesFrom(values, overrides), together: [] });

/** Prints one line for people or programs. */
export const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** Says something to people that is no part of what was asked for. */
export const tell = (line: string): void => {
  process.stderr.write(`${line}\n`);
};

const EXIT_IMPATIENT = 130;

/** Aborted where something has come. */
export const abortedBy = (event: Promise<unknown>): AbortSignal => {
  const controller = new AbortController();
  event.then(
    () => controller.abort(),
    () => undefined,
  );
  return controller.signal;
};

/** Null where it is given up since it was asked to end before it was up. */
export const unlessAsked = async <T>(starting: Promise<T>, signal: AbortSignal): Promise<T | null> => {
  try {
    return await starting;
  } catch (error) {
    if (signal.aborted && error === signal.reason) return null;
    throw error;
  }
};

/**
 * Resolves with the first signal that asks the program to end; the second one ends it on the spot.
 *
 * SIGHUP asks daemons to read their configuration again, and is what `nohup` is for. What serves follows its file by itself, and
 * ends by it only where it is a terminal that hangs up, which tells it more than once.
 */
export const untilSignalled = (say: (line: string) => void): Promise<NodeJS.Signals> =>
  new Promise((end) => {
    let signals = 0;
    const onSignal = (signal: NodeJS.Signals): void => {
      signals += 1;
      if (signals > 1) process.exit(EXIT_IMPATIENT);
      end(signal);
    };
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGQUIT'] as const) process.on(signal, onSignal);
    const hasTerminal = isatty(0);
    process.on('SIGHUP', (signal) => {
      if (hasTerminal) end(signal);
      else say('SIGHUP: what the file says under `policy` is followed by itself; all else takes a restart');
    });
  });
