import { readdir, readFile } from 'node:fs/promises';
import asc from 'assemblyscript/asc';

const SOURCES = new URL('../../src/detection/kernel/assembly/', import.meta.url);
export const KERNEL_FILE = new URL('../../src/detection/kernel/binary.ts', import.meta.url);

const OPTIONS = ['-O3', '--noAssert', '--runtime', 'stub', '--importMemory', '--enable', 'simd'];

/**
 * Compiles `src/detection/kernel/assembly/`.
 *
 * @throws Error with what the compiler says of it.
 */
const compile = async (): Promise<Uint8Array> => {
  const names = (await readdir(SOURCES)).filter((name) => name.endsWith('.ts'));
  const sources = new Map<string, string>();
  for (const name of names) sources.set(name, await readFile(new URL(name, SOURCES), 'utf8'));
  let binary: Uint8Array | null = null;
  const { error, stderr } = await asc.main([...names.sort(), '-o', 'kernel.wasm', ...OPTIONS], {
    readFile: (name) => sources.get(name) ?? null,
    writeFile: (_, contents) => {
      if (typeof contents !== 'string') binary = contents;
    },
    listFiles: () => [],
  });
  if (error !== null || binary === null)
    throw new Error(`The kernel does not compile.\n${stderr.toString()}`);
  return binary;
};

/** What `binary.ts` has to hold. */
export const kernelFile = async (): Promise<string> => {
  const text = Buffer.from(await compile()).toString('base64');
  const lines = (text.match(/.{1,100}/gu) ?? []).map((line) => `  '${line}',`);
  return `/** Compiled from \`assembly/\` by \`npm run kernel\`. */
export const BINARY = [
${lines.join('\n')}
].join('');
`;
};
