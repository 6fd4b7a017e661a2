import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { Kubectl } from '../kubectl.ts';

const HEADER = 12;
const TYPE_A = 1;
const NAME_ERROR = 3;
const ANSWER = 0x8180;
const TTL_S = 1;
const PORT = 53;
const FRESH_MS = 1000;
/** Points back to the question's name. */
const SAME_NAME = 0xc00c;

type Service = Readonly<{
  metadata: Readonly<{ name: string; namespace: string }>;
  spec: Readonly<{ clusterIP?: string }>;
}>;

type Question = Readonly<{ name: string; type: number; end: number }>;

const readQuestion = (message: Buffer): Question => {
  const labels: string[] = [];
  let at = HEADER;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 };
};

/** @param addresses Null: there is no such name. Other types of an existing name have no records. */
const answerTo = (message: Buffer, { type, end }: Question, addresses: readonly string[] | null): Buffer => {
  const question = Buffer.from(message.subarray(0, end));
  const records = type === TYPE_A ? (addresses ?? []).map(recordOf) : [];
  question.writeUInt16BE(ANSWER | (addresses === null ? NAME_ERROR : 0), 2);
  question.writeUInt16BE(1, 4);
  question.writeUInt16BE(records.length, 6);
  question.writeUInt32BE(0, 8);
  return Buffer.concat([question, ...records]);
};

const recordOf = (address: string): Buffer => {
  const record = Buffer.alloc(16);
  record.writeUInt16BE(SAME_NAME, 0);
  record.writeUInt16BE(TYPE_A, 2);
  record.writeUInt16BE(1, 4);
  record.writeUInt32BE(TTL_S, 6);
  record.writeUInt16BE(4, 10);
  Buffer.from(address.split('.').map(Number)).copy(record, 12);
  return record;
};

type Slice = Readonly<{
  metadata: Readonly<{ namespace: string; labels?: Readonly<Record<string, string>> }>;
  endpoints?: readonly Readonly<{
    addresses: readonly string[];
    conditions?: Readonly<{ ready?: boolean }>;
  }>[];
}>;
type Names = ReadonlyMap<string, readonly string[]>;

const readNames = async (kubectl: Kubectl): Promise<Names> => {
  const list = async <T>(types: string): Promise<readonly T[]> =>
    (await kubectl.get<{ items: readonly T[] }>([types, '--all-namespaces'])).items;
  const slices = await list<Slice>('endpointslices');
  /** Of a headless Service: its ready pods. */
  const podsOf = ({ metadata: { name, namespace } }: Service): readonly string[] =>
    slices
      .filter(({ metadata }) => metadata.namespace === namespace)
      .filter(({ metadata }) => metadata.labels?.['kubernetes.io/service-name'] === name)
      .flatMap(({ endpoints }) => endpoints ?? [])
      .flatMap(({ addresses, conditions }) => (conditions?.ready === false ? [] : addresses));
  return new Map(
    (await list<Service>('services')).flatMap((service) => {
      const { name, namespace } = service.metadata;
      const { clusterIP } = service.spec;
      if (clusterIP === undefined) return [];
      const addresses = clusterIP === 'None' ? podsOf(service) : [clusterIP];
      return [[`${name}.${namespace}.svc.cluster.local`, addresses] as const];
    }),
  );
};

/**
 * A cluster's DNS as far as these tests need it: the addresses of Services, and of the pods of headless ones, by their full
 * names.
 */
export const startDns = async (host: string, kubectl: Kubectl): Promise<() => Promise<void>> => {
  let known: Promise<Names> | undefined;
  let readAtMs = 0;
  const services = (): Promise<Names> => {
    if (known === undefined || Date.now() - readAtMs > FRESH_MS) {
      readAtMs = Date.now();
      known = readNames(kubectl);
    }
    return known;
  };
  const socket = createSocket('udp4');
  socket.on('message', (message, from) => {
    const question = readQuestion(message);
    services().then(
      (names) =>
        socket.send(answerTo(message, question, names.get(question.name) ?? null), from.port, from.address),
      () => undefined,
    );
  });
  socket.bind(PORT, host);
  await once(socket, 'listening');
  return async () => {
    const closed = once(socket, 'close');
    socket.close();
    await closed;
  };
};
