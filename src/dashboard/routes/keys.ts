import { z } from 'zod';
import { EntitiesSchema } from '../../config/entities.ts';
import { unknownEntities } from '../../config/unknown-entities.ts';
import { createKeyFilter, KEY_STATUSES, statusOf } from '../../keys/search.ts';
import { type CreatedKey, checkedName, createKey, createKeyOnce, rotateKey } from '../../keys/service.ts';
import type { EntitySettings } from '../../policy/settings.ts';
import { type Position, parseCursor, toPage } from '../../records/cursor.ts';
import type { StoredKey } from '../../records/store.ts';
import { Rotation } from '../api/common.ts';
import { Key, KeyChange, KeyPage, NewKey } from '../api/keys.ts';
import type { Api } from '../api-router.ts';
import type { DashboardDeps } from '../context.ts';
import { ApiFailure, notFound, overtaken } from '../failure.ts';
import { createKeyIndex, type IndexedKey, indexed } from '../key-index.ts';
import { CursorQuery } from './paging.ts';

const TAG = 'Gateway keys';

const KeyQuery = CursorQuery.extend({
  /** A piece of name, id or beginning of the key, whatever the case. */
  search: z.string().max(200).optional(),
  status: z.array(z.enum(KEY_STATUSES)).optional(),
  /** Only these keys. */
  id: z.array(z.string().max(128)).max(200).optional(),
});

const isBehind = ({ createdAtMs, id }: IndexedKey, from: Position): boolean =>
  createdAtMs < from.atMs || (createdAtMs === from.atMs && id < from.id);

/** Everything but the hash. */
const toKey = (key: StoredKey, nowMs: number) =>
  ({
    id: key.id,
    name: key.name,
    displayPrefix: key.displayPrefix,
    status: statusOf(key, nowMs),
    createdAtMs: key.createdAtMs,
    expiresAtMs: key.expiresAtMs,
    revokedAtMs: key.revokedAtMs,
    lastUsedAtMs: key.lastUsedAtMs,
    mode: key.mode,
    sensitivity: key.sensitivity,
    override: key.override,
    rateLimitPerMinute: key.rateLimitPerMinute,
    entities: key.entities as Readonly<Record<string, unknown>> | null,
    rolloutPercent: key.rolloutPercent,
    origin: key.origin,
  }) as const;

/** @param before What the key says already, and may go on to say. */
const checkEntities = (
  given: Readonly<Record<string, unknown>> | null,
  before: EntitySettings | null = null,
): EntitySettings | null => {
  if (given === null) return null;
  const result = EntitiesSchema.safeParse(given);
  const issues = result.success
    ? unknownEntities({ entities: given }, { entities: before })
    : result.error.issues.map(({ path, message }) => ({ path: ['entities', ...path], message }));
  if (result.success && issues.length === 0) return result.data;
  throw new ApiFailure('invalid_request_error', 'invalid_request', 'The entities are not valid.', {
    param: 'entities',
    issues: issues.map(({ path, message }) => ({ path: path.map(String).join('.'), message })),
  });
};

const madeAlready = ({ id, name }: StoredKey): ApiFailure =>
  new ApiFailure(
    'conflict',
    'made_already',
    `An earlier try has made this key, “${name}” (${id}). It was shown once and cannot be shown again.`,
  );

export const keyRoutes = (api: Api, deps: DashboardDeps): void => {
  const { store, now } = deps;
  const allKeys = createKeyIndex(store);
  const Created = z.object({ key: Key, secret: z.string() });

  const find = async (id: string): Promise<StoredKey> => {
    const [key] = await store.keysById([id]);
    if (key === undefined) throw notFound('key');
    return key;
  };

  const requireFuture = (expiresAtMs: number | null | undefined): void => {
    if (expiresAtMs === undefined || expiresAtMs === null || expiresAtMs > now()) return;
    throw new ApiFailure('invalid_request_error', 'invalid_request', 'A key must expire in the future.', {
      param: 'expiresAtMs',
    });
  };

  const shown = ({ key, secret }: CreatedKey) => ({ key: toKey(key, now()), secret });

  api.json(
    'GET /keys',
    {
      summary: 'Gateway keys, the newest first; none can be read',
      tag: TAG,
      query: KeyQuery,
      response: KeyPage,
    },
    async ({ query: { cursor, limit, id: ids, ...wanted } }) => {
      const nowMs = now();
      const asked = ids === undefined ? await allKeys() : indexed(await store.keysById(ids));
      const found = asked.filter(createKeyFilter(wanted, nowMs));
      const from = cursor === undefined ? null : parseCursor(cursor);
      const rest = from === null ? found : found.filter((key) => isBehind(key, from));
      const at = ({ createdAtMs: atMs, id }: IndexedKey) => ({ atMs, id });
      const { items, nextCursor } = toPage(rest, limit, at, ({ id }) => id);
      const shown = new Map((await store.keysById(items)).map((key) => [key.id, toKey(key, nowMs)]));
      return { items: items.flatMap((id) => shown.get(id) ?? []), nextCursor, total: found.length };
    },
  );

  api.json(
    'POST /keys',
    {
      summary: 'Make a key; it is shown in this answer alone',
      tag: TAG,
      body: NewKey,
      status: 201,
      response: Created,
    },
    async (call) => {
      requireFuture(call.body.expiresAtMs);
      const { attempt, ...given } = call.body;
      const fields = { ...given, entities: checkEntities(given.entities) };
      const wanted = { ...fields, origin: 'dashboard' } as const;
      const created =
        attempt === undefined
          ? await createKey(store, wanted, now())
          : await createKeyOnce(store, [call.user.id, attempt], wanted, now());
      if ('earlier' in created) throw madeAlready(created.earlier);
      await api.audit(call, 'key.create', created.key.id, { ...fields });
      return shown(created);
    },
  );

  api.json(
    'PATCH /keys/{id}',
    { summary: 'Change what a key may', tag: TAG, body: KeyChange, response: Key },
    async (call) => {
      const before = await find(call.param('id'));
      if (before.revokedAtMs !== null) {
        throw new ApiFailure('conflict', 'key_revoked', 'A revoked key cannot be changed.');
      }
      const { expected, name, entities, expiresAtMs, ...rest } = call.body;
      requireFuture(expiresAtMs);
      const changes = {
        ...given(rest),
        ...(name === undefined ? {} : { name: checkedName(name) }),
        ...(entities === undefined ? {} : { entities: checkEntities(entities, before.entities) }),
        ...(expiresAtMs === undefined ? {} : { expiresAtMs }),
      };
      if (!(await store.updateKey(before.id, changes, expected))) {
        await find(before.id);
        throw overtaken('key');
      }
      await api.audit(call, 'key.change', before.id, { name: before.name, changes });
      return toKey(await find(before.id), now());
    },
  );

  api.json(
    'POST /keys/{id}/rotate',
    {
      summary: 'A new key with the same settings; the old one goes on for a while',
      tag: TAG,
      body: Rotation,
      status: 201,
      response: Created,
    },
    async (call) => {
      const old = await find(call.param('id'));
      const rotation = await rotateKey(store, old.id, call.body.overlapMs, now());
      if (!rotation.ok) throw new ApiFailure('conflict', rotation.conflict.code, rotation.conflict.message);
      const { created } = rotation;
      await api.audit(call, 'key.rotate', old.id, { successor: created.key.id, ...call.body });
      return shown(created);
    },
  );

  api.json('POST /keys/{id}/revoke', { summary: 'End a key now', tag: TAG, response: Key }, async (call) => {
    const key = await find(call.param('id'));
    // When it ended stays when it ended.
    if (key.revokedAtMs === null) {
      await store.revokeKey(key.id, now());
      await api.audit(call, 'key.revoke', key.id, { name: key.name });
    }
    return toKey(await find(key.id), now());
  });
};

type Given<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> };

/** Without what was not said. */
const given = <T extends object>(fields: T): Given<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<T>;
