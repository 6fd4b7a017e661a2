import { createThrottle } from '../../../src/dashboard/auth/throttle.ts';
import { openPostgresStore } from '../../../src/records/postgres/postgres.ts';
import { openSqliteStore } from '../../../src/records/sqlite/sqlite.ts';
import { testOptions } from './options.ts';

/** Tries to sign in twenty times at once, as a process of its own, and prints how many attempts were let through. */
const [target] = process.argv.slice(2);
if (target === undefined) throw new Error('failing-signer.ts PATH|URL');

const { options } = testOptions();
const store = await (target.startsWith('postgres:')
  ? openPostgresStore(target, options)
  : openSqliteStore(target, options));
const throttle = createThrottle(store, Date.now);
const waits = await Promise.all(
  Array.from({ length: 20 }, () => throttle.attempt('192.0.2.7', 'ann@example.com', false)),
);
process.stdout.write(String(waits.filter((waitMs) => waitMs === 0).length));
await store.close();
