import { dirname, join, resolve } from 'node:path';
import { parseAddress } from '../config/address.ts';
import type { Config } from '../config/schema.ts';
import { type EnvoyOptions, envoyBootstrapYaml } from '../envoy/configuration/bootstrap.ts';
import { systemCaFile } from '../envoy/configuration/ca-file.ts';
import { tlsSecrets } from '../envoy/configuration/ext-proc.ts';
import { addressOf, envoyOptions } from '../envoy/configuration/options.ts';
import type { Upstream } from '../envoy/configuration/upstream.ts';
import { toYaml } from '../envoy/configuration/yaml.ts';
import {
  envoyGatewayObjects,
  ISTIO_CONTEXTS,
  istioObjects,
  type TargetOptions,
} from '../envoy/targets/objects.ts';
import { ENVOY_IMAGE, gatewayImage } from '../envoy/targets/pods.ts';
import { sidecarConfigMap, sidecarPatch } from '../envoy/targets/sidecar.ts';
import { GatewayError } from '../errors.ts';
import { environment, programVersion } from '../platform/program.ts';
import { writeWhole } from '../platform/whole-file.ts';
import { chooseUpstream } from '../start/upstream-choice.ts';
import { type CliCommand, CONFIG_OPTIONS, configFrom, readChoice, readOptions } from './command.ts';
import { readMemorySize } from './memory-size.ts';
import { checkWritable } from './output-files.ts';

/** Readable by the group: Envoy often runs as another user. */
const FILE_MODE = 0o640;
const COMMON_CA_FILE = '/etc/ssl/certs/ca-certificates.crt';

const write = (path: string, text: string): void => {
  try {
    writeWhole(path, text, FILE_MODE);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new GatewayError('CONFIG_INVALID', `--out: ${reason}`, { cause: error });
  }
};

/** The configuration as files; certificates are in files of their own, which Envoy reads again when they change. */
const writeBootstrap = (out: string, options: EnvoyOptions): void => {
  const path = resolve(out);
  if (options.extProcTls === undefined) {
    write(path, envoyBootstrapYaml(options));
    return;
  }
  const secretFiles = {
    certificate: join(dirname(path), 'ext-proc-certificate.yaml'),
    ca: join(dirname(path), 'ext-proc-ca.yaml'),
  };
  const extProcTls = { ...options.extProcTls, secretFiles };
  const secrets = tlsSecrets(extProcTls);
  write(secretFiles.certificate, toYaml([secrets.certificate]));
  write(secretFiles.ca, toYaml([secrets.ca]));
  write(path, envoyBootstrapYaml({ ...options, extProcTls }));
};

const TARGETS = ['envoy', 'istio', 'envoy-gateway', 'sidecar'] as const;

const OPTIONS = {
  ...CONFIG_OPTIONS,
  target: { type: 'string', default: 'envoy' },
  context: { type: 'string', default: 'gateway' },
  name: { type: 'string', default: 'portcullis' },
  namespace: { type: 'string', default: 'portcullis' },
  host: { type: 'string', default: 'llm.example.com' },
  image: { type: 'string' },
  upstream: { type: 'string' },
  listen: { type: 'string' },
  admin: { type: 'string' },
  status: { type: 'string' },
  'ext-proc': { type: 'string' },
  'ca-file': { type: 'string' },
  'max-memory': { type: 'string' },
  out: { type: 'string' },
} as const;

type Values = ReturnType<typeof readOptions<typeof OPTIONS>>['values'];

/** Names of Kubernetes' objects, which others are made from. */
const readName = (option: string, text: string): string => {
  if (/^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/.test(text)) return text;
  throw new GatewayError(
    'USAGE',
    `--${option} takes a name of small letters, digits and hyphens, not "${text}".`,
  );
};

/** In small letters, as Istio writes the names of what patches are to match. */
const readHost = (text: string): string => {
  const address = parseAddress(`${text}:1`);
  if (address?.kind === 'tcp' && /[a-z]/i.test(text)) return text.toLowerCase();
  throw new GatewayError('USAGE', `--host takes a DNS name, not "${text}".`);
};

const targetOptions = (values: Values, config: Config, upstream: Upstream): TargetOptions => ({
  name: readName('name', values.name),
  namespace: readName('namespace', values.namespace),
  host: readHost(values.host),
  image: values.image ?? gatewayImage(programVersion()),
  upstream,
  processor: values['ext-proc'] === undefined ? null : addressOf('--ext-proc', values['ext-proc']),
  maxBodyBytes: config.scan.maxBodyBytes,
  messageTimeoutMs: config.extProc.messageTimeoutMs,
  idleTimeoutMs: config.proxy.idleTimeoutMs,
  drainMs: config.shutdown.drainMs + config.shutdown.graceMs,
});

/** What only a configuration of Envoy itself takes from here. */
const OF_ENVOY = ['listen', 'admin', 'status', 'ca-file', 'max-memory'] as const;

/** @throws GatewayError `USAGE` for what was given and would be ignored. */
const checkTarget = (target: Exclude<(typeof TARGETS)[number], 'envoy'>, values: Values): void => {
  const ignored = target === 'sidecar' ? ([...OF_ENVOY, 'ext-proc', 'config'] as const) : OF_ENVOY;
  const given = ignored.find((option) => values[option] !== undefined);
  if (given === undefined) return;
  const place = target === 'sidecar' ? ': set it in the config.yaml that is printed' : '';
  throw new GatewayError('USAGE', `--${given} would be ignored with --target ${target}${place}.`);
};

const SIDECAR_PORTS = { port: 15_001, statusPort: 9902 } as const;

/** What a target needs in Kubernetes. */
const objectsOf = (
  target: Exclude<(typeof TARGETS)[number], 'envoy'>,
  values: Values,
  options: TargetOptions,
): readonly object[] => {
  switch (target) {
    case 'istio':
      return istioObjects(options, readChoice('context', values.context, ISTIO_CONTEXTS));
    case 'envoy-gateway':
      return envoyGatewayObjects(options);
    case 'sidecar': {
      const { name, namespace, image, upstream } = options;
      const { isTls, authority, pathPrefix } = upstream;
      const sidecar = {
        ...{ name, namespace, image, envoyImage: ENVOY_IMAGE, ...SIDECAR_PORTS },
        labels: { 'app.kubernetes.io/name': 'portcullis', 'app.kubernetes.io/instance': name },
        upstream: `${isTls ? 'https' : 'http'}://${authority}${pathPrefix.replace(/\/$/, '')}`,
      };
      return [...sidecarConfigMap(sidecar), sidecarPatch(sidecar)];
    }
    default:
      return target satisfies never;
  }
};

export const envoyConfigCommand: CliCommand = {
  usage:
    'envoy-config [--target envoy] [--upstream URL] [--listen ADDRESS] [--admin ADDRESS] [--status ADDRESS] ' +
    '[--ext-proc ADDRESS] [--ca-file FILE] [--max-memory SIZE] [--out FILE] [--config FILE] [--data-dir DIR]\n' +
    '       portcullis envoy-config --target istio|envoy-gateway|sidecar [--context gateway|sidecar|waypoint] ' +
    '[--upstream URL] [--ext-proc ADDRESS] [--name NAME] [--namespace NAME] [--host NAME] [--image IMAGE] [--out FILE]',
  run: async (args) => {
    const { values } = readOptions(args, OPTIONS);
    const target = readChoice('target', values.target, TARGETS);
    if (target !== 'envoy') checkTarget(target, values);
    const config = configFrom(values, {
      proxy: {
        upstream: values.upstream,
        address: values.listen,
        adminAddress: values.admin,
        statusAddress: values.status,
        upstreamCaFile: values['ca-file'],
      },
    });
    const out = values.out === '-' ? undefined : values.out;
    checkWritable('out', out);
    const upstream = chooseUpstream(config.proxy.upstream, environment());
    if (upstream === null) {
      throw new GatewayError('USAGE', 'Say where the provider is: --upstream URL (or OPENAI_BASE_URL).');
    }
    if (target !== 'envoy') {
      const yaml = toYaml(objectsOf(target, values, targetOptions(values, config, upstream)));
      if (out === undefined) process.stdout.write(yaml);
      else write(resolve(out), yaml);
      return 0;
    }
    const options = envoyOptions(config, {
      upstream,
      caFile: config.proxy.upstreamCaFile ?? systemCaFile() ?? COMMON_CA_FILE,
      ...(values['max-memory'] === undefined
        ? {}
        : { maxMemoryBytes: readMemorySize('max-memory', values['max-memory']) }),
      ...(values['ext-proc'] === undefined ? {} : { extProc: addressOf('--ext-proc', values['ext-proc']) }),
    });
    if (out === undefined) process.stdout.write(envoyBootstrapYaml(options));
    else writeBootstrap(out, options);
    return 0;
  },
};
