import { readPolicyLayer } from '../config/policy-layer.ts';
import { startDashboard } from '../dashboard/run.ts';
import { startGateway } from '../main.ts';
import { runDashboardProcess } from '../start/dashboard-process.ts';
import {
  type CliCommand,
  CONFIG_OPTIONS,
  configFrom,
  environment,
  programVersion,
  readChoice,
  readOptions,
  untilSignalled,
} from './command.ts';

export const serveCommand: CliCommand = {
  usage: 'serve [--config FILE] [--data-dir DIR] [--role all|processor|dashboard]',
  run: async (args) => {
    const { values } = readOptions(args, { ...CONFIG_OPTIONS, role: { type: 'string', default: 'all' } });
    const role = readChoice('role', values.role, ['all', 'processor', 'dashboard']);
    const config = configFrom(values);
    const version = programVersion();
    const locked = readPolicyLayer({
      env: environment(),
      ...(values.config === undefined ? {} : { file: values.config }),
    });
    if (role === 'dashboard') {
      const { stop } = await startDashboard({ config, locked, version, makesSetupLink: false });
      await untilSignalled();
      await stop();
      return 0;
    }
    const gateway = await startGateway(config, version);
    const dashboard =
      role === 'all'
        ? await runDashboardProcess({
            config,
            locked,
            version,
            makesSetupLink: false,
            onLine: (line) => process.stderr.write(`${line}\n`),
          })
        : null;
    await untilSignalled();
    await Promise.all([gateway.stop(config.shutdown.drainMs), dashboard?.stop()]);
    return 0;
  },
};
