#!/usr/bin/env node
// Starts the command line on Node 24, whatever Node runs this; on a fresh clone it first installs the packages, and
// builds the dashboard's pages for the commands that serve them.
import { fileURLToPath } from 'node:url';
import { needsPages, runSetUp } from './setup/setup.mjs';

const argv = process.argv.slice(2);
const work = async () => {
  const { main } = await import('./cli/main.ts');
  return main(argv);
};
const servesLong = argv[0] === 'serve';

await runSetUp(fileURLToPath(import.meta.url), argv, process.env, work, {
  needsPages: needsPages(argv),
  servesLong,
});
