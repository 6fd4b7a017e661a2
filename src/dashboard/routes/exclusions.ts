import { z } from 'zod';
import type { StoredExclusion } from '../../records/ports.ts';
import { Exclusion, NewExclusion, Replay, ReplayRequest } from '../api/loop.ts';
import type { Api, Call } from '../api-router.ts';
import { newId } from '../auth/tokens.ts';
import type { DashboardDeps } from '../context.ts';
import { currentPolicy } from '../current-policy.ts';
import { ApiFailure, notFound } from '../failure.ts';
import { runReplay } from '../run-replay.ts';

const TAG = 'Exclusions';
const MAX_REPLAYS = 2;

export const exclusionRoutes = (api: Api, deps: DashboardDeps): void => {
  const { store, now } = deps;
  let replays = 0;

  api.json(
    'GET /exclusions',
    {
      summary: 'What is no longer a threat, the newest first',
      tag: TAG,
      query: z.object({ includeEnded: z.boolean().default(false) }),
      response: z.object({ items: z.array(Exclusion) }),
    },
    async ({ query }) => ({
      items: (await store.listExclusions(query.includeEnded)).toSorted(
        (a, b) => b.createdAtMs - a.createdAtMs,
      ),
    }),
  );

  const findExclusion = async (id: string): Promise<StoredExclusion> => {
    const exclusion = (await store.listExclusions(true)).find((candidate) => candidate.id === id);
    if (exclusion === undefined) throw notFound('exclusion');
    return exclusion;
  };

  api.json(
    'POST /exclusions',
    {
      summary: 'Exclude findings from the verdict; try it by a replay first',
      tag: TAG,
      body: NewExclusion,
      status: 201,
      response: Exclusion,
    },
    async (call) => {
      const { scope, comment, expiresAtMs, feedbackId } = call.body;
      if (expiresAtMs !== null && expiresAtMs <= now()) {
        throw new ApiFailure('invalid_request_error', 'invalid_request', 'It must expire in the future.', {
          param: 'expiresAtMs',
        });
      }
      const item = feedbackId === null ? null : await store.getFeedback(feedbackId);
      if (feedbackId !== null && item === null) throw notFound('feedback');
      const exclusion: StoredExclusion = {
        id: newId('exc'),
        scope,
        comment,
        owner: call.user.email,
        createdAtMs: now(),
        expiresAtMs,
        endedAtMs: null,
        feedbackId,
        hitCount: 0,
        lastHitAtMs: null,
      };
      await store.insertExclusion(exclusion);
      if (item !== null) await store.setFeedbackStatus(item.id, 'excluded');
      await api.audit(call, 'exclusion.create', exclusion.id, { scope, expiresAtMs, comment, feedbackId });
      return exclusion;
    },
  );

  const turn = async (call: Call<unknown, undefined>, isEnd: boolean): Promise<StoredExclusion> => {
    const before = await findExclusion(call.param('id'));
    const isDone = isEnd
      ? await store.endExclusion(before.id, now())
      : await store.reviveExclusion(before.id);
    if (!isDone) {
      throw new ApiFailure('conflict', isEnd ? 'ended_already' : 'not_ended', 'That is the case already.');
    }
    await api.audit(call, isEnd ? 'exclusion.end' : 'exclusion.revive', before.id);
    return findExclusion(before.id);
  };

  api.json(
    'POST /exclusions/{id}/end',
    { summary: 'End an exclusion: what it covered is a threat again', tag: TAG, response: Exclusion },
    (call) => turn(call, true),
  );
  api.json(
    'POST /exclusions/{id}/revive',
    { summary: 'Take the end of an exclusion back', tag: TAG, response: Exclusion },
    (call) => turn(call, false),
  );

  api.json(
    'POST /replay',
    {
      summary:
        'What stored traffic would have come to with an exclusion, another sensitivity or another mode',
      tag: TAG,
      body: ReplayRequest,
      response: Replay,
    },
    async ({ body }) => {
      if (body.fromMs >= body.toMs) {
        throw new ApiFailure('invalid_request_error', 'invalid_request', 'fromMs must be before toMs.', {
          param: 'fromMs',
        });
      }
      if (replays >= MAX_REPLAYS) {
        throw new ApiFailure('rate_limit_error', 'busy', 'Other replays are under way.', {
          retryAfterMs: 5000,
        });
      }
      replays += 1;
      try {
        const { effective } = await currentPolicy(store, deps.locked);
        return await runReplay(body, effective, deps);
      } finally {
        replays -= 1;
      }
    },
  );
};
