import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findEnvoy } from '../../src/envoy/binary.ts';
import { command } from '../cluster/command.ts';
import { objectsOf, podsOf } from '../cluster/objects.ts';
import { configTexts, hasHelm, renderFile, tryRender, VALUES_FILES } from './chart.ts';
import { specsOf } from './pod-specs.ts';

const ROOT = new URL('../..', import.meta.url).pathname;
const TLS = join(ROOT, 'test/fixtures/tls/processor');
/** Files that Envoy reads when it checks its configuration, and what stands for them here. */
const STANDS_FOR = [
  ['/etc/portcullis-tls/tls.crt', join(TLS, 'client.pem')],
  ['/etc/portcullis-tls/tls.key', join(TLS, 'client.key')],
  ['/etc/portcullis-tls/ca.crt', join(TLS, 'ca.pem')],
  ['/etc/portcullis-upstream-ca/ca.crt', join(TLS, 'ca.pem')],
  ['/etc/ssl/certs/ca-certificates.crt', join(TLS, 'ca.pem')],
] as const;

type Init = Readonly<{ name: string; args?: readonly string[] }>;

describe.skipIf(!hasHelm)('Envoy in the pods of the chart', () => {
  let folder: string;
  let envoy: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portcullis-chart-envoy-'));
    envoy = (await findEnvoy({ env: process.env, log: () => undefined })).path;
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it.each(VALUES_FILES)('%s: takes every bootstrap that an init container would write', async (name) => {
    const objects = await renderFile(name);
    const config = join(folder, `${name}.yaml`);
    const text = configTexts(objects, '-config')['envoy-config.yaml'] ?? '';
    const local = STANDS_FOR.reduce((all, [path, ours]) => all.replaceAll(path, ours), text);
    await writeFile(config, local);
    const inits = podsOf(objects, 'guard').flatMap(
      ({ spec }) => (spec.initContainers ?? []) as unknown as Init[],
    );
    const writers = inits.filter((init) => init.name === 'envoy-config');
    // In every mode at least the pod of `helm test` has an Envoy, unless it calls that of the Service.
    expect(inits.filter((init) => init.name === 'envoy')).toHaveLength(writers.length);
    expect(writers.length).toBeGreaterThan(0);
    for (const { args = [] } of writers) {
      const out = join(folder, `${name}-envoy.yaml`);
      const ours = args.map((arg) =>
        arg === '/etc/portcullis/envoy-config.yaml' ? config : arg.replace('/run/portcullis/envoy.yaml', out),
      );
      await command(process.execPath, [join(ROOT, 'src/portcullis.mjs'), ...ours]);
      await command(envoy, ['--mode', 'validate', '-c', out, '--log-level', 'warn']);
      expect(await readFile(out, 'utf8')).toContain('portcullis_ext_proc');
    }
  });

  it.each([
    { limits: { memory: '1500M' }, told: ['--max-memory', '1500M'] },
    { limits: { memory: 2_147_483_648 }, told: ['--max-memory', '2147483648'] },
    // The kubelet knows more forms than `envoy-config`.
    { limits: { memory: '1e9' }, told: [] },
    { limits: null, told: [] },
  ])('is told that it may take $limits', async ({ limits, told }) => {
    const { stdout } = await tryRender({ envoy: { resources: { limits } } });
    const inits = specsOf(objectsOf(stdout)).flatMap(({ initContainers = [] }) => initContainers);
    const args = inits.find(({ name }) => name === 'envoy-config')?.args ?? [];
    expect(args.slice(args.indexOf('/etc/portcullis/envoy-config.yaml') + 1, args.indexOf('--out'))).toEqual(
      told,
    );
  });
});
