import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from 'react';
import { useUser } from './session.ts';
import { forget, keep, recall } from './tab-memory.ts';
import type { Session } from './types.ts';

type Kept = Readonly<{ user: string; state: unknown }>;

const isKept = (value: unknown): value is Kept =>
  typeof value === 'object' && value !== null && 'user' in value && 'state' in value;

const isSignedOut = (client: QueryClient): boolean =>
  client.getQueryData<Session>(['session'])?.user === null;

/**
 * State that is there again where a session ended under the page and the same person signs in anew, in the same tab. Never for
 * what is secret, and never where somebody has left by themselves.
 *
 * @param read Null for what is none.
 */
export const useKept = <T>(
  name: string,
  begin: T,
  read: (stored: unknown) => T | null,
): readonly [T, Dispatch<SetStateAction<T>>] => {
  const { id: user } = useUser();
  const client = useQueryClient();
  const [state, setState] = useState(() => {
    const kept = recall(name);
    return (isKept(kept) && kept.user === user ? read(kept.state) : null) ?? begin;
  });
  const latest = useRef(state);
  useEffect(() => {
    latest.current = state;
  });
  useEffect(() => {
    forget(name);
    return () => {
      if (isSignedOut(client)) keep(name, { user, state: latest.current });
    };
  }, [name, user, client]);
  return [state, setState];
};
