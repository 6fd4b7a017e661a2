#!/usr/bin/env node
// Starts the command line on Node 24, whatever Node runs this; on a fresh clone it first installs the packages, and
// builds the dashboard's pages for the commands that serve them.
import { fileURLToPath } from 'node:url';
import { misuseOf } from './setup/options.mjs';
import { needsInstall, needsPages, PACKAGE_ROOT, runSetUp } from './setup/setup.mjs';

const argv = process.argv.slice(2);
const work = async () => {
  const { main } = await import('./cli/main.ts');
  return main(argv);
};
const servesLong = argv[0] === 'serve';

const misuse = misuseOf(argv);

if (misuse !== null && needsInstall(PACKAGE_ROOT)) {
  process.stderr.write(`portcullis: ${misuse}\nHow it is called: npx portcullis ${argv[0]} --help\n`);
  process.exitCode = 2;
} else {
  await runSetUp(fileURLToPath(import.meta.url), argv, process.env, work, {
    needsPages: needsPages(argv),
    servesLong,
  });
}
