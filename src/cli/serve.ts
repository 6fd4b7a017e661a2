import type { Part } from '../config/listeners.ts';
import { readConfigOrigin } from '../config/reload.ts';
import { programVersion } from '../platform/program.ts';
import { SERVE_OPTIONS } from '../setup/options.mjs';
import { runDashboardProcess } from '../start/dashboard-process.ts';
import { say } from '../telemetry/output.ts';
import {
  abortedBy,
  type CliCommand,
  readChoice,
  readOptions,
  sourcesFrom,
  unlessAsked,
  untilSignalled,
} from './command.ts';

const ROLES = ['all', 'processor', 'dashboard'] as const;

/** What each role has listen in one place. Envoy is somebody else's affair, and mostly elsewhere. */
const RUNS: Readonly<Record<(typeof ROLES)[number], readonly Part[]>> = {
  all: ['processor', 'dashboard'],
  processor: ['processor'],
  dashboard: ['dashboard'],
};

export const serveCommand: CliCommand = {
  usage: 'serve [--config FILE] [--data-dir DIR] [--role all|processor|dashboard]',
  run: async (args) => {
    const { values } = readOptions(args, SERVE_OPTIONS);
    const role = readChoice('role', values.role, ROLES);
    // Before all that takes a while to load: the first process of a container never learns of a signal that came before it listened,
    // and one that ends while the second tier's network loads is aborted.
    const signalled = untilSignalled(say);
    const signal = abortedBy(signalled);
    const { config, origin } = readConfigOrigin({ ...sourcesFrom(values), together: RUNS[role] });
    const version = programVersion();
    if (role === 'dashboard') {
      // The processor never needs it, and it is some twenty megabytes with what it needs.
      const { startDashboard } = await import('../dashboard/run.ts');
      const starting = startDashboard({ config, origin, version, makesSetupLink: false, signal });
      const dashboard = await unlessAsked(starting, signal);
      await signalled;
      await dashboard?.stop();
      return 0;
    }
    const { startGateway } = await import('../main.ts');
    const gateway = await unlessAsked(startGateway(config, version, { origin, signal }), signal);
    if (gateway === null) return 0;
    const dashboard =
      role === 'all'
        ? runDashboardProcess({
            config,
            origin,
            version,
            makesSetupLink: false,
            onLine: say,
            signal,
          })
        : null;
    await signalled;
    await Promise.all([gateway.stop(config.shutdown.drainMs), dashboard?.then(({ stop }) => stop())]);
    return 0;
  },
};
