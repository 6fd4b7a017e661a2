import { globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

const DOCUMENTS = globSync(['*.md', '{deploy,helm,src,test}/**/*.md'], {
  cwd: ROOT,
  exclude: (name) => name.includes('node_modules'),
}).sort();

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** What is shown as code is no link, and a `#` in there begins no section. */
const withoutCode = (text: string): string =>
  text.replaceAll(/^ *```.*?^ *```/gms, '').replaceAll(/`[^`\n]*`/g, (code) => code.replaceAll(/[[\]]/g, ''));

/** As GitHub names the sections of a page. */
const anchorsOf = (path: string): ReadonlySet<string> =>
  new Set(
    [...withoutCode(read(path)).matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
      title
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(/\s/g, '-'),
    ),
  );

const exists = (path: string): boolean => statSync(join(ROOT, path), { throwIfNoEntry: false }) !== undefined;

const isBroken = (document: string, target: string): boolean => {
  const [path = '', anchor] = target.split('#');
  const page = path === '' ? document : relative(ROOT, join(ROOT, dirname(document), path));
  if (!exists(page)) return true;
  return anchor !== undefined && !anchorsOf(page).has(anchor);
};

describe('links in', () => {
  it.each(DOCUMENTS)('%s lead to what is there', (document) => {
    const targets = [...withoutCode(read(document)).matchAll(/\]\(([^)\s]+)\)/g)].map(([, to = '']) => to);
    const own = targets.filter((to) => !/^[a-z]+:/.test(to));
    expect(own.filter((to) => isBroken(document, to))).toEqual([]);
  });
});

describe('README.md', () => {
  const readme = read('README.md');

  it('names files and folders that are there', () => {
    const paths = [...readme.matchAll(/`((?:deploy|helm|src|test)\/[^`\s]*)`/g)].map(([, path = '']) => path);
    expect(paths.length).toBeGreaterThan(20);
    expect(paths.filter((path) => globSync(path, { cwd: ROOT }).length === 0)).toEqual([]);
  });

  it('lists each of its sections at its head', () => {
    const contents = /\*\*Contents\.\*\*(.*?)\n\n/s.exec(readme)?.[1] ?? '';
    const listed = [...contents.matchAll(/\(#([^)]+)\)/g)].map(([, anchor]) => anchor);
    const titles = [...withoutCode(readme).matchAll(/^## .*$/gm)];
    expect(listed).toHaveLength(titles.length);
    expect(new Set(listed).size).toBe(titles.length);
  });

  it('asks for the Node of package.json, and names its scripts', () => {
    const { engines, scripts } = JSON.parse(read('package.json')) as {
      engines: { node: string };
      scripts: Readonly<Record<string, string>>;
    };
    expect(readme).toContain(`Node (${engines.node.replace('>=', '')} or newer)`);
    const table = readme.slice(readme.indexOf('\n## Working on it\n'));
    const named = [...table.matchAll(/^\| (`[^|]*) \|/gm)].flatMap(([, cell = '']) =>
      [...cell.matchAll(/`(?:npm )?([a-z:]+)`/g)].map(([, name = '']) => name),
    );
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
    expect(readme).toMatch(/^```bash\nnpm start .*\nnpm test .*\n```$/m);
  });
});
