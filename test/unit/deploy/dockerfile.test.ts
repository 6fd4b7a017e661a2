import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { ConfigSchema } from '../../../src/config/schema.ts';

const read = (path: string): string =>
  readFileSync(new URL(`../../../${path}`, import.meta.url).pathname, 'utf8');

const dockerfile = read('deploy/Dockerfile');
const { version } = JSON.parse(read('package.json'));

type Service = Readonly<{
  image: string;
  ports?: readonly string[];
  environment?: Readonly<Record<string, string>>;
  read_only?: boolean;
  cap_drop?: readonly string[];
}>;
const compose = parse(read('deploy/compose.yaml'), { merge: true });
const services = new Map<string, Service>(Object.entries(compose.services));

it('the image is labelled with the version of the package, and compose runs that', () => {
  expect(dockerfile).toContain(`ARG VERSION=${version}\n`);
  expect(services.get('gateway')?.image).toBe(`portcullis:${version}`);
});

it('the image runs as a user without rights, and its program is called in exec form', () => {
  const last = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));
  expect(last).toMatch(/^USER 65532:65532$/m);
  expect(last).toMatch(/^ENTRYPOINT \["portcullis"\]$/m);
  expect(last).toMatch(/^STOPSIGNAL SIGTERM$/m);
});

it('what BuildKit alone understands is not used', () => {
  expect(dockerfile).not.toMatch(/--mount|--chmod|--link|<<\w|^# *syntax=/m);
});

it('a build sees what it copies, and nothing else that lies about', () => {
  const [first, ...allowed] = read('.dockerignore')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  expect(first).toBe('*');
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, paths = '']) =>
    paths.split(' '),
  );
  expect(copied.length).toBeGreaterThan(4);
  expect(allowed.filter((line) => line.startsWith('!')).sort()).toEqual(
    copied.map((path) => `!${path}`).sort(),
  );
});

it.each([...services.keys()])('compose: %s has a pinned image and listens on this machine alone', (name) => {
  const { image, ports = [] } = services.get(name) ?? { image: '' };
  expect(image).toMatch(/:[\w.-]*\d[\w.-]*$/);
  for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/);
});

it('compose: no secret has a default', () => {
  const secrets = [...services.values()].flatMap(({ environment = {} }) =>
    Object.entries(environment).filter(([key, value]) => /PASSWORD|SECRET|STORE_URL/.test(key + value)),
  );
  expect(secrets).toHaveLength(3);
  for (const [key, value] of secrets) expect(value, key).toMatch(/\$\{[A-Z_]+:\?/);
});

it.each(['gateway', 'sample-provider', 'envoy'])('compose: %s can write nothing but its volumes', (name) => {
  expect(services.get(name)).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
});

it('compose: the gateway may end what is in flight', () => {
  const { drainMs, graceMs } = ConfigSchema.parse({}).shutdown;
  const seconds = Number.parseInt(compose.services.gateway.stop_grace_period, 10);
  expect(seconds).toBeGreaterThan((drainMs + graceMs) / 1000);
});
