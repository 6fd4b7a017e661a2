import { once } from 'node:events';
import { Agent, request as httpRequest } from 'node:http';

/** What came back, and how long after it was meant to be sent. */
export type Sent = Readonly<{ status: number; ms: number; atMs: number }>;

/** Sends one body to the gateway. @returns The status; 0 where the connection broke. */
export type Send = (body: Buffer) => Promise<number>;

const TICK_MS = 5;

/** A caller with connections of its own, which stay open. `broken` says why those broke that did. */
export const createSender = (
  proxyUrl: string,
  key: string,
  more: Readonly<Record<string, string>> = {},
): Readonly<{ send: Send; broken: readonly string[]; close: () => void }> => {
  const agent = new Agent({ keepAlive: true });
  const broken: string[] = [];
  const { hostname, port } = new URL(proxyUrl);
  const headers = {
    authorization: 'Bearer sk-x',
    'x-gateway-key': key,
    'content-type': 'application/json',
    ...more,
  };
  return {
    broken,
    send: async (body) => {
      const request = httpRequest({
        agent,
        hostname,
        port,
        method: 'POST',
        path: '/v1/chat/completions',
        headers: { ...headers, 'content-length': body.length },
      });
      request.end(body);
      try {
        const [response] = await once(request, 'response');
        response.resume();
        await once(response, 'end');
        return response.statusCode ?? 0;
      } catch (error) {
        broken.push(`${request.reusedSocket ? 'kept' : 'new'} connection: ${String(error)}`);
        return 0;
      }
    },
    close: () => agent.destroy(),
  };
};

/** Each caller sends its next request when it has its answer: what the whole gets done. @returns Requests a second. */
export const closedLoop = async (
  send: Send,
  bodies: readonly Buffer[],
  callers: number,
  forMs: number,
): Promise<number> => {
  const startMs = performance.now();
  let done = 0;
  let next = 0;
  const work = async (): Promise<void> => {
    while (performance.now() - startMs < forMs) {
      next += 1;
      const body = bodies[next % bodies.length];
      if (body !== undefined && (await send(body)) === 200) done += 1;
    }
  };
  await Promise.all(Array.from({ length: callers }, work));
  return (done * 1000) / (performance.now() - startMs);
};

/**
 * Sends at a rate, whether answers come or not, as callers do who know nothing of each other. Times count from when a
 * request was meant to be sent, so that a sender who is late himself hides nothing.
 */
export const openLoop = async (
  send: Send,
  bodies: readonly Buffer[],
  ratePerSecond: number,
  forMs: number,
): Promise<readonly Sent[]> => {
  const startMs = performance.now();
  const count = Math.floor((ratePerSecond * forMs) / 1000);
  const pending: Promise<Sent>[] = [];
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const dueCount = Math.min(count, Math.floor(((performance.now() - startMs) * ratePerSecond) / 1000));
      while (pending.length < dueCount) {
        const body = bodies[pending.length % bodies.length] ?? Buffer.alloc(0);
        const atMs = startMs + (pending.length * 1000) / ratePerSecond;
        pending.push(
          send(body).then((status) => ({ status, ms: performance.now() - atMs, atMs: atMs - startMs })),
        );
      }
      if (pending.length < count) return;
      clearInterval(timer);
      resolve();
    }, TICK_MS);
  });
  return Promise.all(pending);
};

/** @returns NaN where there is nothing. */
export const quantile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ??
  Number.NaN;
