// The dashboard's own files under its strict policy.
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { extname, join } from 'node:path';

const DIST = join(import.meta.dirname, '../../../src/dashboard/ui/dist');
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.html': 'text/html; charset=utf-8',
};

const policyHeader = (nonce: string): string =>
  `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data:; connect-src 'self'; ` +
  `font-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'`;

export const sendFile = (path: string, response: ServerResponse): void => {
  const isFile = extname(path) !== '';
  const file = isFile ? path : '/index.html';
  const nonce = randomBytes(16).toString('base64');
  try {
    const bytes = readFileSync(join(DIST, file));
    const body = isFile
      ? bytes
      : bytes.toString().replace('<head>', `<head><meta name="csp-nonce" content="${nonce}">`);
    response
      .writeHead(200, {
        'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
        'content-security-policy': policyHeader(nonce),
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
      })
      .end(body);
  } catch {
    response.writeHead(404).end();
  }
};
