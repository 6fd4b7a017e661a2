import { execFile, spawn } from 'node:child_process';
import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { installPython, venvFolder } from '../../contract/python-venv.ts';

const run = promisify(execFile);

/** What a server's parser made of a body; null where it refuses it. */
export type Reading = Readonly<{ strings: readonly string[]; prompts: readonly string[] }>;
/** By the name of the parser. */
export type Readings = Readonly<Record<string, Reading | null>>;

/** Programs that read many bodies at once; why one cannot be used stands in its place. */
export type Program = Readonly<{ language: string; command: readonly string[] }>;
export type Missing = Readonly<{ language: string; why: string }>;

const VENV = 'json-readers-1';
const PYTHON_PACKAGES = ['orjson==3.11.4', 'pydantic==2.12.4'];
const BUILD_MS = 300_000;
const fileOf = (name: string): string => new URL(name, import.meta.url).pathname;

/** The oldest in which `go` may be that is not on the path, as in `.ci/run`. */
const GO_FOLDER = '/usr/local/go/bin';

export const pythonReaders = async (): Promise<Program | Missing> => {
  const why = await installPython(VENV, 'orjson, pydantic', ...PYTHON_PACKAGES);
  return why === null
    ? { language: 'Python', command: [`${venvFolder(VENV)}/bin/python`, fileOf('readers.py')] }
    : { language: 'Python', why };
};

/** Built once for each version of the source. Without Go on this machine there is nothing to compare with. */
export const goReaders = async (): Promise<Program | Missing> => {
  const source = fileOf('readers.go');
  const folder = venvFolder('go-readers');
  const binary = `${folder}/${hash('sha256', readFileSync(source)).slice(0, 16)}`;
  const env = { ...process.env, PATH: `${process.env['PATH'] ?? ''}:${GO_FOLDER}`, GOTOOLCHAIN: 'local' };
  try {
    await run('go', ['version'], { env });
  } catch {
    return { language: 'Go', why: 'there is no go on this machine' };
  }
  if (!existsSync(binary)) {
    await mkdir(folder, { recursive: true });
    await run('nice', ['-n', '19', 'go', 'build', '-o', binary, source], { env, timeout: BUILD_MS });
  }
  return { language: 'Go', command: [binary] };
};

export const readAll = async ({ command }: Program, bodies: readonly Buffer[]): Promise<Readings[]> => {
  const [file = '', ...args] = command;
  const child = spawn(file, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(bodies.map((body) => `${body.toString('base64')}\n`).join(''));
  const lines = (await text(child.stdout)).trimEnd().split('\n');
  if (lines.length !== bodies.length)
    throw new Error(`${file} gave ${lines.length} of ${bodies.length} lines`);
  return lines.map((line) => JSON.parse(line));
};
