import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { watchPool } from '../../../src/records/postgres/watched-pool.ts';

/** Answers from another thread, as a database does: whatever this one is doing meanwhile. */
const SERVER = `
const { parentPort, workerData } = require('node:worker_threads');
parentPort.on('message', (text) => { if (!workerData.isSilent) parentPort.postMessage(text); });
`;

/** A pool of one connection, with the driver's own limit where a question has one. */
const poolOf = (isSilent: boolean, onSign: () => void = () => undefined) => {
  const made: string[] = [];
  const create = (): pg.PoolClient => {
    const server = new Worker(SERVER, { eval: true, workerData: { isSilent } });
    onTestFinished(async () => {
      await server.terminate();
    });
    const query = (asked: string | Readonly<{ text: string; query_timeout?: number }>) =>
      new Promise<object>((resolve, reject) => {
        const { text, query_timeout: limitMs = 0 } = typeof asked === 'string' ? { text: asked } : asked;
        if (limitMs > 0) setTimeout(() => reject(new Error('Query read timeout')), limitMs);
        server.once('message', () => resolve({ rows: [] }));
        server.postMessage(text);
        if (text === 'select 1') setImmediate(onSign);
      });
    made.push('connection');
    return {
      query,
      on: () => undefined,
      release: (destroy: boolean) => destroy && idle.splice(0),
    } as unknown as pg.PoolClient;
  };
  const idle: pg.PoolClient[] = [];
  const pool = {
    connect: async () => {
      if (idle[0] === undefined) idle.push(create());
      return idle[0];
    },
  };
  return { made, pool: watchPool(pool as unknown as pg.Pool) };
};

const standStill = (ms: number): void => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
};

it('keeps a connection that answered while this process stood still', async () => {
  // It is asked for a sign of life, which comes while nobody reads it.
  const { made, pool } = poolOf(false, () => standStill(2500));
  const first = await pool.connect();
  await first.query('select 2', []);
  first.release();
  await sleep(700);
  await pool.connect();
  expect(made).toHaveLength(1);
});

it('replaces a connection that says nothing', async () => {
  const { made, pool } = poolOf(true);
  (await pool.connect()).release();
  await sleep(700);
  await pool.connect();
  expect(made).toHaveLength(2);
});
