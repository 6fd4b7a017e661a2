import { access } from 'node:fs/promises';
import { GenericContainer, getContainerRuntimeClient, Wait } from 'testcontainers';
import { expect, it } from 'vitest';
import { envoyBootstrapYaml } from '../../src/envoy/bootstrap.ts';
import { parseUpstream } from '../../src/envoy/upstream.ts';

const IMAGE = 'envoyproxy/envoy:v1.40.0';

/** The suite needs a container engine; where there is none it says so. */
const hasEngine = async (): Promise<boolean> => {
  const socketIsThere = await access('/var/run/docker.sock').then(
    () => true,
    () => process.env['DOCKER_HOST'] !== undefined,
  );
  if (!socketIsThere) return false;
  return getContainerRuntimeClient().then(
    () => true,
    () => false,
  );
};

const engine = await hasEngine();
if (!engine) console.warn(`SKIPPED: no container engine, so ${IMAGE} was not asked about our configuration.`);

it.skipIf(!engine)('the official Envoy image accepts the generated configuration', async () => {
  const yaml = envoyBootstrapYaml({
    listen: { kind: 'tcp', host: '0.0.0.0', port: 8080 },
    admin: { kind: 'tcp', host: '127.0.0.1', port: 9901 },
    extProc: { kind: 'tcp', host: 'portcullis', port: 9000 },
    upstream: parseUpstream('https://api.openai.com/v1', false),
    caFile: '/etc/ssl/certs/ca-certificates.crt',
    maxBodyBytes: 8_388_608,
    messageTimeoutMs: 5000,
    idleTimeoutMs: 300_000,
  });
  let output = '';
  const container = await new GenericContainer(IMAGE)
    .withCopyContentToContainer([{ content: yaml, target: '/etc/envoy/portcullis.yaml' }])
    .withCommand(['envoy', '--mode', 'validate', '-c', '/etc/envoy/portcullis.yaml'])
    .withLogConsumer((stream) => {
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
      });
    })
    .withWaitStrategy(Wait.forOneShotStartup())
    .start();
  await container.stop();
  expect(output).toContain('OK');
});
