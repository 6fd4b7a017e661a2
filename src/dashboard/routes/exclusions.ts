import { z } from 'zod';
import type { ExclusionScope } from '../../policy/exclusions.ts';
import type { StoredExclusion } from '../../records/ports/policy.ts';
import { Exclusion, ExclusionRevival, NewExclusion, Replay, ReplayRequest } from '../api/loop.ts';
import type { Api, Call } from '../api-router.ts';
import { newId } from '../auth/tokens.ts';
import type { DashboardDeps } from '../context.ts';
import { currentPolicy } from '../current-policy.ts';
import { createExclusionPreviews, type Preview } from '../exclusion-previews.ts';
import { ApiFailure, notFound } from '../failure.ts';
import { runReplay } from '../run-replay.ts';

const TAG = 'Exclusions';
const MAX_REPLAYS = 2;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const REPLAYED_DAYS = 7;
/** A preview of less is none: it would be a formality. */
const PREVIEWED_MS = DAY_MS;
/** A preview ends at its moment; clocks of whoever asks may differ by so much. */
const SLACK_MS = 300_000;

type Replayed = z.output<typeof ReplayRequest> & Readonly<{ fromMs: number; toMs: number }>;

/** @throws ApiFailure 422. */
const withTimes = (asked: z.output<typeof ReplayRequest>, nowMs: number): Replayed => {
  const toMs = asked.toMs ?? nowMs;
  const fromMs = asked.fromMs ?? Math.max(0, toMs - REPLAYED_DAYS * DAY_MS);
  if (fromMs < toMs) return { ...asked, fromMs, toMs };
  throw new ApiFailure('invalid_request_error', 'invalid_request', 'fromMs must be before toMs.', {
    param: 'fromMs',
  });
};

const refusePreview = (code: string, message: string): ApiFailure =>
  new ApiFailure('invalid_request_error', code, message, { param: 'preview' });

/** Whether a replay shows what an exclusion by itself makes of all recent traffic. */
const isPreview = (
  { fromMs, toMs, sensitivity, mode, thresholds, limit }: Replayed,
  nowMs: number,
): boolean =>
  sensitivity === null &&
  mode === null &&
  thresholds === null &&
  limit === undefined &&
  toMs >= nowMs - SLACK_MS &&
  // Of the time to come there is nothing to be shown.
  Math.min(toMs, nowMs + SLACK_MS) - fromMs >= PREVIEWED_MS;

export const exclusionRoutes = (api: Api, deps: DashboardDeps): void => {
  const { store, now } = deps;
  let replays = 0;
  const previews = createExclusionPreviews(store, {
    validMs: deps.settings.previewMinutes * MINUTE_MS,
    now,
  });

  /** A click alone never widens anything: whoever does must have been shown what it changes. @throws ApiFailure 422. */
  const requirePreview = async (
    { user }: Call<unknown, unknown>,
    scope: ExclusionScope,
    token: string | undefined,
  ): Promise<Preview> => {
    if (token === undefined) {
      throw refusePreview(
        'preview_required',
        'Preview it first: ask POST /api/v1/replay with this scope as `exclusion`, for at least the last 24 hours, ' +
          'and send the `previewToken` of the answer as `preview`.',
      );
    }
    const preview = await previews.read(token, user.id, scope);
    if (preview === 'foreign') {
      throw refusePreview(
        'preview_mismatch',
        'This preview is of another scope, or was made by another user.',
      );
    }
    if (preview === 'expired') {
      throw refusePreview(
        'preview_expired',
        `This preview is older than ${deps.settings.previewMinutes} minutes; look at a new one.`,
      );
    }
    return preview;
  };

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
      summary: 'Exclude findings from the verdict, once they were previewed by a replay',
      tag: TAG,
      body: NewExclusion,
      status: 201,
      response: Exclusion,
    },
    async (call) => {
      const { scope, comment, expiresAtMs, feedbackId } = call.body;
      const preview = await requirePreview(call, scope, call.body.preview);
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
      await api.audit(call, 'exclusion.create', exclusion.id, {
        scope,
        expiresAtMs,
        comment,
        feedbackId,
        preview,
      });
      return exclusion;
    },
  );

  const requireDone = (isDone: boolean, code: string): void => {
    if (!isDone) throw new ApiFailure('conflict', code, 'That is the case already.');
  };

  api.json(
    'POST /exclusions/{id}/end',
    { summary: 'End an exclusion: what it covered is a threat again', tag: TAG, response: Exclusion },
    async (call) => {
      const { id } = await findExclusion(call.param('id'));
      requireDone(await store.endExclusion(id, now()), 'ended_already');
      await api.audit(call, 'exclusion.end', id);
      return findExclusion(id);
    },
  );
  api.json(
    'POST /exclusions/{id}/revive',
    {
      summary: 'Take the end of an exclusion back, once it was previewed by a replay',
      tag: TAG,
      body: ExclusionRevival,
      response: Exclusion,
    },
    async (call) => {
      const { id, scope } = await findExclusion(call.param('id'));
      const preview = await requirePreview(call, scope, call.body.preview);
      requireDone(await store.reviveExclusion(id), 'not_ended');
      await api.audit(call, 'exclusion.revive', id, { preview });
      return findExclusion(id);
    },
  );

  api.json(
    'POST /replay',
    {
      summary:
        'What stored traffic would have come to with an exclusion, another sensitivity, mode or thresholds',
      tag: TAG,
      body: ReplayRequest,
      response: Replay,
    },
    async ({ body, user, c }) => {
      const asked = withTimes(body, now());
      if (replays >= MAX_REPLAYS) {
        throw new ApiFailure('rate_limit_error', 'busy', 'Other replays are under way.', {
          retryAfterMs: 5000,
        });
      }
      replays += 1;
      try {
        const { effective } = await currentPolicy(store, deps.locked());
        const result = await runReplay(asked, effective, deps, c.req.raw.signal);
        const { exclusion } = asked;
        const previewToken =
          exclusion === null || !isPreview(asked, now())
            ? null
            : await previews.issue(user.id, exclusion, result);
        return { ...result, previewToken };
      } finally {
        replays -= 1;
      }
    },
  );
};
