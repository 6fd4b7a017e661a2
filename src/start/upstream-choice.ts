import { parseUpstream, type Upstream } from '../envoy/configuration/upstream.ts';

/**
 * The provider to use: the configured one (`--upstream`, file or environment), else `OPENAI_BASE_URL` as the SDKs
 * know it; null where neither is set.
 *
 * @throws GatewayError `CONFIG_INVALID` for a URL that cannot be one.
 */
export const chooseUpstream = (configured: string | undefined, env: NodeJS.ProcessEnv): Upstream | null => {
  if (configured !== undefined) return parseUpstream(configured, false);
  const baseUrl = env['OPENAI_BASE_URL'];
  return baseUrl === undefined || baseUrl === '' ? null : parseUpstream(baseUrl, true);
};
