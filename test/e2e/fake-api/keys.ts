// Gateway keys.
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { Rotation } from '../../../src/dashboard/api/common.ts';
import * as keyShapes from '../../../src/dashboard/api/keys.ts';
import { NONE, type Route, refusal } from './route.ts';
import type { State } from './state.ts';

export const keyRoutes = (state: State): readonly Route[] => [
  [
    'GET',
    /^\/keys$/,
    ({ search }) => {
      const text = search.get('search')?.toLowerCase() ?? '';
      const all = state.keys.filter(
        ({ id, name, status }) =>
          (search.getAll('id').length === 0 || search.getAll('id').includes(id)) &&
          (search.getAll('status').length === 0 || search.getAll('status').includes(status)) &&
          `${id} ${name}`.toLowerCase().includes(text),
      );
      const from = Number.parseInt(search.get('cursor') ?? '0', 10);
      const to = from + Number(search.get('limit') ?? 50);
      return {
        schema: keyShapes.KeyPage,
        answer: {
          items: all.slice(from, to),
          nextCursor: to < all.length ? `${to}~` : null,
          total: all.length,
        },
      };
    },
  ],
  [
    'POST',
    /^\/keys$/,
    ({ body }) => {
      const { attempt, ...given } = keyShapes.NewKey.parse(body);
      const earlier = state.attempts.get(attempt ?? '');
      if (earlier !== undefined)
        return refusal(409, 'conflict', 'made_already', `An earlier try has made this key, “${earlier}”.`);
      if (attempt !== undefined) state.attempts.set(attempt, given.name);
      const key = {
        ...given,
        id: `key_${state.keys.length + 10}`,
        displayPrefix: 'pcl_77aa',
        status: 'active' as const,
        createdAtMs: state.nowMs,
        revokedAtMs: null,
        lastUsedAtMs: null,
        origin: 'dashboard' as const,
      };
      state.keys = [key, ...state.keys];
      return {
        status: 201,
        schema: z.object({ key: keyShapes.Key, secret: z.string() }),
        answer: { key, secret: ['pcl_77aa', 'ONLYONCE'].join('') },
      };
    },
  ],
  [
    'PATCH',
    /^\/keys\/([^/]+)$/,
    ({ params, body }) => {
      const { expected, ...given } = keyShapes.KeyChange.parse(body);
      const before = state.keys.find(({ id }) => id === params[0]);
      if (!isDeepStrictEqual({ ...before }, { ...before, ...expected }))
        return refusal(409, 'conflict', 'stale', 'Somebody else has changed this key.');
      const changes = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
      state.keys = state.keys.map((key) => (key.id === params[0] ? { ...key, ...changes } : key));
      return { schema: keyShapes.Key, answer: state.keys.find(({ id }) => id === params[0]) };
    },
  ],
  [
    'POST',
    /^\/keys\/([^/]+)\/revoke$/,
    ({ params }) => {
      state.keys = state.keys.map((key) =>
        key.id === params[0] ? { ...key, status: 'revoked' as const } : key,
      );
      return { status: 204, schema: NONE };
    },
  ],
  [
    'POST',
    /^\/keys\/([^/]+)\/rotate$/,
    ({ body }) => {
      Rotation.parse(body);
      return {
        schema: z.object({ key: keyShapes.Key, secret: z.string() }),
        answer: { key: state.keys[0], secret: 'pcl_rotatedONCE' },
      };
    },
  ],
];
