import { type Address, parseAddress } from '../config/address.ts';
import { envoyBootstrapYaml } from '../envoy/bootstrap.ts';
import { systemCaFile } from '../envoy/ca-file.ts';
import { envoyTracing } from '../envoy/envoy-tracing.ts';
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

const addressOf = (name: string, text: string): Address => {
  const address = parseAddress(text);
  if (address === null) throw new GatewayError('CONFIG_INVALID', `${name}: "${text}" is no address.`);
  return address;
};

export const envoyConfigCommand: CliCommand = {
  usage: 'envoy-config [--target envoy] [--upstream URL] [--config FILE] [--data-dir DIR]',
  run: async (args) => {
    const { values } = readOptions(args, {
      ...CONFIG_OPTIONS,
      target: { type: 'string', default: 'envoy' },
      upstream: { type: 'string' },
    });
    readChoice('target', values.target, ['envoy']);
    const config = configFrom(values, { proxy: { upstream: values.upstream } });
    const upstream = chooseUpstream(config.proxy.upstream, environment());
    if (upstream === null) {
      throw new GatewayError('USAGE', 'Say where the provider is: --upstream URL (or OPENAI_BASE_URL).');
    }
    process.stdout.write(
      envoyBootstrapYaml({
        listen: addressOf('proxy.address', config.proxy.address),
        admin: addressOf('proxy.adminAddress', config.proxy.adminAddress),
        extProc: addressOf('extProc.address', config.extProc.address),
        upstream,
        caFile: config.proxy.upstreamCaFile ?? systemCaFile() ?? '/etc/ssl/certs/ca-certificates.crt',
        maxBodyBytes: config.scan.maxBodyBytes,
        messageTimeoutMs: config.extProc.messageTimeoutMs,
        idleTimeoutMs: config.proxy.idleTimeoutMs,
        tracing: envoyTracing(config),
      }),
    );
    return 0;
  },
};
