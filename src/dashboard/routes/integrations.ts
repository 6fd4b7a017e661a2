import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { StoredView } from '../../records/ports/audit.ts';
import type { StoredWebhook, WebhookChanges } from '../../records/ports/webhooks.ts';
import { Rotation } from '../api/common.ts';
import { DeliveryPage, NewWebhook, Webhook, WebhookChange, WebhookEvent } from '../api/integrations.ts';
import { SavedView } from '../api/requests.ts';
import type { Api } from '../api-router.ts';
import { newId, newToken } from '../auth/tokens.ts';
import type { DashboardDeps } from '../context.ts';
import { ApiFailure, notFound, overtaken } from '../failure.ts';
import { addressProblem } from '../webhooks/guard.ts';
import { MAX_RETIRED, overlapEnd, retire } from '../webhooks/secrets.ts';
import { isShortened, shownUrl, withShownUrl } from '../webhooks/shown-url.ts';
import { CursorQuery, toPaging } from './paging.ts';

const TAG = 'Integrations';
const Created = z.object({ webhook: Webhook, secret: z.string() });
const NewView = SavedView.omit({ id: true, owner: true });

export const viewRoutes = (api: Api, { store }: DashboardDeps): void => {
  const toView = async (views: readonly StoredView[]) => {
    const users = new Map((await store.listUsers()).map(({ id, email }) => [id, email]));
    return views.map(({ id, name, query, isShared, userId }) => ({
      id,
      name,
      query,
      isShared,
      owner: users.get(userId) ?? '',
    }));
  };

  const put = async (view: StoredView) => {
    await store.putView(view);
    const [shown] = await toView([view]);
    if (shown === undefined) throw notFound('view');
    return shown;
  };

  api.json(
    'GET /views',
    {
      summary: 'One’s own saved views and those that others share',
      tag: 'Requests',
      response: z.object({ items: z.array(SavedView) }),
    },
    async ({ user }) => ({ items: await toView(await store.listViews(user.id)) }),
  );
  api.json(
    'POST /views',
    { summary: 'Save a view', tag: 'Requests', body: NewView, status: 201, response: SavedView },
    ({ user, body }) => put({ ...body, id: newId('viw'), userId: user.id }),
  );
  api.json(
    'PUT /views/{id}',
    { summary: 'Change one’s own view', tag: 'Requests', body: NewView, response: SavedView },
    async ({ user, body, param }) => {
      const before = (await store.listViews(user.id)).find(({ id }) => id === param('id'));
      if (before === undefined || before.userId !== user.id) throw notFound('view');
      return put({ ...body, id: before.id, userId: user.id });
    },
  );
  api.empty('DELETE /views/{id}', { summary: 'Remove one’s own view', tag: 'Requests' }, async (call) => {
    if (!(await store.deleteView(call.param('id'), call.user.id))) throw notFound('view');
  });
};

const isEvent = (event: string): event is z.output<typeof WebhookEvent> =>
  WebhookEvent.safeParse(event).success;

type Expected = z.output<typeof WebhookChange>['expected'];

/** What is expected as the store has it, of which people are not shown all; null where it is something else by now. */
const asStored = (webhook: StoredWebhook, expected: Expected): WebhookChanges | null => {
  const { name, url, events, isEnabled } = webhook;
  const shown = { name, url: shownUrl(url), events: events.filter(isEvent), isEnabled };
  if (!isDeepStrictEqual(shown, { ...shown, ...expected })) return null;
  const names = Object.keys(expected);
  return Object.fromEntries(
    Object.entries({ name, url, events, isEnabled }).filter(([each]) => names.includes(each)),
  );
};

const tooManySecrets = (): ApiFailure =>
  new ApiFailure(
    'conflict',
    'too_many_secrets',
    `${MAX_RETIRED} old secrets still sign: wait until one ends, or end them all with no overlap.`,
    { param: 'overlapMs' },
  );

const newSecret = (): string => `whsec_${newToken()}`;

export const integrationRoutes = (api: Api, deps: DashboardDeps): void => {
  const { store, now, webhooks } = deps;

  const shown = async (hooks: readonly StoredWebhook[]) => {
    const counts = await store.webhookCounts();
    const nowMs = now();
    return hooks.map(({ id, name, url, events, isEnabled, createdAtMs, ...secrets }) => ({
      id,
      name,
      url: shownUrl(url),
      events: events.filter(isEvent),
      isEnabled,
      createdAtMs,
      overlapEndsAtMs: overlapEnd(secrets, nowMs),
      pending: counts.get(id)?.pending ?? 0,
      failed: counts.get(id)?.dead ?? 0,
      lastDeliveredAtMs: counts.get(id)?.lastDeliveredAtMs ?? null,
    }));
  };

  const one = async (webhook: StoredWebhook) => {
    const [first] = await shown([webhook]);
    if (first === undefined) throw notFound('webhook');
    return first;
  };

  const find = async (id: string): Promise<StoredWebhook> => {
    const webhook = (await store.listWebhooks()).find((candidate) => candidate.id === id);
    if (webhook === undefined) throw notFound('webhook');
    return webhook;
  };

  /** Names are judged at each delivery, by what they resolve to; what is no name can be said now. */
  const checkAddress = (url: string): void => {
    if (isShortened(url))
      throw new ApiFailure('invalid_request_error', 'address_shortened', 'Give the whole address.', {
        param: 'url',
      });
    const problem = addressProblem(url, deps.settings.webhooks.allowPrivate);
    if (problem !== null)
      throw new ApiFailure('invalid_request_error', 'address_not_allowed', problem, { param: 'url' });
  };

  api.json(
    'GET /webhooks',
    { summary: 'All webhooks', tag: TAG, response: z.object({ items: z.array(Webhook) }) },
    async () => ({ items: await shown(await store.listWebhooks()) }),
  );

  api.json(
    'POST /webhooks',
    {
      summary: 'Make a webhook; its secret is shown in this answer alone',
      tag: TAG,
      body: NewWebhook,
      status: 201,
      response: Created,
    },
    async (call) => {
      checkAddress(call.body.url);
      const secret = newSecret();
      const webhook: StoredWebhook = {
        ...call.body,
        id: newId('whk'),
        secret,
        retired: [],
        createdAtMs: now(),
      };
      await store.putWebhook(webhook);
      await api.audit(call, 'webhook.create', webhook.id, withShownUrl('webhook.create', { ...call.body }));
      return { webhook: await one(webhook), secret };
    },
  );

  api.json(
    'PATCH /webhooks/{id}',
    {
      summary: 'Change a webhook',
      tag: TAG,
      body: WebhookChange,
      response: Webhook,
    },
    async (call) => {
      const { url, expected, ...rest } = call.body;
      const before = await find(call.param('id'));
      const seen = asStored(before, expected);
      // Whoever sends back what was shown changes nothing of it.
      const isNew = url !== undefined && url !== shownUrl(before.url);
      if (isNew) checkAddress(url);
      const changes = isNew ? { ...rest, url } : rest;
      const webhook = seen === null ? null : await store.updateWebhook(before.id, changes, seen);
      if (webhook === null) {
        await find(before.id);
        throw overtaken('webhook');
      }
      await api.audit(call, 'webhook.change', webhook.id, withShownUrl('webhook.change', { ...changes }));
      return one(webhook);
    },
  );

  api.json(
    'POST /webhooks/{id}/rotate',
    {
      summary: 'A new secret, shown in this answer alone; the old one also signs for a while',
      tag: TAG,
      body: Rotation,
      status: 201,
      response: Created,
    },
    async (call) => {
      const before = await find(call.param('id'));
      const { overlapMs } = call.body;
      const retired = retire(before, overlapMs, now());
      if (retired.length > MAX_RETIRED) throw tooManySecrets();
      const secret = newSecret();
      const webhook = await store.replaceSecret(before.id, before.secret, { secret, retired });
      if (webhook === null) {
        await find(before.id);
        throw overtaken('webhook');
      }
      await api.audit(call, 'webhook.rotate', webhook.id, { name: webhook.name, overlapMs });
      return { webhook: await one(webhook), secret };
    },
  );

  api.empty('DELETE /webhooks/{id}', { summary: 'Remove a webhook', tag: TAG }, async (call) => {
    const webhook = await find(call.param('id'));
    await store.deleteWebhook(webhook.id);
    await api.audit(call, 'webhook.delete', webhook.id, { name: webhook.name });
  });

  api.empty(
    'POST /webhooks/{id}/test',
    { summary: 'Send one event to a webhook', tag: TAG },
    async (call) => {
      await webhooks.test(await find(call.param('id')));
      await api.audit(call, 'webhook.test', call.param('id'));
    },
  );

  api.json(
    'GET /webhooks/{id}/deliveries',
    { summary: 'What was sent, the newest first', tag: TAG, query: CursorQuery, response: DeliveryPage },
    async ({ query, param }) => {
      const webhook = await find(param('id'));
      return store.listDeliveries(webhook.id, toPaging(query));
    },
  );

  api.empty(
    'POST /deliveries/{id}/retry',
    { summary: 'Try a dead delivery again', tag: TAG },
    async (call) => {
      if (!(await store.retryDelivery(call.param('id'), now()))) throw notFound('delivery');
      await api.audit(call, 'webhook.retry', call.param('id'));
    },
  );
};
