import { acknowledge } from '../answer/reply.ts';
import { HEALTH } from '../health.ts';
import { EXT_PROC_METHOD, HEALTH_CHECK_METHOD, HEALTH_WATCH_METHOD } from '../proto.ts';
import { decodeHealthRequest, decodeProcessingRequest } from '../protobuf/decode-request.ts';
import { createReplyEncoder, encodeHealth } from '../protobuf/encode-response.ts';
import type { Method } from './grpc-call.ts';
import { GRPC_STATUS, GrpcError } from './grpc-status.ts';
import type { TransportDeps } from './transport.ts';

/** What every answer says it is. */
export const CONTENT_TYPE = 'application/grpc';
/** "+proto" is what we speak; parameters say nothing to us. */
const OUR_TYPES = /^application\/grpc(?:\+proto)?(?:;|$)/;

/** A health check asks with a service's name. */
const HEALTH_REQUEST_BYTES = 4096;

const processing = ({ open }: TransportDeps, maxMessageBytes: number): Method => {
  const encode = createReplyEncoder(Object.values(acknowledge));
  return {
    maxMessageBytes,
    open: (call, metadata) => {
      const { onMessage, onBroken, onEnd, onCancelled, onClosed } = open({
        metadata,
        write: (message) => call.write(encode(message)),
        pause: () => call.pause(),
        resume: () => call.resume(),
        end: () => call.finish(GRPC_STATUS.OK),
        fail: (details) => call.finish(GRPC_STATUS.INTERNAL, details),
      });
      return {
        onMessage: (bytes) => onMessage(decodeProcessingRequest(bytes)),
        onBroken,
        onEnd,
        onClosed: () => {
          onCancelled();
          onClosed();
        },
      };
    },
  };
};

/** Answers one question of the health service with one answer, or with all that come. */
const health = ({ health: { statusOf, watch } }: TransportDeps, answers: 'one' | 'all'): Method => ({
  maxMessageBytes: HEALTH_REQUEST_BYTES,
  open: (call) => {
    let unwatch = (): void => undefined;
    const tell = (status: number): void => call.write({ head: encodeHealth(status), rest: null });
    return {
      onMessage: (bytes) => {
        unwatch();
        const service = decodeHealthRequest(bytes);
        if (answers === 'all') {
          unwatch = watch(service, tell);
          return;
        }
        const status = statusOf(service);
        if (status === HEALTH.SERVICE_UNKNOWN) throw new GrpcError(GRPC_STATUS.NOT_FOUND, 'unknown service');
        tell(status);
        call.finish(GRPC_STATUS.OK);
      },
      onEnd: () => undefined,
      onClosed: () => unwatch(),
    };
  },
});

/** What of a request says which call it begins. */
export type Asked = Readonly<{
  method: string | undefined;
  path: string | undefined;
  contentType: string | undefined;
  encoding: string | undefined;
}>;

/** The method that a request asks for; a status of HTTP for what is no gRPC; or how the call ends at once. */
export type Route = Method | GrpcError | 405 | 415;

/** Says which method a request asks for, of all that we have. */
export const createRoutes = (deps: TransportDeps, maxMessageBytes: number): ((asked: Asked) => Route) => {
  const methods: ReadonlyMap<string, Method> = new Map([
    [EXT_PROC_METHOD, processing(deps, maxMessageBytes)],
    [HEALTH_CHECK_METHOD, health(deps, 'one')],
    [HEALTH_WATCH_METHOD, health(deps, 'all')],
  ]);
  return ({ method, path = '', contentType = '', encoding = 'identity' }) => {
    if (method !== 'POST') return 405;
    if (contentType !== CONTENT_TYPE && !OUR_TYPES.test(contentType)) return 415;
    if (encoding !== 'identity')
      return new GrpcError(GRPC_STATUS.UNIMPLEMENTED, 'Messages must not be compressed.');
    return methods.get(path) ?? new GrpcError(GRPC_STATUS.UNIMPLEMENTED, 'There is no such method here.');
  };
};
