import { setTimeout as sleep } from 'node:timers/promises';
import { addressOf } from '../envoy/configuration/options.ts';
import { setAsked, untilUnused } from '../envoy/process.ts';
import { GatewayError } from '../errors.ts';
import { type CliCommand, CONFIG_OPTIONS, configFrom, readInteger, readOptions } from './command.ts';

const MAX_GRACE_MS = 86_400_000;

/** Where Envoy's admin interface is asked, as a URL. */
const adminUrl = (text: string): string => {
  const address = addressOf('proxy.adminAddress', text);
  if (address.kind === 'tcp' && address.port !== 0) return `http://${text}`;
  throw new GatewayError('USAGE', 'Say where Envoy’s admin interface is: --admin HOST:PORT.');
};

/** What `fetch` says itself is that it failed. */
const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return cause instanceof Error ? cause.message : error.message;
};

/**
 * For pods, where whoever ends Envoy does not ask first: run before its SIGTERM, it returns once nothing is lost by it.
 * Nothing that it does is for good, since the kubelet runs such hooks before it restarts a container alone, too.
 */
export const drainEnvoyCommand: CliCommand = {
  usage: 'drain-envoy [--undo] [--admin ADDRESS] [--grace-ms N] [--config FILE]',
  run: async (args) => {
    const { values } = readOptions(args, {
      ...CONFIG_OPTIONS,
      undo: { type: 'boolean', default: false },
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
      await setAsked(url, values.undo);
      if (values.undo) return 0;
      // New requests still come until everybody has heard of it.
      await sleep(Math.min(graceMs, config.shutdown.drainMs));
      await untilUnused(url, graceMs);
      return 0;
    } catch (error) {
      // At the first start of a pod there is no Envoy yet, and nothing to take back.
      if (values.undo) return 0;
      const reason = reasonOf(error);
      process.stderr.write(`portcullis: Envoy at ${url} could not be drained: ${reason}\n`);
      return 1;
    }
  },
};
