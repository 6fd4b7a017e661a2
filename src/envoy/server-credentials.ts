import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { GatewayError } from '../errors.ts';

/** PEM files. */
export type ServerTls = Readonly<{ certFile: string; keyFile: string; clientCaFile: string }>;

/** How often the files are read again. Rotated certificates overlap by far more. */
const REREAD_MS = 30_000;

export type Pem = Readonly<{ cert: Buffer; key: Buffer; ca: Buffer }>;

const readPem = ({ certFile, keyFile, clientCaFile }: ServerTls): Pem => ({
  cert: readFileSync(certFile),
  key: readFileSync(keyFile),
  ca: readFileSync(clientCaFile),
});

/** @throws Error where the files do not hold what they should, or the key is another certificate's. */
const check = (pem: Pem): void => {
  createSecureContext(pem);
  // An empty CA file would have Node fall back to the CAs of the whole world.
  if (!pem.ca.includes('-----BEGIN CERTIFICATE-----')) throw new Error('the CA file holds no certificate');
};

const isSame = (a: Pem, b: Pem): boolean => a.cert.equals(b.cert) && a.key.equals(b.key) && a.ca.equals(b.ca);

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** What a server needs beside the files to answer nobody but those who have a certificate of the CA. */
export const MUTUAL_TLS = { requestCert: true, rejectUnauthorized: true, minVersion: 'TLSv1.2' } as const;

export type ReloadedCredentials = Readonly<{
  current: () => Pem;
  /** Called with files that changed, for new connections. */
  onChange: (take: (pem: Pem) => void) => void;
  close: () => void;
}>;

/**
 * The files of a server's mutual TLS. Those that change are taken up once they fit together; until then the old ones stay.
 *
 * @param onError Told of changed files that cannot be used, once for each problem.
 * @throws GatewayError `CONFIG_INVALID` where they cannot be used now.
 */
export const createMutualTls = (
  files: ServerTls,
  { onError, rereadMs = REREAD_MS }: Readonly<{ onError: (error: unknown) => void; rereadMs?: number }>,
): ReloadedCredentials => {
  let current: Pem;
  try {
    current = readPem(files);
    check(current);
  } catch (error) {
    const message = `extProc.tls cannot be used: ${messageOf(error)}`;
    throw new GatewayError('CONFIG_INVALID', message, { cause: error, param: 'extProc.tls' });
  }
  const takers: ((pem: Pem) => void)[] = [];
  let problem = '';
  const timer = setInterval(() => {
    try {
      const next = readPem(files);
      if (!isSame(next, current)) {
        check(next);
        current = next;
        for (const take of takers) take(next);
      }
      problem = '';
    } catch (error) {
      if (messageOf(error) !== problem) onError(error);
      problem = messageOf(error);
    }
  }, rereadMs);
  timer.unref();
  return {
    current: () => current,
    onChange: (take) => {
      takers.push(take);
    },
    close: () => clearInterval(timer),
  };
};
