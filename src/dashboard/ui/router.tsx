import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
} from '@tanstack/react-router';
import { Failed, Loading } from './components/states.tsx';
import { UnsavedProvider } from './components/unsaved.tsx';
import { parseSearch, type Search, stringifySearch } from './lib/search.ts';
import { InvitePage, ResetPage, SetupPage } from './pages/entry.tsx';
import { NotFound } from './pages/not-found.tsx';
import { Gate } from './shell.tsx';

const root = createRootRoute({
  validateSearch: (search: Record<string, unknown>): Search => search as Search,
  component: () => (
    <UnsavedProvider>
      <Gate>
        <Outlet />
      </Gate>
    </UnsavedProvider>
  ),
  notFoundComponent: NotFound,
});

const overview = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: lazyRouteComponent(() => import('./pages/overview.tsx'), 'OverviewPage'),
});
const requests = createRoute({
  getParentRoute: () => root,
  path: '/requests',
  component: lazyRouteComponent(() => import('./pages/requests.tsx'), 'RequestsPage'),
});
const threats = createRoute({
  getParentRoute: () => root,
  path: '/threats',
  component: lazyRouteComponent(() => import('./pages/requests.tsx'), 'ThreatsPage'),
});
const request = createRoute({
  getParentRoute: () => root,
  path: '/requests/$requestId',
  component: lazyRouteComponent(() => import('./pages/request.tsx'), 'RequestPage'),
});
const feedback = createRoute({
  getParentRoute: () => root,
  path: '/feedback',
  component: lazyRouteComponent(() => import('./pages/feedback.tsx'), 'FeedbackPage'),
});
const policy = createRoute({
  getParentRoute: () => root,
  path: '/policy',
  component: lazyRouteComponent(() => import('./pages/policy.tsx'), 'PolicyPage'),
});
const keys = createRoute({
  getParentRoute: () => root,
  path: '/keys',
  component: lazyRouteComponent(() => import('./pages/keys.tsx'), 'KeysPage'),
});
const playground = createRoute({
  getParentRoute: () => root,
  path: '/playground',
  component: lazyRouteComponent(() => import('./pages/playground.tsx'), 'PlaygroundPage'),
});
const users = createRoute({
  getParentRoute: () => root,
  path: '/users',
  component: lazyRouteComponent(() => import('./pages/users.tsx'), 'UsersPage'),
});
const audit = createRoute({
  getParentRoute: () => root,
  path: '/audit',
  component: lazyRouteComponent(() => import('./pages/audit.tsx'), 'AuditPage'),
});
const integrations = createRoute({
  getParentRoute: () => root,
  path: '/integrations',
  component: lazyRouteComponent(() => import('./pages/integrations.tsx'), 'IntegrationsPage'),
});
const account = createRoute({
  getParentRoute: () => root,
  path: '/account',
  component: lazyRouteComponent(() => import('./pages/account.tsx'), 'AccountPage'),
});
const setup = createRoute({
  getParentRoute: () => root,
  path: '/setup',
  component: SetupPage,
});
const invite = createRoute({
  getParentRoute: () => root,
  path: '/join',
  component: InvitePage,
});
const reset = createRoute({
  getParentRoute: () => root,
  path: '/reset-password',
  component: ResetPage,
});

const routeTree = root.addChildren([
  overview,
  requests,
  threats,
  request,
  feedback,
  policy,
  keys,
  playground,
  users,
  audit,
  integrations,
  account,
  setup,
  invite,
  reset,
]);

export const createPages = () =>
  createRouter({
    routeTree,
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPendingComponent: () => <Loading />,
    defaultErrorComponent: ({ error, reset: retry }) => <Failed error={error} onRetry={retry} />,
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createPages>;
  }
}
