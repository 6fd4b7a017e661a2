import { type ServerUnaryCall, type ServerWritableStream, type sendUnaryData, status } from '@grpc/grpc-js';
import { EXT_PROC_SERVICE_NAME } from './proto.ts';

type HealthRequest = Readonly<{ service?: string }>;
type HealthResponse = Readonly<{ status: number }>;

const SERVING = 1;
const NOT_SERVING = 2;
const SERVICE_UNKNOWN = 3;

/** The standard gRPC health service for Envoy's active checks and Kubernetes probes. */
export const createHealth = (isReady: () => boolean) => {
  const watchers = new Set<() => void>();
  const statusOf = (service: string): number => {
    if (service !== '' && service !== EXT_PROC_SERVICE_NAME) return SERVICE_UNKNOWN;
    return isReady() ? SERVING : NOT_SERVING;
  };
  return {
    handlers: {
      Check: (
        call: ServerUnaryCall<HealthRequest, HealthResponse>,
        callback: sendUnaryData<HealthResponse>,
      ): void => {
        const found = statusOf(call.request.service ?? '');
        if (found === SERVICE_UNKNOWN) callback({ code: status.NOT_FOUND, details: 'unknown service' });
        else callback(null, { status: found });
      },
      Watch: (call: ServerWritableStream<HealthRequest, HealthResponse>): void => {
        let last: number | null = null;
        const send = (): void => {
          const now = statusOf(call.request.service ?? '');
          if (now !== last) call.write({ status: now });
          last = now;
        };
        watchers.add(send);
        call.on('cancelled', () => watchers.delete(send));
        send();
      },
    },
    /** To be called after readiness changed. */
    notify: (): void => {
      for (const send of watchers) send();
    },
  };
};
