import { z } from 'zod';
import type { Paging } from '../../records/ports.ts';
import { Cursor } from '../api/common.ts';

export const CursorQuery = z.object({
  cursor: Cursor.optional(),
  limit: z.int().min(1).max(200).default(50),
});

export const toPaging = ({ cursor, limit }: z.output<typeof CursorQuery>): Paging => ({
  cursor: cursor ?? null,
  limit,
});
