import { CHAT_PATH } from '../../config/scanned-path.ts';

/** What becomes of a request by its method and path alone. */
export type Route = 'scan' | 'pass-through' | 'unknown';

/** One path segment that no server can read as another path: no escapes, no dots alone, no backslash. */
const SAFE_SEGMENT = /^(?!\.{1,2}$)[A-Za-z0-9._~:@!$&'()+,;=-]{1,256}$/;

/** The path without its query, exactly as the provider will get it. */
export const withoutQuery = (path: string): string => path.split(/[?#]/, 1)[0] ?? '';

const matches = (pattern: string, method: string, path: string): boolean => {
  const [wantedMethod, wantedPath = ''] = pattern.split(' ', 2);
  if (wantedMethod !== method) return false;
  if (!wantedPath.endsWith('*')) return wantedPath === path;
  const prefix = wantedPath.slice(0, -1);
  return path.startsWith(prefix) && SAFE_SEGMENT.test(path.slice(prefix.length));
};

/**
 * Compares literally: `/v1/chat/completions/`, `//v1/…`, `/v1/Chat/…` and escaped spellings are unknown, since some
 * provider may take them for the chat path and the answer would come unscanned.
 *
 * @param passThrough `METHOD /path` patterns; a trailing `*` stands for one path segment.
 */
export const routeOf = (method: string, path: string, passThrough: readonly string[]): Route => {
  // No request target has a fragment (RFC 9112 §3.2), and servers differ in what they make of one.
  if (path.includes('#')) return 'unknown';
  const bare = withoutQuery(path);
  if (bare === CHAT_PATH && method === 'POST') return 'scan';
  return passThrough.some((pattern) => matches(pattern, method, bare)) ? 'pass-through' : 'unknown';
};
