import { command } from '../cluster/command.ts';
import { CRD_SETS, crdFiles, fetchCrds } from '../cluster/tools/crds.ts';
import { ensurePrograms } from '../cluster/tools/ensure.ts';
import { CHART_TOOLS, missing, type ProgramName } from '../cluster/tools/programs.ts';
import { hasKubernetesValidate, installKubernetesValidate } from '../tools/kubernetes-validate.ts';

const say = (line: string): void => console.log(`chart tests: ${line}`);

const trying = async (what: string, work: () => Promise<void>): Promise<void> => {
  // A registry that fails once mostly answers the second time.
  const twice = work().catch(work);
  await twice.catch((error: unknown) => say(`${what} cannot be had on this machine. ${error}`));
};

/** What the checks of the chart lack on this machine. */
export const lacking = async (): Promise<readonly string[]> => {
  const sets = await Promise.all(CRD_SETS.map(async (name) => ({ name, files: await crdFiles(name) })));
  return [
    ...missing(CHART_TOOLS),
    ...sets.filter(({ files }) => files.length === 0).map(({ name }) => `the custom resources of ${name}`),
    ...((await hasKubernetesValidate()) ? [] : ['kubernetes-validate']),
  ];
};

/**
 * Once before all tests of the chart: finds or makes the programs that check it. `CHART_TOOLS=find` makes none. Where one is not to be
 * had its tests are skipped, aloud; in CI that is a failure, unless there is no Go to make it with.
 */
export const setup = async (): Promise<void> => {
  if (process.env['CHART_TOOLS'] !== 'find') {
    await ensurePrograms(Object.keys(CHART_TOOLS) as ProgramName[], 'build', say);
    await trying('custom resource definitions', fetchCrds);
    await trying('kubernetes-validate', installKubernetesValidate);
  }
  const lacks = await lacking();
  if (lacks.length === 0) return;
  const reason = `this machine lacks ${lacks.join(', ')}`;
  const hasGo = await command('go', ['version']).then(
    () => true,
    () => false,
  );
  if (process.env['CI'] === 'true' && hasGo)
    throw new Error(`In CI no check of the chart may be left out: ${reason}`);
  say(`SKIPPED in part: ${reason}`);
};
