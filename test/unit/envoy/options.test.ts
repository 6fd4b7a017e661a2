import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../../src/config/load.ts';
import { envoyOptions } from '../../../src/envoy/configuration/options.ts';
import { parseUpstream } from '../../../src/envoy/configuration/upstream.ts';
import { toYaml } from '../../../src/envoy/configuration/yaml.ts';
import { envoyGatewayObjects, istioObjects, type TargetOptions } from '../../../src/envoy/targets/objects.ts';

const upstream = parseUpstream('https://api.example.com/v1', false);

const optionsOf = (settings: object) =>
  envoyOptions(loadConfig({ env: {}, overrides: settings }), { upstream, caFile: '/ca.pem' });

const TLS = { certFile: '/tls.crt', keyFile: '/tls.key', caFile: '/ca.crt' };

describe('what a configuration says about Envoy', () => {
  it('takes the processor’s host for the name in its certificate', () => {
    const proxy = { extProcTls: TLS };
    expect(optionsOf({ proxy, extProc: { address: 'processor.ns.svc:9000' } }).extProcTls).toEqual({
      ...TLS,
      serverName: 'processor.ns.svc',
      secretFiles: null,
    });
    const named = optionsOf({ proxy: { extProcTls: { ...TLS, serverName: 'other' } } });
    expect(named.extProcTls?.serverName).toBe('other');
    expect(optionsOf({}).extProcTls).toBeUndefined();
  });

  it('means this machine by localhost', () => {
    const options = optionsOf({ proxy: { address: 'localhost:1', adminAddress: 'LOCALHOST:2' } });
    expect([options.listen, options.admin]).toEqual([
      { kind: 'tcp', host: '127.0.0.1', port: 1 },
      { kind: 'tcp', host: '127.0.0.1', port: 2 },
    ]);
  });

  it.each([
    ['a name to listen on', { proxy: { address: 'gateway:8080' } }, /proxy\.address: .*IP addresses only/],
    [
      'probes without a fixed admin port',
      { proxy: { statusAddress: '0.0.0.0:9902', adminAddress: '127.0.0.1:0' } },
      /proxy\.statusAddress: needs a proxy\.adminAddress/,
    ],
    [
      'probes with an admin socket',
      { proxy: { statusAddress: '0.0.0.0:9902', adminAddress: 'unix:/admin.sock' } },
      /proxy\.statusAddress/,
    ],
    [
      'TLS on a socket',
      { extProc: { address: 'unix:/s' }, proxy: { extProcTls: TLS } },
      /proxy\.extProcTls: there is no TLS on a Unix socket/,
    ],
    [
      'half of Envoy’s files',
      { proxy: { extProcTls: { certFile: '/c' } } },
      /all of certFile, keyFile and caFile/,
    ],
    [
      'half of the processor’s files',
      { extProc: { tls: { certFile: '/c', keyFile: '/k' } } },
      /all of certFile, keyFile and clientCaFile/,
    ],
    [
      'a processor with TLS on a socket',
      {
        extProc: { address: 'unix:/s', tls: { certFile: '/c', keyFile: '/k', clientCaFile: '/a' } },
      },
      /must not be set where extProc\.address is a Unix socket/,
    ],
    ['a bad name', { proxy: { extProcTls: { ...TLS, serverName: 'a b' } } }, /DNS name or an IP address/],
  ])('is refused with %s', (_name, settings, message) => {
    expect(() => optionsOf(settings)).toThrow(message);
  });
});

const target: TargetOptions = {
  name: 'guard',
  namespace: 'ai',
  host: 'llm.corp.example',
  image: 'guard:1',
  upstream: parseUpstream('https://host.example:8443/openai', false),
  processor: null,
  maxBodyBytes: 1000,
  messageTimeoutMs: 1500,
  idleTimeoutMs: 60_000,
  drainMs: 1000,
};

describe('what a mesh is given', () => {
  it('has the provider’s port, path and name, and the limits', () => {
    const text = toYaml(istioObjects(target, 'gateway'));
    for (const line of [
      'cluster_name: outbound|9000||guard.ai.svc.cluster.local',
      'authority: guard.ai.svc.cluster.local',
      'message_timeout: 1.5s',
      'request_body_buffer_limit: 1000',
      'targetPort: 8443',
      'uri: /openai/v1/',
      'authority: host.example:8443',
      'domainName: llm.corp.example',
      'sni: host.example',
    ]) {
      expect(text).toContain(line);
    }
    expect(
      toYaml(istioObjects({ ...target, upstream: parseUpstream('http://plain.example', false) }, 'sidecar')),
    ).toContain('mode: DISABLE');
  });

  it('has them for Envoy Gateway, too', () => {
    const text = toYaml(envoyGatewayObjects(target));
    for (const line of [
      'messageTimeout: 1s500ms',
      'bufferLimit: 1000',
      'replacePrefixMatch: /openai/v1',
      'streamIdleTimeout: 60s',
      'drainTimeout: 1s',
      'failOpen: false',
    ]) {
      expect(text).toContain(line);
    }
    const plain = envoyGatewayObjects({ ...target, upstream: parseUpstream('http://plain.example', false) });
    expect(toYaml(plain)).not.toContain('BackendTLSPolicy');
    const elsewhere = envoyGatewayObjects({
      ...target,
      processor: { kind: 'tcp', host: 'judge.ai.svc', port: 50_051 },
    });
    expect(toYaml(elsewhere)).toMatch(/kind: Service\n\s+name: judge\n\s+port: 50051/);
  });

  it.each([
    ['an IP address', { upstream: parseUpstream('https://10.0.0.1', false) }, /DNS name, not an IP address/],
    ['a socket', { processor: { kind: 'unix', path: '/s' } }, /over TCP/],
  ] as const)('is refused for %s', (_name, rest, message) => {
    expect(() => istioObjects({ ...target, ...rest }, 'sidecar')).toThrow(message);
  });
});
