import type { Context } from 'hono';
import { type SSEStreamingApi, streamSSE } from 'hono/streaming';
import { type Api, failureOf } from '../api-router.ts';
import type { SignedIn } from '../auth/sessions.ts';
import type { DashboardDeps } from '../context.ts';
import { ApiFailure } from '../failure.ts';
import type { FeedEvent, LiveFeed } from '../live-feed.ts';
import { namesFor, toRow } from './wire.ts';

const HEARTBEAT_MS = 15_000;
/** Events that wait for a slow reader; then it is let go, and its browser comes back by itself. */
const MAX_WAITING = 20;

const RETRY_MS = 3000;
/** Of one person, in all browsers: nobody takes the others' places. */
const MAX_LINES = 20;

const tooMany = (): ApiFailure =>
  new ApiFailure('rate_limit_error', 'too_many_listeners', 'Too many pages follow the traffic.', {
    retryAfterMs: 30_000,
  });

/** @throws ApiFailure 429 where too many listen. */
const createLine = (feed: LiveFeed) => {
  const waiting: FeedEvent[] = [];
  let wake = Promise.withResolvers<void>();
  let isOver = false;
  const end = (): void => {
    isOver = true;
    stop?.();
    wake.resolve();
  };
  const stop = feed.listen((event) => {
    if (waiting.length >= MAX_WAITING) end();
    waiting.push(event);
    wake.resolve();
  });
  if (stop === null) throw tooMany();
  return {
    end,
    isOver: () => isOver,
    /** What came in; nothing after a time of silence; null at the end. */
    next: async (): Promise<readonly FeedEvent[] | null> => {
      const heart = setTimeout(() => wake.resolve(), HEARTBEAT_MS);
      await wake.promise;
      clearTimeout(heart);
      wake = Promise.withResolvers<void>();
      return isOver ? null : waiting.splice(0);
    },
  };
};

type Line = ReturnType<typeof createLine>;

export const eventRoutes = (api: Api, deps: DashboardDeps): void => {
  const linesOf = new Map<string, number>();

  const dataOf = async (event: FeedEvent): Promise<string> => {
    if (event.type !== 'requests') {
      const { type: _type, ...data } = event;
      return JSON.stringify(data);
    }
    const names = await namesFor(deps.store, event.items);
    return JSON.stringify(event.items.map((item) => toRow(item, names)));
  };

  /** Made once, however many look on. */
  const told = new WeakMap<FeedEvent, Promise<string>>();
  const tellingOf = (event: FeedEvent): Promise<string> => {
    const data = told.get(event) ?? dataOf(event);
    told.set(event, data);
    return data;
  };

  /** Whoever signed out, or was switched off, hears no more. While the store is away there is nothing to hear. */
  const stillThere = async (c: Context, line: Line): Promise<SignedIn | null | undefined> => {
    const caller = await api.sessions.find(c).catch(() => undefined);
    if (caller === null) line.end();
    return caller;
  };

  const tell = async (c: Context, stream: SSEStreamingApi, line: Line): Promise<void> => {
    let beatAtMs = deps.now();
    const beat = async (): Promise<void> => {
      const caller = await stillThere(c, line);
      if (caller !== null)
        await stream.writeSSE({ event: 'heartbeat', data: JSON.stringify({ role: caller?.user.role }) });
      beatAtMs = deps.now();
    };
    const hear = async (event: FeedEvent): Promise<void> => {
      const data = await tellingOf(event);
      if (!line.isOver()) await stream.writeSSE({ event: event.type, data });
    };
    const hello = JSON.stringify({ version: deps.version });
    await stream.writeSSE({ event: 'hello', data: hello, retry: RETRY_MS });
    for (let events = await line.next(); events !== null; events = await line.next()) {
      for (const event of events) await hear(event);
      if (deps.now() - beatAtMs >= HEARTBEAT_MS || events.length === 0) await beat();
    }
  };

  api.raw(
    'GET /events',
    {
      summary: 'New requests, totals and revisions as they come: server-sent events',
      tag: 'Requests',
      produces: ['text/event-stream'],
      unattended: true,
    },
    async ({ c, user }) => {
      const before = linesOf.get(user.id) ?? 0;
      if (before >= MAX_LINES) throw tooMany();
      const line = createLine(deps.feed);
      linesOf.set(user.id, before + 1);
      return streamSSE(c, async (stream) => {
        stream.onAbort(line.end);
        // What ends elsewhere, at another replica or by the command line, is seen by the next heartbeat.
        const stopWatching = api.sessions.watch(user.id, () => void stillThere(c, line));
        try {
          await tell(c, stream, line);
        } catch (error) {
          // The stream ends, and its browser comes back; what went wrong is for the log alone.
          failureOf(error, deps.logger);
        } finally {
          stopWatching();
          line.end();
          const others = (linesOf.get(user.id) ?? 1) - 1;
          if (others > 0) linesOf.set(user.id, others);
          else linesOf.delete(user.id);
        }
      });
    },
  );
};
