import type { z } from 'zod';
import type { ApiError } from './api/common.ts';

type ErrorType = z.output<typeof ApiError>['error']['type'];
type Issues = readonly Readonly<{ path: string; message: string }>[];

const STATUS = {
  invalid_request_error: 422,
  authentication_error: 401,
  permission_error: 403,
  conflict: 409,
  rate_limit_error: 429,
  server_error: 500,
} as const satisfies Record<ErrorType, number>;

/** Faults that are told at once. A list of a hundred thousand that are none would make an answer of a hundred times its size. */
export const MAX_ISSUES = 100;

type Options = Readonly<{
  status?: number;
  param?: string;
  issues?: Issues;
  retryAfterMs?: number;
}>;

/**
 * What the dashboard's API answers in place of a result. Its codes are no metric labels and none of the gateway's, so it
 * is no GatewayError; `message` is written for whoever asked.
 */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';
  readonly type: ErrorType;
  readonly code: string;
  readonly status: number;
  readonly options: Options;

  constructor(type: ErrorType, code: string, message: string, options: Options = {}) {
    super(message);
    this.type = type;
    this.code = code;
    this.status = options.status ?? STATUS[type];
    this.options = options;
  }
}

export const notFound = (what: string): ApiFailure =>
  new ApiFailure('invalid_request_error', 'not_found', `There is no such ${what}.`, { status: 404 });

/** What was to be changed is not as whoever asks has seen it. */
export const overtaken = (what: string): ApiFailure =>
  new ApiFailure('conflict', 'stale', `Somebody else has changed this ${what} meanwhile; look at it first.`);

/** The whole answer to a failure, headers that belong to it included. */
export const toErrorResponse = (failure: ApiFailure): Response => {
  const { param, issues, retryAfterMs } = failure.options;
  const error: z.output<typeof ApiError>['error'] = {
    type: failure.type,
    code: failure.code,
    message: failure.message,
    param: param ?? null,
    ...(issues === undefined ? {} : { issues: issues.slice(0, MAX_ISSUES).map((issue) => ({ ...issue })) }),
  };
  const retry = retryAfterMs === undefined ? {} : { 'retry-after': `${Math.ceil(retryAfterMs / 1000)}` };
  return Response.json({ error }, { status: failure.status, headers: retry });
};
