import type { Direction } from '../chat/segment.ts';
import { GatewayError } from '../errors.ts';
import type { Policy } from './decide.ts';
import {
  type EntityAction,
  type InjectionThresholds,
  MODES,
  type Mode,
  type Override,
  RULE_THRESHOLDS,
  type RuleAction,
  SENSITIVITIES,
  type Sensitivity,
} from './settings.ts';

/** The operator's settings, as far as policy needs them. */
export type PolicySettings = Readonly<{
  mode: Mode;
  sensitivity: Sensitivity;
  onInputScanError: 'auto' | 'block' | 'allow';
  onOutputScanError: 'auto' | 'block' | 'allow';
  entities: Readonly<
    Record<string, Readonly<{ input?: EntityAction | undefined; output?: EntityAction | undefined }>>
  >;
  rules: readonly Readonly<{ id: string; action: RuleAction }>[];
  /** Those of the model in force; default: those for rules alone. */
  injectionThresholds?: InjectionThresholds;
  revision: string;
}>;

/** What a key says of itself; null leaves a setting to the operator's default. */
export type KeyPolicy = Readonly<{
  mode: Mode | null;
  sensitivity: Sensitivity | null;
  override: Override;
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

/** Header (where the key allows it) → the key's own setting → the operator's settings (contract §3). */
export const effectivePolicy = (
  settings: PolicySettings,
  key: KeyPolicy,
  requested: RequestedPolicy,
): Policy => {
  const mode = choose(MODES, key.mode ?? settings.mode, requested.mode, key.override);
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
    // Secret kinds go by small letters in findings; the settings know all names in capitals.
    entityAction: (entity: string, direction: Direction): EntityAction =>
      settings.entities[entity.toUpperCase()]?.[direction] ?? 'detect',
    enforcesEntities: (direction: Direction): boolean =>
      Object.values(settings.entities).some(
        ({ [direction]: action }) => action === 'redact' || action === 'block',
      ),
    ruleAction: (ruleId: string): RuleAction =>
      settings.rules.find(({ id }) => id === ruleId)?.action ?? 'detect',
    injectionThresholds: settings.injectionThresholds ?? RULE_THRESHOLDS,
    revision: settings.revision,
  };
};
