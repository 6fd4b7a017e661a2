import { chmodSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { type EnvoyOptions, envoyBootstrapYaml } from '../envoy/bootstrap.ts';
import { systemCaFile } from '../envoy/ca-file.ts';
import { tlsSecrets } from '../envoy/ext-proc.ts';
import { addressOf, envoyOptions } from '../envoy/options.ts';
import { toYaml } from '../envoy/yaml.ts';
import { GatewayError } from '../errors.ts';
import { chooseUpstream } from '../start/upstream-choice.ts';
import {
  type CliCommand,
  CONFIG_OPTIONS,
  configFrom,
  environment,
  readChoice,
  readOptions,
} from './command.ts';

/** Readable by the group: Envoy often runs as another user. */
const FILE_MODE = 0o640;
const COMMON_CA_FILE = '/etc/ssl/certs/ca-certificates.crt';

/** Whoever reads sees the whole file or none. */
const writeWhole = (path: string, text: string): void => {
  const draft = `${path}.${process.pid}.tmp`;
  try {
    writeFileSync(draft, text, { mode: FILE_MODE });
    // The mode above passes the umask, and says nothing of a file that was there.
    chmodSync(draft, FILE_MODE);
    renameSync(draft, path);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new GatewayError('CONFIG_INVALID', `--out: ${reason}`, { cause: error });
  }
};

/** The configuration as files; certificates are in files of their own, which Envoy reads again when they change. */
const writeFiles = (out: string, options: EnvoyOptions): void => {
  const path = resolve(out);
  if (options.extProcTls === undefined) {
    writeWhole(path, envoyBootstrapYaml(options));
    return;
  }
  const secretFiles = {
    certificate: join(dirname(path), 'ext-proc-certificate.yaml'),
    ca: join(dirname(path), 'ext-proc-ca.yaml'),
  };
  const extProcTls = { ...options.extProcTls, secretFiles };
  const secrets = tlsSecrets(extProcTls);
  writeWhole(secretFiles.certificate, toYaml([secrets.certificate]));
  writeWhole(secretFiles.ca, toYaml([secrets.ca]));
  writeWhole(path, envoyBootstrapYaml({ ...options, extProcTls }));
};

export const envoyConfigCommand: CliCommand = {
  usage:
    'envoy-config [--target envoy] [--upstream URL] [--listen ADDRESS] [--admin ADDRESS] [--status ADDRESS] ' +
    '[--ext-proc ADDRESS] [--ca-file FILE] [--out FILE] [--config FILE] [--data-dir DIR]',
  run: async (args) => {
    const { values } = readOptions(args, {
      ...CONFIG_OPTIONS,
      target: { type: 'string', default: 'envoy' },
      upstream: { type: 'string' },
      listen: { type: 'string' },
      admin: { type: 'string' },
      status: { type: 'string' },
      'ext-proc': { type: 'string' },
      'ca-file': { type: 'string' },
      out: { type: 'string' },
    });
    readChoice('target', values.target, ['envoy']);
    const config = configFrom(values, {
      proxy: {
        upstream: values.upstream,
        address: values.listen,
        adminAddress: values.admin,
        statusAddress: values.status,
        upstreamCaFile: values['ca-file'],
      },
    });
    const upstream = chooseUpstream(config.proxy.upstream, environment());
    if (upstream === null) {
      throw new GatewayError('USAGE', 'Say where the provider is: --upstream URL (or OPENAI_BASE_URL).');
    }
    const options = envoyOptions(config, {
      upstream,
      caFile: config.proxy.upstreamCaFile ?? systemCaFile() ?? COMMON_CA_FILE,
      ...(values['ext-proc'] === undefined ? {} : { extProc: addressOf('--ext-proc', values['ext-proc']) }),
    });
    if (values.out === undefined) process.stdout.write(envoyBootstrapYaml(options));
    else writeFiles(values.out, options);
    return 0;
  },
};
