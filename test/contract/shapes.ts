import { expect } from 'vitest';
import type { Answer } from './stack.ts';

export const REQUEST_ID = /^req_[0-9A-HJKMNP-TV-Z]{26}$/;
/** Envoy makes up an id where the processor has not named the request first, which may be a race. */
export const ANY_REQUEST_ID = /^req_(?:[0-9A-HJKMNP-TV-Z]{26}|[0-9a-f-]{36})$/;

/** What Envoy calls a request that no processor has seen. */
export const ENVOYS_REQUEST_ID = /^req_[0-9a-f-]{36}$/;

const SCAN_HEADERS = ['x-gateway-scan-time-ms', 'x-gateway-input-status', 'x-gateway-output-status'] as const;

export type WantedError = Readonly<{
  status: number;
  type: string;
  code: string;
  param?: string | null;
  /** Input and output status; null: no scan was meant, so the id is the only one of the four headers. */
  statuses: readonly [input: string, output: string] | null;
  id?: RegExp;
}>;

/** Each of the four headers exactly once, or the id alone; nothing else that begins with `x-gateway-`. */
export const expectGatewayHeaders = (
  answer: Answer,
  statuses: readonly [input: string, output: string] | null,
  others: readonly string[] = [],
): void => {
  const names = answer.rawHeaders.map(([name]) => name).filter((name) => name.startsWith('x-gateway-'));
  const wanted = ['x-gateway-request-id', ...(statuses === null ? [] : SCAN_HEADERS), ...others];
  expect([...names].sort()).toEqual([...wanted].sort());
  if (statuses === null) return;
  expect(answer.headers['x-gateway-scan-time-ms']).toMatch(/^\d+$/);
  expect(answer.headers['x-gateway-input-status']).toBe(statuses[0]);
  expect(answer.headers['x-gateway-output-status']).toBe(statuses[1]);
};

/** An error of the gateway as contract §4 has it: status, JSON body, ids that agree, and the headers of §3. */
export const expectError = (answer: Answer, wanted: WantedError): void => {
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status: wanted.status });
  expect(answer.headers['content-type']).toBe('application/json');
  expect(answer.headers['content-length']).toBe(String(answer.body.length));
  const id = String(answer.headers['x-gateway-request-id']);
  expect(id).toMatch(wanted.id ?? REQUEST_ID);
  expect(answer.headers['x-request-id']).toBe(id);
  expect(JSON.parse(answer.text)).toEqual({
    error: {
      type: wanted.type,
      code: wanted.code,
      message: expect.stringContaining(id),
      param: wanted.param ?? null,
      request_id: id,
    },
  });
  expectGatewayHeaders(answer, wanted.statuses);
};
