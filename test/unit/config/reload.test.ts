import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import files from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PolicyDocument } from '../../../src/config/policy-layer.ts';
import { type FileFollower, followConfigFile, readConfigOrigin } from '../../../src/config/reload.ts';

let folder: string;
let follower: FileFollower | null = null;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portcullis-reload-'));
});
afterEach(() => {
  follower?.close();
  vi.restoreAllMocks();
  syncBuiltinESMExports();
  rmSync(folder, { recursive: true });
});

type Seen = Readonly<{ layer: PolicyDocument; waiting: readonly string[] }>;

const follow = (file: string, env: NodeJS.ProcessEnv = {}, pollMs?: number) => {
  const seen: Seen[] = [];
  const faults: string[] = [];
  const { origin } = readConfigOrigin({ file, env });
  const hooks = {
    onChange: (layer: PolicyDocument, waiting: readonly string[]) => seen.push({ layer, waiting }),
    onInvalid: (error: unknown) => faults.push(String(error)),
  };
  follower = followConfigFile(origin, file, hooks, pollMs);
  return { seen, faults };
};

const waitFor = (check: () => void): Promise<void> => vi.waitFor(check, { timeout: 10_000, interval: 20 });

/** As Kubernetes mounts a ConfigMap: the file is a link into a folder that is a link, which is swapped. */
const configMap = () => {
  let version = 0;
  const file = join(folder, 'portcullis.yaml');
  const put = (yaml: string): void => {
    version += 1;
    const name = `..v${version}`;
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, 'portcullis.yaml'), yaml);
    symlinkSync(name, join(folder, '..data_tmp'));
    renameSync(join(folder, '..data_tmp'), join(folder, '..data'));
  };
  return { file, put, link: () => symlinkSync(join('..data', 'portcullis.yaml'), file) };
};

describe('the configuration file', () => {
  it('is followed where it is written over', async () => {
    const file = join(folder, 'portcullis.yaml');
    writeFileSync(file, 'policy: { mode: blocking }');
    const { seen } = follow(file);
    writeFileSync(file, 'policy: { mode: shadow }');
    await waitFor(() => expect(seen).toEqual([{ layer: { mode: 'shadow' }, waiting: [] }]));
    writeFileSync(file, 'policy: { sensitivity: high }');
    await waitFor(() => expect(seen[1]?.layer).toEqual({ sensitivity: 'high' }));
  });

  it('is followed where a ConfigMap is swapped', async () => {
    const { file, put, link } = configMap();
    put('policy: { mode: blocking }');
    link();
    const { seen } = follow(file);
    put('policy: { mode: shadow }');
    await waitFor(() => expect(seen.map(({ layer }) => layer)).toEqual([{ mode: 'shadow' }]));
    put('policy: { mode: advisory }');
    await waitFor(() => expect(seen[1]?.layer).toEqual({ mode: 'advisory' }));
  });

  it('is followed where it changed while nobody looked', async () => {
    const file = join(folder, 'portcullis.yaml');
    writeFileSync(file, 'policy: { mode: blocking }');
    const { origin } = readConfigOrigin({ file, env: {} });
    writeFileSync(file, 'policy: { mode: shadow }');
    const seen: PolicyDocument[] = [];
    follower = followConfigFile(origin, file, {
      onChange: (layer) => seen.push(layer),
      onInvalid: () => undefined,
    });
    await waitFor(() => expect(seen).toEqual([{ mode: 'shadow' }]));
  });

  it('says nothing where nothing has changed', async () => {
    const file = join(folder, 'portcullis.yaml');
    writeFileSync(file, 'policy: { mode: blocking }');
    const { seen, faults } = follow(file);
    writeFileSync(file, 'policy: { mode: blocking }');
    writeFileSync(join(folder, 'another.yaml'), 'policy: { mode: shadow }');
    await sleep(400);
    expect([seen, faults]).toEqual([[], []]);
  });

  it('is not taken for empty while it is written over', async () => {
    const file = join(folder, 'portcullis.yaml');
    writeFileSync(file, 'policy: { mode: shadow }');
    const { seen } = follow(file);
    await sleep(100);
    writeFileSync(file, '');
    await sleep(400);
    writeFileSync(file, 'policy: { mode: advisory }');
    await waitFor(() => expect(seen.length).toBeGreaterThan(0));
    expect(seen.map(({ layer }) => layer)).toEqual([{ mode: 'advisory' }]);
  });

  it('is taken for empty where it stays so', async () => {
    const file = join(folder, 'portcullis.yaml');
    writeFileSync(file, 'policy: { mode: shadow }');
    const { seen, faults } = follow(file, {}, 50);
    writeFileSync(file, '');
    await waitFor(() => expect(seen.map(({ layer }) => layer)).toEqual([{}]));
    expect(faults).toEqual([]);
  });

  it('that was empty from the start is no news', async () => {
    const file = join(folder, 'portcullis.yaml');
    writeFileSync(file, '');
    const { seen, faults } = follow(file, {}, 20);
    await sleep(200);
    expect([seen, faults]).toEqual([[], []]);
    writeFileSync(file, 'policy: { mode: shadow }');
    await waitFor(() => expect(seen.map(({ layer }) => layer)).toEqual([{ mode: 'shadow' }]));
  });

  it('changes nothing while it is invalid, and says what is wrong with it', async () => {
    const file = join(folder, 'portcullis.yaml');
    writeFileSync(file, 'policy: { mode: blocking }');
    const { seen, faults } = follow(file);
    writeFileSync(file, 'policy: { mode: shadowy }');
    await waitFor(() => expect(faults).toHaveLength(1));
    expect(faults[0]).toMatch(/portcullis\.yaml:1: policy\.mode/);
    rmSync(file);
    await sleep(300);
    writeFileSync(file, 'policy: { mode: shadow }');
    await waitFor(() => expect(seen).toEqual([{ layer: { mode: 'shadow' }, waiting: [] }]));
    expect(faults).toHaveLength(1);
  });

  it.each([
    { name: 'is gone', remove: (file: string) => rmSync(file), says: /ENOENT/ },
    {
      name: 'leads nowhere',
      remove: (file: string) => {
        rmSync(file);
        symlinkSync('nowhere', file);
      },
      says: /ENOENT/,
    },
    {
      name: 'is a folder',
      remove: (file: string) => {
        rmSync(file);
        mkdirSync(file);
      },
      says: /EISDIR/,
    },
  ])('that $name is told of once, and that it is back, whatever it says', async ({ remove, says }) => {
    const file = join(folder, 'portcullis.yaml');
    writeFileSync(file, 'policy: { mode: blocking }');
    const { seen, faults } = follow(file, {}, 50);
    await sleep(100);
    remove(file);
    await waitFor(() => expect(faults).toHaveLength(1));
    expect(faults[0]).toMatch(says);
    expect(faults[0]).toContain(file);
    await sleep(300);
    expect(faults).toHaveLength(1);
    rmSync(file, { recursive: true, force: true });
    writeFileSync(file, 'policy: { mode: blocking }');
    await waitFor(() => expect(seen).toEqual([{ layer: { mode: 'blocking' }, waiting: [] }]));
  });

  it('that is gone is told of once, also by a look that began before and takes longer', async () => {
    const file = join(folder, 'portcullis.yaml');
    writeFileSync(file, 'policy: { mode: blocking }');
    const { seen, faults } = follow(file, {}, 50);
    await sleep(100);
    const slow = vi.spyOn(files, 'readFile').mockImplementationOnce(async () => {
      const bytes = readFileSync(file);
      await sleep(400);
      return bytes;
    });
    syncBuiltinESMExports();
    await waitFor(() => expect(slow).toHaveBeenCalled());
    rmSync(file);
    await waitFor(() => expect(faults).toHaveLength(1));
    await sleep(600);
    expect([seen.length, faults.length]).toEqual([0, 1]);
  });

  it('that changes while it is read is looked at once more', async () => {
    const file = join(folder, 'portcullis.yaml');
    writeFileSync(file, 'policy: { mode: blocking }');
    const slow = vi.spyOn(files, 'readFile').mockImplementationOnce(async () => {
      const bytes = readFileSync(file);
      await sleep(400);
      return bytes;
    });
    syncBuiltinESMExports();
    // No poll comes to its help.
    const { seen } = follow(file, {}, 600_000);
    expect(slow).toHaveBeenCalled();
    await sleep(50);
    writeFileSync(file, 'policy: { mode: shadow }');
    await waitFor(() => expect(seen.at(-1)?.layer).toEqual({ mode: 'shadow' }));
  });

  it.each([
    { name: 'emptied', spoil: (file: string) => writeFileSync(file, '') },
    { name: 'renamed', spoil: (file: string) => renameSync(file, `${file}.old`) },
  ])('that is $name behind the look at it is what was looked at', async ({ spoil }) => {
    const file = join(folder, 'portcullis.yaml');
    const text = 'policy: { mode: shadow, sensitivity: high }';
    writeFileSync(file, 'policy: { mode: blocking }');
    const { seen, faults } = follow(file, {}, 600_000);
    await sleep(100);
    const looked = vi.spyOn(files, 'readFile').mockImplementationOnce(async () => {
      const bytes = readFileSync(file);
      spoil(file);
      return bytes;
    });
    syncBuiltinESMExports();
    writeFileSync(file, text);
    await waitFor(() => expect(looked).toHaveBeenCalled());
    writeFileSync(file, text);
    await sleep(400);
    expect([seen, faults]).toEqual([[{ layer: { mode: 'shadow', sensitivity: 'high' }, waiting: [] }], []]);
  });

  it('names what takes a restart', async () => {
    const file = join(folder, 'portcullis.yaml');
    writeFileSync(file, 'log: { level: info }');
    const { seen } = follow(file);
    writeFileSync(file, 'log: { level: warn }\nscan: { timeoutMs: 1000 }\npolicy: { mode: shadow }');
    await waitFor(() =>
      expect(seen).toEqual([{ layer: { mode: 'shadow' }, waiting: ['scan.timeoutMs', 'log.level'] }]),
    );
  });

  it('goes behind the environment', async () => {
    const file = join(folder, 'portcullis.yaml');
    writeFileSync(file, 'policy: { mode: blocking }');
    const { seen } = follow(file, { PORTCULLIS_POLICY_MODE: 'advisory' });
    writeFileSync(file, 'policy: { mode: shadow, sensitivity: high }');
    await waitFor(() => expect(seen[0]?.layer).toEqual({ mode: 'advisory', sensitivity: 'high' }));
  });
});

it('a busy neighbour of the file keeps nobody from seeing its changes', async () => {
  const file = join(folder, 'portcullis.yaml');
  writeFileSync(file, 'policy: { mode: blocking }');
  // No poll comes to its help.
  const { seen } = follow(file, {}, 600_000);
  const timer = setInterval(() => writeFileSync(join(folder, 'busy.db'), 'x'), 10);
  await sleep(100);
  writeFileSync(file, 'policy: { mode: shadow }');
  await waitFor(() => expect(seen).toHaveLength(1)).finally(() => clearInterval(timer));
});
