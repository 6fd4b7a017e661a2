import { ensurePrograms } from '../cluster/tools/ensure.ts';
import { OBSERVABILITY, type ProgramName } from '../cluster/tools/programs.ts';
import { findPrometheus } from './prometheus.ts';

/** Once before the slow tests: a Prometheus that neither the machine nor Debian has is made from its source, in some minutes. */
export const setup = async (): Promise<void> => {
  const names = Object.keys(OBSERVABILITY) as (keyof typeof OBSERVABILITY)[];
  const lacking: readonly ProgramName[] = names.filter((name) => findPrometheus(name) === null);
  await ensurePrograms(lacking, 'build', (line) => console.log(`observability tests: ${line}`));
};
