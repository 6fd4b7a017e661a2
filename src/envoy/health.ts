import { EXT_PROC_SERVICE_NAME } from './proto.ts';

/** States of `grpc.health.v1`. */
export const HEALTH = { SERVING: 1, NOT_SERVING: 2, SERVICE_UNKNOWN: 3 } as const;
type HealthStatus = (typeof HEALTH)[keyof typeof HEALTH];

export type Health = Readonly<{
  /** @param service The empty name asks about the process as a whole. */
  statusOf: (service: string) => HealthStatus;
  /** Tells a service's status now and whenever it changes. @returns Ends that. */
  watch: (service: string, tell: (status: HealthStatus) => void) => () => void;
  /** To be called after readiness changed. */
  notify: () => void;
}>;

/** What the standard gRPC health service says, to Envoy's active checks and to Kubernetes' probes. */
export const createHealth = (isReady: () => boolean): Health => {
  const watchers = new Set<() => void>();
  const statusOf = (service: string): HealthStatus => {
    if (service !== '' && service !== EXT_PROC_SERVICE_NAME) return HEALTH.SERVICE_UNKNOWN;
    return isReady() ? HEALTH.SERVING : HEALTH.NOT_SERVING;
  };
  return {
    statusOf,
    watch: (service, tell) => {
      let last: HealthStatus | null = null;
      const look = (): void => {
        const now = statusOf(service);
        if (now !== last) tell(now);
        last = now;
      };
      watchers.add(look);
      look();
      return () => watchers.delete(look);
    },
    notify: () => {
      for (const look of watchers) look();
    },
  };
};
