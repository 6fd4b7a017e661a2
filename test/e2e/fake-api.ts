// The dashboard's server as the pages see it: own files under the strict policy, canned answers checked by the shapes
// of `src/dashboard/api`, and a memory of what was sent.
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { z } from 'zod';
import * as access from '../../src/dashboard/api/access.ts';
import { ApiError } from '../../src/dashboard/api/common.ts';
import * as integrations from '../../src/dashboard/api/integrations.ts';
import * as keyShapes from '../../src/dashboard/api/keys.ts';
import * as loop from '../../src/dashboard/api/loop.ts';
import * as policy from '../../src/dashboard/api/policy.ts';
import * as requests from '../../src/dashboard/api/requests.ts';
import * as data from './data.ts';

const DIST = join(import.meta.dirname, '../../src/dashboard/ui/dist');
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.html': 'text/html; charset=utf-8',
};
const NONE = z.undefined();
const items = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item) });

export type Sent = Readonly<{ method: string; path: string; search: URLSearchParams; body: unknown }>;
type Call = Readonly<{ params: readonly string[]; search: URLSearchParams; body: unknown }>;
type Reply = Readonly<{ status?: number; schema: z.ZodType; answer?: unknown }>;
type Route = readonly [method: string, path: RegExp, handle: (call: Call) => Reply];

export type Options = Readonly<{
  words?: data.Words;
  role?: access.Role;
  isSignedIn?: boolean;
  needsSetup?: boolean;
  /** False while somebody reads what was there before it was erased. */
  isErasureSettled?: boolean;
  isEmpty?: boolean;
  isFailing?: boolean;
  /** What the configuration file sets besides, so that it is locked. */
  file?: Readonly<Record<string, unknown>>;
}>;

const refusal = (status: number, type: string, code: string, message: string): Reply => ({
  status,
  schema: ApiError,
  answer: { error: { type, code, message, param: null } },
});

const previewOf = (scope: unknown): string => `seen ${JSON.stringify(scope).length}`;
const NO_PREVIEW = refusal(422, 'invalid_request_error', 'preview_required', 'Preview it first.');

const record = (value: unknown): Readonly<Record<string, unknown>> =>
  z.record(z.string(), z.unknown()).catch({}).parse(value);

const createState = ({
  words = data.PLAIN,
  role = 'owner',
  isSignedIn = true,
  needsSetup = false,
  isErasureSettled = true,
  file = {},
}: Options) => {
  const nowMs = Date.now();
  const rows = Array.from({ length: 60 }, (_, at) => data.requestRow(at, words, nowMs));
  const allUsers = data.users(nowMs, words);
  return {
    nowMs,
    words,
    rows,
    users: allUsers,
    me: { ...allUsers[0], role } as z.output<typeof access.User>,
    isSignedIn,
    needsSetup,
    isErasureSettled,
    revision: 12,
    file,
    own: undefined as Readonly<Record<string, unknown>> | undefined,
    conflicts: 0,
    keys: data.keys(nowMs, words),
    feedback: [data.feedbackItem('fbk_1', rows[4]?.requestId ?? '', words, nowMs)],
    exclusions: data.exclusions(nowMs, words),
    webhooks: data.webhooks(nowMs, words),
    views: [
      {
        id: 'viw_1',
        name: 'Blocked today',
        query: 'outcome=blocked&range=24h',
        isShared: true,
        owner: 'grace@example.com',
      },
    ],
  };
};
type State = ReturnType<typeof createState>;

const entryRoutes = (state: State): readonly Route[] => {
  const enter = (): Reply => {
    state.isSignedIn = true;
    state.needsSetup = false;
    return { status: 201, schema: access.User, answer: state.me };
  };
  return [
    [
      'GET',
      /^\/session$/,
      () => ({
        schema: access.Session,
        answer: {
          user: state.isSignedIn ? state.me : null,
          needsSetup: state.needsSetup,
          oidcName: 'Example SSO',
          oidcGivesRoles: true,
          version: '0.1.0',
          gatewayUrl: 'https://gateway.example.com',
        },
      }),
    ],
    [
      'POST',
      /^\/session$/,
      ({ body }) =>
        access.SignIn.parse(body).password === 'correct horse battery'
          ? enter()
          : refusal(401, 'authentication_error', 'wrong_credentials', 'E-mail or password is wrong.'),
    ],
    [
      'DELETE',
      /^\/session$/,
      () => {
        state.isSignedIn = false;
        return { status: 204, schema: NONE };
      },
    ],
    [
      'POST',
      /^\/setup$/,
      ({ body }) =>
        access.Setup.parse(body).token === 'tok_setup'
          ? enter()
          : refusal(401, 'authentication_error', 'bad_token', 'The token is wrong or used.'),
    ],
    [
      'POST',
      /^\/invitations\/look$/,
      () => ({
        schema: z.object({ email: z.string(), role: access.Role }),
        answer: { email: 'new@example.com', role: 'analyst' },
      }),
    ],
    [
      'POST',
      /^\/invitations\/accept$/,
      ({ body }) => {
        access.AcceptInvitation.parse(body);
        return enter();
      },
    ],
    [
      'POST',
      /^\/password\/reset$/,
      ({ body }) => {
        access.PasswordReset.parse(body);
        return { status: 204, schema: NONE };
      },
    ],
    [
      'POST',
      /^\/password$/,
      ({ body }) => {
        access.PasswordChange.parse(body);
        return { status: 204, schema: NONE };
      },
    ],
    [
      'GET',
      /^\/sessions$/,
      () => ({
        schema: items(access.OwnSession),
        answer: {
          items: [
            {
              id: 'ses_1',
              createdAtMs: state.nowMs - 7_200_000,
              lastSeenAtMs: state.nowMs,
              userAgent: state.words.comment,
              address: '10.2.0.9',
              isCurrent: true,
            },
            {
              id: 'ses_2',
              createdAtMs: state.nowMs - 86_400_000,
              lastSeenAtMs: state.nowMs - 40_000_000,
              userAgent: 'Mozilla/5.0 (iPhone)',
              address: '10.2.0.44',
              isCurrent: false,
            },
          ],
        },
      }),
    ],
    [
      'DELETE',
      /^\/sessions(?:\/([^/]+))?$/,
      ({ params }) => {
        // Everywhere is here, too.
        if (params[0] === undefined) state.isSignedIn = false;
        return { status: 204, schema: NONE };
      },
    ],
    ['GET', /^\/users$/, () => ({ schema: items(access.User), answer: { items: state.users } })],
    [
      'PATCH',
      /^\/users\/([^/]+)$/,
      ({ body }) => ({ schema: access.UserChange, answer: access.UserChange.parse(body) }),
    ],
    [
      'POST',
      /^\/users\/([^/]+)\/reset-link$/,
      () => ({
        schema: z.object({ url: z.string() }),
        answer: { url: 'https://portcullis.example.com/reset-password#token=tok_reset' },
      }),
    ],
    [
      'GET',
      /^\/invitations$/,
      () => ({
        schema: items(access.Invitation),
        answer: {
          items: [
            {
              id: 'inv_1',
              email: 'joan@example.com',
              role: 'viewer',
              createdBy: 'ada@example.com',
              createdAtMs: state.nowMs - 3_600_000,
              expiresAtMs: state.nowMs + 500_000_000,
            },
          ],
        },
      }),
    ],
    [
      'POST',
      /^\/invitations$/,
      ({ body }) => {
        const { email, role } = access.NewInvitation.parse(body);
        return {
          status: 201,
          schema: access.Invitation.extend({ url: z.string() }),
          answer: {
            id: 'inv_2',
            email,
            role,
            createdBy: 'ada@example.com',
            createdAtMs: state.nowMs,
            expiresAtMs: state.nowMs + 604_800_000,
            url: 'https://portcullis.example.com/join#token=tok_invite',
          },
        };
      },
    ],
  ];
};

const filterRows = (state: State, search: URLSearchParams) =>
  state.rows.filter((row) => {
    const outcomes = search.getAll('outcome');
    const text = search.get('search')?.toLowerCase() ?? '';
    return (
      (outcomes.length === 0 || outcomes.includes(row.outcome)) &&
      (search.getAll('category').length === 0 || search.getAll('category').includes(row.category ?? '')) &&
      (search.getAll('errorCode').length === 0 || search.getAll('errorCode').includes(row.errorCode ?? '')) &&
      (text === '' || `${row.requestId} ${row.model} ${row.excerpt}`.toLowerCase().includes(text))
    );
  });

const pageOf = (state: State, search: URLSearchParams, isThreats: boolean): Reply => {
  const all = filterRows(state, search).filter(({ category }) => !isThreats || category !== null);
  const from = Number.parseInt(search.get('cursor') ?? '0', 10);
  const to = from + Number(search.get('limit') ?? 50);
  return {
    schema: requests.RequestPage,
    answer: { items: all.slice(from, to), nextCursor: to < all.length ? `${to}~` : null },
  };
};

const countBy = (values: readonly (string | null)[]) =>
  [
    ...Map.groupBy(
      values.filter((value) => value !== null),
      (value) => value,
    ),
  ].map(([value, all]) => ({ value, count: all.length }));

const requestRoutes = (state: State): readonly Route[] => {
  const find = (id: string | undefined) => state.rows.find(({ requestId }) => requestId === id);
  const feedbackOf = (id: string) =>
    state.feedback.filter(({ requestId, undoneAtMs }) => requestId === id && undoneAtMs === null);
  return [
    [
      'GET',
      /^\/overview$/,
      () => ({ schema: requests.Overview, answer: data.overview(state.nowMs, state.words) }),
    ],
    ['GET', /^\/metrics\/latency$/, () => ({ schema: requests.Latency, answer: data.latency(state.nowMs) })],
    ['GET', /^\/requests$/, ({ search }) => pageOf(state, search, false)],
    ['GET', /^\/threats$/, ({ search }) => pageOf(state, search, true)],
    [
      'GET',
      /^\/requests\/facets$/,
      () => ({
        schema: requests.Facets,
        answer: {
          outcome: countBy(state.rows.map(({ outcome }) => outcome)),
          category: countBy(state.rows.map(({ category }) => category)),
          model: countBy(state.rows.map(({ model }) => model)),
          key: countBy(state.rows.map(({ keyId }) => keyId)).map((each) => ({
            ...each,
            name: state.keys.find(({ id }) => id === each.value)?.name ?? null,
          })),
          errorCode: countBy(state.rows.map(({ errorCode }) => errorCode)).map(({ value }) => value),
        },
      }),
    ],
    [
      'GET',
      /^\/requests\/([^/]+)$/,
      ({ params }) => {
        const row = find(params[0]);
        if (row === undefined)
          return refusal(404, 'invalid_request_error', 'not_found', 'There is no such request.');
        return {
          schema: requests.RequestDetail,
          answer: data.requestDetail(row, state.words, feedbackOf(row.requestId)),
        };
      },
    ],
    [
      'POST',
      /^\/requests\/erase$/,
      ({ body }) => {
        const { by, value, dryRun } = requests.EraseRequests.parse(body);
        const isMeant = (row: (typeof state.rows)[number]): boolean =>
          by === 'key' ? row.keyId === value : by !== 'request' || row.requestId === value;
        const left = state.rows.filter((row) => !isMeant(row));
        const found = state.rows.length - left.length;
        if (!dryRun) state.rows.splice(0, state.rows.length, ...left);
        return {
          schema: requests.Erased,
          answer: dryRun
            ? { erased: 0, left: found, isSettled: false }
            : { erased: found, left: 0, isSettled: state.isErasureSettled },
        };
      },
    ],
    [
      'GET',
      /^\/requests\/([^/]+)\/text$/,
      () => ({
        schema: requests.RequestText,
        answer: {
          segments: [
            {
              direction: 'input',
              pointer: '/messages/1/content',
              role: 'user',
              text: `${state.words.excerpt}\nSecond line.`,
            },
          ],
        },
      }),
    ],
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
            .map((item) => ({ ...item, request: find(item.requestId) ?? null })),
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
    ['GET', /^\/views$/, () => ({ schema: items(requests.SavedView), answer: { items: state.views } })],
    [
      'DELETE',
      /^\/views\/([^/]+)$/,
      ({ params }) => {
        state.views = state.views.filter(({ id }) => id !== params[0]);
        return { status: 204, schema: NONE };
      },
    ],
    [
      'POST',
      /^\/views$/,
      ({ body }) => {
        const { name, query, isShared } = requests.SavedView.omit({ id: true, owner: true }).parse(body);
        const view = { id: `viw_${state.views.length + 1}`, name, query, isShared, owner: state.me.email };
        state.views.push(view);
        return { status: 201, schema: requests.SavedView, answer: view };
      },
    ],
  ];
};

const controlRoutes = (state: State): readonly Route[] => [
  [
    'GET',
    /^\/settings$/,
    () => ({ schema: policy.Settings, answer: data.settings(state.revision, state.own, state.file) }),
  ],
  [
    'PUT',
    /^\/settings$/,
    ({ body }) => {
      const { expectedRevision, own } = policy.SettingsChange.parse(body);
      if (state.conflicts > 0) {
        state.conflicts -= 1;
        state.revision += 1;
        state.own = { ...data.settings(state.revision, state.own).own, onInputScanError: 'block' };
      }
      if (expectedRevision !== state.revision)
        return refusal(409, 'conflict', 'stale_revision', 'The settings were changed by somebody else.');
      state.revision += 1;
      state.own = own;
      return { schema: policy.Settings, answer: data.settings(state.revision, own, state.file) };
    },
  ],
  ['GET', /^\/settings\/impact$/, () => ({ schema: policy.Impact, answer: data.impact })],
  [
    'GET',
    /^\/settings\/revisions$/,
    () => ({
      schema: z.object({ items: z.array(policy.SettingsRevision), nextCursor: z.null() }),
      answer: { items: data.revisions(state.nowMs, state.words), nextCursor: null },
    }),
  ],
  [
    'POST',
    /^\/settings\/revisions\/(\d+)\/revert$/,
    ({ body }) => {
      z.object({ expectedRevision: z.int(), comment: z.string().max(500) }).parse(body);
      return { schema: policy.Settings, answer: data.settings(state.revision + 1) };
    },
  ],
  ['GET', /^\/pii-rules$/, () => ({ schema: items(policy.EntityRule), answer: { items: data.entityRules } })],
  [
    'POST',
    /^\/pii-rules\/test$/,
    ({ body }) => {
      const { text } = policy.EntityTrial.parse(body);
      return {
        schema: policy.EntityTrialResult,
        answer: {
          findings: [
            {
              entity: 'CREDIT_CARD',
              start: 0,
              end: Math.min(4, text.length),
              confidence: 1,
              action: 'tokenize',
            },
          ],
          changedText: `<CREDIT_CARD_1>${text.slice(4)}`,
        },
      };
    },
  ],
  [
    'POST',
    /^\/rules\/test$/,
    ({ body }) => {
      const { rule, text } = policy.RuleTrial.parse(body);
      const problems = rule['pattern'] === 'Blue(' ? ['pattern: missing closing )'] : [];
      const matches = problems.length > 0 ? [] : [{ start: 0, end: Math.min(3, text.length) }];
      return { schema: policy.RuleTrialResult, answer: { problems, matches, us: 12 } };
    },
  ],
  [
    'POST',
    /^\/playground$/,
    ({ body }) => {
      const { text } = policy.PlaygroundRequest.parse(body);
      return { schema: policy.Playground, answer: data.playground(text ?? state.words.excerpt) };
    },
  ],
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
      const given = keyShapes.NewKey.parse(body);
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
      const changes = Object.fromEntries(
        Object.entries(keyShapes.KeyChange.parse(body)).filter(([, value]) => value !== undefined),
      );
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
      keyShapes.KeyRotation.parse(body);
      return {
        schema: z.object({ key: keyShapes.Key, secret: z.string() }),
        answer: { key: state.keys[0], secret: 'pcl_rotatedONCE' },
      };
    },
  ],
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
      const change = z.strictObject(integrations.NewWebhook.shape).partial().parse(body);
      const given = Object.fromEntries(Object.entries(change).filter(([name]) => name in record(body)));
      state.webhooks = state.webhooks.map((each) => (each.id === params[0] ? { ...each, ...given } : each));
      return { schema: integrations.Webhook, answer: state.webhooks.find(({ id }) => id === params[0]) };
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

const readBody = async (request: IncomingMessage): Promise<unknown> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  const text = Buffer.concat(chunks).toString();
  return text === '' ? undefined : JSON.parse(text);
};

const policyHeader = (nonce: string): string =>
  `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data:; connect-src 'self'; ` +
  `font-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'`;

const sendFile = (path: string, response: ServerResponse): void => {
  const isFile = extname(path) !== '';
  const file = isFile ? path : '/index.html';
  const nonce = randomBytes(16).toString('base64');
  try {
    const bytes = readFileSync(join(DIST, file));
    const body = isFile
      ? bytes
      : bytes.toString().replace('<head>', `<head><meta name="csp-nonce" content="${nonce}">`);
    response
      .writeHead(200, {
        'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
        'content-security-policy': policyHeader(nonce),
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
      })
      .end(body);
  } catch {
    response.writeHead(404).end();
  }
};

export type FakeApi = Readonly<{
  url: string;
  sent: readonly Sent[];
  /** Problems of the fake itself: unknown routes, answers that do not have their shape. */
  faults: readonly string[];
  /** The next so many saves find that somebody was faster, and blocks requests that could not be scanned. */
  setConflicts: (count: number) => void;
  /** A new request, told by `/events`. */
  push: () => void;
  /** Further keys, `key_more0` and so on, that nothing was sent with. */
  addKeys: (names: readonly string[]) => void;
  /** Ends all `/events`, and answers the next so many calls of it with an error. */
  breakEvents: (refusals: number) => void;
  /** As when a session has run out: all but the way in is refused. */
  endSession: () => void;
  /** As when the sign-in provider has let somebody in. */
  resumeSession: () => void;
  stop: () => Promise<void>;
}>;

export const startFakeApi = async (options: Options = {}): Promise<FakeApi> => {
  const state = createState(options);
  const routes = [...entryRoutes(state), ...requestRoutes(state), ...controlRoutes(state)];
  const sent: Sent[] = [];
  const faults: string[] = [];
  const streams = new Set<ServerResponse>();
  let refusals = 0;
  let hasEnded = false;
  const isRefused = (path: string): boolean => hasEnded && !state.isSignedIn && path !== '/session';

  const reply = (method: string, path: string, search: URLSearchParams, body: unknown): Reply => {
    for (const [verb, pattern, handle] of routes) {
      const match = verb === method ? pattern.exec(path) : null;
      if (match !== null)
        return handle({
          params: match
            .slice(1)
            .filter((each) => each !== undefined)
            .map(decodeURIComponent),
          search,
          body,
        });
    }
    faults.push(`no route for ${method} ${path}`);
    return refusal(404, 'invalid_request_error', 'unknown', 'no route');
  };
  const emptied = (answer: unknown): unknown => {
    const found = record(answer);
    return Array.isArray(found['items']) ? { ...found, items: [], nextCursor: null } : answer;
  };

  const answerEvents = (response: ServerResponse): void => {
    if (refusals > 0) {
      refusals -= 1;
      response.writeHead(503, { 'content-type': 'application/json' }).end('{}');
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': hello\n\n');
    streams.add(response);
  };

  const answerTo = ({ method, path, search, body }: Sent): Reply => {
    if (options.isFailing === true && path !== '/session')
      return refusal(500, 'server_error', 'internal', 'The store is away.');
    if (isRefused(path)) return refusal(401, 'authentication_error', 'signed_out', 'You are not signed in.');
    return reply(method, path, search, body);
  };

  const answerApi = async (request: IncomingMessage, url: URL, response: ServerResponse) => {
    const path = url.pathname.slice('/api/v1'.length);
    if (path === '/events' && !isRefused(path)) {
      answerEvents(response);
      return;
    }
    const body = await readBody(request);
    const method = request.method ?? 'GET';
    sent.push({ method, path, search: url.searchParams, body });
    const { status = 200, schema, answer } = answerTo({ method, path, search: url.searchParams, body });
    const result = schema.safeParse(answer);
    if (!result.success) faults.push(`${method} ${path}: ${z.prettifyError(result.error)}`);
    const content = options.isEmpty === true && method === 'GET' ? emptied(answer) : answer;
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(status === 204 ? undefined : JSON.stringify(content));
  };

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    if (!url.pathname.startsWith('/api/')) {
      sendFile(url.pathname, response);
      return;
    }
    answerApi(request, url, response).catch((error: unknown) => {
      faults.push(`${request.method} ${url.pathname}: ${String(error)}`);
      response.writeHead(500).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    sent,
    faults,
    setConflicts: (count) => {
      state.conflicts = count;
    },
    push: () => {
      const row = {
        ...data.requestRow(0, state.words, Date.now() + 4000),
        requestId: `req_live_${state.rows.length}`,
        model: 'live-model',
      };
      state.rows.unshift(row);
      for (const stream of streams) stream.write(`event: requests\ndata: ${JSON.stringify([row])}\n\n`);
    },
    addKeys: (names) => {
      const [like] = data.keys(state.nowMs, state.words);
      for (const [at, name] of names.entries())
        state.keys.push({ ...z.object(keyShapes.Key.shape).parse(like), id: `key_more${at}`, name });
    },
    breakEvents: (count) => {
      refusals = count;
      for (const stream of streams) stream.end();
      streams.clear();
    },
    endSession: () => {
      hasEnded = true;
      state.isSignedIn = false;
      for (const stream of streams) stream.end();
      streams.clear();
    },
    resumeSession: () => {
      state.isSignedIn = true;
    },
    stop: async () => {
      for (const stream of streams) stream.end();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
