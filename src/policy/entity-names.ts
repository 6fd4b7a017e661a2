import { ENTITY_NAMES } from '../detection/entities/names.ts';
import { RULESETS } from '../detection/rulesets/all.ts';
import { BORROWED_RULES } from '../detection/rulesets/secrets/borrowed.ts';
import { RESERVED_ENTITIES } from './entity-defaults.ts';
import type { EntitySettings } from './settings.ts';

/** Whether an action takes a finding to do anything. */
const isMore = (action: string | undefined): boolean => action !== undefined && action !== 'off';

/** Secret kinds as findings name them, in small letters. */
export const SECRET_KINDS: readonly string[] = [
  ...new Set([
    ...RULESETS.filter(({ category }) => category === 'secret').flatMap(({ subType, rules }) => [
      subType,
      ...rules.flatMap((rule) => (rule.subType === undefined ? [] : [rule.subType])),
    ]),
    ...BORROWED_RULES.map(({ subType }) => subType),
  ]),
].toSorted();

const FOUND: ReadonlySet<string> = new Set([
  ...ENTITY_NAMES,
  ...SECRET_KINDS.map((kind) => kind.toUpperCase()),
]);

/**
 * All names that settings may say something about. The operator's own rules are not among them: what is done about what
 * they find stands in the rule.
 */
export const SETTABLE_ENTITIES: ReadonlySet<string> = new Set([...FOUND, ...RESERVED_ENTITIES]);

/**
 * Names that no detector finds anything by, and that are to be found, replaced or blocked all the same: whoever set that
 * believes in a protection that is not there. `off` is what happens, and is none. No operator's rule makes findings of them either.
 */
export const unsoughtEntities = (entities: EntitySettings): readonly string[] =>
  Object.entries(entities)
    .filter(([name, actions]) => !FOUND.has(name) && Object.values(actions).some(isMore))
    .map(([name]) => name);
