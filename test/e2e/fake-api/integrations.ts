// The audit log and webhooks.
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { Rotation } from '../../../src/dashboard/api/common.ts';
import * as integrations from '../../../src/dashboard/api/integrations.ts';
import * as data from '../data.ts';
import { items, NONE, type Route, refusal } from './route.ts';
import type { State } from './state.ts';

export const integrationRoutes = (state: State): readonly Route[] => [
  [
    'GET',
    /^\/audit$/,
    ({ search }) => ({
      schema: integrations.AuditPage,
      answer: {
        items: data
          .audit(state.nowMs, state.words)
          .filter(
            ({ actor, action }) =>
              actor.includes(search.get('actor') ?? '') && action.includes(search.get('action') ?? ''),
          ),
        nextCursor: null,
      },
    }),
  ],
  [
    'GET',
    /^\/webhooks$/,
    () => ({
      schema: items(integrations.Webhook),
      answer: { items: state.webhooks },
    }),
  ],
  [
    'POST',
    /^\/webhooks$/,
    ({ body }) => {
      integrations.NewWebhook.parse(body);
      return {
        status: 201,
        schema: z.object({ webhook: integrations.Webhook, secret: z.string() }),
        answer: { webhook: state.webhooks[0], secret: 'whsec_ONLYONCE' },
      };
    },
  ],
  [
    'PATCH',
    /^\/webhooks\/([^/]+)$/,
    ({ params, body }) => {
      const { expected, ...rest } = z.strictObject(integrations.WebhookChange.shape).parse(body);
      const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
      const before = state.webhooks.find(({ id }) => id === params[0]);
      if (!isDeepStrictEqual({ ...before }, { ...before, ...expected }))
        return refusal(409, 'conflict', 'stale', 'Somebody else has changed this webhook.');
      state.webhooks = state.webhooks.map((each) => (each.id === params[0] ? { ...each, ...given } : each));
      return { schema: integrations.Webhook, answer: state.webhooks.find(({ id }) => id === params[0]) };
    },
  ],
  [
    'POST',
    /^\/webhooks\/([^/]+)\/rotate$/,
    ({ params, body }) => {
      const { overlapMs } = Rotation.parse(body);
      const overlapEndsAtMs = overlapMs === 0 ? null : state.nowMs + overlapMs;
      state.webhooks = state.webhooks.map((each) =>
        each.id === params[0] ? { ...each, overlapEndsAtMs } : each,
      );
      return {
        status: 201,
        schema: z.object({ webhook: integrations.Webhook, secret: z.string() }),
        answer: { webhook: state.webhooks.find(({ id }) => id === params[0]), secret: 'whsec_ROTATEDONCE' },
      };
    },
  ],
  [
    'GET',
    /^\/webhooks\/([^/]+)\/deliveries$/,
    () => ({
      schema: integrations.DeliveryPage,
      answer: { items: data.deliveries(state.nowMs, state.words), nextCursor: null },
    }),
  ],
  ['POST', /^\/deliveries\/([^/]+)\/retry$/, () => ({ status: 204, schema: NONE })],
];
