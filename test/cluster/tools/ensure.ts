import { unpackDebianPackages } from './debian.ts';
import { buildByGo } from './go-builds.ts';
import { findProgram, PROGRAMS, type ProgramName } from './programs.ts';

type Say = (line: string) => void;

const firstLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, 2000);

const make = async (name: ProgramName): Promise<void> => {
  const origin = PROGRAMS[name];
  if ('go' in origin) await buildByGo(name, origin.go);
  else await unpackDebianPackages();
};

/**
 * Finds each program or makes it, one after another. What can't be had is said, and is no error here: the tests that need
 * it are skipped and say so.
 */
export const ensurePrograms = async (
  names: readonly ProgramName[],
  build: 'build' | 'find',
  say: Say,
): Promise<void> => {
  for (const name of names) {
    if (findProgram(name) !== null) continue;
    if (build === 'find') {
      say(`${name}: not here, and CLUSTER_BUILD=never`);
      continue;
    }
    say(`${name}: not here; made from its source or package now, which may take many minutes`);
    const startedAtMs = Date.now();
    try {
      // A registry that fails once mostly answers the second time.
      await make(name).catch(() => make(name));
      say(`${name}: ${findProgram(name)}, after ${Math.round((Date.now() - startedAtMs) / 1000)} s`);
    } catch (error) {
      say(`${name}: cannot be had on this machine. ${firstLine(error)}`);
    }
  }
};
