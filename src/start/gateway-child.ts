import { startGateway } from '../main.ts';
import { environment } from '../platform/program.ts';
import { createChild } from './child.ts';
import { type FromGateway, type ToGateway, ToGatewaySchema } from './gateway-messages.ts';
import { fromOrigin } from './origin-message.ts';

/** The gateway as a process of its own: `portcullis start` starts it again when it dies, while Envoy fails closed. */

let envoyPid: number | null = null;

const child = createChild<Extract<FromGateway, { type: 'ready' }>>(() => {
  // `start` is there, and tries again: Envoy stays.
  envoyPid = null;
});

const obey = (message: ToGateway): void => {
  switch (message.type) {
    case 'start':
      child.run(
        startGateway(message.config, message.version, {
          ...(message.origin === null ? {} : { origin: fromOrigin(message.origin, environment()) }),
          signal: child.signal,
        }).then(({ extProcAddress, metricsUrl, stop }) => ({
          ready: { type: 'ready', extProcAddress, metricsUrl },
          // Envoy takes no new requests by now: nothing to drain.
          stop: () => stop(0),
        })),
      );
      break;
    case 'envoy':
      envoyPid = message.pid;
      break;
    case 'stop':
      child.stop();
      break;
    default:
      message satisfies never;
  }
};

/** `start` was killed: nobody would ever end Envoy, and nobody answers for this process. */
const endEnvoy = (): void => {
  if (envoyPid === null || child.signal.aborted) return;
  try {
    process.kill(envoyPid, 'SIGTERM');
  } catch {
    // It is gone already.
  }
};

child.listen((message) => obey(ToGatewaySchema.parse(message)), endEnvoy);
