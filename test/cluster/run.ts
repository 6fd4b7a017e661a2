import { spawn } from 'node:child_process';
import { access, readdir, readFile, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fetchCrds } from './tools/crds.ts';
import { ensurePrograms } from './tools/ensure.ts';
import { CHECKERS, CONTROLLERS, MESH, type ProgramName, TIER_2, TIER_3 } from './tools/programs.ts';

/**
 * `npm run test:cluster`: the chart and the manifests of `deploy/` on a real Kubernetes. Finds or builds what that takes,
 * then runs the tests. `CLUSTER_TIER=3` (as root) adds a node that runs pods; `CLUSTER_BUILD=never` only finds.
 */

const root = new URL('../..', import.meta.url).pathname;
const say = (line: string): void => console.log(`test:cluster: ${line}`);

/** The kubelet sets these for the whole machine, namespaces or not. */
const SYSCTLS = [
  'vm/overcommit_memory',
  'vm/panic_on_oom',
  'kernel/panic',
  'kernel/panic_on_oops',
  'kernel/keys/root_maxkeys',
  'kernel/keys/root_maxbytes',
];

const readSysctls = async (): Promise<ReadonlyMap<string, string>> =>
  new Map(
    await Promise.all(
      SYSCTLS.map(async (name) => [name, await readFile(`/proc/sys/${name}`, 'utf8')] as const),
    ),
  );

const restoreSysctls = async (before: ReadonlyMap<string, string>): Promise<void> => {
  const after = await readSysctls();
  for (const [name, value] of before) {
    if (after.get(name) !== value) await writeFile(`/proc/sys/${name}`, value);
  }
};

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** A mount point of the tests (`node/gateway-controller.ts`). Where somebody keeps things there it is not empty, and stays. */
const CERTIFICATES = '/certs';
const CGROUPS = '/sys/fs/cgroup';

/** The kubelet's groups outlive it: empty by now, from the innermost on. */
const removeGroups = async (): Promise<void> => {
  const roots = (await readdir(CGROUPS)).map((name) => join(CGROUPS, name, 'kubepods'));
  for (const root of [join(CGROUPS, 'kubepods'), ...roots]) {
    const below = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => null);
    if (below === null) continue;
    const folders = below
      .filter((entry) => entry.isDirectory())
      .map(({ parentPath, name }) => join(parentPath, name));
    for (const folder of [root, ...folders].toSorted((a, b) => b.length - a.length)) await rmdir(folder);
  }
};

const run = (program: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: root, env, stdio: 'inherit' });
    const stop = (signal: NodeJS.Signals): void => {
      child.kill(signal);
    };
    process.on('SIGINT', stop).on('SIGTERM', stop);
    child.once('error', reject);
    child.once('exit', (code) => {
      process.off('SIGINT', stop).off('SIGTERM', stop);
      resolve(code ?? 1);
    });
  });

const vitest = [
  join(root, 'node_modules/.bin/vitest'),
  'run',
  '--config=test/vitest.config.ts',
  '--project=cluster',
  ...process.argv.slice(2),
];

/**
 * Network, mounts and processes of the node are namespaces of their own: with the last process the kernel takes back
 * all of them, whatever becomes of the tests. The shell is there to collect the processes that lost their parents.
 */
const runWithNode = async (): Promise<number> => {
  const before = await readSysctls();
  const hadGroups =
    (await isThere(join(CGROUPS, 'memory', 'kubepods'))) || (await isThere(join(CGROUPS, 'kubepods')));
  const inside = 'mount --make-rshared / && ip link set lo up && "$@"; exit $?';
  const namespaces = [
    '--net',
    '--mount',
    '--pid',
    '--fork',
    '--kill-child',
    '--mount-proc',
    '--propagation',
    'private',
  ];
  try {
    return await run('unshare', [...namespaces, 'sh', '-c', inside, 'sh', ...vitest], {
      ...process.env,
      CLUSTER_TIER: '3',
    });
  } finally {
    await restoreSysctls(before);
    if (!hadGroups) await removeGroups();
    await rmdir(CERTIFICATES).catch(() => undefined);
  }
};

const main = async (): Promise<number> => {
  const tier = process.env['CLUSTER_TIER'] ?? '2';
  if (tier !== '2' && tier !== '3') {
    say(`CLUSTER_TIER is ${tier}: it can be 2 (an API server) or 3 (a node, too)`);
    return 2;
  }
  if (tier === '3' && process.getuid?.() !== 0) {
    say('CLUSTER_TIER=3 starts a kubelet: that takes root');
    return 2;
  }
  const programs = {
    ...TIER_2,
    ...CHECKERS,
    ...MESH,
    ...(tier === '3' ? { ...TIER_3, ...CONTROLLERS } : {}),
  };
  const build = process.env['CLUSTER_BUILD'] === 'never' ? 'find' : 'build';
  await ensurePrograms(Object.keys(programs) as ProgramName[], build, say);
  if (build === 'build') {
    await fetchCrds().catch((error: unknown) => say(`custom resource definitions: ${error}`));
  }
  return tier === '3' ? await runWithNode() : await run(vitest[0] ?? '', vitest.slice(1), process.env);
};

process.exitCode = await main();
