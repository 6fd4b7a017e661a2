import { readConfigOrigin } from '../config/reload.ts';
import { startGateway } from '../main.ts';
import {
  type CliCommand,
  CONFIG_OPTIONS,
  programVersion,
  readChoice,
  readOptions,
  sourcesFrom,
  untilSignalled,
} from './command.ts';

export const serveCommand: CliCommand = {
  usage: 'serve [--config FILE] [--data-dir DIR] [--role all|processor]',
  run: async (args) => {
    const { values } = readOptions(args, { ...CONFIG_OPTIONS, role: { type: 'string', default: 'all' } });
    readChoice('role', values.role, ['all', 'processor']);
    const { config, origin } = readConfigOrigin(sourcesFrom(values));
    const gateway = await startGateway(config, programVersion(), { origin });
    await untilSignalled();
    await gateway.stop(config.shutdown.drainMs);
    return 0;
  },
};
