import { type Address, parseAddress } from '../../config/address.ts';
import type { Config } from '../../config/schema.ts';
import { GatewayError } from '../../errors.ts';
import type { EnvoyOptions } from './bootstrap.ts';
import { envoyTracing } from './envoy-tracing.ts';
import type { ProcessorTls } from './ext-proc.ts';
import { isDnsName } from './upstream.ts';

/** An address of the configuration, read. @throws GatewayError `CONFIG_INVALID` naming the setting. */
export const addressOf = (name: string, text: string): Address => {
  const address = parseAddress(text);
  if (address === null) throw new GatewayError('CONFIG_INVALID', `${name}: "${text}" is no address.`);
  return address;
};

/** Envoy looks up no names of its own addresses. */
const ownAddress = (name: string, text: string): Address => {
  const address = addressOf(name, text);
  if (address.kind === 'unix' || !isDnsName(address)) return address;
  if (address.host.toLowerCase() === 'localhost') return { ...address, host: '127.0.0.1' };
  throw new GatewayError('CONFIG_INVALID', `${name}: Envoy listens on IP addresses only, not on "${text}".`);
};

/** Envoy's side of TLS to the processor; null where the configuration names no certificate. */
const processorTls = ({ proxy: { extProcTls } }: Config, extProc: Address): ProcessorTls | null => {
  const { certFile, keyFile, caFile } = extProcTls;
  if (certFile === undefined || keyFile === undefined || caFile === undefined) return null;
  if (extProc.kind === 'unix') {
    throw new GatewayError('CONFIG_INVALID', 'proxy.extProcTls: there is no TLS on a Unix socket.');
  }
  return {
    certFile,
    keyFile,
    caFile,
    serverName: extProcTls.serverName ?? extProc.host,
    secretFiles: null,
  };
};

/** A port that is not fixed cannot be written into another part of the configuration. */
const requireFixedAdmin = (admin: Address): void => {
  if (admin.kind === 'tcp' && admin.port !== 0) return;
  throw new GatewayError(
    'CONFIG_INVALID',
    'proxy.statusAddress: needs a proxy.adminAddress with a host and a fixed port, which it asks.',
  );
};

/**
 * What a configuration says about Envoy.
 *
 * @param extProc Where Envoy finds the processor, if not where it listens.
 * @throws GatewayError `CONFIG_INVALID` for what does not go together.
 */
export const envoyOptions = (
  config: Config,
  {
    extProc = addressOf('extProc.address', config.extProc.address),
    ...rest
  }: Pick<EnvoyOptions, 'upstream' | 'caFile' | 'maxMemoryBytes'> & Readonly<{ extProc?: Address }>,
): EnvoyOptions => {
  const admin = ownAddress('proxy.adminAddress', config.proxy.adminAddress);
  const { statusAddress } = config.proxy;
  const extProcTls = processorTls(config, extProc);
  if (statusAddress !== undefined) requireFixedAdmin(admin);
  return {
    listen: ownAddress('proxy.address', config.proxy.address),
    admin,
    ...(statusAddress === undefined ? {} : { status: ownAddress('proxy.statusAddress', statusAddress) }),
    extProc,
    ...(extProcTls === null ? {} : { extProcTls }),
    maxBodyBytes: config.scan.maxBodyBytes,
    messageTimeoutMs: config.extProc.messageTimeoutMs,
    idleTimeoutMs: config.proxy.idleTimeoutMs,
    tracing: envoyTracing(config),
    ...rest,
  };
};
