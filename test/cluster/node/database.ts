import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { startPostgres } from '../../unit/records/postgres-server.ts';
import type { Cluster } from './node.ts';

/** A Secret's name and key. */
export type SecretKey = Readonly<{ name: string; key: string }>;
export type Database = Readonly<{ secret: object; close: () => Promise<void> }>;

/** The server lets in only who comes from this machine: pods come through us. */
const forward = async (host: string, port: number): Promise<Server> => {
  const sockets = new Set<Socket>();
  const server = createServer((from) => {
    const to = connect(port, '127.0.0.1');
    for (const socket of [from, to]) {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
    }
    from.on('error', () => to.destroy()).on('close', () => to.destroy());
    to.on('error', () => from.destroy()).on('close', () => from.destroy());
    from.pipe(to).pipe(from);
  });
  server.on('close', () => {
    for (const socket of sockets) socket.destroy();
  });
  server.listen(0, host);
  await once(server, 'listening');
  return server;
};

const portOf = (server: Server): number => {
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The server does not listen');
  return address.port;
};

/** A new database of a PostgreSQL on this machine that pods can reach, and the Secret with its URL. */
export const startDatabase = async (
  { nodeAddress }: Cluster,
  { name, key }: SecretKey,
): Promise<Database> => {
  const postgres = await startPostgres();
  if (postgres === null)
    throw new Error('No PostgreSQL: install its server, or name one in TEST_DATABASE_URL');
  const url = new URL(await postgres.newDatabase());
  const door = await forward(nodeAddress, Number(url.port));
  url.host = `${nodeAddress}:${portOf(door)}`;
  return {
    secret: { apiVersion: 'v1', kind: 'Secret', metadata: { name }, stringData: { [key]: url.href } },
    close: async () => {
      door.close();
      await postgres.close();
    },
  };
};
