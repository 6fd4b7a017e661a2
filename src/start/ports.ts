import { type Address, formatAddress } from '../config/address.ts';
import { addressOf } from '../envoy/configuration/options.ts';
import { GatewayError } from '../errors.ts';
import { listenError } from '../platform/listening.ts';

const canListen = async (address: Extract<Address, { kind: 'tcp' }>): Promise<boolean> =>
  (await listenError(address)) === null;

/** @throws GatewayError `CONFIG_INVALID` where somebody listens there already. */
export const requireFree = async (name: string, text: string, hint: string): Promise<Address> => {
  const address = addressOf(name, text);
  if (address.kind === 'tcp' && !(await canListen(address))) {
    throw new GatewayError('CONFIG_INVALID', `${text} is in use: ${hint}.`);
  }
  return address;
};

/**
 * The address as it is where it is free or was asked for; else the same host with a port that the system picks.
 * Only for what people need not know beforehand.
 *
 * @param standard The default of this setting.
 */
export const freeOrAny = async (name: string, text: string, standard: string): Promise<string> => {
  const address = addressOf(name, text);
  if (address.kind === 'unix' || text !== standard || (await canListen(address))) return text;
  return formatAddress({ ...address, port: 0 });
};
