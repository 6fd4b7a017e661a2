import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

type Pair = { readonly near: Socket; readonly far: Socket; isFrozen: boolean };

/** A TCP proxy whose connections can fall silent without being closed, as behind a firewall that forgets them. */
export const startFreezingProxy = async (targetPort: number, targetHost: string) => {
  const pairs = new Set<Pair>();
  const server = createServer((near) => {
    const pair: Pair = { near, far: connect(targetPort, targetHost), isFrozen: false };
    pairs.add(pair);
    const end = (): void => {
      if (pair.isFrozen) return;
      near.destroy();
      pair.far.destroy();
    };
    const pass = (from: Socket, to: Socket): void => {
      from.on('data', (bytes) => {
        if (!pair.isFrozen) to.write(bytes);
      });
      from.on('error', end).on('close', end);
    };
    pass(near, pair.far);
    pass(pair.far, near);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    /** Connections that are there now fall silent; new ones work. */
    freeze: (): void => {
      for (const pair of pairs) pair.isFrozen = true;
    },
    /** Connections that are there now are reset. */
    cut: (): void => {
      for (const { near, far } of pairs) {
        near.resetAndDestroy();
        far.destroy();
      }
    },
    close: (): void => {
      server.close();
      for (const { near, far } of pairs) {
        near.destroy();
        far.destroy();
      }
    },
  };
};
