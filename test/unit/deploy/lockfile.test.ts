import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

type Entry = Readonly<{
  integrity?: string;
  resolved?: string;
  dependencies?: Readonly<Record<string, string>>;
  devDependencies?: Readonly<Record<string, string>>;
  optionalDependencies?: Readonly<Record<string, string>>;
}>;

const { packages } = JSON.parse(
  readFileSync(new URL('../../../package-lock.json', import.meta.url), 'utf8'),
) as Readonly<{ packages: Readonly<Record<string, Entry>> }>;

/** The folders in which Node looks for what a package imports, its own first; the root's name is empty. */
const foldersFrom = (path: string): readonly string[] => {
  const steps = path === '' ? [] : path.split('/node_modules/');
  return steps.map((_, i) => `${steps.slice(0, steps.length - i).join('/node_modules/')}/`).concat('');
};

const isThere = (path: string, name: string): boolean =>
  foldersFrom(path).some((folder) => packages[`${folder}node_modules/${name}`] !== undefined);

describe('the lockfile', () => {
  // `npm ci` refuses one that is not whole, and `npm install`, to which the set-up then comes down, writes it anew.
  it('has every package that one of its packages wants, those of other platforms among them', () => {
    const missing = Object.entries(packages).flatMap(([path, entry]) => {
      const own = path === '' ? entry.devDependencies : {};
      const wanted = Object.keys({ ...entry.dependencies, ...entry.optionalDependencies, ...own });
      return wanted.filter((name) => !isThere(path, name)).map((name) => `${path}: ${name}`);
    });
    expect(missing).toEqual([]);
    expect(Object.keys(packages).length).toBeGreaterThan(400);
  });

  it('knows each package by its hash, and none by the host that it came from', () => {
    const all = Object.entries(packages).filter(([path]) => path !== '');
    expect(all.filter(([, { integrity }]) => integrity === undefined)).toEqual([]);
    expect(all.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
  });
});
