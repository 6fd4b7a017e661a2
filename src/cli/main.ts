import { nearest } from '../config/suggest.ts';
import { GatewayError } from '../errors.ts';
import { programVersion } from '../platform/program.ts';
import { type CliCommand, print, tell } from './command.ts';

type Entry = Readonly<{ summary: string; load: () => Promise<CliCommand> }>;

/** Loaded only when asked for: `keys list` needs neither gRPC nor Envoy. */
export const COMMANDS: ReadonlyMap<string, Entry> = new Map<string, Entry>([
  [
    'start',
    {
      summary:
        'runs everything on one machine: Envoy, gateway, dashboard and, without --upstream, a sample provider',
      load: async () => (await import('./start.ts')).startCommand,
    },
  ],
  [
    'serve',
    {
      summary: 'runs gateway and dashboard beside an Envoy that somebody else runs, for clusters',
      load: async () => (await import('./serve.ts')).serveCommand,
    },
  ],
  [
    'scan',
    {
      summary: 'scans JSON Lines from standard input and answers JSON Lines',
      load: async () => (await import('./scan.ts')).scanCommand,
    },
  ],
  [
    'eval',
    {
      summary: 'measures the detectors on labelled texts: accuracy, recall, false positives, cost',
      load: async () => (await import('./eval.ts')).evalCommand,
    },
  ],
  [
    'train',
    {
      summary: 'makes a model file from labelled texts and the project’s own',
      load: async () => (await import('./train.ts')).trainCommand,
    },
  ],
  [
    'rules',
    {
      summary: 'tries rules and entity settings on a text: what is found, and what would go on',
      load: async () => (await import('./rules.ts')).rulesCommand,
    },
  ],
  [
    'keys',
    {
      summary: 'makes, lists, rotates and revokes gateway keys',
      load: async () => (await import('./keys.ts')).keysCommand,
    },
  ],
  [
    'users',
    {
      summary: 'makes accounts for the dashboard and new passwords, without it',
      load: async () => (await import('./users.ts')).usersCommand,
    },
  ],
  [
    'records',
    {
      summary: 'lists recorded requests, the newest first, or erases some',
      load: async () => (await import('./records.ts')).recordsCommand,
    },
  ],
  [
    'migrate',
    {
      summary:
        'makes the store, or brings its tables up to date; the gateway does so by itself when it starts',
      load: async () => (await import('./migrate.ts')).migrateCommand,
    },
  ],
  [
    'store',
    {
      summary:
        'backs the SQLite store up while it is in use, restores it, or copies a store to the other database',
      load: async () => (await import('./store.ts')).storeCommand,
    },
  ],
  [
    'envoy-config',
    {
      summary: 'makes the configuration of Envoy, or what an Istio mesh, Envoy Gateway or a pod needs',
      load: async () => (await import('./envoy-config.ts')).envoyConfigCommand,
    },
  ],
  [
    'drain-envoy',
    {
      summary: 'has callers leave an Envoy in the same pod, and waits until no request is in flight',
      load: async () => (await import('./drain-envoy.ts')).drainEnvoyCommand,
    },
  ],
  [
    'config',
    {
      summary: 'validates a configuration file, or prints the JSON Schema of all settings',
      load: async () => (await import('./config.ts')).configCommand,
    },
  ],
  [
    'doctor',
    {
      summary: 'says what is wrong with an installation',
      load: async () => (await import('./doctor.ts')).doctorCommand,
    },
  ],
]);

const EXIT_USAGE = 2;

const help = (): string =>
  [
    `portcullis ${programVersion()}: security gateway for LLM chat completions`,
    '',
    'Usage: portcullis COMMAND [OPTIONS]    (portcullis COMMAND --help tells its options)',
    '',
    ...Array.from(COMMANDS, ([name, { summary }]) => `  ${name.padEnd(14)}${summary}`),
    '',
    'Exit code: 0 done, 1 failed, 2 called wrongly, 3 scanned, but not every line.',
  ].join('\n');

const wantsHelp = (args: readonly string[]): boolean => args.includes('--help') || args.includes('-h');

const report = (error: unknown, name: string, say: (line: string) => void): number => {
  if (!(error instanceof GatewayError)) throw error;
  say(`portcullis: ${error.message}`);
  if (error.code !== 'USAGE') return 1;
  say(`How it is called: portcullis ${name} --help`);
  return EXIT_USAGE;
};

const reportUnknown = (name: string): void => {
  const meant = nearest(name, COMMANDS.keys());
  const rest = meant === null ? `.\n\n${help()}` : `; did you mean "${meant}"?`;
  process.stderr.write(`portcullis: there is no command "${name}"${rest}\n`);
};

/** These go on whoever reads what they print. */
const SERVING = new Set(['start', 'serve']);

/** Without anybody who listens an error of a stream ends the process, and with it all traffic. */
const printToNobody = (): void => {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
};

/** Longer than what waits is tried to be written as the process ends. */
const EXIT_MS = 3000;

/** Lines that nobody takes would keep the process for ever, after all else has ended. */
const endSoon = (code: number): number => {
  setTimeout(() => process.exit(code), EXIT_MS).unref();
  return code;
};

/** Runs what serves until it is told to end. */
const serve = async (name: string, work: () => Promise<number>): Promise<number> => {
  try {
    return endSoon(await work());
  } catch (error) {
    const { say } = await import('../telemetry/output.ts');
    return endSoon(report(error, name, say));
  }
};

/**
 * A reader that has seen enough, such as `head`, is no fault, and no reason to leave work half done. Whatever else keeps lines
 * from being written is told in one, and by the exit code.
 */
const watchOutput = (): void => {
  let isTold = false;
  process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE' || isTold) return;
    isTold = true;
    process.stderr.write(`portcullis: What it prints cannot be written: ${code ?? message}.\n`);
    process.once('exit', () => {
      process.exitCode = 1;
    });
  });
};

/** `help keys` is `keys --help`. */
const withoutHelp = ([name, about, ...rest]: readonly string[]): readonly string[] => {
  if (name === 'help' && about !== undefined && COMMANDS.has(about)) return [about, '--help'];
  return [name, about, ...rest].filter((each) => each !== undefined);
};

/**
 * Runs one command.
 *
 * @param argv Arguments after the program's own name.
 * @returns The exit code: 0 done, 1 failed, 2 called wrongly, 3 scanned, but not every line.
 */
export const main = async (argv: readonly string[]): Promise<number> => {
  const [name, ...args] = withoutHelp(argv);
  const isServing = name !== undefined && SERVING.has(name);
  if (isServing) printToNobody();
  else watchOutput();
  if (name === '--version' || name === '-V') {
    print(programVersion());
    return 0;
  }
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
    print(help());
    return name === undefined ? EXIT_USAGE : 0;
  }
  const entry = COMMANDS.get(name);
  if (entry === undefined) {
    reportUnknown(name);
    return EXIT_USAGE;
  }
  const work = async (): Promise<number> => {
    const command = await entry.load();
    if (!wantsHelp(args)) return command.run(args);
    print(`Usage: portcullis ${command.usage}\n\n${entry.summary}`);
    return 0;
  };
  if (isServing) return serve(name, work);
  try {
    return await work();
  } catch (error) {
    return report(error, name, tell);
  }
};
