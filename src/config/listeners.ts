import { parseAddress } from './address.ts';
import type { Config } from './schema.ts';

type Listener =
  | 'extProc.address'
  | 'metrics.address'
  | 'dashboard.address'
  | 'proxy.address'
  | 'proxy.adminAddress';

const addressesOf = ({
  extProc,
  metrics,
  dashboard,
  proxy,
}: Config): readonly (readonly [Listener, string])[] => [
  ['extProc.address', extProc.address],
  ['metrics.address', metrics.address],
  ['dashboard.address', dashboard.address],
  ['proxy.address', proxy.address],
  ['proxy.adminAddress', proxy.adminAddress],
];

const EVERYWHERE = new Set(['0.0.0.0', '::']);

const collide = (one: string, other: string): boolean => {
  const [a, b] = [parseAddress(one), parseAddress(other)];
  if (a?.kind === 'unix' && b?.kind === 'unix') return a.path === b.path;
  if (a?.kind !== 'tcp' || b?.kind !== 'tcp' || a.port === 0 || a.port !== b.port) return false;
  return a.host === b.host || EVERYWHERE.has(a.host) || EVERYWHERE.has(b.host);
};

/**
 * Listeners that would want one port, each with the one before it that has it.
 *
 * @param isSaid Whether somebody set it: what is a default need not run in the same place (Envoy, a dashboard of its own).
 */
export const sameListeners = (
  config: Config,
  isSaid: (name: Listener) => boolean,
): readonly Readonly<{ name: Listener; other: Listener }>[] => {
  const said = addressesOf(config).filter(([name]) => isSaid(name));
  return said.flatMap(([name, address], at) => {
    const other = said.slice(0, at).find(([, before]) => collide(before, address));
    return other === undefined ? [] : [{ name, other: other[0] }];
  });
};
