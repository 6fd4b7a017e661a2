import { GatewayError } from '../errors.ts';

const FACTORS: Readonly<Record<string, number>> = {
  '': 1,
  k: 1e3,
  M: 1e6,
  G: 1e9,
  Ki: 1024,
  Mi: 1024 ** 2,
  Gi: 1024 ** 3,
};
/** Less than Envoy itself takes would refuse everything. */
const LEAST_BYTES = 64 * 1024 ** 2;
const MOST_BYTES = 1024 ** 4;

/** Bytes as Kubernetes writes a limit of memory: `1Gi`, `1500M`, `1073741824`. @throws GatewayError `USAGE`. */
export const readMemorySize = (option: string, text: string): number => {
  const [, digits = '', unit = ''] = /^(\d{1,13}(?:\.\d{1,3})?)([kMG]|[KMG]i)?$/.exec(text) ?? [];
  const bytes = Math.floor(Number(digits) * (FACTORS[unit] ?? 0));
  if (bytes >= LEAST_BYTES && bytes <= MOST_BYTES) return bytes;
  throw new GatewayError('USAGE', `--${option} takes from 64Mi to 1024Gi of memory, not "${text}".`);
};
