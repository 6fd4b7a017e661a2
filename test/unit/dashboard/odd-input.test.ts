import { beforeAll, describe, expect, it } from 'vitest';
import { CURSOR } from '../../../src/records/cursor-pattern.ts';
import { codeOf, createTestDashboard, ORIGIN, sampleRecord, type TestDashboard } from './harness.ts';

let dashboard: TestDashboard;
let cookie: string;
beforeAll(async () => {
  dashboard = await createTestDashboard();
  cookie = await dashboard.cookieOf('owner');
});

describe('a cursor that no page ended with', () => {
  it.each([
    '/audit',
    '/feedback',
    '/requests',
    '/threats',
    '/settings/revisions',
    '/webhooks/whk_1/deliveries',
  ])('is refused by %s before the store sees it', async (path) => {
    for (const cursor of ['0', '', '12~a b', '12345678901234567~a', 'null', '1~a~b']) {
      const answer = await dashboard.ask(`${path}?cursor=${encodeURIComponent(cursor)}`, { cookie });
      expect(answer.status).toBe(422);
      expect((await answer.json()).error).toMatchObject({ code: 'invalid_request', param: 'cursor' });
    }
  });

  it('is none of those that pages end with', async () => {
    for (let at = 0; at < 2; at += 1) dashboard.store.addRecord(sampleRecord());
    const { nextCursor } = await (await dashboard.ask('/requests?limit=1', { cookie })).json();
    expect(nextCursor).toMatch(CURSOR);
  });
});

describe('text that PostgreSQL cannot keep', () => {
  it('is refused in a query, a body and names in a body', async () => {
    const asked = [
      dashboard.ask('/requests?search=a%00b', { cookie }),
      dashboard.ask('/requests?keyId=a&keyId=%00', { cookie }),
      dashboard.ask('/views', { cookie, method: 'POST', json: { name: 'a\0', query: '', isShared: true } }),
      dashboard.ask('/views', {
        cookie,
        method: 'POST',
        json: { name: 'a\ud800', query: '', isShared: true },
      }),
      dashboard.ask('/settings', {
        cookie,
        method: 'PUT',
        json: { expectedRevision: 0, own: { entities: { 'a\0': {} } } },
      }),
    ];
    const answers = await Promise.all(asked);
    expect(answers.map(({ status }) => status)).toEqual([422, 422, 422, 422, 422]);
    const params = await Promise.all(answers.map(async (answer) => (await answer.json()).error.param));
    expect(params).toEqual(['search', 'keyId.1', 'name', 'name', 'own.entities']);
  });

  it('names nothing that could be found by its id', async () => {
    for (const path of ['/requests/%00', '/requests/a%00/text', '/feedback/%00/suggestions']) {
      const answer = await dashboard.ask(path, { cookie });
      expect([answer.status, await codeOf(answer)]).toEqual([404, 'not_found']);
    }
  });

  it('may be looked at where nothing is kept', async () => {
    const json = { text: 'nul \0 and \ud800, and a whole 😀' };
    const tries = [
      dashboard.ask('/playground', { cookie, method: 'POST', json }),
      dashboard.ask('/pii-rules/test', { cookie, method: 'POST', json }),
    ];
    expect((await Promise.all(tries)).map(({ status }) => status)).toEqual([200, 200]);
  });

  it('does not take whole characters for halves', async () => {
    const answer = await dashboard.ask('/views', {
      cookie,
      method: 'POST',
      json: { name: 'a 😀', query: '', isShared: false },
    });
    expect(answer.status).toBe(201);
  });
});

describe('a body that is nested without end', () => {
  it('is refused, and nothing runs out of stack', async () => {
    const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
    const body = `{"expectedRevision":0,"own":{"entities":${deep}}}`;
    const headers = { 'content-type': 'application/json' };
    const answer = await dashboard.ask('/settings', { cookie, method: 'PUT', body, headers });
    expect([answer.status, await codeOf(answer)]).toEqual([422, 'invalid_request']);
  });
});

it('tells a hundred faults of a list of thousands, not all', async () => {
  const events = Array.from({ length: 5000 }, () => 1);
  const json = { name: 'x', url: 'https://a.example', events };
  const answer = await (await dashboard.ask('/webhooks', { cookie, method: 'POST', json })).json();
  expect(answer.error.issues).toHaveLength(100);
  const own = Object.fromEntries(events.map((_, at) => [`unknown${at}`, 1]));
  const body = { expectedRevision: 0, own };
  const changed = await (await dashboard.ask('/settings', { cookie, method: 'PUT', json: body })).json();
  expect(changed.error).toMatchObject({ code: 'invalid_settings' });
  expect(changed.error.issues).toHaveLength(100);
});

it('names where in a list and its mappings something stands that is not taken', async () => {
  const json = { expectedRevision: 0, own: { a: [1, [{ b: 'x' }, { c: ['y', '\0'] }]] } };
  const answer = await (await dashboard.ask('/settings', { cookie, method: 'PUT', json })).json();
  expect(answer.error.param).toBe('own.a.1.1.c.1');
});

it.each(['/session', '/setup', '/invitations/look', '/invitations/accept', '/password/reset'])(
  'takes no more from somebody who is not signed in than %s needs',
  async (path) => {
    const json = { list: Array.from({ length: 10_000 }, () => 0) };
    const answer = await dashboard.ask(path, { method: 'POST', json });
    expect([answer.status, await codeOf(answer)]).toEqual([413, 'too_large']);
  },
);

it('makes no key of a rotation that could not be shown', async () => {
  const post = (json: unknown) => ({ cookie, method: 'POST', json });
  const made = await dashboard.ask('/keys', post({ name: 'app', expiresAtMs: 8_640_000_000_000_000 }));
  const { key } = await made.json();
  dashboard.pass(60_000);
  expect((await dashboard.ask(`/keys/${key.id}/rotate`, post({}))).status).toBe(201);
  expect((await dashboard.ask('/keys', { cookie })).status).toBe(200);
});

it('says of answers that are taken apart that they are no strings', async () => {
  const { paths } = await (await dashboard.ask('/api/openapi.json')).json();
  const typeOf = (path: string, method: string, type: string): unknown =>
    paths[path][method].responses['200'].content[type].schema.type;
  expect(typeOf('/api/v1/settings/export', 'get', 'application/yaml')).toBeUndefined();
  expect(typeOf('/api/v1/scan', 'post', 'application/json')).toBeUndefined();
  expect(typeOf('/api/v1/scan', 'post', 'application/x-ndjson')).toBe('string');
});

it('takes a body that breaks off for what it is, and logs no fault of ours', async () => {
  const logged: string[] = [];
  const { app } = await createTestDashboard({ logged });
  const body = new ReadableStream({
    pull: (controller) => controller.error(new Error('aborted')),
  });
  const response = await app.request(`${ORIGIN}/api/v1/session`, {
    method: 'POST',
    headers: { origin: ORIGIN, 'content-type': 'application/json' },
    body,
    duplex: 'half',
  } as RequestInit);
  expect([response.status, await codeOf(response)]).toEqual([400, 'incomplete_body']);
  expect(logged).toEqual([]);
});
