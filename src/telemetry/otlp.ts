import { DeliveryError } from './delivery-queue.ts';

export type OtlpReceiver = Readonly<{
  url: string;
  headers: Readonly<Record<string, string>>;
  timeoutMs: number;
}>;

/** Statuses after which OTLP has clients try again. */
const RETRYABLE = new Set([429, 502, 503, 504]);
/** More of an answer is not read. */
const MAX_ANSWER_BYTES = 65_536;

const readAnswer = async (response: Response): Promise<string> => {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of response.body ?? []) {
    pieces.push(piece);
    length += piece.length;
    if (length > MAX_ANSWER_BYTES) break;
  }
  return Buffer.concat(pieces).toString();
};

/** Seconds as a number; dates are for people. */
const retryAfterMs = (headers: Headers): number => {
  const seconds = Number(headers.get('retry-after') ?? 0);
  return Number.isFinite(seconds) ? Math.max(0, seconds * 1000) : 0;
};

/**
 * Posts JSON to a collector.
 *
 * @returns The beginning of its answer.
 * @throws DeliveryError for a status that says no, or whatever `fetch` throws where nobody answers.
 */
export const postOtlp = async ({ url, headers, timeoutMs }: OtlpReceiver, body: object): Promise<string> => {
  const all = new Headers(headers);
  all.set('content-type', 'application/json');
  const response = await fetch(url, {
    method: 'POST',
    // Whoever redirects would be sent the headers with their credentials.
    redirect: 'error',
    headers: all,
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(timeoutMs),
  });
  const answer = await readAnswer(response);
  if (response.ok) return answer;
  throw new DeliveryError(`the collector answered ${response.status}`, {
    isRetryable: RETRYABLE.has(response.status),
    retryAfterMs: retryAfterMs(response.headers),
  });
};
