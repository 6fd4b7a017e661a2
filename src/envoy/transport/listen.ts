import type { Server } from 'node:net';
import { parseAddress } from '../../config/address.ts';
import { GatewayError } from '../../errors.ts';
import { listenFailure } from '../../platform/listening.ts';
import { listenAtSocket } from '../processor-socket.ts';

const listenAt = (
  server: Server,
  where: Readonly<{ path: string } | { host: string; port: number }>,
): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(where, () => {
      server.off('error', reject);
      const bound = server.address();
      resolve(typeof bound === 'object' && bound !== null ? bound.port : 0);
    });
  });

/**
 * Has a server listen where the operator wants the processor.
 *
 * @param text `host:port`, `[v6]:port` or `unix:/path`.
 * @returns The port bound; 0 for a Unix socket.
 * @throws GatewayError `CONFIG_INVALID` where that is not possible.
 */
export const listen = async (server: Server, text: string): Promise<number> => {
  const address = parseAddress(text);
  try {
    if (address === null) throw new Error('it is no address');
    if (address.kind === 'tcp') return await listenAt(server, { host: address.host, port: address.port });
    await listenAtSocket(address.path, (draft) => listenAt(server, { path: draft }));
    return 0;
  } catch (error) {
    if (error instanceof GatewayError) throw error;
    if (address?.kind === 'tcp') throw listenFailure('extProc.address', text, error);
    const message = `The processor cannot listen on ${text}: ${error instanceof Error ? error.message : String(error)}`;
    throw new GatewayError('CONFIG_INVALID', message, { cause: error, param: 'extProc.address' });
  }
};
