import { cpus } from 'node:os';
import { findEnvoy } from '../../../src/envoy/binary.ts';

/** What a table was measured on, and when. */
export const machine = async (): Promise<string> => {
  const { version } = await findEnvoy({ env: process.env, log: console.error });
  const date = new Date().toISOString().slice(0, 16).replace('T', ' ');
  return `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.versions.node}, Envoy ${version}, ${date} UTC`;
};
