import { configJsonSchema } from '../config/describe.ts';
import { readConfigFile } from '../config/file.ts';
import { loadConfig } from '../config/load.ts';
import type { Config } from '../config/schema.ts';
import { GatewayError } from '../errors.ts';
import { unsoughtEntities } from '../policy/entity-names.ts';
import { type CliCommand, print, readOptions } from './command.ts';

/** What is wrong with it only where all parts run in one place. */
const problemsTogether = (file: string): readonly string[] => {
  try {
    loadConfig({ file, env: {} });
    return [];
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    return error.message.split('\n').slice(1);
  }
};

/** Entities that it sets something for and that nothing looks for, each with its line. */
const unsoughtIn = (file: string, { policy }: Config): readonly string[] => {
  const { locate } = readConfigFile(file);
  return unsoughtEntities(policy.entities).map((name) => {
    const line = locate(['policy', 'entities', name]);
    return `  - ${line === null ? '' : `${line}: `}policy.entities.${name}`;
  });
};

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
      const config = loadConfig({ file, env: {}, together: [] });
      print(`${file}: valid`);
      const problems = problemsTogether(file);
      if (problems.length > 0)
        print('But not where processor, dashboard and Envoy share a machine or a pod:');
      for (const problem of problems) print(problem);
      const unsought = unsoughtIn(file, config);
      if (unsought.length > 0)
        print('But nothing looks for these entities, and what is set for them does nothing:');
      for (const each of unsought) print(each);
      return 0;
    }
    throw new GatewayError('USAGE', 'Say "config check FILE" or "config schema".');
  },
};
