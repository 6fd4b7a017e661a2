import { readFileSync, statSync } from 'node:fs';
import { isMap, isNode, isScalar, isSeq, LineCounter, type ParsedNode, parseDocument } from 'yaml';
import { decodeUtf8 } from '../platform/utf8.ts';

export type ConfigFile = Readonly<{
  /** What the file says; an empty object where it says nothing or can't be read. */
  values: unknown;
  problems: readonly string[];
  /** `file:line` of the deepest part of a path that the file has; null where it has none of it. */
  locate: (path: readonly PropertyKey[]) => string | null;
}>;

const NO_FILE: ConfigFile = { values: {}, problems: [], locate: () => null };

const failed = (problem: string): ConfigFile => ({ values: {}, problems: [problem], locate: () => null });

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error);

/** `key:` without a value stands for the default, as it does where the key is left out. */
const withoutNulls = (value: unknown): unknown => {
  if (value === null) return undefined;
  if (Array.isArray(value) || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withoutNulls(inner)]));
};

type Step = Readonly<{ node: unknown; offset: number | undefined }>;

/** One part of a path further down; null where there is no such part. */
const stepInto = (node: unknown, part: PropertyKey): Step | null => {
  if (isSeq(node)) {
    const item = node.items[Number(part)];
    return isNode(item) ? { node: item, offset: item.range?.[0] } : null;
  }
  if (!isMap(node)) return null;
  const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(part));
  return pair === undefined
    ? null
    : { node: pair.value, offset: isScalar(pair.key) ? pair.key.range?.[0] : undefined };
};

const createLocator =
  (file: string, root: ParsedNode | null, lines: LineCounter): ConfigFile['locate'] =>
  (path) => {
    let node: unknown = root;
    let offset: number | null = null;
    for (const part of path) {
      const step = stepInto(node, part);
      if (step === null) break;
      node = step.node;
      offset = step.offset ?? offset;
    }
    return offset === null ? null : `${file}:${lines.linePos(offset).line}`;
  };

/** What the parser says to programmers, as whoever wrote the file can use it. */
const MESSAGES: ReadonlyMap<string, string> = new Map([
  ['MULTIPLE_DOCS', 'a second document begins; a configuration is one, without "---" behind its first key'],
]);

const messageOf = (error: unknown): string => {
  if (error instanceof RangeError)
    return 'an alias (*) stands within what it refers to, or it is nested too deep';
  return error instanceof Error ? error.message : String(error);
};

/**
 * Reads what a YAML 1.2 file holds (JSON is YAML too). Never throws: what is wrong stands in `problems`, with its line.
 *
 * @param file What it is called in `problems`.
 */
export const parseConfigFile = (file: string, bytes: Buffer): ConfigFile => {
  const source = decodeUtf8(bytes, file);
  if ('problem' in source) return failed(source.problem);
  const lineCounter = new LineCounter();
  const document = parseDocument(source.text, {
    lineCounter,
    prettyErrors: false,
    uniqueKeys: true,
    strict: true,
  });
  const problems = [...document.errors, ...document.warnings].map(
    ({ code, message, pos }) =>
      `${file}:${lineCounter.linePos(pos[0]).line}: ${MESSAGES.get(code) ?? message}`,
  );
  if (problems.length > 0) return { ...failed(''), problems };
  try {
    const values: unknown = document.toJS({ maxAliasCount: 100 }) ?? {};
    if (typeof values !== 'object' || Array.isArray(values))
      return failed(`${file}:1: must hold keys and values`);
    return {
      values: withoutNulls(values),
      problems: [],
      locate: createLocator(file, document.contents, lineCounter),
    };
  } catch (error) {
    return failed(`${file}: ${messageOf(error)}`);
  }
};

/** `parseConfigFile` of a file, whose absence is a problem, too; without a name it is one that says nothing. */
export const readConfigFile = (file: string | undefined): ConfigFile => {
  if (file === undefined) return NO_FILE;
  let bytes: Buffer;
  try {
    const stat = statSync(file);
    // It is read by several processes, and again where it changes: a pipe would give it to the first of them, and nothing to the others.
    if (stat.isFIFO() || stat.isSocket()) return failed(`${file}: is a pipe; a configuration is a file`);
    bytes = readFileSync(file);
  } catch (error) {
    return failed(`${file}: can't be read (${codeOf(error)})`);
  }
  return parseConfigFile(file, bytes);
};
