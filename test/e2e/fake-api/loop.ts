// What people say of verdicts, and what is made of it.
import { z } from 'zod';
import * as loop from '../../../src/dashboard/api/loop.ts';
import * as requests from '../../../src/dashboard/api/requests.ts';
import * as data from '../data.ts';
import { items, NONE, type Route, refusal } from './route.ts';
import { rowOf, type State } from './state.ts';

const previewOf = (scope: unknown): string => `seen ${JSON.stringify(scope).length}`;
const NO_PREVIEW = refusal(422, 'invalid_request_error', 'preview_required', 'Preview it first.');

export const loopRoutes = (state: State): readonly Route[] => [
  [
    'POST',
    /^\/requests\/([^/]+)\/feedback$/,
    ({ params, body }) => {
      const { label, comment } = loop.NewFeedback.parse(body);
      const item = {
        ...data.feedbackItem(`fbk_${state.feedback.length + 1}`, params[0] ?? '', state.words, state.nowMs),
        label,
        comment,
        author: state.me.email,
      };
      state.feedback.push(item);
      return { status: 201, schema: requests.FeedbackItem, answer: item };
    },
  ],
  [
    'GET',
    /^\/feedback$/,
    ({ search }) => ({
      schema: loop.FeedbackPage,
      answer: {
        items: state.feedback
          .filter(
            ({ status, undoneAtMs }) => status === (search.get('status') ?? 'open') && undoneAtMs === null,
          )
          .map((item) => ({ ...item, request: rowOf(state, item.requestId) ?? null })),
        nextCursor: null,
      },
    }),
  ],
  [
    'DELETE',
    /^\/feedback\/([^/]+)$/,
    ({ params }) => {
      state.feedback = state.feedback.map((item) =>
        item.id === params[0] ? { ...item, undoneAtMs: state.nowMs } : item,
      );
      return { status: 204, schema: NONE };
    },
  ],
  [
    'PATCH',
    /^\/feedback\/([^/]+)$/,
    ({ params, body }) => {
      const { status } = z.object({ status: z.enum(['open', 'dismissed']) }).parse(body);
      state.feedback = state.feedback.map((item) => (item.id === params[0] ? { ...item, status } : item));
      return { schema: requests.FeedbackItem, answer: state.feedback.find(({ id }) => id === params[0]) };
    },
  ],
  [
    'GET',
    /^\/feedback\/([^/]+)\/suggestions$/,
    () => {
      const scope = {
        ruleId: 'PI-1001',
        subType: 'instruction_override',
        keyId: 'key_1',
        role: 'user',
        direction: 'input',
        fingerprint: 'ab'.repeat(16),
      };
      return {
        schema: loop.Suggestions,
        answer: {
          suggestions: [
            { title: 'This very text, from this key', scope },
            { title: 'This rule in user texts of this key', scope: { ...scope, fingerprint: null } },
          ],
        },
      };
    },
  ],
  [
    'POST',
    /^\/replay$/,
    ({ body }) => {
      const { exclusion, thresholds } = loop.ReplayRequest.parse(body);
      const medium = thresholds?.user?.medium ?? 0.8;
      return {
        schema: loop.Replay,
        answer: {
          examined: 12_031,
          isComplete: thresholds === null,
          changed: 14,
          loosened: 14,
          tightened: 0,
          noLongerStopped: 9,
          newlyStopped: 0,
          bySensitivity: {
            low: { before: 40, after: 40 },
            medium: { before: 214, after: 214 + Math.round((0.8 - medium) * 100) },
            high: { before: 601, after: 601 },
            paranoid: { before: 1902, after: 1902 },
          },
          byKey: [
            { keyId: 'key_2', keyName: 'support-bot', examined: 8112, loosened: 11, tightened: 0 },
            { keyId: 'key_1', keyName: 'web-shop', examined: 3004, loosened: 3, tightened: 0 },
          ].map((each, at) => ({ ...each, noLongerStopped: at === 0 ? 8 : 1, newlyStopped: 0 })),
          previewToken: exclusion === null ? null : previewOf(exclusion),
          samples: state.rows
            .filter(({ outcome }) => outcome === 'blocked')
            .slice(0, 5)
            .map((request) => ({ request, before: 'blocked', after: 'pass' })),
        },
      };
    },
  ],
  ['GET', /^\/exclusions$/, () => ({ schema: items(loop.Exclusion), answer: { items: state.exclusions } })],
  [
    'POST',
    /^\/exclusions$/,
    ({ body }) => {
      const { preview, ...given } = loop.NewExclusion.parse(body);
      if (preview !== previewOf(given.scope)) return NO_PREVIEW;
      const made = {
        ...given,
        id: `exc_${state.exclusions.length + 1}`,
        owner: state.me.email,
        createdAtMs: state.nowMs,
        endedAtMs: null,
        hitCount: 0,
        lastHitAtMs: null,
      };
      state.exclusions = [made, ...state.exclusions];
      state.feedback = state.feedback.map((item) =>
        item.id === given.feedbackId ? { ...item, status: 'excluded' as const } : item,
      );
      return { status: 201, schema: loop.Exclusion, answer: made };
    },
  ],
  [
    'POST',
    /^\/exclusions\/([^/]+)\/(end|revive)$/,
    ({ params, body }) => {
      const found = state.exclusions.find(({ id }) => id === params[0]);
      const isUnseen =
        params[1] === 'revive' &&
        (found === undefined || loop.ExclusionRevival.parse(body).preview !== previewOf(found.scope));
      if (isUnseen) return NO_PREVIEW;
      state.exclusions = state.exclusions.map((each) =>
        each.id === params[0] ? { ...each, endedAtMs: params[1] === 'end' ? state.nowMs : null } : each,
      );
      return { status: 204, schema: NONE };
    },
  ],
];
