import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { GatewayError } from '../errors.ts';
import { CURSOR } from './cursor-pattern.ts';
import type { Page } from './ports.ts';

/** Where a page ended: everything newer, and this one, has been seen. The id settles the order within a millisecond. */
export type Position = Readonly<{ atMs: number; id: string }>;

export const toCursor = ({ atMs, id }: Position): string => `${atMs}~${id}`;

/** Null where no store of ours made this cursor. */
export const parseCursor = (cursor: string): Position | null => {
  const match = CURSOR.exec(cursor);
  if (match?.[1] === undefined || match[2] === undefined) return null;
  return { atMs: Number(match[1]), id: match[2] };
};

/** @throws GatewayError `STORE_FAILED` for a cursor that is none; check it by `CURSOR` before. */
export const readCursor = (cursor: string | null): Position | null => {
  if (cursor === null) return null;
  const position = parseCursor(cursor);
  if (position === null)
    throw new GatewayError('STORE_FAILED', 'The cursor is not one that a page ended with.');
  return position;
};

/** Rows behind a position in a list that is read from the newest to the oldest. */
export const isBehind = (time: string, id: string, position: Position | null): RawBuilder<SqlBool> =>
  position === null
    ? sql<SqlBool>`1 = 1`
    : sql<SqlBool>`(${sql.ref(time)}, ${sql.ref(id)}) < (${position.atMs}, ${position.id})`;

const MAX_LIMIT = 1000;

export const readLimit = (limit: number): number => Math.max(1, Math.min(MAX_LIMIT, Math.trunc(limit)));

/** @param rows One more than `limit` where there is a further page. */
export const toPage = <Row, Item>(
  rows: readonly Row[],
  limit: number,
  positionOf: (row: Row) => Position,
  toItem: (row: Row) => Item,
): Page<Item> => {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: shown.map(toItem),
    nextCursor: rows.length > limit && last !== undefined ? toCursor(positionOf(last)) : null,
  };
};
