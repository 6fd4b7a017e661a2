import { setTimeout as sleep } from 'node:timers/promises';
import { addressOf } from '../envoy/options.ts';
import { drainEnvoy, failReadiness } from '../envoy/process.ts';
import { GatewayError } from '../errors.ts';
import { type CliCommand, CONFIG_OPTIONS, configFrom, readInteger, readOptions } from './command.ts';

const MAX_GRACE_MS = 86_400_000;

/** Where Envoy's admin interface is asked, as a URL. */
const adminUrl = (text: string): string => {
  const address = addressOf('proxy.adminAddress', text);
  if (address.kind === 'tcp' && address.port !== 0) return `http://${text}`;
  throw new GatewayError('USAGE', 'Say where Envoy’s admin interface is: --admin HOST:PORT.');
};

/**
 * For pods, where whoever ends Envoy does not ask first: run before its SIGTERM, it returns once nothing is lost by it.
 */
export const drainEnvoyCommand: CliCommand = {
  usage: 'drain-envoy [--admin ADDRESS] [--grace-ms N] [--config FILE]',
  run: async (args) => {
    const { values } = readOptions(args, {
      ...CONFIG_OPTIONS,
      admin: { type: 'string' },
      'grace-ms': { type: 'string' },
    });
    const config = configFrom(values, { proxy: { adminAddress: values.admin } });
    const graceMs =
      values['grace-ms'] === undefined
        ? config.shutdown.graceMs
        : readInteger('grace-ms', values['grace-ms'], 0, MAX_GRACE_MS);
    const url = adminUrl(config.proxy.adminAddress);
    try {
      await failReadiness(url);
      // New requests still come until everybody has heard of it.
      await sleep(config.shutdown.drainMs);
      await drainEnvoy(url, graceMs);
    } catch (error) {
      // It may have ended by itself; whoever waits for us should go on either way.
      const reason = error instanceof Error ? error.message : String(error);
      process.stderr.write(`portcullis: Envoy at ${url} could not be drained: ${reason}\n`);
      return 1;
    }
    return 0;
  },
};
