import { writeFile } from 'node:fs/promises';
import { KERNEL_FILE, kernelFile } from './kernel-build.ts';

/** Writes `src/detection/kernel/binary.ts`; a test says when that is due. */
await writeFile(KERNEL_FILE, await kernelFile());
