import { parentPort, workerData } from 'node:worker_threads';
import { effectivePolicyDocument } from '../config/policy-layer.ts';

/** Checks one document in a thread of its own: an operator's samples may take longer than any request may wait. */
parentPort?.postMessage(effectivePolicyDocument(workerData, {}));
