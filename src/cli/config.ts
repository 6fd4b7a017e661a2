import { configJsonSchema } from '../config/describe.ts';
import { loadConfig } from '../config/load.ts';
import { GatewayError } from '../errors.ts';
import { type CliCommand, print, readOptions } from './command.ts';

export const configCommand: CliCommand = {
  usage: 'config check FILE | config schema',
  run: async (args) => {
    const { positionals } = readOptions(args, {}, 2);
    const [action, file] = positionals;
    if (action === 'schema' && file === undefined) {
      print(JSON.stringify(configJsonSchema(), null, 2));
      return 0;
    }
    if (action === 'check' && file !== undefined) {
      // The file alone: what the environment adds is not the file's fault.
      loadConfig({ file, env: {} });
      print(`${file}: valid`);
      return 0;
    }
    throw new GatewayError('USAGE', 'Say "config check FILE" or "config schema".');
  },
};
