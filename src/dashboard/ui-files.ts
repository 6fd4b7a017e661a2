import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extname, join, normalize, sep } from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
};
/** Vite's names of built files: a change of content is a change of name. */
const HASHED = /^\/assets\/[^/]{1,200}-[\w-]{8,}\.\w{1,10}$/;
const IMMUTABLE = 'public, max-age=31536000, immutable';

/** @param nonce For the styles that the pages make themselves; null for what is no page. */
export const contentSecurityPolicy = (nonce: string | null): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    nonce === null ? "style-src 'self'" : `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "font-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ');

const NOT_BUILT = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Portcullis</title></head><body>
<h1>The dashboard’s pages are not built</h1>
<p>Run <code>npm start</code> in a checkout, which builds them, or see README.md. The API is at <code>/api/v1</code>, its
description at <a href="/api/openapi.json">/api/openapi.json</a>.</p></body></html>`;

const read = async (path: string): Promise<Buffer | null> => {
  try {
    return await readFile(path);
  } catch {
    return null;
  }
};

/** The file of a path; null where there is none, or where the path would lead out of the folder. */
const fileOf = (directory: string, path: string): string | null => {
  let decoded: string;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    return null;
  }
  if (decoded.includes('\0') || decoded.includes('\\')) return null;
  const file = normalize(join(directory, decoded));
  return file.startsWith(directory + sep) && !file.slice(directory.length).includes(`${sep}.`) ? file : null;
};

const page = (html: string, status: number): Response => {
  const nonce = randomBytes(16).toString('base64');
  const meta = `<meta name="csp-nonce" content="${nonce}">`;
  return new Response(
    html.replace(/<head>/i, (head) => `${head}${meta}`),
    {
      status,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'content-security-policy': contentSecurityPolicy(nonce),
      },
    },
  );
};

type Asset = Readonly<{ bytes: Buffer; type: string }>;

const assetAt = async (root: string, path: string, type: string): Promise<Asset | null> => {
  const file = fileOf(root, path);
  const bytes = file === null ? null : await read(file);
  return bytes === null ? null : { bytes, type };
};

const answerWith = ({ bytes, type }: Asset, path: string): Response =>
  new Response(new Uint8Array(bytes), {
    headers: {
      'content-type': type,
      'cache-control': HASHED.test(path) ? IMMUTABLE : 'no-cache',
      'content-security-policy': contentSecurityPolicy(null),
    },
  });

/** The built pages: files by their names, and `index.html` for every path that is a page's. */
export const createUiFiles = (directory: string) => {
  const root = normalize(directory).replace(/[/\\]$/, '');
  return async (path: string): Promise<Response> => {
    const extension = extname(path).toLowerCase();
    const type = extension === '.html' ? undefined : TYPES[extension];
    if (type !== undefined) {
      const asset = await assetAt(root, path, type);
      // A script that is missing must not become a page.
      return asset === null ? new Response('Not found\n', { status: 404 }) : answerWith(asset, path);
    }
    const index = await read(join(root, 'index.html'));
    return index === null ? page(NOT_BUILT, 503) : page(index.toString('utf8'), 200);
  };
};
