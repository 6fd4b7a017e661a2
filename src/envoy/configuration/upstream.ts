import { isIP } from 'node:net';
import { GatewayError } from '../../errors.ts';

/** Where the provider is, as Envoy needs to know it. */
export type Upstream = Readonly<{
  host: string;
  port: number;
  isTls: boolean;
  /** What stands in place of `/v1/` at the front of a path; ends with a slash. */
  pathPrefix: string;
  /** For the Host header; with the port where it is not the scheme's own. */
  authority: string;
}>;

const VERSION_PATH = '/v1/';

/**
 * @param url The provider. Without a path, or with one that does not end in `/v1`, the path goes before `/v1/`:
 *   `https://host/azure` serves `/azure/v1/chat/completions`. With `/v1` at its end it is taken for the base address
 *   that SDKs use, and nothing is added.
 * @param isBaseAddress True for `OPENAI_BASE_URL`: any path stands in place of `/v1`, as in the SDKs.
 * @throws GatewayError `CONFIG_INVALID` for anything but an http or https URL without credentials, query or hash, and
 *   for the address of chat completions itself.
 */
export const parseUpstream = (url: string, isBaseAddress: boolean): Upstream => {
  const parsed = URL.parse(url);
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) {
    throw new GatewayError('CONFIG_INVALID', `The upstream must be an http or https URL, not "${url}".`);
  }
  if (parsed.username !== '' || parsed.password !== '' || parsed.search !== '' || parsed.hash !== '') {
    throw new GatewayError('CONFIG_INVALID', 'The upstream URL must have no credentials, query or fragment.');
  }
  if (/\/chat\/completions\/?$/.test(parsed.pathname)) {
    throw new GatewayError('CONFIG_INVALID', 'The upstream is a base address: leave /chat/completions out.');
  }
  const isTls = parsed.protocol === 'https:';
  const path = parsed.pathname.endsWith('/') ? parsed.pathname : `${parsed.pathname}/`;
  const isWholeBase = path.endsWith(VERSION_PATH) || (isBaseAddress && path !== '/');
  return {
    host: parsed.hostname.replace(/^\[|\]$/g, ''),
    port: parsed.port === '' ? (isTls ? 443 : 80) : Number(parsed.port),
    isTls,
    pathPrefix: isWholeBase ? path : `${path.slice(0, -1)}${VERSION_PATH}`,
    authority: parsed.host,
  };
};

/** An address that Envoy must look up, not one that it can dial as it is. */
export const isDnsName = ({ host }: Readonly<{ host: string }>): boolean => isIP(host) === 0;
