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

/** @param address Null: there is no such name. Other types of an existing name have no records. */
const answerTo = (message: Buffer, { type, end }: Question, address: string | null): Buffer => {
  const question = Buffer.from(message.subarray(0, end));
  const hasRecord = address !== null && type === TYPE_A;
  question.writeUInt16BE(ANSWER | (address === null ? NAME_ERROR : 0), 2);
  question.writeUInt16BE(1, 4);
  question.writeUInt16BE(hasRecord ? 1 : 0, 6);
  question.writeUInt32BE(0, 8);
  if (!hasRecord) return question;
  const record = Buffer.alloc(16);
  record.writeUInt16BE(SAME_NAME, 0);
  record.writeUInt16BE(TYPE_A, 2);
  record.writeUInt16BE(1, 4);
  record.writeUInt32BE(TTL_S, 6);
  record.writeUInt16BE(4, 10);
  Buffer.from(address.split('.').map(Number)).copy(record, 12);
  return Buffer.concat([question, record]);
};

/**
 * A cluster's DNS as far as these tests need it: the addresses of Services by their full names.
 */
export const startDns = async (host: string, kubectl: Kubectl): Promise<() => Promise<void>> => {
  let known: Promise<ReadonlyMap<string, string>> | undefined;
  let readAtMs = 0;
  const read = async (): Promise<ReadonlyMap<string, string>> => {
    const { items } = await kubectl.get<{ items: readonly Service[] }>(['services', '--all-namespaces']);
    return new Map(
      items.flatMap(({ metadata: { name, namespace }, spec: { clusterIP } }) =>
        clusterIP === undefined || clusterIP === 'None'
          ? []
          : [[`${name}.${namespace}.svc.cluster.local`, clusterIP] as const],
      ),
    );
  };
  const services = (): Promise<ReadonlyMap<string, string>> => {
    if (known === undefined || Date.now() - readAtMs > FRESH_MS) {
      readAtMs = Date.now();
      known = read();
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
