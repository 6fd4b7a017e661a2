import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findEnvoy } from '../../src/envoy/binary.ts';

/** An Envoy as a pod runs it, with a configuration from a file. */
export type RunningEnvoy = Readonly<{ child: ChildProcess; output: () => string; stop: () => Promise<void> }>;

const binary = async (): Promise<string> =>
  (await findEnvoy({ env: process.env, log: () => undefined })).path;

export const runEnvoy = async (configFile: string): Promise<RunningEnvoy> => {
  const child = spawn(
    await binary(),
    ['-c', configFile, '--concurrency', '1', '--log-level', 'warn', '--disable-hot-restart'],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
    });
  }
  return {
    child,
    output: () => printed,
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
};

/** What `envoy --mode validate` says of a file, of fields that it will drop, too; empty where it is content. */
export const problemsOf = async (configFile: string): Promise<string> => {
  const child = spawn(await binary(), ['--mode', 'validate', '-c', configFile, '--log-level', 'warning'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
    });
  }
  const [code] = await once(child, 'close');
  return code === 0 ? printed.replace(/^configuration '.*' OK\n/m, '') : printed || `exit code ${code}`;
};

/** The same of an object; JSON is YAML, too. */
export const problemsOfObject = async (folder: string, name: string, bootstrap: object): Promise<string> => {
  const path = join(folder, `${name}.yaml`);
  await writeFile(path, JSON.stringify(bootstrap));
  return problemsOf(path);
};
