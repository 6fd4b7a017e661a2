#!/usr/bin/env node
// Starts the command line on Node 24, whatever Node runs this; on a fresh clone it first installs the packages.
import { fileURLToPath } from 'node:url';
import { runSetUp } from './setup.mjs';

await runSetUp(fileURLToPath(import.meta.url), process.argv.slice(2), process.env, async (argv) => {
  const { main } = await import('./cli/main.ts');
  return main(argv);
});
