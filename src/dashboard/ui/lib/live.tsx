import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useEffect, useMemo, useRef, useState } from 'react';
import type { RequestRow, Session } from './types.ts';

type Listener = (rows: readonly RequestRow[]) => void;
type Live = Readonly<{ isConnected: boolean; subscribe: (listener: Listener) => () => void }>;

const Context = createContext<Live>({ isConnected: false, subscribe: () => () => undefined });

/** What a new request makes out of date. */
const COUNTING = ['overview', 'latency', '/requests', '/threats', 'facets', 'impact', 'keys'] as const;

/** Reading a text is audited, and a replay is work: both are asked for by people alone. */
const mayAskAgain = ({ queryKey }: Readonly<{ queryKey: readonly unknown[] }>): boolean =>
  queryKey[0] !== 'text' && queryKey[0] !== 'replay';

const RETRY_MS = 5000;
/** Three of the server’s heartbeats: a connection that says nothing for so long is none, as after a laptop has slept. */
const SILENT_MS = 45_000;
const WATCH_MS = 5000;

const dataOf = (data: unknown): unknown => {
  try {
    return typeof data === 'string' ? JSON.parse(data) : null;
  } catch {
    return null;
  }
};

const rowsOf = (data: unknown): readonly RequestRow[] => {
  const rows = dataOf(data);
  return Array.isArray(rows) ? rows : [];
};

/** What whoever listens is by now; null where the server could not say. */
const roleOf = (data: unknown): unknown => {
  const beat = dataOf(data);
  return typeof beat === 'object' && beat !== null && 'role' in beat ? beat.role : null;
};

/** One connection to `/events` for all pages; the browser opens it anew where it breaks. */
export const LiveProvider = ({ children }: { children: ReactNode }) => {
  const [isConnected, setConnected] = useState(false);
  const listeners = useRef(new Set<Listener>());
  const client = useQueryClient();

  useEffect(() => {
    let source: EventSource;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let wasLost = false;
    let heardAtMs = Date.now();
    const hear = () => {
      heardAtMs = Date.now();
    };
    const open = () => {
      hear();
      source = new EventSource('/api/v1/events');
      for (const event of ['hello', 'heartbeat', 'totals', 'requests', 'revision'])
        source.addEventListener(event, hear);
      source.onopen = () => {
        hear();
        setConnected(true);
        // What happened in between was told to nobody.
        if (wasLost) void client.invalidateQueries({ predicate: mayAskAgain });
        wasLost = false;
      };
      source.onerror = () => {
        wasLost = true;
        setConnected(false);
        // The server ends the feed of whoever was signed out.
        // What is asked already goes on: begun anew at each try of the browser’s, it would never come to an end.
        void client.invalidateQueries({ queryKey: ['session'] }, { cancelRefetch: false });
        // After an answer that is none (a proxy’s 502, say) the browser gives up.
        if (source.readyState === EventSource.CLOSED) timer = setTimeout(open, RETRY_MS);
      };
      source.addEventListener('requests', ({ data }) => {
        const rows = rowsOf(data);
        if (rows.length === 0) return;
        // Pages that are open decide themselves when to ask again; the others ask when they are opened.
        for (const key of COUNTING) void client.invalidateQueries({ queryKey: [key], refetchType: 'none' });
        for (const each of listeners.current) each(rows);
      });
      source.addEventListener('heartbeat', ({ data }) => {
        const role = roleOf(data);
        const known = client.getQueryData<Session>(['session'])?.user?.role;
        if (role !== null && role !== known) void client.invalidateQueries({ queryKey: ['session'] });
      });
      source.addEventListener('revision', () => {
        for (const key of ['settings', 'revisions', 'exclusions', 'pii-rules'])
          void client.invalidateQueries({ queryKey: [key] });
      });
    };
    open();
    const watch = setInterval(() => {
      if (source.readyState === EventSource.CLOSED || Date.now() - heardAtMs < SILENT_MS) return;
      wasLost = true;
      setConnected(false);
      source.close();
      open();
    }, WATCH_MS);
    return () => {
      clearInterval(watch);
      clearTimeout(timer);
      source.close();
    };
  }, [client]);

  const live = useMemo<Live>(
    () => ({
      isConnected,
      subscribe: (listener) => {
        listeners.current.add(listener);
        return () => listeners.current.delete(listener);
      },
    }),
    [isConnected],
  );
  return <Context value={live}>{children}</Context>;
};

export const useIsLive = (): boolean => use(Context).isConnected;

/** Calls the listener for each batch of new requests; the newest listener counts. */
export const useNewRequests = (listener: Listener): void => {
  const { subscribe } = use(Context);
  const latest = useRef(listener);
  useEffect(() => {
    latest.current = listener;
  });
  useEffect(() => subscribe((rows) => latest.current(rows)), [subscribe]);
};
