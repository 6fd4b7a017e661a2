import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * A port of the loopback that nobody listens on. It lies below those that a kernel gives to outgoing connections (Linux from
 * 32,768, macOS and RFC 6335 from 49,152): one of these may be taken by any connection of any process while the server that is
 * to have it starts, or starts anew.
 */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
};
