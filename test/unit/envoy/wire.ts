import type { ProcessingResponse } from '../../../src/envoy/proto.ts';
import { loadServices } from '../../../src/envoy/services.ts';

const process = loadServices().extProc['Process'];
if (process === undefined) throw new Error('proto/ declares no Process');
export const ext = process;

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Buffer.isBuffer(value);

/** Without undefined fields and empty lists, which protobuf does not tell from absent ones. */
export const normal = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(normal);
  if (!isPlain(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, field]) => field !== undefined && !(Array.isArray(field) && field.length === 0))
      .map(([name, field]) => [name, normal(field)]),
  );
};

/** What Envoy reads of a reply. */
export const overTheWire = (message: ProcessingResponse): unknown =>
  normal(ext.responseDeserialize(ext.responseSerialize(message)));

/** What the server reads of a message of Envoy's; undefined where the bytes are no such message. */
export const decodeRequest = (bytes: Uint8Array): object | undefined => {
  try {
    const message: unknown = ext.requestDeserialize(Buffer.from(bytes));
    return isPlain(message) ? message : undefined;
  } catch {
    return undefined;
  }
};

export const encodeRequest = (message: object): Buffer => ext.requestSerialize(message);
