import { validateHeaderName, validateHeaderValue } from 'node:http';
import { z } from 'zod';

/** A request that the sample provider refuses, as OpenAI would. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  readonly status: number;
  readonly type: string;
  readonly code: string | null;

  constructor(status: number, type: string, code: string | null, message: string) {
    super(message);
    this.status = status;
    this.type = type;
    this.code = code;
  }
}

export const badRequest = (message: string, code: string | null = null): ProviderError =>
  new ProviderError(400, 'invalid_request_error', code, message);

/** Bodies in either direction may not exceed this. */
export const MAX_BODY_BYTES = 64 * 1024 * 1024;
const MAX_DELAY_MS = 60_000;

const ENCODINGS = ['gzip', 'br', 'zstd', 'deflate'] as const;
export type Encoding = (typeof ENCODINGS)[number];

const wholeNumber = (max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .pipe(z.int().max(max));
const base64 = z
  .string()
  .regex(/^[A-Za-z0-9+/_-]*={0,2}$/)
  .transform((value) => Buffer.from(value, 'base64'));
const base64Text = base64.transform((bytes) => bytes.toString('utf8'));
const headerPairs = z.array(z.tuple([z.string(), z.string()])).max(100);

/**
 * What a test may ask for. Each field is a header `x-sample-<name>` and also the model name
 * `sample-<name>-<value>`, which goes through any client.
 */
const ScenarioSchema = z.strictObject({
  /** The answer's text; where a tool is called, its arguments. */
  answer: base64Text.optional(),
  /** An error in OpenAI's shape. */
  status: wholeNumber(599).pipe(z.int().min(400)).optional(),
  'delay-ms': wholeNumber(MAX_DELAY_MS).default(0),
  'chunk-delay-ms': wholeNumber(MAX_DELAY_MS).default(0),
  /** Characters of text per streamed chunk, or bytes per piece of a raw body. */
  'chunk-chars': wholeNumber(MAX_BODY_BYTES).pipe(z.int().min(1)).optional(),
  /** Compresses the answer, asked for or not. */
  encoding: z.enum(ENCODINGS).optional(),
  /** More response headers, duplicates included: base64 of a JSON `[[name, value], …]`. */
  headers: base64Text.transform((text) => readHeaderPairs(text)).default([]),
  /** The whole body, sent as it is. */
  raw: base64.optional(),
  'content-type': z.string().default('application/json'),
  /** Where the connection is destroyed. */
  reset: z.enum(['before', 'headers', 'body']).optional(),
  /** About this many bytes of text in the answer. */
  'body-bytes': wholeNumber(MAX_BODY_BYTES).optional(),
});
export type Scenario = Readonly<z.output<typeof ScenarioSchema>>;

const NAMES = Object.keys(ScenarioSchema.shape);

const readHeaderPairs = (text: string): ReadonlyArray<readonly [string, string]> => {
  const parsed: unknown = JSON.parse(text);
  const pairs = headerPairs.parse(parsed);
  for (const [name, value] of pairs) {
    validateHeaderName(name);
    validateHeaderValue(name, value);
  }
  return pairs;
};

const fromModel = (model: string): Record<string, string> => {
  const name = NAMES.find((candidate) => model.startsWith(`sample-${candidate}-`));
  return name === undefined ? {} : { [name]: model.slice(`sample-${name}-`.length) };
};

/**
 * @param headers As Node gives them, names in lower case.
 * @param model The request's model; a header wins over it.
 * @throws ProviderError 400 where a value cannot be read.
 */
export const readScenario = (
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
  model: string,
): Scenario => {
  const asked: Record<string, unknown> = fromModel(model);
  for (const name of NAMES) {
    const value = headers[`x-sample-${name}`];
    if (value !== undefined) asked[name] = value;
  }
  try {
    return ScenarioSchema.parse(asked);
  } catch (cause) {
    const problem = cause instanceof z.ZodError ? z.prettifyError(cause) : String(cause);
    throw badRequest(`Bad x-sample option: ${problem}`);
  }
};
