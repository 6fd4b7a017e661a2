// Types of the scripts that run before anything is installed, and so cannot be TypeScript. They stand here, and not in
// a `.d.mts` beside each script, because Biome would rewrite imports of the script to the name of such a file.

type Environment = Readonly<Record<string, string | undefined>>;

declare module '*/setup.mjs' {
  export const PACKAGE_ROOT: string;
  export const withLock: <T>(path: string, work: () => Promise<T>) => Promise<T>;
  export const needsInstall: (root: string) => boolean;
  export const ensureInstalled: (
    root: string,
    env: Environment,
    runCommand?: (
      command: string,
      args: readonly string[],
      options: Readonly<{ cwd: string; env: Environment }>,
    ) => Promise<Readonly<{ done: boolean; output: string }>>,
  ) => Promise<void>;
  export const pageSources: (root: string) => string | null;
  export const ensurePages: (
    root: string,
    env: Environment,
    node: string | null,
    runCommand?: (
      command: string,
      args: readonly string[],
      options: Readonly<{ cwd: string; env: Environment }>,
    ) => Promise<Readonly<{ done: boolean; output: string }>>,
  ) => Promise<void>;
  export const needsPages: (argv: readonly string[]) => boolean;
  export const findNode: (root: string, version?: string) => string | null;
}

declare module '*/options.mjs' {
  type Text = { readonly type: 'string' };
  type ConfigOptions = { readonly config: Text; readonly 'data-dir': Text };
  export const START_OPTIONS: ConfigOptions & {
    readonly port: Text;
    readonly 'dashboard-port': Text;
    readonly upstream: Text;
    readonly 'ready-file': Text;
    readonly 'no-dashboard': { readonly type: 'boolean'; readonly default: false };
  };
  export const SERVE_OPTIONS: ConfigOptions & {
    readonly role: { readonly type: 'string'; readonly default: 'all' };
  };
  export const misuseOf: (argv: readonly string[]) => string | null;
}

declare module '*/heap.mjs' {
  export const missingFlags: (execArgv: readonly string[], env: Environment) => readonly string[];
  export const withSettings: (env: Environment) => Record<string, string | undefined>;
}

declare module '*/report.mjs' {
  type Counts = { passed: number; failed: number; skipped: number };
  type FileReport = Readonly<{
    name: string;
    status: string;
    message?: string;
    assertionResults: ReadonlyArray<Readonly<{ status: string }>>;
  }>;
  type Report = Readonly<{ testResults: readonly FileReport[] }>;
  export const summary: (counts: Counts) => string;
  export const count: (
    report: Report | null,
    exitCode: number,
    options: Readonly<{ root: string; project: string; strict: boolean }>,
    maySkip?: ReadonlyMap<string, string>,
  ) => { counts: Counts; failures: string[] };
  export const diedIn: (report: Report | null) => string[];
  export const withRerun: (report: Report, rerun: Report | null) => Report;
}
