import type { ServiceDefinition } from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';
import { EXT_PROC_SERVICE_NAME, HEALTH_SERVICE_NAME } from './proto.ts';

/** `defaults: false` keeps absent fields absent; a body stays a view of the received message. See `proto.ts`. */
const LOADER_OPTIONS = {
  keepCase: true,
  longs: Number,
  defaults: false,
  oneofs: false,
  bytes: Buffer,
} as const;

const PROTO_ROOT = new URL('../../proto/', import.meta.url).pathname;
/** Reads `proto/`. @throws Error where the files are missing or broken: the installation is incomplete. */
export const loadServices = (): Readonly<{ extProc: ServiceDefinition; health: ServiceDefinition }> => {
  const definition = loadSync(
    ['envoy/service/ext_proc/v3/external_processor.proto', 'grpc/health/v1/health.proto'],
    { ...LOADER_OPTIONS, includeDirs: [PROTO_ROOT] },
  );
  const service = (name: string): ServiceDefinition => {
    const found = definition[name];
    if (found === undefined || 'format' in found) throw new Error(`proto/ declares no service ${name}`);
    return found;
  };
  return { extProc: service(EXT_PROC_SERVICE_NAME), health: service(HEALTH_SERVICE_NAME) };
};
