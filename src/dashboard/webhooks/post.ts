import { createHmac } from 'node:crypto';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { ForbiddenAddressError, guardedLookup, mayConnect } from './guard.ts';

const TIMEOUT_MS = 10_000;

/**
 * `t=<seconds>,v1=<hex of HMAC-SHA-256 over "t.body">`, with one `v1` for each secret. Whoever receives it compares each in constant
 * time, takes what agrees with one, and refuses what is older than some minutes.
 */
export const signatureOf = (secrets: readonly string[], body: string, nowMs: number): string => {
  const seconds = Math.floor(nowMs / 1000);
  const signatures = secrets.map((secret) =>
    createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex'),
  );
  return [`t=${seconds}`, ...signatures.map((each) => `v1=${each}`)].join(',');
};

export type PostOptions = Readonly<{
  url: string;
  body: string;
  headers: Readonly<Record<string, string>>;
  allowPrivate: boolean;
  timeoutMs?: number;
}>;

/** As `post`; rejects where the address is none. */
const send = ({
  url,
  body,
  headers,
  allowPrivate,
  timeoutMs = TIMEOUT_MS,
}: PostOptions): Promise<string | null> =>
  new Promise((resolve) => {
    const target = new URL(url);
    const host = target.hostname.replace(/^\[|\]$/g, '');
    // A literal address is connected to without a look-up.
    if (isIP(host) !== 0 && !mayConnect(host, allowPrivate)) {
      resolve('the address is not allowed');
      return;
    }
    const request = target.protocol === 'https:' ? requestHttps : requestHttp;
    const outgoing = request(
      target,
      {
        method: 'POST',
        agent: false,
        lookup: guardedLookup(allowPrivate),
        headers: {
          ...headers,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
        },
      },
      (incoming) => {
        const status = incoming.statusCode ?? 0;
        incoming.destroy();
        resolve(status >= 200 && status < 300 ? null : `answered ${status}`);
      },
    );
    const deadline = setTimeout(() => outgoing.destroy(new Error('no answer in time')), timeoutMs);
    outgoing.once('close', () => {
      clearTimeout(deadline);
      // Neither an answer nor an error has to come before: of a 101 Node tells nothing else.
      resolve('closed without an answer');
    });
    outgoing.once('error', (error) => {
      const code = 'code' in error && typeof error.code === 'string' ? error.code : null;
      resolve(error instanceof ForbiddenAddressError ? error.message : (code ?? error.message));
    });
    outgoing.end(body);
  });

/** @returns Null where the receiver took it (2xx); else why not, in words. Redirects are not followed. Never rejects. */
export const post = (options: PostOptions): Promise<string | null> =>
  // One webhook whose address another version took must not hold up all others.
  send(options).catch(() => 'the address is not valid');
