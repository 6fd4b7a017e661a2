import { parseAddress } from './address.ts';
import type { Config } from './schema.ts';

/** What may run in a place of its own: on another host, or in another container or pod. */
export type Part = 'processor' | 'dashboard' | 'envoy';

export const ALL_PARTS: readonly Part[] = ['processor', 'dashboard', 'envoy'];

type Listener = Readonly<{ name: string; part: Part; address: string }>;

const listenersOf = ({ extProc, metrics, dashboard, proxy }: Config): readonly Listener[] => [
  { name: 'extProc.address', part: 'processor', address: extProc.address },
  { name: 'metrics.address', part: 'processor', address: metrics.address },
  { name: 'dashboard.address', part: 'dashboard', address: dashboard.address },
  ...(dashboard.metricsAddress === undefined
    ? []
    : [{ name: 'dashboard.metricsAddress', part: 'dashboard' as const, address: dashboard.metricsAddress }]),
  { name: 'proxy.address', part: 'envoy', address: proxy.address },
  { name: 'proxy.adminAddress', part: 'envoy', address: proxy.adminAddress },
  ...(proxy.statusAddress === undefined
    ? []
    : [{ name: 'proxy.statusAddress', part: 'envoy' as const, address: proxy.statusAddress }]),
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
 * @param isSaid Whether somebody set it: where a default is taken, `start` takes another port.
 * @param together Parts that run in one place; any other runs in one of its own.
 */
export const sameListeners = (
  config: Config,
  isSaid: (name: string) => boolean,
  together: readonly Part[],
): readonly Readonly<{ name: string; other: string }>[] => {
  const said = listenersOf(config).filter(({ name }) => isSaid(name));
  const meet = (one: Part, other: Part): boolean =>
    one === other || (together.includes(one) && together.includes(other));
  return said.flatMap(({ name, part, address }, at) => {
    const other = said
      .slice(0, at)
      .find((before) => meet(before.part, part) && collide(before.address, address));
    return other === undefined ? [] : [{ name, other: other.name }];
  });
};
