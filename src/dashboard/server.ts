import type { OpenAPIHono } from '@hono/zod-openapi';
import { classOf, type Unrouted } from '../telemetry/dashboard-metrics.ts';
import { API_PREFIX, type Api, createApi } from './api-router.ts';
import { createSessions } from './auth/sessions.ts';
import { newId } from './auth/tokens.ts';
import type { DashboardDeps } from './context.ts';
import { ApiFailure, toErrorResponse } from './failure.ts';
import { auditRoutes } from './routes/audit.ts';
import { eventRoutes } from './routes/events.ts';
import { exclusionRoutes } from './routes/exclusions.ts';
import { feedbackRoutes } from './routes/feedback.ts';
import { integrationRoutes, viewRoutes } from './routes/integrations.ts';
import { keyRoutes } from './routes/keys.ts';
import { oidcRoutes } from './routes/oidc.ts';
import { ownAccountRoutes } from './routes/own-account.ts';
import { policyRoutes } from './routes/policy.ts';
import { requestRoutes } from './routes/requests.ts';
import { scanRoutes } from './routes/scan.ts';
import { sessionRoutes } from './routes/session.ts';
import { settingsRoutes } from './routes/settings.ts';
import { statisticsRoutes } from './routes/statistics.ts';
import { userRoutes } from './routes/users.ts';
import { createSettingsChanger } from './settings-changes.ts';
import { contentSecurityPolicy, createUiFiles } from './ui-files.ts';

/** On every answer. What a page needs besides stands with the pages. */
const HEADERS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
};

const createAudit =
  ({ store, now }: DashboardDeps): Api['audit'] =>
  async ({ caller, address }, action, target, details = {}) => {
    await store.insertAudit({
      id: newId('aud'),
      atMs: now(),
      actor: caller?.user.email ?? 'anonymous',
      action,
      target,
      details,
      address,
    });
  };

/** Counts what every request came to, and how long it took. */
const measure = ({ app, routeOf }: Api, { metrics }: DashboardDeps): void => {
  app.use(async (c, next) => {
    const startedAtMs = performance.now();
    await next();
    const unrouted: Unrouted = c.req.path.startsWith('/api/') ? 'unknown' : 'pages';
    const route = routeOf(c.req.raw) ?? unrouted;
    metrics.requests.inc({ route, status: classOf(c.res.status) });
    metrics.duration.observe({ route }, (performance.now() - startedAtMs) / 1000);
  });
};

const secure = (app: OpenAPIHono, isTls: boolean): void => {
  app.use(async (c, next) => {
    await next();
    for (const [name, value] of Object.entries(HEADERS)) c.res.headers.set(name, value);
    if (isTls) c.res.headers.set('strict-transport-security', 'max-age=31536000');
    if (!c.req.path.startsWith('/api/')) return;
    c.res.headers.set('cache-control', 'no-store');
    c.res.headers.set('content-security-policy', contentSecurityPolicy(null));
  });
};

/** The dashboard: its API, the description of that, and the pages. Does nothing until it is asked. */
export const createDashboard = (deps: DashboardDeps): OpenAPIHono => {
  const { store, settings, now } = deps;
  const sessions = createSessions({
    accounts: store,
    sessionHours: settings.sessionHours,
    insecureCookies: settings.insecureCookies,
    now,
  });
  const api = createApi(deps, sessions, createAudit(deps));
  const { app } = api;
  measure(api, deps);
  secure(app, deps.publicUrl.startsWith('https:'));
  const change = createSettingsChanger(api, deps);
  sessionRoutes(api, deps);
  ownAccountRoutes(api, deps);
  oidcRoutes(api, deps);
  userRoutes(api, deps);
  statisticsRoutes(api, deps);
  eventRoutes(api, deps);
  requestRoutes(api, deps);
  feedbackRoutes(api, deps);
  exclusionRoutes(api, deps);
  settingsRoutes(api, deps, change);
  policyRoutes(api, deps, change);
  scanRoutes(api, deps);
  keyRoutes(api, deps);
  viewRoutes(api, deps);
  auditRoutes(api, deps);
  integrationRoutes(api, deps);
  app.get('/api/openapi.json', (c) =>
    c.json(
      app.getOpenAPI31Document({
        openapi: '3.1.0',
        info: {
          title: 'Portcullis dashboard',
          version: deps.version,
          description: `Paths under ${API_PREFIX}. Errors have one shape; unsafe methods need the Origin of the dashboard.`,
        },
      }),
    ),
  );
  app.all('/api/*', () =>
    toErrorResponse(
      new ApiFailure('invalid_request_error', 'unknown_path', 'There is no such path.', { status: 404 }),
    ),
  );
  const ui = createUiFiles(deps.uiDirectory);
  app.get('*', (c) => ui(c.req.path));
  return app;
};
