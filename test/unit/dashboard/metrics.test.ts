import { expect, it } from 'vitest';
import { hashPassword } from '../../../src/dashboard/auth/password.ts';
import { PERMISSIONS } from '../../../src/dashboard/routes/permissions.ts';
import { createDashboardMetrics } from '../../../src/telemetry/dashboard-metrics.ts';
import { createTestDashboard, type TestDashboard } from './harness.ts';

const PASSWORD = 'correct horse battery staple';

/** Lines of a scrape that count something. */
const counted = async ({ metrics }: Pick<TestDashboard, 'metrics'>, name: string): Promise<string[]> =>
  (await metrics.render()).text
    .split('\n')
    .filter((line) => line.startsWith(`portcullis_dashboard_${name}`) && !line.endsWith(' 0'))
    .map((line) => line.slice('portcullis_dashboard_'.length));

it('has names and types of its own, none of which is a gateway’s', async () => {
  const metrics = createDashboardMetrics({ version: '1.2.3', routes: Object.keys(PERMISSIONS) });
  const { text } = await metrics.render();
  metrics.close();
  const own = [...text.matchAll(/^# TYPE portcullis_(\S+ \S+)/gm)].map(([, name]) => name);
  expect(own.sort()).toEqual([
    'dashboard_build_info gauge',
    'dashboard_event_loop_lag_seconds gauge',
    'dashboard_request_duration_seconds histogram',
    'dashboard_requests_total counter',
    'dashboard_sessions gauge',
    'dashboard_sign_ins_total counter',
    'dashboard_store_last_contact_timestamp_seconds gauge',
    'dashboard_webhook_deliveries_total counter',
    'dashboard_webhook_records_dropped_total counter',
  ]);
  expect(text).toContain('process_cpu_seconds_total');
  expect(text).toContain('portcullis_dashboard_sign_ins_total{by="password",result="failed"} 0');
});

it('counts requests by the template of their route and the class of their status', async () => {
  const dashboard = await createTestDashboard();
  const cookie = await dashboard.cookieOf('viewer');
  for (const id of ['req_a', 'req_b', 'req_c']) await dashboard.ask(`/requests/${id}`, { cookie });
  await dashboard.ask('/session', { cookie });
  await dashboard.ask('/users', { cookie });
  await dashboard.ask('/requests');
  await dashboard.ask('/nothing/of/the/kind');
  await dashboard.app.request('http://localhost:3000/requests/req_a');
  expect((await counted(dashboard, 'requests_total')).sort()).toEqual([
    'requests_total{route="GET /requests",status="4xx"} 1',
    'requests_total{route="GET /requests/{id}",status="4xx"} 3',
    'requests_total{route="GET /session",status="2xx"} 1',
    'requests_total{route="GET /users",status="4xx"} 1',
    // There are no built pages here.
    'requests_total{route="pages",status="5xx"} 1',
    'requests_total{route="unknown",status="4xx"} 1',
  ]);
  expect(await counted(dashboard, 'request_duration_seconds_count')).toContain(
    'request_duration_seconds_count{route="GET /requests/{id}"} 3',
  );
});

it('is no larger for paths and methods that somebody makes up', async () => {
  const dashboard = await createTestDashboard();
  for (let index = 0; index < 200; index += 1) {
    await dashboard.app.request(`http://localhost:3000/api/v1/x${index}`, { method: `M${index}` });
    await dashboard.app.request(`http://localhost:3000/page-${index}`);
  }
  expect(await counted(dashboard, 'requests_total')).toHaveLength(2);
});

it('counts who came in, who did not, and whom nobody looked at any more', async () => {
  const dashboard = await createTestDashboard();
  const user = {
    role: 'owner',
    email: 'ann@example.com',
    passwordHash: await hashPassword(PASSWORD),
  } as const;
  await dashboard.addUser(user);
  const signIn = (password: string) =>
    dashboard.ask('/session', { method: 'POST', json: { email: user.email, password } });
  await signIn(PASSWORD);
  for (let attempt = 0; attempt < 7; attempt += 1) await signIn('something else entirely');
  expect(await counted(dashboard, 'sign_ins_total')).toEqual([
    'sign_ins_total{by="password",result="succeeded"} 1',
    'sign_ins_total{by="password",result="failed"} 5',
    'sign_ins_total{by="password",result="throttled"} 2',
  ]);
});
