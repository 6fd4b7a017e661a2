import type { Direction } from '../chat/segment.ts';
import { GatewayError } from '../errors.ts';
import { type AllowLists, createAllowed } from './allow.ts';
import type { Policy } from './decide.ts';
import { defaultAction } from './entity-defaults.ts';
import { type InjectionSettings, removableKinds } from './removal.ts';
import {
  type EntityAction,
  type EntitySettings,
  type InjectionThresholds,
  MODES,
  type Mode,
  type Override,
  RULE_THRESHOLDS,
  type RuleAction,
  replacementBy,
  SENSITIVITIES,
  type Sensitivity,
  type ThresholdSettings,
  thresholdsFor,
  withThresholds,
} from './settings.ts';
import { refusedKinds, type UnreadableSettings } from './unreadable-parts.ts';

export const ENTITY_DEFAULTS = ['redact', 'detect'] as const;
export type EntityDefaults = (typeof ENTITY_DEFAULTS)[number];

/** The operator's settings, as far as policy needs them. */
export type PolicySettings = Readonly<{
  mode: Mode;
  sensitivity: Sensitivity;
  onInputScanError: 'auto' | 'block' | 'allow';
  onOutputScanError: 'auto' | 'block' | 'allow';
  /** What is done about parts that nobody can read; absent: they go on. */
  unreadable?: UnreadableSettings;
  /** What is done about injections in texts that a request can do without; absent: it is blocked. */
  injections?: InjectionSettings;
  entities: EntitySettings;
  /** What is done about entities that nobody has set: what `entity-defaults.ts` says, or nothing but `detect`. */
  entityDefaults?: EntityDefaults;
  /** Values that are never taken for an entity. */
  allow?: AllowLists;
  rules: readonly Readonly<{ id: string; action: RuleAction }>[];
  /** Those of the model in force; default: those for rules alone. */
  injectionThresholds?: InjectionThresholds;
  /** The operator's own, in place of the model's. */
  thresholds?: ThresholdSettings;
  revision: string;
}>;

/** What a key says of itself; null leaves a setting to the operator's default. */
export type KeyPolicy = Readonly<{
  mode: Mode | null;
  sensitivity: Sensitivity | null;
  override: Override;
  /** For its callers in place of the operator's settings for all; null or absent: none. */
  entities?: EntitySettings | null;
  /** Of 100 requests that would be enforced, how many are; absent: all of them. */
  rolloutPercent?: number;
}>;

/** What the caller asked for by header; null where it sent none. */
export type RequestedPolicy = Readonly<{ mode: Mode | null; sensitivity: Sensitivity | null }>;

const choose = <T extends string>(
  order: readonly T[],
  standing: T,
  requested: T | null,
  override: Override,
): T => {
  if (requested === null || override === 'ignore') return standing;
  if (override === 'allow') return requested;
  return order.indexOf(requested) > order.indexOf(standing) ? requested : standing;
};

/** @throws GatewayError `INVALID_GATEWAY_MODE` for anything but the three words; case and outer blanks are forgiven. */
export const parseMode = (value: string): Mode => {
  const mode = MODES.find((name) => name === value.trim().toLowerCase());
  if (mode === undefined) {
    throw new GatewayError('INVALID_GATEWAY_MODE', `X-Gateway-Mode must be one of ${MODES.join(', ')}.`, {
      param: 'X-Gateway-Mode',
    });
  }
  return mode;
};

/** @throws GatewayError `INVALID_GATEWAY_SENSITIVITY` for anything but the four words. */
export const parseSensitivity = (value: string): Sensitivity => {
  const sensitivity = SENSITIVITIES.find((name) => name === value.trim().toLowerCase());
  if (sensitivity === undefined) {
    throw new GatewayError(
      'INVALID_GATEWAY_SENSITIVITY',
      `X-Gateway-Sensitivity must be one of ${SENSITIVITIES.join(', ')}.`,
      { param: 'X-Gateway-Sensitivity' },
    );
  }
  return sensitivity;
};

type EntityPolicy = Pick<Policy, 'entityAction' | 'enforcesEntities' | 'isAllowed'>;

const NO_ENTITIES: EntitySettings = {};

/** Compiled once for each configuration, not for each request. */
const allowedBy = new WeakMap<AllowLists, EntityPolicy['isAllowed']>();
const NO_LISTS: AllowLists = {};

const allowedOf = (lists: AllowLists = NO_LISTS): EntityPolicy['isAllowed'] => {
  const isAllowed = allowedBy.get(lists) ?? createAllowed(lists);
  allowedBy.set(lists, isAllowed);
  return isAllowed;
};

const enforces = (action: EntityAction | undefined, direction: Direction): boolean =>
  action !== undefined && (action === 'block' || replacementBy(action, direction) !== null);

/** The key's setting → the operator's → the default, and that only for what is certain enough at the sensitivity in force. */
const entityPolicy = (
  settings: PolicySettings,
  own: EntitySettings,
  sensitivity: Sensitivity,
): EntityPolicy => {
  const usesDefaults = settings.entityDefaults !== 'detect';
  const { [sensitivity]: certain } = thresholdsFor(
    'pii',
    'user',
    settings.injectionThresholds ?? RULE_THRESHOLDS,
  );
  const byDefault = (entity: string, direction: Direction, score: number): EntityAction => {
    if (!usesDefaults) return 'detect';
    const action = defaultAction(entity, direction);
    return score >= certain || action === 'off' ? action : 'detect';
  };
  return {
    // Secret kinds go by small letters in findings; the settings know all names in capitals.
    entityAction: (entity, direction, score = 1) => {
      const name = entity.toUpperCase();
      return (
        own[name]?.[direction] ?? settings.entities[name]?.[direction] ?? byDefault(entity, direction, score)
      );
    },
    enforcesEntities: (direction) =>
      usesDefaults ||
      [own, settings.entities].some((entities) =>
        Object.values(entities).some(({ [direction]: action }) => enforces(action, direction)),
      ),
    isAllowed: allowedOf(settings.allow),
  };
};

/**
 * Of requests that are enforced because operator or key say so a key may have a share go by `advisory`. Who asks for
 * `blocking` himself, and may, gets it.
 */
const rollOut = (mode: Mode, key: KeyPolicy, requested: RequestedPolicy, draw: number): Mode => {
  const isAsked = requested.mode === 'blocking' && key.override !== 'ignore';
  return mode === 'blocking' && !isAsked && draw * 100 >= (key.rolloutPercent ?? 100) ? 'advisory' : mode;
};

/**
 * Header (where the key allows it) → the key's own setting → the operator's settings (contract §3).
 *
 * @param draw 0 up to 1, one for each request: those below the key's share are enforced.
 */
export const effectivePolicy = (
  settings: PolicySettings,
  key: KeyPolicy,
  requested: RequestedPolicy,
  draw = 0,
): Policy => {
  const chosen = choose(MODES, key.mode ?? settings.mode, requested.mode, key.override);
  const mode = rollOut(chosen, key, requested, draw);
  const sensitivity = choose(
    SENSITIVITIES,
    key.sensitivity ?? settings.sensitivity,
    requested.sensitivity,
    key.override,
  );
  const byMode = mode === 'blocking' ? 'block' : 'allow';
  const resolve = (choice: 'auto' | 'block' | 'allow'): 'block' | 'allow' => {
    // Shadow never refuses anything for its body's sake, whatever the operator chose for failures.
    if (mode === 'shadow') return 'allow';
    return choice === 'auto' ? byMode : choice;
  };
  return {
    mode,
    sensitivity,
    onScanError: {
      input: resolve(settings.onInputScanError),
      output: resolve(settings.onOutputScanError),
    },
    ...(mode === 'blocking' && settings.unreadable !== undefined
      ? { refusesParts: refusedKinds(settings.unreadable) }
      : {}),
    ...(settings.injections === undefined ? {} : { removes: removableKinds(settings.injections) }),
    ...entityPolicy(settings, key.entities ?? NO_ENTITIES, sensitivity),
    ruleAction: (ruleId: string): RuleAction =>
      settings.rules.find(({ id }) => id === ruleId)?.action ?? 'detect',
    injectionThresholds: withThresholds(settings.injectionThresholds ?? RULE_THRESHOLDS, settings.thresholds),
    revision: settings.revision,
  };
};
