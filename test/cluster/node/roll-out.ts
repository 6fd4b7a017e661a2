import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BENIGN } from '../../contract/stack.ts';
import { until } from '../daemon.ts';
import { ask, startStreams } from './callers.ts';
import { type Database, startDatabase } from './database.ts';
import { type Context, callerOf, GATEWAY, installRelease, podsWith, type Release } from './releases.ts';

const STREAMS = 8;
const SERVICE_MS = 60_000;
const END_MS = 120_000;
const REPLICAS = 2;
const SECRET = { name: 'database', key: 'url' };

/** Two pods on one PostgreSQL: a roll-out that nobody notices. */
export const rollOut = (context: () => Context): void => {
  describe('two pods on PostgreSQL', () => {
    let database: Database;
    let release: Release;

    beforeAll(async () => {
      database = await startDatabase(context().cluster, SECRET);
      release = await installRelease(
        context(),
        'replicas',
        {
          gateway: { replicas: REPLICAS },
          postgresql: { existingSecret: SECRET },
          dashboard: { enabled: false },
        },
        [database.secret],
      );
    });
    afterAll(async () => {
      await release?.uninstall();
      await database?.close();
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
