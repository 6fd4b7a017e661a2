import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { problemsOf, problemsOfObject } from './envoy-runner.ts';
import { portcullis } from './program.ts';

/**
 * Every configuration of Envoy that the generator makes, put before Envoy itself. No validation of Kubernetes looks into the
 * values of patches, so each is put where it would stand in a proxy.
 */

const ROOT = new URL('../..', import.meta.url).pathname;
const HCM = 'envoy.filters.network.http_connection_manager';
const HCM_TYPE = `type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager`;

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portcullis-configs-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const filesIn = async (path: string): Promise<readonly string[]> =>
  (await readdir(join(ROOT, path), { recursive: true }))
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => join(path, name))
    .sort();

const Patch = z.object({
  applyTo: z.enum(['HTTP_FILTER', 'VIRTUAL_HOST', 'NETWORK_FILTER']),
  match: z.looseObject({ context: z.enum(['GATEWAY', 'SIDECAR_OUTBOUND', 'SIDECAR_INBOUND']) }),
  patch: z.object({
    operation: z.enum(['INSERT_BEFORE', 'MERGE']),
    value: z.record(z.string(), z.unknown()),
  }),
});
type Patch = z.infer<typeof Patch>;
const EnvoyFilter = z.object({
  kind: z.literal('EnvoyFilter'),
  metadata: z.object({ name: z.string() }),
  spec: z.object({ configPatches: z.array(Patch) }),
});

const objectsIn = (text: string): readonly unknown[] => parseAllDocuments(text).map((one) => one.toJS());
const patchesIn = (text: string): readonly Patch[] =>
  objectsIn(text).flatMap((object) => {
    const filter = EnvoyFilter.safeParse(object);
    return filter.success ? filter.data.spec.configPatches : [];
  });

const Cluster = z.looseObject({
  grpc_service: z.object({ envoy_grpc: z.object({ cluster_name: z.string() }) }),
});

/** A proxy as a mesh makes one, with the patches in their places. */
const proxyWith = (patches: readonly Patch[]): object => {
  const valuesOf = (applyTo: Patch['applyTo']) =>
    patches.filter((patch) => patch.applyTo === applyTo).map(({ patch }) => patch.value);
  const filters = valuesOf('HTTP_FILTER');
  const clusters = filters.map(({ typed_config: config }) => Cluster.parse(config).grpc_service.envoy_grpc);
  const ofFilter = z.object({ typed_config: z.record(z.string(), z.unknown()) });
  const merged = valuesOf('NETWORK_FILTER').map((value) => ofFilter.parse(value).typed_config);
  return {
    static_resources: {
      listeners: [
        {
          name: 'mesh',
          address: { socket_address: { address: '127.0.0.1', port_value: 0 } },
          filter_chains: [
            {
              filters: [
                {
                  name: HCM,
                  typed_config: Object.assign(
                    {
                      '@type': HCM_TYPE,
                      stat_prefix: 'mesh',
                      http_filters: [
                        ...filters,
                        {
                          name: 'envoy.filters.http.router',
                          typed_config: {
                            '@type': 'type.googleapis.com/envoy.extensions.filters.http.router.v3.Router',
                          },
                        },
                      ],
                      route_config: {
                        virtual_hosts: [
                          Object.assign(
                            {
                              name: 'provider',
                              domains: ['*'],
                              routes: [{ match: { prefix: '/' }, direct_response: { status: 404 } }],
                            },
                            ...valuesOf('VIRTUAL_HOST'),
                          ),
                        ],
                      },
                    },
                    ...merged,
                  ),
                },
              ],
            },
          ],
        },
      ],
      clusters: clusters.map(({ cluster_name: name }) => ({
        name,
        type: 'STATIC',
        load_assignment: { cluster_name: name },
      })),
    },
  };
};

/** Every mapping within a value that has this key, with a letter of the key missing. */
const misspelt = (value: unknown, key: string): unknown => {
  if (Array.isArray(value)) return value.map((item) => misspelt(item, key));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name === key ? name.slice(0, -1) : name,
      misspelt(field, key),
    ]),
  );
};

const UPSTREAM = ['--upstream', 'https://api.openai.com/v1'];

describe('Envoy accepts', () => {
  it.each([
    { name: 'TCP', args: ['--ext-proc', 'portcullis:9000'] },
    { name: 'a Unix socket', args: ['--ext-proc', 'unix:/run/portcullis/ext-proc.sock'] },
    { name: 'a listener for probes', args: ['--status', '0.0.0.0:9902', '--admin', 'localhost:9901'] },
    { name: 'a limit of memory', args: ['--max-memory', '1Gi'] },
    { name: 'an IPv6 address', args: ['--listen', '[::]:8080', '--ext-proc', '[::1]:9000'] },
  ])('what `envoy-config` prints with $name', async ({ args }) => {
    const printed = await portcullis(['envoy-config', ...UPSTREAM, ...args]);
    expect([printed.code, printed.stderr]).toEqual([0, '']);
    expect(await problemsOfObject(folder, 'printed', parse(printed.stdout))).toBe('');
  });

  it('what is in deploy/ for Envoy itself', async () => {
    const files = [...(await filesIn('deploy/envoy')), ...(await filesIn('deploy/compose'))].filter((file) =>
      file.endsWith('/envoy.yaml'),
    );
    expect(files.map((file) => basename(dirname(file)))).toEqual(['mtls', 'tcp', 'unix-socket', 'compose']);
    for (const file of files) {
      // Files that are only there on the machine that it is for are asked for at the start; names of folders say enough.
      const text = (await readFile(join(ROOT, file), 'utf8'))
        .replaceAll('/etc/envoy/', join(ROOT, dirname(file), '/'))
        .replaceAll('/etc/ssl/certs/ca-certificates.crt', join(ROOT, 'test/fixtures/tls/ca.pem'));
      const copy = join(folder, 'deployed.yaml');
      await writeFile(copy, text);
      expect([file, await problemsOf(copy)]).toEqual([file, '']);
    }
  });

  it.each([
    ['gateway', ['HTTP_FILTER', 'VIRTUAL_HOST', 'NETWORK_FILTER']],
    ['sidecar', ['HTTP_FILTER', 'VIRTUAL_HOST', 'VIRTUAL_HOST', 'NETWORK_FILTER']],
    ['waypoint', ['HTTP_FILTER', 'VIRTUAL_HOST']],
  ])('each patch of deploy/istio/%s.yaml in its place', async (name, places) => {
    const patches = patchesIn(await readFile(join(ROOT, `deploy/istio/${name}.yaml`), 'utf8'));
    expect(patches.map(({ applyTo }) => applyTo)).toEqual(places);
    expect(await problemsOfObject(folder, name, proxyWith(patches))).toBe('');
    const printed = await portcullis(['envoy-config', '--target', 'istio', '--context', name, ...UPSTREAM]);
    expect(patchesIn(printed.stdout)).toEqual(patches);
  });

  it('names written in any letters, in those that a mesh matches by', async () => {
    const gateway = ['--target', 'istio', '--context', 'gateway', '--host', 'LLM.Example.com'];
    const printed = await portcullis(['envoy-config', ...gateway, '--upstream', 'https://API.OpenAI.com/v1']);
    const switches = patchesIn(printed.stdout).filter(({ applyTo }) => applyTo === 'VIRTUAL_HOST');
    expect(switches.map(({ match }) => match['routeConfiguration'])).toEqual([
      { vhost: { domainName: 'llm.example.com' } },
    ]);
    expect(printed.stdout).not.toMatch(/OpenAI|LLM\./);
  });

  it('the replies of an EnvoyPatchPolicy', async () => {
    const text = await readFile(join(ROOT, 'deploy/envoy-gateway/replies.yaml'), 'utf8');
    const Policy = z.object({
      spec: z.object({ jsonPatches: z.array(z.object({ operation: z.object({ value: z.unknown() }) })) }),
    });
    const [patch] = Policy.parse(objectsIn(text)[0]).spec.jsonPatches;
    const value = { typed_config: { '@type': HCM_TYPE, local_reply_config: patch?.operation.value } };
    const place: Patch = {
      applyTo: 'NETWORK_FILTER',
      match: { context: 'GATEWAY' },
      patch: { operation: 'MERGE', value },
    };
    expect(await problemsOfObject(folder, 'replies', proxyWith([place]))).toBe('');
  });
});

describe('`envoy-config`', () => {
  it.each([
    {
      name: 'a target that there is not',
      args: ['--target', 'nginx'],
      code: 2,
      says: '--target takes one of',
    },
    {
      name: 'a context that there is not',
      args: ['--target', 'istio', '--context', 'mesh'],
      code: 2,
      says: '--context takes one of',
    },
    {
      name: 'a name that Kubernetes would refuse',
      args: ['--target', 'istio', '--namespace', 'a b'],
      code: 2,
      says: '--namespace takes a name',
    },
    {
      name: 'a host that is none',
      args: ['--target', 'istio', '--host', 'x: y'],
      code: 2,
      says: '--host takes a DNS name',
    },
    {
      name: 'a socket for a mesh',
      args: ['--target', 'istio', '--ext-proc', 'unix:/run/s'],
      code: 2,
      says: 'over TCP',
    },
    {
      name: 'what a mesh takes no note of',
      args: ['--target', 'istio', '--listen', '127.0.0.1:7777'],
      code: 2,
      says: '--listen would be ignored with --target istio.',
    },
    {
      name: 'settings beside a configuration that is printed',
      args: ['--target', 'sidecar', '--config', join(ROOT, 'deploy/sidecar/config.yaml')],
      code: 2,
      says: '--config would be ignored with --target sidecar: set it in the config.yaml that is printed.',
    },
    ...[
      'processor.other:9000',
      'processor.other.svc.cluster.local:9000',
      '10.0.0.5:9000',
      'a.portcullis.com:9000',
    ].map((processor) => ({
      name: `a processor at ${processor}, which is no Service of its namespace`,
      args: ['--target', 'envoy-gateway', '--ext-proc', processor],
      code: 2,
      says: '--ext-proc takes a Service of the namespace portcullis',
    })),
    {
      name: 'an address that is none',
      args: ['--ext-proc', 'nowhere'],
      code: 1,
      says: '--ext-proc: "nowhere" is no address',
    },
    {
      name: 'less memory than Envoy takes itself',
      args: ['--max-memory', '63Mi'],
      code: 2,
      says: '--max-memory takes from 64Mi to 1024Gi of memory, not "63Mi"',
    },
    {
      name: 'a folder that is not there',
      args: ['--out', '/nowhere/at/all/envoy.yaml'],
      code: 2,
      says: '--out: /nowhere/at/all/envoy.yaml cannot be written (ENOENT',
    },
  ])('says what is wrong with $name', async ({ args, code, says }) => {
    const refused = await portcullis(['envoy-config', ...UPSTREAM, ...args]);
    expect(refused.code).toBe(code);
    expect(refused.stderr).toContain(says);
    expect(refused.stdout).toBe('');
  });

  it.each(['scans', 'scans.portcullis', 'scans.portcullis.svc.cluster.local'])(
    'has Envoy Gateway ask the Service that %s is',
    async (host) => {
      const printed = await portcullis([
        ...['envoy-config', '--target', 'envoy-gateway', '--ext-proc', `${host}:9001`],
        ...UPSTREAM,
      ]);
      expect(printed.stderr).toBe('');
      expect(printed.stdout).toMatch(/name: scans\n +port: 9001/);
    },
  );

  it('writes whole files that others of its group may read, and what they replace is gone', async () => {
    const out = join(folder, 'made.yaml');
    await writeFile(out, 'old', { mode: 0o600 });
    const { code, stdout } = await portcullis([
      'envoy-config',
      '--target',
      'sidecar',
      ...UPSTREAM,
      '--out',
      out,
    ]);
    expect([code, stdout]).toEqual([0, '']);
    expect((await stat(out)).mode & 0o777).toBe(0o640);
    expect(objectsIn(await readFile(out, 'utf8'))).toHaveLength(2);
    expect((await readdir(folder)).filter((name) => name.includes('.tmp'))).toEqual([]);
  });
});

describe('Envoy refuses', () => {
  it.each([
    'message_timeout',
    'failure_mode_allow',
    'allowed_override_modes',
    'request_body_buffer_limit',
    'typed_per_filter_config',
    'local_reply_config',
    'cluster_name',
  ])('a patch with %s misspelt, so that the tests above mean something', async (key) => {
    const text = await readFile(join(ROOT, 'deploy/istio/gateway.yaml'), 'utf8');
    const proxy = proxyWith(patchesIn(text));
    expect(JSON.stringify(misspelt(proxy, key))).not.toBe(JSON.stringify(proxy));
    expect(await problemsOfObject(folder, 'misspelt', Object(misspelt(proxy, key)))).not.toBe('');
  });

  it('a configuration of `envoy-config` with a misspelt field', async () => {
    const printed = await portcullis(['envoy-config', ...UPSTREAM, '--status', '127.0.0.1:9902']);
    for (const key of ['status_on_error', 'cluster_min_healthy_percentages']) {
      const spoilt = misspelt(parse(printed.stdout), key);
      expect([key, await problemsOfObject(folder, 'spoilt', Object(spoilt))]).not.toEqual([key, '']);
    }
  });
});
