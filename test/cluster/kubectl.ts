import { type CommandOptions, command, type Finished, tryCommand } from './command.ts';
import { yamlOf } from './objects.ts';
import { program } from './tools/programs.ts';

type Run<Result> = (args: readonly string[], options?: CommandOptions) => Promise<Result>;

export type Kubectl = Readonly<{
  run: Run<string>;
  /** For what is expected to be refused. */
  attempt: Run<Finished>;
  get: <T>(args: readonly string[]) => Promise<T>;
  /** Server-side apply; conflicts with other owners of a field are errors. */
  apply: (objects: readonly object[], args?: readonly string[]) => Promise<string>;
}>;

export const kubectlWith = (kubeconfig: string): Kubectl => {
  const all = (args: readonly string[]): readonly string[] => [`--kubeconfig=${kubeconfig}`, ...args];
  const run: Kubectl['run'] = (args, options) => command(program('kubectl'), all(args), options);
  return {
    run,
    attempt: (args, options) => tryCommand(program('kubectl'), all(args), options),
    get: async <T>(args: readonly string[]): Promise<T> =>
      JSON.parse(await run(['get', '-o', 'json', ...args])) as T,
    apply: (objects, args = []) =>
      run(['apply', '--server-side', ...args, '-f', '-'], { input: yamlOf(objects) }),
  };
};

/** Types that come and go by themselves. */
const RESTLESS = new Set([
  'events',
  'events.events.k8s.io',
  'leases.coordination.k8s.io',
  'componentstatuses',
]);

/**
 * Names of all objects of a namespace and of the cluster, to compare: `kind.group/name`.
 * Costs one request for each type that the server knows.
 */
export const everything = async (kubectl: Kubectl, namespace: string): Promise<ReadonlySet<string>> => {
  const list = async (namespaced: boolean, args: readonly string[]): Promise<readonly string[]> => {
    const types = await kubectl.run([
      'api-resources',
      '--verbs=list',
      `--namespaced=${namespaced}`,
      '-o=name',
    ]);
    const wanted = types.split('\n').filter((type) => type !== '' && !RESTLESS.has(type));
    const names = await kubectl.run(['get', wanted.join(','), '--ignore-not-found', '-o=name', ...args]);
    return names.split('\n').filter((name) => name !== '');
  };
  return new Set([...(await list(true, ['-n', namespace])), ...(await list(false, []))]);
};

/** A namespace in which only pods of the strictest profile may run. */
export const createNamespace = async (kubectl: Kubectl, name: string): Promise<void> => {
  const profile = Object.fromEntries(
    ['enforce', 'enforce-version', 'warn', 'audit'].map((key) => [
      `pod-security.kubernetes.io/${key}`,
      key === 'enforce-version' ? 'latest' : 'restricted',
    ]),
  );
  await kubectl.apply([
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name, labels: profile } },
    // A controller would make it; tier 2 has none.
    { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'default', namespace: name } },
  ]);
};

/** Custom resource definitions, and the wait until the server knows them. */
export const applyCrds = async (kubectl: Kubectl, files: readonly string[]): Promise<void> => {
  // Server-side: several are larger than what client-side apply can note in an annotation.
  await kubectl.run(['apply', '--server-side', ...files.flatMap((file) => ['-f', file])], {
    timeoutMs: 600_000,
  });
  await kubectl.run(['wait', '--for=condition=Established', 'crd', '--all', '--timeout=120s'], {
    timeoutMs: 180_000,
  });
};
