import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BENIGN } from '../../contract/stack.ts';
import { type PostgresServer, startPostgres } from '../../unit/records/postgres-server.ts';
import { until } from '../daemon.ts';
import { ask, startStreams } from './callers.ts';
import { type Context, callerOf, GATEWAY, installRelease, podsWith, type Release } from './releases.ts';

const STREAMS = 8;
const SERVICE_MS = 60_000;
const END_MS = 120_000;
const REPLICAS = 2;
const SECRET = { name: 'database', key: 'url' };

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

/** Two pods on one PostgreSQL: a roll-out that nobody notices. */
export const rollOut = (context: () => Context): void => {
  describe('two pods on PostgreSQL', () => {
    let postgres: PostgresServer | null = null;
    let door: Server;
    let release: Release;

    beforeAll(async () => {
      const { cluster } = context();
      postgres = await startPostgres();
      if (postgres === null)
        throw new Error('No PostgreSQL: install its server, or name one in TEST_DATABASE_URL');
      const url = new URL(await postgres.newDatabase());
      door = await forward(cluster.nodeAddress, Number(url.port));
      url.host = `${cluster.nodeAddress}:${portOf(door)}`;
      const name = 'replicas';
      const secret = {
        apiVersion: 'v1',
        kind: 'Secret',
        metadata: { name: SECRET.name },
        stringData: { [SECRET.key]: url.href },
      };
      release = await installRelease(
        context(),
        name,
        {
          gateway: { replicas: REPLICAS },
          postgresql: { existingSecret: SECRET },
          dashboard: { enabled: false },
        },
        [secret],
      );
    });
    afterAll(async () => {
      await release?.uninstall();
      door?.close();
      await postgres?.close();
    });

    it('are both ready', async () => {
      expect(await podsWith(context(), release.namespace, GATEWAY)).toHaveLength(REPLICAS);
      const caller = await callerOf(context(), release);
      await until('the Service', async () => (await ask(caller, BENIGN)).status === 200, SERVICE_MS);
    });

    it('are replaced under load, and no stream is cut and none refused', async () => {
      const names = async (): Promise<readonly string[]> =>
        (await podsWith(context(), release.namespace, GATEWAY)).map(({ metadata }) => metadata.name);
      const before = await names();
      const load = startStreams(await callerOf(context(), release), STREAMS);
      await release.upgrade({ gateway: { podAnnotations: { changed: 'once' } } });
      // Helm is content once the new pods are ready; the old ones are still ending.
      const isOver = async (): Promise<boolean> => !(await names()).some((name) => before.includes(name));
      await until('the end of the old pods', isOver, END_MS);
      const tally = await load.stop();
      expect(tally).toEqual({ whole: expect.any(Number), refused: [], cut: [] });
      expect(tally.whole).toBeGreaterThan(STREAMS);
    });
  });
};
