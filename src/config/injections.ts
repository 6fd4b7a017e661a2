import { z } from 'zod';
import { INJECTION_ACTIONS, REMOVABLE_KINDS } from '../policy/removal.ts';

/** What is done about a request for an injection in a text that it can do without, by the kind of text. */
export const InjectionsSchema = z.partialRecord(z.enum(REMOVABLE_KINDS), z.enum(INJECTION_ACTIONS));
