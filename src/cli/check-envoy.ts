import { type FindEnvoyOptions, lookUpEnvoy, PINNED } from '../envoy/binary.ts';
import { type Outcome, ok, warn } from './check.ts';

/**
 * Looks for an Envoy and installs none: whoever asks what is wrong changes nothing.
 *
 * @throws GatewayError `ENVOY_UNAVAILABLE` for one that was chosen or installed and does not fit.
 */
export const checkEnvoy = async (env: FindEnvoyOptions['env']): Promise<Outcome> => {
  const found = await lookUpEnvoy({ env, log: () => undefined });
  if (found !== null) return ok(`${found.version} (${found.path})`);
  const elsewhere = 'where Envoy runs elsewhere ("serve") none is needed';
  return warn(`none on this machine: "start" installs ${PINNED} once (40 MB); ${elsewhere}`);
};
