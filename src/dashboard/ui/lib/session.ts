import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, use } from 'react';
import { call } from './client.ts';
import { tellFailure } from './notify.tsx';
import { forgetAll } from './tab-memory.ts';
import type { Role, Session, User } from './types.ts';

const RANK: Readonly<Record<Role, number>> = { viewer: 0, analyst: 1, admin: 2, owner: 3 };

/** Whether a role may do what needs `least`. Only for what is shown: the server decides. */
export const isAtLeast = (role: Role, least: Role): boolean => RANK[role] >= RANK[least];

const WATCH_MS = 3000;

/** Asked for again and again while it cannot be had: that tells when the server is back. */
export const useSession = () =>
  useQuery({
    queryKey: ['session'],
    queryFn: () => call<Session>('GET', '/session'),
    staleTime: 60_000,
    // Said at once.
    retry: false,
    refetchInterval: ({ state }) => (state.status === 'error' ? WATCH_MS : false),
  });

/** Who is signed in, given by the gate to all that stands behind it. */
export const UserContext = createContext<User | null>(null);

/**
 * Not read from the query: where a sign-out empties it, parts of the page may be drawn once more before the gate is.
 *
 * @throws Where nobody is signed in: pages behind the sign-in only.
 */
export const useUser = (): User => {
  const user = use(UserContext);
  if (user === null) throw new Error('Nobody is signed in.');
  return user;
};

export const useCan = (least: Role): boolean => isAtLeast(useUser().role, least);

export const useSignOut = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call('DELETE', '/session'),
    onSuccess: () => {
      forgetAll();
      client.clear();
      window.location.assign('/');
    },
    onError: tellFailure,
  });
};

/** What requests go to, for snippets. */
export const useGatewayUrl = (): string => {
  const { data } = useSession();
  return data?.gatewayUrl ?? '';
};
