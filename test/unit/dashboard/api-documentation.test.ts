import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { PERMISSIONS } from '../../../src/dashboard/routes/permissions.ts';
import {
  ATTACK,
  createTestDashboard,
  RULE_SCOPE,
  sampleKey,
  sampleRecord,
  type TestDashboard,
} from './harness.ts';

const anything = z.any();

/** What the documentation says a route answers with. */
const schemaOf = (document: z.output<typeof anything>, name: string, status: number): unknown => {
  const [method = '', path = ''] = name.split(' ');
  const { responses } = document.paths[`/api/v1${path}`][method.toLowerCase()];
  return responses[status]?.content?.['application/json']?.schema;
};

describe('the documentation', () => {
  let document: z.output<typeof anything>;
  let dashboard: TestDashboard;
  let owner: string;
  /** What each route answered on one walk through all of them, in the order of `steps`: one makes what the next asks for. */
  const answers = new Map<string, Readonly<{ status: number; type: string | null; body: unknown }>>();
  let ids: Record<string, string> = {};

  beforeAll(async () => {
    dashboard = await createTestDashboard();
    owner = await dashboard.cookieOf('owner');
    document = await (await dashboard.ask('/api/openapi.json')).json();
    const { store } = dashboard;
    await store.insertKey(sampleKey());
    const record = sampleRecord();
    store.addRecord(record);
    store.addRecord(sampleRecord({ findings: [], outcome: 'pass', loosest: null, wouldBlock: false }));
    store.addText({
      requestId: record.requestId,
      keyId: 'k1',
      nonce: new Uint8Array(12),
      ciphertext: Buffer.from(
        JSON.stringify([{ direction: 'input', pointer: '/messages/0/content', role: 'user', text: ATTACK }]),
      ),
    });
    const other = await dashboard.addUser({ role: 'viewer' });
    ids = { request: record.requestId, key: 'key_1', user: other.id };
    for (const { name, path, asked, keep, from } of steps) {
      const where = path?.() ?? name.split(' ')[1] ?? '';
      const response = await dashboard.ask(where, { cookie: owner, ...asked?.() });
      const body = response.status === 204 ? null : await response.json();
      answers.set(name, { status: response.status, type: response.headers.get('content-type'), body });
      if (keep !== undefined) ids[keep] = from?.(body) ?? body?.id;
    }
  });

  it('has every route, each with who may call it and how errors look', () => {
    const documented = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(Object(methods)).map((method) => `${method.toUpperCase()} ${path.slice('/api/v1'.length)}`),
    );
    expect(new Set(documented)).toEqual(new Set(Object.keys(PERMISSIONS)));
    for (const methods of Object.values(document.paths)) {
      for (const operation of Object.values(Object(methods))) {
        expect(Object(operation)).toMatchObject({ summary: expect.any(String), responses: { default: {} } });
      }
    }
  });

  const post = (json: unknown = {}) => ({ method: 'POST', json });
  const steps: readonly Readonly<{
    name: keyof typeof PERMISSIONS;
    path?: () => string;
    asked?: () => Parameters<TestDashboard['ask']>[1];
    status?: number;
    keep?: string;
    from?: (body: z.output<typeof anything>) => string;
  }>[] = [
    { name: 'GET /session' },
    { name: 'GET /sessions' },
    { name: 'GET /users' },
    {
      name: 'PATCH /users/{id}',
      path: () => `/users/${ids['user']}`,
      asked: () => ({ method: 'PATCH', json: { name: 'Vi' } }),
    },
    {
      name: 'POST /users/{id}/reset-link',
      path: () => `/users/${ids['user']}/reset-link`,
      asked: () => ({ method: 'POST' }),
    },
    {
      name: 'POST /invitations',
      asked: () => post({ email: 'new@example.com', role: 'viewer' }),
      status: 201,
      keep: 'invitation',
    },
    { name: 'GET /invitations' },
    {
      name: 'DELETE /invitations/{id}',
      path: () => `/invitations/${ids['invitation']}`,
      asked: () => ({ method: 'DELETE' }),
      status: 204,
    },
    {
      name: 'DELETE /users/{id}',
      path: () => `/users/${ids['user']}`,
      asked: () => ({ method: 'DELETE' }),
      status: 204,
    },
    { name: 'GET /overview' },
    { name: 'GET /metrics/latency' },
    { name: 'GET /requests' },
    { name: 'GET /requests/facets' },
    { name: 'GET /threats' },
    { name: 'POST /requests/erase', asked: () => post({ by: 'request', value: 'req_nothing' }) },
    { name: 'GET /requests/{id}', path: () => `/requests/${ids['request']}` },
    { name: 'GET /requests/{id}/text', path: () => `/requests/${ids['request']}/text` },
    {
      name: 'POST /requests/{id}/feedback',
      path: () => `/requests/${ids['request']}/feedback`,
      asked: () => post({ label: 'not_attack' }),
      status: 201,
      keep: 'feedback',
    },
    { name: 'GET /feedback' },
    {
      name: 'PATCH /feedback/{id}',
      path: () => `/feedback/${ids['feedback']}`,
      asked: () => ({ method: 'PATCH', json: { status: 'dismissed' } }),
    },
    { name: 'GET /feedback/{id}/suggestions', path: () => `/feedback/${ids['feedback']}/suggestions` },
    {
      name: 'POST /replay',
      asked: () => post({ exclusion: RULE_SCOPE }),
      keep: 'preview',
      from: (body) => body.previewToken,
    },
    {
      name: 'POST /exclusions',
      asked: () =>
        post({
          scope: RULE_SCOPE,
          preview: ids['preview'],
          comment: 'known',
          expiresAtMs: null,
          feedbackId: ids['feedback'],
        }),
      status: 201,
      keep: 'exclusion',
    },
    { name: 'GET /exclusions' },
    {
      name: 'POST /exclusions/{id}/end',
      path: () => `/exclusions/${ids['exclusion']}/end`,
      asked: () => ({ method: 'POST' }),
    },
    {
      name: 'POST /exclusions/{id}/revive',
      path: () => `/exclusions/${ids['exclusion']}/revive`,
      asked: () => post({ preview: ids['preview'] }),
    },
    {
      name: 'DELETE /feedback/{id}',
      path: () => `/feedback/${ids['feedback']}`,
      asked: () => ({ method: 'DELETE' }),
      status: 204,
    },
    { name: 'GET /settings' },
    {
      name: 'PUT /settings',
      asked: () => ({ method: 'PUT', json: { expectedRevision: 0, own: { sensitivity: 'high' } } }),
    },
    { name: 'GET /settings/revisions' },
    {
      name: 'POST /settings/revisions/{revision}/revert',
      path: () => '/settings/revisions/0/revert',
      asked: () => post({ expectedRevision: 1 }),
    },
    { name: 'GET /settings/impact' },
    { name: 'GET /pii-rules' },
    {
      name: 'PUT /pii-rules',
      asked: () => ({
        method: 'PUT',
        json: { expectedRevision: 2, entities: { EMAIL_ADDRESS: { input: 'mask' } } },
      }),
    },
    { name: 'POST /pii-rules/test', asked: () => post({ text: 'Write to ann@example.com' }) },
    { name: 'GET /rules' },
    {
      name: 'PUT /rules',
      asked: () => ({
        method: 'PUT',
        json: { expectedRevision: 3, rules: [{ id: 'no-names', words: ['bluebird'] }] },
      }),
    },
    {
      name: 'POST /rules/test',
      asked: () => post({ rule: { id: 'x', words: ['bluebird'] }, text: 'the bluebird sings' }),
    },
    { name: 'POST /playground', asked: () => post({ text: ATTACK }) },
    { name: 'GET /keys' },
    {
      name: 'POST /keys',
      asked: () => post({ name: 'new' }),
      status: 201,
      keep: 'made',
      from: (body) => body.key.id,
    },
    {
      name: 'PATCH /keys/{id}',
      path: () => `/keys/${ids['made']}`,
      asked: () => ({ method: 'PATCH', json: { mode: 'shadow', rolloutPercent: 10 } }),
    },
    {
      name: 'POST /keys/{id}/rotate',
      path: () => `/keys/${ids['made']}/rotate`,
      asked: () => post(),
      status: 201,
    },
    {
      name: 'POST /keys/{id}/revoke',
      path: () => `/keys/${ids['made']}/revoke`,
      asked: () => ({ method: 'POST' }),
    },
    {
      name: 'POST /views',
      asked: () => post({ name: 'Mine', query: 'outcome=blocked', isShared: true }),
      status: 201,
      keep: 'view',
    },
    { name: 'GET /views' },
    {
      name: 'PUT /views/{id}',
      path: () => `/views/${ids['view']}`,
      asked: () => ({ method: 'PUT', json: { name: 'Ours', query: '', isShared: false } }),
    },
    {
      name: 'DELETE /views/{id}',
      path: () => `/views/${ids['view']}`,
      asked: () => ({ method: 'DELETE' }),
      status: 204,
    },
    {
      name: 'POST /webhooks',
      asked: () => post({ name: 'chat', url: 'https://hooks.example/x', events: ['threat.blocked'] }),
      status: 201,
      keep: 'webhook',
      from: (body) => body.webhook.id,
    },
    { name: 'GET /webhooks' },
    {
      name: 'PATCH /webhooks/{id}',
      path: () => `/webhooks/${ids['webhook']}`,
      asked: () => ({ method: 'PATCH', json: { isEnabled: false } }),
    },
    {
      name: 'POST /webhooks/{id}/rotate',
      path: () => `/webhooks/${ids['webhook']}/rotate`,
      asked: () => post(),
      status: 201,
    },
    {
      name: 'POST /webhooks/{id}/test',
      path: () => `/webhooks/${ids['webhook']}/test`,
      asked: () => ({ method: 'POST' }),
      status: 204,
    },
    { name: 'GET /webhooks/{id}/deliveries', path: () => `/webhooks/${ids['webhook']}/deliveries` },
    {
      name: 'DELETE /webhooks/{id}',
      path: () => `/webhooks/${ids['webhook']}`,
      asked: () => ({ method: 'DELETE' }),
      status: 204,
    },
    { name: 'GET /audit' },
  ];

  it.each(steps)('$name answers as documented', ({ name, status = 200 }) => {
    const answer = answers.get(name);
    expect([name, answer?.status]).toEqual([name, status]);
    if (status === 204) return;
    expect(answer?.type).toContain('application/json');
    z.fromJSONSchema(z.record(z.string(), z.any()).parse(schemaOf(document, name, status))).parse(
      answer?.body,
    );
  });

  it('never lets secrets out', async () => {
    for (const path of ['/users', '/keys', '/webhooks', '/audit', '/sessions', '/session', '/settings']) {
      const text = await (await dashboard.ask(path, { cookie: owner })).text();
      expect(text).not.toMatch(/sha256|argon2|whsec_|pcl_[0-9A-Za-z]{46}|tokenSha|passwordHash/);
    }
  });
});
