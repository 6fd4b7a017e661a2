import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { FULL_TEXT } from '../../config/text-keys.ts';
import {
  type Handlers,
  type Method,
  OPENED,
  type Outcome,
  type Reply,
  type Request,
} from '../worker-protocol.ts';
import { openSqliteFile, toFault } from './sqlite-file.ts';

/*
 * The thread that holds the database. A commit on a busy disk takes up to a quarter of a second, and none of that
 * may be taken from requests. See `sqlite.ts` for the other end.
 */

const optionsSchema = z.object({
  path: z.string(),
  fullText: z.enum(FULL_TEXT),
  textKeys: z.array(z.string()),
});

const run = <M extends Method>(handlers: Handlers, { method, args }: Request<M>) => handlers[method](...args);

const settle = async (work: Promise<unknown>): Promise<Outcome<unknown>> => {
  try {
    return { ok: true, result: await work };
  } catch (error) {
    return { ok: false, fault: toFault(error) };
  }
};

const serve = async (): Promise<void> => {
  if (parentPort === null) throw new Error('sqlite-worker.ts runs as a worker thread only');
  const port = parentPort;
  const reply = (message: Reply): void => port.postMessage(message);

  const { path, fullText, textKeys } = optionsSchema.parse(workerData);
  const opening = openSqliteFile(path, { fullText, textKeys });
  const opened = await settle(opening.then(() => null));
  reply({ id: OPENED, outcome: opened });
  if (!opened.ok) return;

  const file = await opening;
  const answer = async (request: Request): Promise<void> => {
    const outcome = await settle(run(file, request));
    reply({ id: request.id, outcome });
    if (request.method === 'close') port.close();
  };
  port.on('message', (request: Request) => void answer(request));
};

await serve();
