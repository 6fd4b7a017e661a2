import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { toHelm } from '../../../src/deploy/helm-template.ts';
import { manifests } from '../../../src/deploy/manifests.ts';
import { gatewayDuration, optional, seconds } from '../../../src/envoy/configuration/hole.ts';
import { programVersion } from '../../../src/platform/program.ts';

const ROOT = new URL('../../..', import.meta.url).pathname;
const made = manifests(programVersion());

/** Every value that stands under a key, at any depth. */
const allOf = (value: unknown, key: string): unknown[] => {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, field]) =>
    name === key ? [field, ...allOf(field, key)] : allOf(field, key),
  );
};
const objectsOf = (text: string): unknown[] => parseAllDocuments(text).map((one) => one.toJS());

describe('what is made for deploy/ and the chart', () => {
  it.each(made.map(({ path, text }) => ({ path, text })))(
    '$path is as `npm run manifests` makes it',
    ({ path, text }) => {
      expect(readFileSync(join(ROOT, path), 'utf8')).toBe(text);
    },
  );

  it('has no files left over', () => {
    const folders = ['deploy/envoy', 'deploy/istio', 'deploy/envoy-gateway', 'deploy/sidecar'];
    const there = folders.flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.yaml'))
        .map((name) => join(folder, name)),
    );
    const known = made.map(({ path }) => path);
    expect(there.filter((path) => !known.includes(path))).toEqual([]);
  });

  const yaml = made.filter(({ path }) => path.endsWith('.yaml'));

  it('lets nothing pass unscanned where the processor fails', () => {
    const objects = yaml.flatMap(({ text }) => objectsOf(text));
    const closed = allOf(objects, 'failure_mode_allow');
    // Four Envoys and three Istio patches; then two policies of Envoy Gateway.
    expect(closed).toEqual(Array.from({ length: 7 }, () => false));
    expect(allOf(objects, 'failOpen')).toEqual([false, false]);
    expect(allOf(objects, 'messageTimeout')).toEqual(['5s', '5s']);
    expect(new Set(allOf(objects, 'message_timeout'))).toEqual(new Set(['5s']));
    expect(new Set(allOf(objects, 'maxRequestsPerConnection'))).toEqual(new Set([900]));
    expect(new Set(allOf(objects, 'max_requests_per_connection'))).toEqual(new Set([900]));
  });

  it('leaves an application that is patched its user, its files and its token', () => {
    const text = yaml.find(({ path }) => path === 'deploy/sidecar/patch.yaml')?.text ?? '';
    const spec = allOf(objectsOf(text), 'template').flatMap((template) => allOf(template, 'spec'))[0];
    expect(Object.keys(Object(spec)).sort()).toEqual(['initContainers', 'volumes']);
    const containers = allOf(spec, 'initContainers').flat();
    expect(containers).toHaveLength(4);
    for (const container of containers)
      expect(container).toMatchObject({ securityContext: { runAsNonRoot: true, runAsUser: 65_532 } });
  });

  it("names no image of somebody else's", () => {
    const images = new Set(
      allOf(
        yaml.flatMap(({ text }) => objectsOf(text)),
        'image',
      ).map(String),
    );
    expect([...images].filter((image) => !/^(?:registry\.example\.com|envoyproxy)\//.test(image))).toEqual(
      [],
    );
  });

  it.each(['service', 'socket'])('has no moment with a route and no processor: %s.yaml', (name) => {
    const text = yaml.find(({ path }) => path === `deploy/envoy-gateway/${name}.yaml`)?.text ?? '';
    const kinds = objectsOf(text).map((object) => (object as { kind: string }).kind);
    expect(kinds.filter((kind) => ['EnvoyExtensionPolicy', 'HTTPRoute'].includes(kind))).toEqual([
      'EnvoyExtensionPolicy',
      'HTTPRoute',
    ]);
  });

  it('puts the processor into Istio’s proxies for the provider alone', () => {
    const textOf = (name: string): string =>
      yaml.find(({ path }) => path === `deploy/istio/${name}.yaml`)?.text ?? '';
    const shared = ['gateway', 'sidecar'].map((name) => objectsOf(textOf(name)));
    expect(shared.map((objects) => allOf(objects, 'disabled'))).toEqual([[true], [true]]);
    expect(shared.map((objects) => allOf(objects, 'vhost'))).toEqual([
      [{ domainName: 'llm.example.com' }],
      [{ name: 'api.openai.com:80' }, { domainName: 'api.openai.com' }],
    ]);
    // A filter bound to a port would be in none of the other listeners from which a mesh may reach the provider.
    expect(shared.map((objects) => allOf(objects, 'portNumber'))).toEqual([[], []]);
    const waypoint = objectsOf(textOf('waypoint'));
    expect(allOf(waypoint, 'disabled')).toEqual([]);
    const chain = 'inbound-vip|80|http|api.openai.com';
    expect(allOf(allOf(waypoint, 'filterChain'), 'name')[0]).toBe(chain);
    expect(allOf(waypoint, 'routeConfiguration')).toEqual([{ name: chain }]);
    // Istio takes this context and does nothing with it.
    expect(
      allOf(
        yaml.flatMap(({ text }) => objectsOf(text)),
        'context',
      ),
    ).not.toContain('WAYPOINT');
  });

  it('asks for no more rights than the standard `restricted` gives', () => {
    const pods = yaml.flatMap(({ text }) => objectsOf(text));
    const containers = [
      ...allOf(pods, 'containers'),
      ...allOf(pods, 'initContainers').filter((list) => JSON.stringify(list).includes('image')),
    ]
      .flat()
      .filter((one) => allOf([one], 'image').length > 0);
    expect(containers.length).toBeGreaterThan(10);
    for (const container of containers) {
      expect(container).toMatchObject({
        securityContext: {
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        },
      });
    }
  });
});

describe('a template', () => {
  it.each([
    { name: 'a text', value: '⟦text $p.a⟧', line: 'v: {{ $p.a | toJson }}' },
    { name: 'a number', value: '⟦int $p.a⟧', line: 'v: {{ $p.a | int64 }}' },
    { name: 'a mapping', value: '⟦json $p.a⟧', line: 'v: {{ $p.a | toJson }}' },
    {
      name: 'a text in a text',
      value: 'outbound|⟦int $p.b⟧||⟦text $p.a⟧ 5%',
      line: 'v: {{ printf "outbound|%v||%v 5%%" (int64 $p.b) (toString $p.a) | toJson }}',
    },
    {
      name: 'a time for Envoy',
      value: seconds('⟦int $p.a⟧'),
      line: 'v: {{ printf "%d.%03ds" (div (int64 $p.a) 1000) (mod (int64 $p.a) 1000) | toJson }}',
    },
    {
      name: 'a time for the Gateway API',
      value: gatewayDuration('⟦int $p.a⟧'),
      line: 'v: {{ printf "%ds%dms" (div (int64 $p.a) 1000) (mod (int64 $p.a) 1000) | toJson }}',
    },
    { name: 'no hole', value: 'HELM_ACTION', line: 'v: HELM_ACTION' },
  ])('gets $name', ({ value, line }) => {
    expect(toHelm([{ v: value }])).toBe(line);
  });

  it('leaves out what has no value, with all that belongs to it', () => {
    const part = (value: string | null): object => ({
      a: { ...optional('tls', value, (name) => ({ name, list: [1] })), z: 1 },
      b: 2,
    });
    expect(toHelm([part('⟦maybe $p.t⟧')]).split('\n')).toEqual([
      'a:',
      '{{- if $p.t }}',
      '  tls:',
      '    name: {{ $p.t | toJson }}',
      '    list:',
      '      - 1',
      '{{- end }}',
      '  z: 1',
      'b: 2',
    ]);
    expect(part(null)).toEqual({ a: { z: 1 }, b: 2 });
    expect(part('x')).toEqual({ a: { tls: { name: 'x', list: [1] }, z: 1 }, b: 2 });
  });

  it('is not made of what would be taken for an action', () => {
    expect(() => toHelm([{ v: '{{ .Values.x }}' }])).toThrow(/action/);
  });
});

describe('times', () => {
  it.each([
    [5000, '5s', '5s'],
    [1500, '1.5s', '1s500ms'],
    [305_000, '305s', '305s'],
    [1, '0.001s', '0s1ms'],
  ])('%i ms', (ms, envoy, gateway) => {
    expect([seconds(ms), gatewayDuration(ms)]).toEqual([envoy, gateway]);
  });
});
