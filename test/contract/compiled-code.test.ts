import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const WARM_UP = new URL('../../src/warm-up/warm-up.ts', import.meta.url).href;
const SCRIPT = `
  import { getHeapSpaceStatistics } from 'node:v8';
  const { warmUp } = await import(${JSON.stringify(WARM_UP)});
  await warmUp();
  console.log(getHeapSpaceStatistics().find(({ space_name }) => space_name === 'code_large_object_space').space_used_size);
`;

/** V8 keeps code of more than 128 KB by itself: of ours it is patterns only, some twenty of 150 to 600 KB, 3.5 MB together. */
const MOST_BYTES = 6 * 2 ** 20;

it('no pattern is compiled to megabytes', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', SCRIPT]);
  expect(Number(stdout)).toBeGreaterThan(0);
  expect(Number(stdout)).toBeLessThan(MOST_BYTES);
});
