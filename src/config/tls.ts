import { z } from 'zod';

const file = z.string().min(1).max(4096).optional();

const allOrNone = (files: readonly unknown[]): boolean =>
  files.every((name) => name === undefined) || files.every((name) => name !== undefined);

/** How the processor proves who it is to Envoy, and whom it answers. */
export const ServerTlsSchema = z
  .strictObject({
    certFile: file.describe('PEM file of the processor’s certificate; default: no TLS between Envoy and it'),
    keyFile: file.describe('PEM file of its key'),
    clientCaFile: file.describe('PEM file of the CA; only clients with a certificate of it are answered'),
  })
  .refine(({ certFile, keyFile, clientCaFile }) => allOrNone([certFile, keyFile, clientCaFile]), {
    error: 'needs all of certFile, keyFile and clientCaFile, or none of them',
  })
  .prefault({});

/** The same on Envoy’s side. */
export const ClientTlsSchema = z
  .strictObject({
    certFile: file.describe('PEM file of Envoy’s certificate for the processor; default: no TLS'),
    keyFile: file.describe('PEM file of its key'),
    caFile: file.describe('PEM file of the CA of the processor’s certificate'),
    serverName: z
      .string()
      .max(253)
      .regex(/^[A-Za-z0-9._:-]+$/, { error: 'must be a DNS name or an IP address' })
      .optional()
      .describe('Name in the processor’s certificate; default: the host that Envoy asks'),
  })
  .refine(({ certFile, keyFile, caFile }) => allOrNone([certFile, keyFile, caFile]), {
    error: 'needs all of certFile, keyFile and caFile, or none of them',
  })
  .prefault({});
