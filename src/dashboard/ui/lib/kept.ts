import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from 'react';
import { useUser } from './session.ts';
import { forget, keep, recall } from './tab-memory.ts';
import type { Role, Session } from './types.ts';

type Kept = Readonly<{ user: string; state: unknown }>;

const isKept = (value: unknown): value is Kept =>
  typeof value === 'object' && value !== null && 'user' in value && 'state' in value;

/** Signed out, or with another role than when it was last shown. */
const isShutOut = (client: QueryClient, role: Role): boolean => {
  const session = client.getQueryData<Session>(['session']);
  return session !== undefined && session.user?.role !== role;
};

/**
 * State that is there again where a session or a role ended under the page and the same person signs in anew, or has the role
 * again, in the same tab. Never for what is secret, and never where somebody has left by themselves.
 *
 * @param read Null for what is none.
 * @param toKeep Leaves out what must not be written down.
 */
export const useKept = <T>(
  name: string,
  begin: T,
  read: (stored: unknown) => T | null,
  toKeep: (state: T) => unknown = (state) => state,
): readonly [T, Dispatch<SetStateAction<T>>] => {
  const { id: user, role } = useUser();
  const client = useQueryClient();
  const [state, setState] = useState(() => {
    const kept = recall(name);
    return (isKept(kept) && kept.user === user ? read(kept.state) : null) ?? begin;
  });
  const [first] = useState(begin);
  const latest = useRef<unknown>(null);
  const lastRole = useRef(role);
  useEffect(() => {
    lastRole.current = role;
    // As it began it is again by itself.
    latest.current = Object.is(state, first) ? null : { user, state: toKeep(state) };
  });
  useEffect(() => {
    forget(name);
    return () => {
      if (latest.current !== null && isShutOut(client, lastRole.current)) keep(name, latest.current);
    };
  }, [name, client]);
  return [state, setState];
};

/** Whether something is open that is there again then. */
export const useKeptOpen = (name: string) =>
  useKept(name, false, (stored) => (typeof stored === 'boolean' ? stored : null));

type Chosen<T> = Readonly<{ id: string; item: T | null }>;

/**
 * One of a list that somebody is at work on, as it was when it was chosen. Only its id is kept: what it is then, the list knows.
 *
 * @param items Null where there is none yet.
 * @returns Its id, too, for whoever has but a part of the list.
 */
export const useKeptItem = <T extends Readonly<{ id: string }>>(
  name: string,
  items: readonly T[] | null,
): readonly [T | null, (item: T | null) => void, id: string | null] => {
  const [chosen, setChosen] = useKept<Chosen<T> | null>(
    name,
    null,
    (stored) => (typeof stored === 'string' ? { id: stored, item: null } : null),
    (each) => each?.id,
  );
  const item = chosen?.item ?? items?.find(({ id }) => id === chosen?.id) ?? null;
  return [item, (next) => setChosen(next === null ? null : { id: next.id, item: next }), chosen?.id ?? null];
};
