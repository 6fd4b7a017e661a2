import { z } from 'zod';
import { UNREADABLE_KINDS } from '../chat/segment.ts';
import { UNREADABLE_ACTIONS } from '../policy/unreadable-parts.ts';

const action = z.enum(UNREADABLE_ACTIONS).optional();

/** What is done about parts that no detector reads, by kind and direction. */
export const UnreadableSchema = z.partialRecord(
  z.enum(UNREADABLE_KINDS),
  z.strictObject({ input: action, output: action }),
);
