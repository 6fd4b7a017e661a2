import { hash } from 'node:crypto';
import { GatewayError } from '../errors.ts';
import type { EntitySettings, Mode, Override, Sensitivity } from '../policy/settings.ts';
import type { KeyStore, StoredKey } from '../records/store.ts';
import { createKeySecret, displayPrefix, hashKey, isWellFormed, randomBase62 } from './format.ts';

export type NewKey = Readonly<{
  name: string;
  mode?: Mode | null;
  sensitivity?: Sensitivity | null;
  override?: Override;
  /** Requests a minute; absent or null is no limit. */
  rateLimitPerMinute?: number | null;
  expiresAtMs?: number | null;
  /** What is done about entities for its callers; absent or null: what the settings say. */
  entities?: EntitySettings | null;
  /** Of 100 requests that would be enforced, how many are; absent: all of them. */
  rolloutPercent?: number;
  origin: StoredKey['origin'];
}>;

/** `secret` is the key itself. It exists only here: show it to its owner once, and don't log it. */
export type CreatedKey = Readonly<{ secret: string; key: StoredKey }>;

const MAX_NAME_CHARS = 100;
const MAX_RATE = 1_000_000_000;
/** No date is later than this. */
const LATEST_MS = 8_640_000_000_000_000;
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;

/** @throws GatewayError `USAGE` for a name that a terminal or a page would not show as it is. */
export const checkedName = (name: string): string => {
  const trimmed = name.trim();
  if (trimmed === '' || trimmed.length > MAX_NAME_CHARS || UNPRINTABLE.test(trimmed)) {
    const rule = `A key needs a name of 1 to ${MAX_NAME_CHARS} printable characters`;
    throw new GatewayError('USAGE', rule, { param: 'name' });
  }
  return trimmed;
};

const check = ({ rateLimitPerMinute, expiresAtMs, rolloutPercent = 100 }: NewKey, now: number): void => {
  const rate = rateLimitPerMinute ?? 1;
  if (!Number.isSafeInteger(rate) || rate < 1 || rate > MAX_RATE) {
    const rule = 'The rate limit is a whole number of requests a minute, at least 1';
    throw new GatewayError('USAGE', rule, { param: 'rateLimitPerMinute' });
  }
  if (!Number.isSafeInteger(rolloutPercent) || rolloutPercent < 0 || rolloutPercent > 100) {
    const rule = 'The share of enforced requests is a whole number from 0 to 100';
    throw new GatewayError('USAGE', rule, { param: 'rolloutPercent' });
  }
  if (expiresAtMs !== undefined && expiresAtMs !== null && !(expiresAtMs > now)) {
    throw new GatewayError('USAGE', 'A key must expire in the future', { param: 'expiresAtMs' });
  }
  if ((expiresAtMs ?? 0) > LATEST_MS) {
    throw new GatewayError('USAGE', 'No date is as late as that', { param: 'expiresAtMs' });
  }
};

const toStored = (id: string, secret: string, options: NewKey, now: number): StoredKey => {
  check(options, now);
  return {
    id,
    name: checkedName(options.name),
    sha256: hashKey(secret),
    displayPrefix: displayPrefix(secret),
    createdAtMs: now,
    expiresAtMs: options.expiresAtMs ?? null,
    revokedAtMs: null,
    lastUsedAtMs: null,
    mode: options.mode ?? null,
    sensitivity: options.sensitivity ?? null,
    override: options.override ?? 'allow',
    rateLimitPerMinute: options.rateLimitPerMinute ?? null,
    entities: options.entities ?? null,
    rolloutPercent: options.rolloutPercent ?? 100,
    origin: options.origin,
  };
};

/**
 * Makes a key and stores its hash.
 *
 * @param now Unix time in milliseconds.
 * @throws GatewayError `USAGE` for a bad name, rate or expiry; `STORE_FAILED`.
 */
export const createKey = async (store: KeyStore, options: NewKey, now: number): Promise<CreatedKey> => {
  const secret = createKeySecret();
  const key = toStored(`key_${randomBase62(16)}`, secret, options, now);
  await store.insertKey(key);
  return { secret, key };
};

/**
 * Makes a key once, however often it is asked for under one name: somebody whose first answer was lost does not know whether there is one.
 * The key's own id is what remembers it. What it was is kept nowhere, so that it can be shown to nobody again.
 *
 * @param attempt By whom it is asked for, and which of his tries: two people's are never the same.
 * @returns The key of an earlier try where there is one; then nothing changes.
 * @throws GatewayError as `createKey`.
 */
export const createKeyOnce = async (
  store: KeyStore,
  attempt: readonly [who: string, which: string],
  options: NewKey,
  now: number,
): Promise<CreatedKey | Readonly<{ earlier: StoredKey }>> => {
  const id = `key_${hash('sha256', JSON.stringify(attempt), 'hex').slice(0, 16)}`;
  const secret = createKeySecret();
  const key = toStored(id, secret, options, now);
  const find = async () => (await store.keysById([id]))[0];
  const before = await find();
  if (before !== undefined) return { earlier: before };
  try {
    await store.insertKey(key);
    return { secret, key };
  } catch (error) {
    const meanwhile = await find();
    if (meanwhile === undefined) throw error;
    // Both tries at once, of which the store takes one; or it has taken this one, and its answer was lost.
    return meanwhile.sha256 === key.sha256 ? { secret, key } : { earlier: meanwhile };
  }
};

/**
 * Stores a key that was made elsewhere, such as one in a Secret of a cluster. Where it is stored already nothing changes: a revoked
 * key stays revoked, however often it is brought in.
 *
 * @returns The key as it is stored, and whether that was done now.
 * @throws GatewayError `USAGE` for what is no gateway key, a bad name, rate or expiry; `STORE_FAILED`.
 */
export const importKey = async (
  store: KeyStore,
  secret: string,
  options: NewKey,
  now: number,
): Promise<Readonly<{ key: StoredKey; isNew: boolean }>> => {
  if (!isWellFormed(secret)) {
    throw new GatewayError('USAGE', 'This is no gateway key as "keys create" makes it', { param: 'key' });
  }
  const sha256 = hashKey(secret);
  const find = async () => (await store.listKeys()).find((key) => key.sha256 === sha256);
  // The same id on every replica: of two that bring the key in at once one is refused.
  const key = toStored(`key_${sha256.slice(0, 16)}`, secret, options, now);
  const before = await find();
  if (before !== undefined) return { key: before, isNew: false };
  try {
    await store.insertKey(key);
    return { key, isNew: true };
  } catch (error) {
    const meanwhile = await find();
    if (meanwhile === undefined) throw error;
    return { key: meanwhile, isNew: false };
  }
};

const refuseEnded = (id: string, how: 'has expired' | 'is revoked'): never => {
  throw new GatewayError('USAGE', `The key ${id} ${how}; create a new one`, { param: 'id' });
};

const findRotatable = async (store: KeyStore, id: string): Promise<StoredKey> => {
  const [key] = await store.keysById([id]);
  if (key === undefined)
    throw new GatewayError('USAGE', `There is no key with the id "${id}".`, { param: 'id' });
  return key.revokedAtMs === null ? key : refuseEnded(id, 'is revoked');
};

/** Why a key was not replaced: somebody else has just done so, or has changed it. */
export type RotationConflict = Readonly<{ code: 'rotated_already' | 'stale'; message: string }>;

/** `endsAtMs` is when the old key does. */
export type Rotation =
  | Readonly<{ ok: true; created: CreatedKey; endsAtMs: number }>
  | Readonly<{ ok: false; conflict: RotationConflict }>;

/**
 * Replaces a key: the new one has the same name, settings and exclusions (and, where the old one had an expiry, the same
 * lifetime from now on), the old one goes on for `overlapMs`, or until its own expiry where that comes first. A key is replaced once,
 * as long as the new one is in force: of two who do so at once both would go on to hand out a key, and the second would end the old one
 * at another time than the first was told.
 *
 * @throws GatewayError `USAGE` where no such key is in force; `STORE_FAILED`.
 */
export const rotateKey = async (
  store: KeyStore,
  id: string,
  overlapMs: number,
  now: number,
): Promise<Rotation> => {
  const old = await findRotatable(store, id);
  const { createdAtMs, expiresAtMs, ...settings } = old;
  const secret = createKeySecret();
  const key = toStored(
    `key_${randomBase62(16)}`,
    secret,
    {
      ...settings,
      expiresAtMs: expiresAtMs === null ? null : Math.min(now + (expiresAtMs - createdAtMs), LATEST_MS),
      // A rotated start key is in somebody's hands, so it must outlive the next `portcullis start`.
      origin: old.origin === 'start' ? 'cli' : old.origin,
    },
    now,
  );
  const endsAtMs = Math.min(expiresAtMs ?? Number.POSITIVE_INFINITY, now + Math.max(0, overlapMs));
  const rotated = await store.replaceKey(old, key, endsAtMs);
  if (rotated === 'done') return { ok: true, created: { secret, key }, endsAtMs };
  if (rotated === 'expired') return refuseEnded(id, 'has expired');
  if (rotated === 'changed') {
    const message = `Somebody else has changed the key ${id} meanwhile; look at it first.`;
    return { ok: false, conflict: { code: 'stale', message } };
  }
  const { successorId } = rotated;
  const message = `The key ${id} was rotated already: ${successorId} took its place. Where that was never shown, rotate or revoke it.`;
  return { ok: false, conflict: { code: 'rotated_already', message } };
};

/**
 * The key that `portcullis start` prints. A secret can't be shown twice, so each run mints its own; those of earlier
 * runs that nobody ever used are deleted, those in use stay valid.
 */
export const mintStartKey = async (store: KeyStore, now: number): Promise<CreatedKey> => {
  const keys = await store.listKeys();
  const unused = keys.filter(({ origin, lastUsedAtMs }) => origin === 'start' && lastUsedAtMs === null);
  await Promise.all(unused.map(({ id }) => store.deleteKey(id)));
  return createKey(store, { name: 'start', origin: 'start' }, now);
};
