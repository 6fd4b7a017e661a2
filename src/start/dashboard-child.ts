import { startDashboard } from '../dashboard/run.ts';
import { environment } from '../platform/program.ts';
import { createChild } from './child.ts';
import { type FromDashboard, type ToDashboard, ToDashboardSchema } from './dashboard-messages.ts';
import { fromOrigin } from './origin-message.ts';

/** The dashboard as a process of its own: no page that somebody opens costs the traffic anything. */

const child = createChild<Extract<FromDashboard, { type: 'ready' }>>();

const obey = (message: ToDashboard): void => {
  switch (message.type) {
    case 'start':
      child.run(
        startDashboard({
          ...message,
          origin: fromOrigin(message.origin, environment()),
          signal: child.signal,
        }).then(({ url, address, setupUrl, stop }) => ({
          ready: { type: 'ready', url, address, setupUrl },
          stop,
        })),
      );
      break;
    case 'stop':
      child.stop();
      break;
    default:
      message satisfies never;
  }
};

child.listen((message) => obey(ToDashboardSchema.parse(message)));
