import { spawn } from 'node:child_process';

export type Finished = Readonly<{ code: number; stdout: string; stderr: string }>;
export type CommandOptions = Readonly<{
  input?: string;
  cwd?: string;
  env?: Readonly<Record<string, string>>;
  timeoutMs?: number;
}>;

const TIMEOUT_MS = 120_000;

/** Runs a program to its end; only its not being there, or its taking too long, is an error. */
export const tryCommand = (
  program: string,
  args: readonly string[],
  { input = '', cwd, env, timeoutMs = TIMEOUT_MS }: CommandOptions = {},
): Promise<Finished> =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env: { ...process.env, ...env }, timeout: timeoutMs });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    child.once('error', reject);
    child.once('close', (code, signal) => {
      if (code !== null) resolve({ code, stdout, stderr });
      else reject(new Error(`${program} ${args.join(' ')}: ended by ${signal}\n${stderr}`));
    });
    // A program that does not read its input closes the pipe.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  });

/** Like `tryCommand`, but any exit status other than 0 is an error that shows what the program said. */
export const command = async (
  program: string,
  args: readonly string[],
  options: CommandOptions = {},
): Promise<string> => {
  const { code, stdout, stderr } = await tryCommand(program, args, options);
  if (code !== 0) throw new Error(`${program} ${args.join(' ')}: exit status ${code}\n${stderr}${stdout}`);
  return stdout;
};
