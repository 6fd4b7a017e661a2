import { type RunningDashboard, startDashboard } from '../dashboard/run.ts';
import { GatewayError } from '../errors.ts';
import { environment } from '../platform/program.ts';
import { begun } from './begun.ts';
import { type FromDashboard, type ToDashboard, ToDashboardSchema } from './dashboard-messages.ts';
import { fromOrigin } from './origin-message.ts';

/** The dashboard as a process of its own: no page that somebody opens costs the traffic anything. */

let dashboard: RunningDashboard | null = null;
const stopping = new AbortController();
let starting = Promise.resolve();

const tell = (message: FromDashboard): void => {
  if (process.connected) process.send?.(message);
};

const stop = async (): Promise<void> => {
  if (stopping.signal.aborted) return;
  stopping.abort();
  await begun(starting);
  await dashboard?.stop();
  process.exit();
};

const fail = (error: unknown): void => {
  if (stopping.signal.aborted) return;
  tell({ type: 'failed', message: error instanceof GatewayError ? error.message : String(error) });
  process.exitCode = 1;
  process.disconnect?.();
};

const obey = (message: ToDashboard): void => {
  switch (message.type) {
    case 'start':
      starting = startDashboard({
        ...message,
        origin: fromOrigin(message.origin, environment()),
        signal: stopping.signal,
      }).then((started) => {
        dashboard = started;
        const { url, address, setupUrl } = started;
        tell({ type: 'ready', url, address, setupUrl });
      }, fail);
      break;
    case 'stop':
      stop().catch(fail);
      break;
    default:
      message satisfies never;
  }
};

process.on('message', (message) => obey(ToDashboardSchema.parse(message)));
process.on('disconnect', () => {
  // Whoever started this is gone, or was told that it failed.
  stop().catch(() => process.exit(1));
});
process.on('SIGTERM', () => {
  stop().catch(() => process.exit(1));
});
// Gone before anybody listened.
if (!process.connected) process.exit();
