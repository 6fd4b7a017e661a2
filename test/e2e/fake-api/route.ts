// What an answer of the fake is, and how its routes are written.
import { z } from 'zod';
import { ApiError } from '../../../src/dashboard/api/common.ts';

export const NONE = z.undefined();
export const items = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item) });

export type Call = Readonly<{ params: readonly string[]; search: URLSearchParams; body: unknown }>;
export type Reply = Readonly<{ status?: number; schema: z.ZodType; answer?: unknown }>;
export type Route = readonly [method: string, path: RegExp, handle: (call: Call) => Reply];

export const refusal = (status: number, type: string, code: string, message: string): Reply => ({
  status,
  schema: ApiError,
  answer: { error: { type, code, message, param: null } },
});

export const record = (value: unknown): Readonly<Record<string, unknown>> =>
  z.record(z.string(), z.unknown()).catch({}).parse(value);
