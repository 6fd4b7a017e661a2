// Loaded in front of processes that serve for long, and of their threads (see `heap.mjs`): reads the program without its types.
import { hash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { registerHooks, stripTypeScriptTypes } from 'node:module';
import { fileURLToPath } from 'node:url';

const SOURCES = new URL('..', import.meta.url).href;
/** Beside the packages: whoever could change it could change these. */
const FOLDER = fileURLToPath(new URL('../../node_modules/.cache/stripped/', import.meta.url));

const ignoreWarning = () => undefined;

/** What Node does with every TypeScript file; it warns of the same thing as an experiment where a program asks for it. */
const strip = (source) => {
  const { emitWarning } = process;
  process.emitWarning = ignoreWarning;
  try {
    return stripTypeScriptTypes(source);
  } finally {
    process.emitWarning = emitWarning;
  }
};

const readKept = (path) => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};

/** Several processes may start at once, and one may end in the middle of it: a file is there as a whole or not at all. */
const keep = (path, text, name) => {
  const unfinished = `${path}.${process.pid}.${name}`;
  try {
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(unfinished, text);
    renameSync(unfinished, path);
  } catch {
    // Where nothing can be written it is stripped at each start.
  }
};

/**
 * A source without its types, from the cache or into it. Ends with what it was made from, so that a changed source is not read as it was.
 *
 * @param path Absolute.
 */
export const withoutTypes = (path) => {
  const source = readFileSync(path, 'utf8');
  const mark = `\n//${hash('sha256', `${process.version}\n${source}`)}`;
  const name = hash('sha256', path).slice(0, 32);
  const kept = `${FOLDER}${name}.js`;
  const known = readKept(kept);
  if (known.endsWith(mark)) return known;
  const text = strip(source) + mark;
  keep(kept, text, name);
  return text;
};

registerHooks({
  load: (url, context, nextLoad) =>
    url.startsWith(SOURCES) && url.endsWith('.ts')
      ? { format: 'module', source: withoutTypes(fileURLToPath(url)), shortCircuit: true }
      : nextLoad(url, context),
});
