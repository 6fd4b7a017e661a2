import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { command, type Finished, tryCommand } from '../cluster/command.ts';
import { CHART, type KubernetesObject, objectsOf } from '../cluster/objects.ts';
import { findProgram, program } from '../cluster/tools/programs.ts';

export { CHART };

/** More than the chart can be lifted to by CI's other work. */
const RENDER_MS = 120_000;

export const hasHelm = findProgram('helm') !== null;

const CI = join(CHART, 'ci');
/** Each values file in `ci/`, by its name without the ending. */
export const VALUES_FILES: readonly string[] = readdirSync(CI)
  .filter((file) => file.endsWith('-values.yaml'))
  .map((file) => file.replace('-values.yaml', ''));

export const valuesFile = (name: string): string => join(CI, `${name}-values.yaml`);

const template = (args: readonly string[], release = 'rel'): readonly string[] => [
  'template',
  release,
  CHART,
  '--namespace',
  'guard',
  ...args,
];

/** What Helm makes of the chart, as objects. */
export const render = async (
  args: readonly string[],
  release?: string,
): Promise<readonly KubernetesObject[]> =>
  objectsOf(await command(program('helm'), template(args, release), { timeoutMs: RENDER_MS }));

export const renderFile = (name: string): Promise<readonly KubernetesObject[]> =>
  render(['--values', valuesFile(name)]);

/** The same where it may be refused. Values come as JSON, so that no shell or Helm rule changes them. */
export const tryRender = (values: object, ...args: readonly string[]): Promise<Finished> =>
  tryCommand(program('helm'), template([...args, '--values', '-']), {
    input: JSON.stringify(values),
    timeoutMs: RENDER_MS,
  });

type Text = Readonly<Record<string, string>>;

/** Texts of all ConfigMaps, by object and key. */
export const configTexts = (objects: readonly KubernetesObject[], suffix: string): Text => {
  const found = objects.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name.endsWith(suffix));
  return found === undefined ? {} : ((found as unknown as { data: Text }).data ?? {});
};
