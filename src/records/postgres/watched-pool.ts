import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type pg from 'pg';
import { sqlState } from './postgres-error.ts';

/** A connection that was not used for so long is asked for a sign of life before it is used again. */
const IDLE_MS = 500;
const SIGN_MS = 2000;
/** Asks for a sign of life: rejects where none comes in time. */
export const SIGN_OF_LIFE = { text: 'select 1', query_timeout: SIGN_MS };

/**
 * @returns False where no sign of life came in time. The driver's own limit is not asked: where this process stood still
 *   for as long, an answer that is here already waits to be read behind all timers, and would count as none.
 */
const answers = async (client: pg.PoolClient): Promise<boolean> => {
  const answer = client.query(SIGN_OF_LIFE.text).then(() => true);
  answer.catch(() => undefined);
  const late = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => setImmediate(() => late.resolve(false)), SIGN_MS);
  try {
    return await Promise.race([answer, late.promise]);
  } finally {
    clearTimeout(timer);
  }
};

/** A connection that somebody uses. */
type Busy = Readonly<{ client: pg.PoolClient; isAsked: () => boolean; giveUp: () => void }>;

/**
 * A pool whose connections may fall silent without being closed, as behind a firewall that forgets them: whatever is
 * silent is ended and replaced. Where one is, so are others that have said nothing since; they are not waited for once a
 * new connection shows that the server is there.
 */
export const watchPool = (pool: pg.Pool): PostgresPool => {
  const heardMs = new WeakMap<pg.PoolClient, number>();
  const busy = new Set<Busy>();
  let silentSinceMs = Number.NEGATIVE_INFINITY;

  const hear = (client: pg.PoolClient): void => {
    heardMs.set(client, performance.now());
  };
  const isSilent = (client: pg.PoolClient): boolean => (heardMs.get(client) ?? 0) <= silentSinceMs;

  const greet = (client: pg.PoolClient): void => {
    // One that breaks while it is used says so here, too; whoever uses it is told by its query.
    client.on('error', () => undefined);
    hear(client);
    for (const one of busy) if (one.isAsked() && isSilent(one.client)) one.giveUp();
  };

  const isAlive = async (client: pg.PoolClient): Promise<boolean> => {
    const lastMs = heardMs.get(client);
    if (lastMs === undefined) {
      greet(client);
      return true;
    }
    if (isSilent(client)) return false;
    const askedMs = performance.now();
    if (askedMs - lastMs < IDLE_MS) return true;
    try {
      const isHeard = await answers(client);
      if (isHeard) hear(client);
      else silentSinceMs = Math.max(silentSinceMs, askedMs);
      return isHeard;
    } catch {
      // One that was closed says nothing of the others.
      return false;
    }
  };

  const watch = (client: pg.PoolClient): PostgresPoolClient => {
    const given = Promise.withResolvers<never>();
    given.promise.catch(() => undefined);
    let asked = 0;
    let isInDoubt = false;
    const one: Busy = {
      client,
      isAsked: () => asked > 0,
      giveUp: () => given.reject(new Error('the connection fell silent')),
    };
    busy.add(one);

    const ask = async (text: string, values: readonly unknown[]): Promise<unknown> => {
      asked += 1;
      try {
        const result = await Promise.race([client.query(text, [...values]), given.promise]);
        hear(client);
        return result;
      } catch (error) {
        // What the server did not say itself, such as that the time is up, leaves a question open on this connection.
        if (sqlState(error) === null) isInDoubt = true;
        else hear(client);
        throw error;
      } finally {
        asked -= 1;
      }
    };
    function query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>;
    function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
    function query(text: unknown, values: readonly unknown[] = []): unknown {
      return ask(String(text), values);
    }
    return {
      query,
      release: (destroy = false) => {
        busy.delete(one);
        client.release(destroy || isInDoubt);
      },
    };
  };

  const connect = async (): Promise<PostgresPoolClient> => {
    for (;;) {
      const client = await pool.connect();
      if (await isAlive(client)) return watch(client);
      client.release(true);
    }
  };

  return { connect, end: () => pool.end(), options: pool.options };
};
