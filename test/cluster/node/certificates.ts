import { mkdtemp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { command } from '../command.ts';

const DAYS = '2';
const KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];

/**
 * Secrets for TLS with certificates on both sides, of a new authority.
 *
 * @param serverName What the server's certificate is for.
 */
export const makeTlsSecrets = async (
  folder: string,
  serverName: string,
  names: Readonly<{ server: string; client: string }>,
): Promise<readonly object[]> => {
  const work = await mkdtemp(join(folder, 'certificates-'));
  const file = (name: string): string => join(work, name);
  const openssl = (name: string, ...args: readonly string[]): Promise<string> =>
    command('openssl', [
      ...['req', '-x509', ...KEY, '-days', DAYS, '-subj', `/CN=${name}`],
      ...['-keyout', file(`${name}.key`), '-out', file(`${name}.pem`), ...args],
    ]);
  await openssl('ca', '-addext', 'keyUsage=keyCertSign');
  const signed = ['-CA', file('ca.pem'), '-CAkey', file('ca.key'), '-addext', 'basicConstraints=CA:FALSE'];
  await openssl('server', ...signed, '-addext', `subjectAltName=DNS:${serverName}`);
  await openssl('client', ...signed, '-addext', 'subjectAltName=DNS:envoy');
  const secret = async (name: string, certificate: string): Promise<object> => ({
    apiVersion: 'v1',
    kind: 'Secret',
    type: 'kubernetes.io/tls',
    metadata: { name },
    stringData: {
      'tls.crt': await readFile(file(`${certificate}.pem`), 'utf8'),
      'tls.key': await readFile(file(`${certificate}.key`), 'utf8'),
      'ca.crt': await readFile(file('ca.pem'), 'utf8'),
    },
  });
  return [await secret(names.server, 'server'), await secret(names.client, 'client')];
};
