import { GatewayError } from '../errors.ts';
import { type Gateway, startGateway } from '../main.ts';
import { environment } from '../platform/program.ts';
import { begun } from './begun.ts';
import { type FromGateway, type ToGateway, ToGatewaySchema } from './gateway-messages.ts';
import { fromOrigin } from './origin-message.ts';

/** The gateway as a process of its own: `portcullis start` starts it again when it dies, while Envoy fails closed. */

let gateway: Gateway | null = null;
let envoyPid: number | null = null;
const stopping = new AbortController();
let starting = Promise.resolve();

const tell = (message: FromGateway): void => {
  if (process.connected) process.send?.(message);
};

const stop = async (): Promise<void> => {
  if (stopping.signal.aborted) return;
  stopping.abort();
  await begun(starting);
  // Envoy takes no new requests by now: nothing to drain.
  await gateway?.stop(0);
  process.exit();
};

const fail = (error: unknown): void => {
  if (stopping.signal.aborted) return;
  tell({ type: 'failed', message: error instanceof GatewayError ? error.message : String(error) });
  process.exitCode = 1;
  // `start` is there, and tries again: Envoy stays.
  envoyPid = null;
  process.disconnect?.();
};

const obey = (message: ToGateway): void => {
  switch (message.type) {
    case 'start':
      starting = startGateway(message.config, message.version, {
        ...(message.origin === null ? {} : { origin: fromOrigin(message.origin, environment()) }),
        signal: stopping.signal,
      }).then((started) => {
        gateway = started;
        tell({ type: 'ready', extProcAddress: started.extProcAddress, metricsUrl: started.metricsUrl });
      }, fail);
      break;
    case 'envoy':
      envoyPid = message.pid;
      break;
    case 'stop':
      stop().catch(fail);
      break;
    default:
      message satisfies never;
  }
};

process.on('message', (message) => obey(ToGatewaySchema.parse(message)));
process.on('disconnect', () => {
  // `start` was killed: nobody would ever end Envoy, and nobody answers for this process.
  if (envoyPid !== null && !stopping.signal.aborted) {
    try {
      process.kill(envoyPid, 'SIGTERM');
    } catch {
      // It is gone already.
    }
  }
  stop().catch(() => process.exit(1));
});
process.on('SIGTERM', () => {
  stop().catch(() => process.exit(1));
});
// Gone before anybody listened.
if (!process.connected) process.exit();
