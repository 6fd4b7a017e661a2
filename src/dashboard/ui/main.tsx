import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './styles.css';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { attention } from './lib/attention.ts';
import { ApiFailure, call } from './lib/client.ts';
import { printInLight } from './lib/paper.ts';
import { createPages } from './router.tsx';
import { cssVariables, theme } from './theme.ts';

declare global {
  /** Read by `get-nonce`, through which Mantine's scroll lock marks its style element. */
  var __webpack_nonce__: string | undefined;
}

const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
globalThis.__webpack_nonce__ = nonce;

const isShutOut = (error: unknown): boolean =>
  error instanceof ApiFailure && (error.status === 401 || error.code === 'not_allowed');

/** The session ended elsewhere, or the role is another: asking for it anew brings up the sign-in, or what the role may do. */
const askForSession = (error: unknown): void => {
  if (isShutOut(error)) void client.invalidateQueries({ queryKey: ['session'] });
};

const client: QueryClient = new QueryClient({
  mutationCache: new MutationCache({ onError: askForSession }),
  queryCache: new QueryCache({
    onError: (error, { queryKey }) => {
      if (queryKey[0] !== 'session') askForSession(error);
    },
  }),
  defaultOptions: {
    // Whether there is a network the call itself says: what waits for one would look as if it were under way, and be sent later, by itself.
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      refetchOnReconnect: true,
      staleTime: 10_000,
      retry: (failures, error) =>
        failures < 2 && !(error instanceof ApiFailure && error.status >= 400 && error.status < 500),
    },
  },
});

printInLight(window);
attention.follow(window, () => call('GET', '/session').catch(() => undefined));

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
createRoot(root, {
  // The page says what could not be loaded; only faults of our own are news for the console.
  onCaughtError: (error) => {
    if (!(error instanceof ApiFailure)) reportError(error);
  },
}).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <Notifications position="bottom-right" />
      <QueryClientProvider client={client}>
        <RouterProvider router={createPages()} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
