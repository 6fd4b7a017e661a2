import { ENTITY_NAMES } from '../detection/entities/names.ts';
import { RULESETS } from '../detection/rulesets/all.ts';
import { BORROWED_RULES } from '../detection/rulesets/secrets/borrowed.ts';
import { RESERVED_ENTITIES } from './entity-defaults.ts';

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

/**
 * All names that settings may say something about. The operator's own rules are not among them: what is done about what
 * they find stands in the rule.
 */
export const SETTABLE_ENTITIES: ReadonlySet<string> = new Set([
  ...ENTITY_NAMES,
  ...RESERVED_ENTITIES,
  ...SECRET_KINDS.map((kind) => kind.toUpperCase()),
]);
