import { z } from 'zod';
import { MAX_ALL_ALLOWED, MAX_ALLOWED, MAX_ALLOWED_CHARS, WITH_DOMAIN } from '../policy/allow.ts';
import { ENTITY_ACTIONS, OUTPUT_ACTIONS } from '../policy/settings.ts';

/** Most entities that settings may name. */
const MAX_ENTITIES = 500;

const entityName = z.string().regex(/^[A-Z][A-Z0-9_]{1,63}$/);

const isSmall = (entities: object): boolean => Object.keys(entities).length <= MAX_ENTITIES;
const TOO_MANY = { error: `at most ${MAX_ENTITIES} entities` };

/** What is done about entities: in the configuration, and for the callers of one key. */
export const EntitiesSchema = z
  .record(
    entityName,
    z.strictObject({
      input: z.enum(ENTITY_ACTIONS).optional(),
      output: z
        .enum(OUTPUT_ACTIONS, {
          error: ({ input }) =>
            input === 'tokenize'
              ? 'a value can be tokenised in requests only, where an answer follows that gets it back; say mask or hash'
              : undefined,
        })
        .optional(),
    }),
  )
  .refine(isSmall, TOO_MANY);

/** Values that are no entities. */
export const AllowSchema = z
  .record(entityName, z.array(z.string().trim().min(1).max(MAX_ALLOWED_CHARS)).max(MAX_ALLOWED))
  .superRefine((lists, { addIssue }) => {
    if (!isSmall(lists)) addIssue({ code: 'custom', path: [], message: TOO_MANY.error });
    const all = Object.values(lists).reduce((sum, { length }) => sum + length, 0);
    if (all > MAX_ALL_ALLOWED) {
      const message = `${all} values; ${MAX_ALL_ALLOWED} are allowed in all lists together`;
      addIssue({ code: 'custom', path: [], message });
    }
    for (const [entity, entries] of Object.entries(lists)) {
      for (const [at, entry] of entries.entries()) {
        if (!/^[@.]/.test(entry)) continue;
        const message = WITH_DOMAIN.has(entity)
          ? 'a domain needs at least one dot, and nothing but letters, digits, dots and hyphens'
          : `domains are for ${[...WITH_DOMAIN].join(' and ')} only`;
        const isFine =
          WITH_DOMAIN.has(entity) && /^[@.](?:[\p{L}\p{N}-]{1,63}\.){1,10}[\p{L}\p{N}-]{2,63}$/u.test(entry);
        if (!isFine) addIssue({ code: 'custom', path: [entity, at], message });
      }
    }
  });
