import { workerData } from 'node:worker_threads';

/** A check of rules that breaks off: by an error, or by the end of its thread. */
const [{ fault }] = workerData.rules;
if (fault !== null) throw Object.assign(new Error(fault.message), { code: fault.code });
process.exit(1);
