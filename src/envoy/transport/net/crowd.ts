import type { Socket } from 'node:net';
import type { TransportDeps } from '../transport.ts';
import type { Connection } from './connection.ts';

/** With TLS a connection stands on another socket than the one that was accepted; the peer's address is that of both. */
const peerOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`;

/**
 * All that are connected. An Envoy opens its connection anew, so where there are too many the one that has been idle for longest goes: who
 * only holds connections open, or never shows a certificate, keeps nobody out.
 */
export const createCrowd = (maxConnections: number, onCrowded: TransportDeps['onCrowded']) => {
  const sockets = new Set<Socket>();
  const connections = new Set<Connection>();
  /** What ends those without a call, by the peer of who has yet to show a certificate, or the connection; the longest idle first. */
  const idle = new Map<string | Connection, () => void>();

  /** @returns Whether one is on its way out. */
  const makeRoom = (): boolean => {
    for (const [who, end] of idle) {
      idle.delete(who);
      end();
      return true;
    }
    return false;
  };

  /** Those that are on their way out are there for a moment more, and are bounded, too. */
  const hasRoom = (): boolean => {
    if (sockets.size < maxConnections) return true;
    const isMade = sockets.size < 2 * maxConnections && makeRoom();
    onCrowded(isMade ? 'idle' : 'new');
    return isMade;
  };

  const setIdle = (connection: Connection, isIdle: boolean): void => {
    if (isIdle) idle.set(connection, () => connection.retire());
    else idle.delete(connection);
  };

  return {
    connections,
    setIdle,
    /** Takes in who has just connected; where there is no room it is destroyed. */
    admit: (socket: Socket): void => {
      if (!hasRoom()) {
        socket.destroy();
        return;
      }
      const peer = peerOf(socket);
      sockets.add(socket);
      idle.set(peer, () => socket.destroy());
      socket.once('close', () => {
        sockets.delete(socket);
        idle.delete(peer);
      });
    },
    /** One that was admitted may speak. */
    begin: (socket: Socket, connection: Connection): void => {
      idle.delete(peerOf(socket));
      connections.add(connection);
      setIdle(connection, true);
    },
    end: (connection: Connection): void => {
      connections.delete(connection);
      idle.delete(connection);
    },
    destroy: (): void => {
      for (const socket of sockets) socket.destroy();
    },
  };
};
