import { isIP } from 'node:net';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/** `localhost:3000` and the like, as a port-forward has them; no foreign page can have such an origin. */
const isLoopbackHost = (host: string): boolean =>
  /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i.test(host);

const parse = (url: string): URL | null => (URL.canParse(url) ? new URL(url) : null);

type Asked = Readonly<{
  method: string;
  origin: string | undefined;
  fetchSite: string | undefined;
  host: string | undefined;
}>;

/** Whether an origin is ours. @param publicUrl Null where the operator named none: then the host that was asked counts. */
const isOwn = (origin: string, host: string | undefined, publicUrl: string | null): boolean => {
  const url = parse(origin);
  if (url === null || url.origin !== origin) return false;
  if (publicUrl !== null && url.origin === parse(publicUrl)?.origin) return true;
  return url.host === host && (publicUrl === null || isLoopbackHost(url.host));
};

/**
 * Whether a request that may change something comes from our own pages. A browser sends `Origin` with every such request,
 * and `Sec-Fetch-Site` besides; one that sends neither has no business with a cookie. Whether the body is JSON says
 * nothing: nobody should have to rely on a preflight.
 */
export const isFromOwnPage = (
  { method, origin, fetchSite, host }: Asked,
  publicUrl: string | null,
): boolean => {
  if (SAFE.has(method)) return true;
  if (fetchSite !== undefined && fetchSite !== 'same-origin') return false;
  if (origin !== undefined) return isOwn(origin, host, publicUrl);
  return fetchSite === 'same-origin';
};

/**
 * Who asks, behind `trusted` proxies: the entry that the outermost of them wrote. Without proxies the header is the
 * caller's own word and counts nothing.
 */
export const clientAddress = (
  socketAddress: string,
  forwardedFor: string | undefined,
  trusted: number,
): string => {
  if (trusted === 0 || forwardedFor === undefined) return socketAddress;
  const hops = forwardedFor.split(',').map((hop) => hop.trim());
  const claimed = hops.at(-trusted) ?? '';
  return isIP(claimed) === 0 ? socketAddress : claimed;
};
