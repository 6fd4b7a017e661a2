import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type TLSSocket } from 'node:tls';
import { MUTUAL_TLS, type ReloadedCredentials } from '../../server-credentials.ts';
import { createRoutes } from '../grpc-methods.ts';
import { listen } from '../listen.ts';
import type { Transport, TransportDeps, TransportOptions } from '../transport.ts';
import { Connection } from './connection.ts';
import { createCrowd } from './crowd.ts';
import { HANDSHAKE_MS } from './limits.ts';

const HTTP2 = 'h2';

const createListener = (tls: ReloadedCredentials | null, onSocket: (socket: Socket) => void): Server => {
  if (tls === null) return createServer({ noDelay: true }, onSocket);
  const server = createTlsServer(
    {
      ...MUTUAL_TLS,
      ...tls.current(),
      ALPNProtocols: [HTTP2],
      handshakeTimeout: HANDSHAKE_MS,
      noDelay: true,
    },
    (socket: TLSSocket) => {
      if (socket.alpnProtocol === HTTP2) onSocket(socket);
      else socket.destroy();
    },
  );
  tls.onChange((pem) => server.setSecureContext({ ...MUTUAL_TLS, ...pem }));
  return server;
};

/** Calls on our own HTTP/2, with gRPC's framing and our protobuf. */
export const createNetTransport = (
  { address, maxMessageBytes, maxConnections, tls }: TransportOptions,
  deps: TransportDeps,
): Transport => {
  const routeOf = createRoutes(deps, maxMessageBytes);
  const crowd = createCrowd(maxConnections, deps.onCrowded);
  const { connections } = crowd;
  let onAllClosed = (): void => undefined;

  const server = createListener(tls, (socket) => {
    if (socket.destroyed) return;
    const connection = new Connection(socket, { routeOf, onError: deps.onError, onIdle: crowd.setIdle });
    crowd.begin(socket, connection);
    socket.once('close', () => {
      crowd.end(connection);
      if (connections.size === 0) onAllClosed();
    });
  });
  // Before anybody else hears of it.
  server.prependListener('connection', crowd.admit);

  return {
    start: async () => {
      const port = await listen(server, address);
      server.on('error', deps.onError);
      return port;
    },
    stop: async (graceMs) => {
      server.close();
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, graceMs);
        onAllClosed = () => {
          clearTimeout(timer);
          resolve();
        };
        for (const connection of connections) connection.drain();
        if (connections.size === 0) onAllClosed();
      });
      for (const connection of connections) connection.destroy();
      crowd.destroy();
    },
  };
};
