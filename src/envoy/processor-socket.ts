import { randomBytes } from 'node:crypto';
import { chmodSync, lstatSync, renameSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { GatewayError } from '../errors.ts';
import { EXT_PROC_SERVICE_NAME } from './proto.ts';

/** Time for whoever holds the socket to say that he is a processor. */
const ANSWER_MS = 2000;
/** The group may use the socket: Envoy need not run as the same user. */
const MODE = 0o660;
/** Nobody listens behind the file, or the file went away as we looked. */
const ABANDONED: readonly string[] = ['ECONNREFUSED', 'ENOENT'];

const refusal = (path: string, why: string, cause?: unknown): GatewayError =>
  new GatewayError('CONFIG_INVALID', `The processor cannot listen on unix:${path}: ${why}.`, {
    cause,
    param: 'extProc.address',
  });

const isServed = (path: string): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const socket = connect(path, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', (error: NodeJS.ErrnoException) => {
      if (ABANDONED.includes(error.code ?? '')) resolve(false);
      else reject(refusal(path, `whether somebody else does could not be found out (${error.code})`, error));
    });
  });

/** Asks by the health service, which knows the processor's name, for any state: one that drains is one, too. */
const isProcessor = async (path: string, answerMs: number): Promise<boolean> => {
  // Loaded by need: where calls come over `http2`, nothing else wants the library.
  const [{ Client, credentials }, { loadServices }] = await Promise.all([
    import('@grpc/grpc-js'),
    import('./services.ts'),
  ]);
  const check = loadServices().health['Check'];
  if (check === undefined) throw new Error('proto/ declares no health check');
  const client = new Client(`unix:${path}`, credentials.createInsecure());
  return new Promise((resolve) => {
    client.makeUnaryRequest(
      check.path,
      check.requestSerialize,
      check.responseDeserialize,
      { service: EXT_PROC_SERVICE_NAME },
      { deadline: Date.now() + answerMs },
      (error) => {
        client.close();
        resolve(error === null);
      },
    );
  });
};

/**
 * Sees whether a processor may put its socket at a path: where nothing is, where a killed process has left its socket,
 * and where another processor answers, whose calls it then takes over, as in a roll-out.
 *
 * @param answerMs How long whoever listens there has to say what he is.
 * @throws GatewayError `CONFIG_INVALID` where something else is, or somebody who does not answer.
 */
const ensureMayTake = async (path: string, answerMs: number): Promise<void> => {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return;
  if (!found.isSocket()) throw refusal(path, 'there is a file of this name already, and it is no socket');
  if (!(await isServed(path)) || (await isProcessor(path, answerMs))) return;
  throw refusal(
    path,
    'something else listens there, or a processor that hangs. End it, or choose another address',
  );
};

/**
 * Makes a socket under another name and moves it into its place: that replaces what a killed process left behind, and
 * a process that is being rolled out can end without taking its successor's socket away, since Node removes the file
 * that it made.
 *
 * @param listen Listens on the path that it is given.
 */
export const listenAtSocket = async (
  path: string,
  listen: (draft: string) => Promise<unknown>,
  answerMs = ANSWER_MS,
): Promise<void> => {
  await ensureMayTake(path, answerMs);
  // Not by process id: two containers that share a folder are both number 1.
  const draft = join(dirname(path), `.${randomBytes(4).toString('hex')}`);
  await listen(draft);
  chmodSync(draft, MODE);
  renameSync(draft, path);
};
