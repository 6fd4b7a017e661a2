import { SETTABLE_ENTITIES } from '../policy/entity-names.ts';
import { didYouMean } from './suggest.ts';

export type UnknownEntity = Readonly<{ path: readonly [section: string, name: string]; message: string }>;

const SECTIONS = ['entities', 'allow'] as const;

const namesIn = (document: object, section: string): readonly string[] => {
  const value: unknown = new Map<string, unknown>(Object.entries(document)).get(section);
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value) : [];
};

/**
 * Names that nothing is ever found by, so that what is said of them comes to nothing. Asked where settings are written, and
 * not in the schema: what is stored may be from before, and is taken as it is.
 *
 * @param document As under `policy`; all that is not there or of another shape is for the schema to refuse.
 * @param before What was said before and may stay.
 */
export const unknownEntities = (document: object, before: object = {}): readonly UnknownEntity[] =>
  SECTIONS.flatMap((section) => {
    const known = new Set([...SETTABLE_ENTITIES, ...namesIn(before, section)]);
    return namesIn(document, section)
      .filter((name) => !known.has(name))
      .map((name) => ({
        path: [section, name] as const,
        message: `nothing is found by this name${didYouMean(name, SETTABLE_ENTITIES)}`,
      }));
  });
