import { migrateStore } from '../records/version.ts';
import { type CliCommand, CONFIG_OPTIONS, configFrom, print, readOptions } from './command.ts';

export const migrateCommand: CliCommand = {
  usage: 'migrate [--config FILE] [--data-dir DIR]',
  run: async (args) => {
    const { values } = readOptions(args, CONFIG_OPTIONS);
    const { target, from, to } = await migrateStore(configFrom(values));
    const state = from === to ? `is up to date (${to})` : `is now at ${to} (before: ${from ?? 'nothing'})`;
    print(`${target} ${state}`);
    return 0;
  },
};
