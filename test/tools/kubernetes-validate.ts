import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { command } from '../cluster/command.ts';
import { toolsFolder } from '../cluster/tools/folder.ts';

const PACKAGE = 'kubernetes-validate==1.37.0';
const INSTALL_MS = 600_000;

const folder = (): string => join(toolsFolder(), 'python', PACKAGE.replace('==', '-'));

/** Checks objects by the schemas of Kubernetes' own releases, without the network; `KUBERNETES_VALIDATE_BIN` names another one. */
export const kubernetesValidate = (): string =>
  process.env['KUBERNETES_VALIDATE_BIN'] ?? join(folder(), 'bin', 'kubernetes-validate');

export const hasKubernetesValidate = (): Promise<boolean> =>
  access(kubernetesValidate()).then(
    () => true,
    () => false,
  );

/** @throws where Python 3 with venv, or a package index, is not to be had. */
export const installKubernetesValidate = async (): Promise<void> => {
  if (await hasKubernetesValidate()) return;
  await command('python3', ['-m', 'venv', folder()], { timeoutMs: INSTALL_MS });
  const pip = ['-m', 'pip', 'install', '--quiet', '--no-input', '--disable-pip-version-check', PACKAGE];
  await command(join(folder(), 'bin', 'python'), pip, { timeoutMs: INSTALL_MS });
};
