import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

/** Imports a module in a process of its own, and says what else was loaded: files, and parts of Node. */
const loadedBy = async (module: string): Promise<readonly string[]> => {
  const script = `
    import { registerHooks } from 'node:module';
    const urls = [];
    registerHooks({ load: (url, context, next) => (urls.push(url), next(url, context)) });
    await import(${JSON.stringify(module)});
    console.log(JSON.stringify([...urls, ...process.moduleLoadList]));
    process.exit(0);
  `;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script]);
  return JSON.parse(stdout);
};

const FETCH = 'NativeModule internal/deps/undici/undici';

/** Of what takes megabytes, and is of use to others only. */
const NOT_NEEDED = [
  { what: 'Node’s fetch and WebSockets', pattern: /deps\/undici/ },
  { what: 'readers of telephone numbers', pattern: /libphonenumber-js\/(?!metadata)/ },
  { what: 'the dashboard and its server', pattern: /src\/dashboard\/|node_modules\/hono\// },
  { what: 'the stores’ SQL', pattern: /node_modules\/(?:kysely|pg)\// },
] as const;

describe('a processor', () => {
  const loading = loadedBy(new URL('../../src/main.ts', import.meta.url).href);

  it('is made of the modules that are looked through', async () => {
    expect((await loading).filter((name) => /src\/(?:main|warm-up\/practice)\.ts$/.test(name))).toHaveLength(
      2,
    );
  });

  it.each(NOT_NEEDED)('starts without $what', async ({ pattern }) => {
    expect((await loading).filter((name) => pattern.test(name))).toEqual([]);
  });

  it('would load fetch with an import of Node’s HTTP', async () => {
    expect(await loadedBy('node:http')).toContain(FETCH);
  });
});
