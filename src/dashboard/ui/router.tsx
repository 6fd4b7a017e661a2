import {
  createRootRoute,
  createRoute,
  createRouter,
  type ErrorComponentProps,
  lazyRouteComponent,
  Outlet,
  useRouter,
} from '@tanstack/react-router';
import { Failed, Loading } from './components/states.tsx';
import { UnsavedProvider } from './components/unsaved.tsx';
import { arriving } from './lib/arriving.ts';
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
  component: lazyRouteComponent(
    arriving(() => import('./pages/overview.tsx')),
    'OverviewPage',
  ),
});
const requests = createRoute({
  getParentRoute: () => root,
  path: '/requests',
  component: lazyRouteComponent(
    arriving(() => import('./pages/requests.tsx')),
    'RequestsPage',
  ),
});
const threats = createRoute({
  getParentRoute: () => root,
  path: '/threats',
  component: lazyRouteComponent(
    arriving(() => import('./pages/requests.tsx')),
    'ThreatsPage',
  ),
});
const request = createRoute({
  getParentRoute: () => root,
  path: '/requests/$requestId',
  component: lazyRouteComponent(
    arriving(() => import('./pages/request.tsx')),
    'RequestPage',
  ),
});
const feedback = createRoute({
  getParentRoute: () => root,
  path: '/feedback',
  component: lazyRouteComponent(
    arriving(() => import('./pages/feedback.tsx')),
    'FeedbackPage',
  ),
});
const policy = createRoute({
  getParentRoute: () => root,
  path: '/policy',
  component: lazyRouteComponent(
    arriving(() => import('./pages/policy.tsx')),
    'PolicyPage',
  ),
});
const keys = createRoute({
  getParentRoute: () => root,
  path: '/keys',
  component: lazyRouteComponent(
    arriving(() => import('./pages/keys.tsx')),
    'KeysPage',
  ),
});
const playground = createRoute({
  getParentRoute: () => root,
  path: '/playground',
  component: lazyRouteComponent(
    arriving(() => import('./pages/playground.tsx')),
    'PlaygroundPage',
  ),
});
const users = createRoute({
  getParentRoute: () => root,
  path: '/users',
  component: lazyRouteComponent(
    arriving(() => import('./pages/users.tsx')),
    'UsersPage',
  ),
});
const audit = createRoute({
  getParentRoute: () => root,
  path: '/audit',
  component: lazyRouteComponent(
    arriving(() => import('./pages/audit.tsx')),
    'AuditPage',
  ),
});
const integrations = createRoute({
  getParentRoute: () => root,
  path: '/integrations',
  component: lazyRouteComponent(
    arriving(() => import('./pages/integrations.tsx')),
    'IntegrationsPage',
  ),
});
const account = createRoute({
  getParentRoute: () => root,
  path: '/account',
  component: lazyRouteComponent(
    arriving(() => import('./pages/account.tsx')),
    'AccountPage',
  ),
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

const NoPage = ({ error, reset: retry }: ErrorComponentProps) => {
  const router = useRouter();
  return (
    <Failed
      error={error}
      onRetry={() => {
        retry();
        void router.invalidate();
      }}
    />
  );
};

export const createPages = () =>
  createRouter({
    routeTree,
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPendingComponent: () => <Loading />,
    defaultErrorComponent: NoPage,
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createPages>;
  }
}
