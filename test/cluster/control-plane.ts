import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { freePort } from '../free-port.ts';
import { tryCommand } from './command.ts';
import { type Daemon, startDaemon, until } from './daemon.ts';
import { program } from './tools/programs.ts';

/** An etcd and a kube-apiserver of our own, with private data, reachable from this machine alone. */
export type ControlPlane = Readonly<{
  folder: string;
  /** Names the administrator to kubectl and helm. */
  kubeconfig: string;
  /** The same for another identity, `name` in one or more groups. */
  kubeconfigFor: (identity: Identity) => Promise<string>;
  url: string;
  serviceAccountKey: string;
  stop: () => Promise<void>;
}>;

export type Identity = 'admin' | 'node' | 'controllers';

const READY_MS = 180_000;
const SERVICE_RANGE = '10.96.0.0/16';
export const NODE_NAME = 'portcullis-test';

/** Who may do what: the node as Kubernetes means it, so that its authorizer is in the way as in any cluster. */
const USERS: Readonly<Record<Identity, Readonly<{ user: string; group: string }>>> = {
  admin: { user: 'admin', group: 'system:masters' },
  node: { user: `system:node:${NODE_NAME}`, group: 'system:nodes' },
  controllers: { user: 'system:controllers', group: 'system:masters' },
};

type Options = Readonly<{
  host?: string;
  /** Admission that leaves work to controllers, which tier 2 does not have: claims would never be gone. */
  disabledAdmission?: readonly string[];
}>;

const etcdArguments = (folder: string, clientPort: number, peerPort: number): readonly string[] => {
  const [client, peer] = [`http://127.0.0.1:${clientPort}`, `http://127.0.0.1:${peerPort}`];
  return [
    `--data-dir=${join(folder, 'etcd')}`,
    `--listen-client-urls=${client}`,
    `--advertise-client-urls=${client}`,
    `--listen-peer-urls=${peer}`,
    `--initial-advertise-peer-urls=${peer}`,
    `--initial-cluster=default=${peer}`,
  ];
};

const writeKubeconfig = async (
  folder: string,
  url: string,
  identity: Identity,
  token: string,
): Promise<string> => {
  const path = join(folder, `${identity}.kubeconfig`);
  await writeFile(
    path,
    stringify({
      apiVersion: 'v1',
      kind: 'Config',
      'current-context': 'test',
      contexts: [{ name: 'test', context: { cluster: 'test', user: identity } }],
      clusters: [
        {
          name: 'test',
          cluster: { server: url, 'certificate-authority': join(folder, 'certs', 'apiserver.crt') },
        },
      ],
      users: [{ name: identity, user: { token } }],
    }),
    { mode: 0o600 },
  );
  return path;
};

/** @param options `host`: where the API server listens; a node's pods reach it there. */
export const startControlPlane = async ({
  host = '127.0.0.1',
  disabledAdmission = ['StorageObjectInUseProtection'],
}: Options = {}): Promise<ControlPlane> => {
  const folder = await mkdtemp(join(tmpdir(), 'portcullis-cluster-'));
  const daemons: Daemon[] = [];
  const stop = async (): Promise<void> => {
    for (const daemon of daemons.toReversed()) await daemon.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const keys = { private: join(folder, 'sa.key'), public: join(folder, 'sa.pub') };
    await writeFile(keys.private, privateKey.export({ type: 'pkcs1', format: 'pem' }), { mode: 0o600 });
    await writeFile(keys.public, publicKey.export({ type: 'spki', format: 'pem' }));

    const tokens = Object.fromEntries(
      Object.keys(USERS).map((identity) => [identity, randomBytes(24).toString('hex')]),
    );
    const tokenLines = Object.entries(USERS).map(
      ([identity, { user, group }]) => `${tokens[identity]},${user},${identity},"${group}"\n`,
    );
    const tokenFile = join(folder, 'tokens.csv');
    await writeFile(tokenFile, tokenLines.join(''), { mode: 0o600 });

    const [clientPort, peerPort, apiPort] = [await freePort(), await freePort(), await freePort()];
    daemons.push(
      startDaemon(folder, 'etcd', [program('etcd'), ...etcdArguments(folder, clientPort, peerPort)]),
    );
    const url = `https://${host}:${apiPort}`;
    const api = startDaemon(folder, 'kube-apiserver', [
      program('kube-apiserver'),
      `--etcd-servers=http://127.0.0.1:${clientPort}`,
      `--bind-address=${host}`,
      `--advertise-address=${host}`,
      `--secure-port=${apiPort}`,
      `--cert-dir=${join(folder, 'certs')}`,
      `--token-auth-file=${tokenFile}`,
      '--authorization-mode=Node,RBAC',
      '--enable-admission-plugins=NodeRestriction',
      `--disable-admission-plugins=${disabledAdmission.join(',')}`,
      '--service-account-issuer=https://kubernetes.default.svc',
      `--service-account-key-file=${keys.public}`,
      `--service-account-signing-key-file=${keys.private}`,
      `--service-cluster-ip-range=${SERVICE_RANGE}`,
      '--kubelet-preferred-address-types=InternalIP',
      '--endpoint-reconciler-type=none',
    ]);
    daemons.push(api);

    const kubeconfigFor = (identity: Identity): Promise<string> =>
      writeKubeconfig(folder, url, identity, tokens[identity] ?? '');
    const kubeconfig = await kubeconfigFor('admin');
    const isReady = async (): Promise<boolean> => {
      const asked = await tryCommand(program('kubectl'), [
        `--kubeconfig=${kubeconfig}`,
        'get',
        '--raw=/readyz',
      ]);
      return asked.stdout === 'ok';
    };
    await until('kube-apiserver', isReady, READY_MS).catch(async (error: unknown) => {
      throw new Error(await api.log(), { cause: error });
    });
    return { folder, kubeconfig, kubeconfigFor, url, serviceAccountKey: keys.private, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};
