import { createServer } from 'node:net';
import { parseAddress } from '../config/address.ts';
import { GatewayError } from '../errors.ts';

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error);

/** Why nothing can listen at an address, with the setting that says where instead. */
export const listenFailure = (setting: string, address: string, cause: unknown): GatewayError => {
  const code = codeOf(cause);
  const message =
    code === 'EADDRINUSE'
      ? `${address} is in use: choose another address with ${setting}, or end what listens there.`
      : `${setting}: cannot listen on ${address} (${code}).`;
  return new GatewayError('CONFIG_INVALID', message, { cause, param: setting });
};

/** Why nothing can listen there now; null where something could. */
export const listenError = (where: Readonly<{ host: string; port: number }>): Promise<unknown> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', resolve);
    probe.listen(where.port, where.host, () => probe.close(() => resolve(null)));
  });

/** @throws GatewayError `CONFIG_INVALID` where something listens at the address of a setting. */
export const requireUnused = async (setting: string, text: string): Promise<void> => {
  const address = parseAddress(text);
  const error = address?.kind === 'tcp' ? await listenError(address) : null;
  if (error !== null) throw listenFailure(setting, text, error);
};
