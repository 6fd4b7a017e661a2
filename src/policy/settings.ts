import type { Direction, Trust } from '../chat/segment.ts';
import type { Category } from '../detection/findings.ts';

/** From the least to the most strict. */
export const MODES = ['shadow', 'advisory', 'blocking'] as const;
export type Mode = (typeof MODES)[number];

/** From the least to the most strict. */
export const SENSITIVITIES = ['low', 'medium', 'high', 'paranoid'] as const;
export type Sensitivity = (typeof SENSITIVITIES)[number];

/** Whether a caller's headers may change mode and sensitivity: at will, only to something stricter, or not at all. */
export const OVERRIDES = ['allow', 'tighten', 'ignore'] as const;
export type Override = (typeof OVERRIDES)[number];

/**
 * What takes the place of a value.
 * `mask` its kind, `<EMAIL_ADDRESS>` · `hash` its kind and a keyed hash, `<EMAIL_ADDRESS:9f3a…>` · `tokenize` a placeholder
 * that gives way to the value in the answer, `<EMAIL_ADDRESS_1>`; in requests only.
 */
export const REPLACEMENTS = ['mask', 'hash', 'tokenize'] as const;
export type Replacement = (typeof REPLACEMENTS)[number];

/** What is done about an entity of category `pii` or `secret`. `redact` is `tokenize` in a request and `mask` in an answer. */
export const ENTITY_ACTIONS = ['off', 'detect', ...REPLACEMENTS, 'redact', 'block'] as const;
export type EntityAction = (typeof ENTITY_ACTIONS)[number];

/** An answer is nobody's to be put back into another one. */
export const OUTPUT_ACTIONS = ['off', 'detect', 'mask', 'hash', 'redact', 'block'] as const;

/** What is done about a text in which an operator's rule finds something; `tokenize` masks in answers, as `redact` does. */
export const RULE_ACTIONS = ['detect', ...REPLACEMENTS, 'redact', 'block'] as const;
export type RuleAction = (typeof RULE_ACTIONS)[number];

/** By entity; names are in capitals, those of secret kinds too. */
export type EntitySettings = Readonly<
  Record<string, Readonly<{ input?: EntityAction | undefined; output?: EntityAction | undefined }>>
>;

/** What an action puts in the place of a value; null where the value stays. */
export const replacementBy = (
  action: EntityAction | RuleAction,
  direction: Direction,
): Replacement | null => {
  if (action === 'redact' || action === 'tokenize') return direction === 'input' ? 'tokenize' : 'mask';
  return action === 'mask' || action === 'hash' ? action : null;
};

export type OnScanError = 'block' | 'allow';

/** A threshold for each sensitivity: a score at or above it is a threat. */
export type Thresholds = Readonly<Record<Sensitivity, number>>;

const NEVER = 2;

/** What it takes for injections in text of each trust class. */
export type InjectionThresholds = Readonly<Record<Trust, Thresholds>>;

/**
 * For rules without a model: their four grades are 0.97 and up (an unmistakable attack), 0.85 (an attack in nearly every
 * context), 0.65 (suspicious wording) and 0.4 (worth a look).
 *
 * Text that nobody vouches for needs less to be a threat; trusted text is enforced only from `paranoid`.
 */
export const RULE_THRESHOLDS: InjectionThresholds = {
  trusted: { low: NEVER, medium: NEVER, high: NEVER, paranoid: 0.8 },
  user: { low: 0.95, medium: 0.8, high: 0.6, paranoid: 0.35 },
  untrusted: { low: 0.9, medium: 0.7, high: 0.5, paranoid: 0.3 },
  'third-party': { low: 0.9, medium: 0.7, high: 0.5, paranoid: 0.3 },
  model: { low: 0.95, medium: 0.8, high: 0.6, paranoid: 0.35 },
  output: { low: 0.95, medium: 0.8, high: 0.6, paranoid: 0.35 },
};

const EVIDENCE_THRESHOLDS: Thresholds = { low: 0.95, medium: 0.8, high: 0.6, paranoid: 0.35 };

/**
 * For a model, whose thresholds stand for false-positive rates that were measured with it. What others wrote is judged
 * by those of its own, and so is what tools are said to do; trusted text is enforced only from `paranoid`, and there as strictly as a user's at `medium`.
 */
export const modelThresholds = ({
  direct,
  indirect,
  definition,
}: Readonly<Record<'direct' | 'indirect' | 'definition', Thresholds>>): InjectionThresholds => ({
  trusted: { low: NEVER, medium: NEVER, high: NEVER, paranoid: direct.medium },
  user: direct,
  untrusted: indirect,
  'third-party': definition,
  model: direct,
  output: direct,
});

/** An operator's own thresholds for injections: in what callers write, and in what tools and documents say. */
export type ThresholdSettings = Readonly<
  Partial<
    Record<'user' | 'untrusted', Readonly<Partial<Record<Sensitivity, number | undefined>>> | undefined>
  >
>;

/** The nearest number that was set at a stricter, or a looser, sensitivity. */
const nearestSet = (
  own: Readonly<Partial<Record<Sensitivity, number | undefined>>>,
  sensitivities: readonly Sensitivity[],
): number | undefined => sensitivities.map((each) => own[each]).find((value) => value !== undefined);

/** What is not set keeps the model's threshold, as far as that stays between those that are. */
const between = (
  model: Thresholds,
  own: Readonly<Partial<Record<Sensitivity, number | undefined>>> = {},
): Thresholds => {
  const at = (sensitivity: Sensitivity): number => {
    const set = own[sensitivity];
    if (set !== undefined) return set;
    const index = SENSITIVITIES.indexOf(sensitivity);
    const least = nearestSet(own, SENSITIVITIES.slice(index + 1)) ?? 0;
    const most = nearestSet(own, SENSITIVITIES.slice(0, index).toReversed()) ?? NEVER;
    return Math.min(most, Math.max(least, model[sensitivity]));
  };
  return { low: at('low'), medium: at('medium'), high: at('high'), paranoid: at('paranoid') };
};

/** The model's thresholds with the operator's in their place; still monotone where the operator's are. */
export const withThresholds = (
  model: InjectionThresholds,
  { user, untrusted }: ThresholdSettings = {},
): InjectionThresholds =>
  user === undefined && untrusted === undefined
    ? model
    : modelThresholds({
        direct: between(model.user, user),
        indirect: between(model.untrusted, untrusted),
        definition: between(model['third-party'], untrusted),
      });

/** The thresholds for findings of a category in text of a trust class. */
export const thresholdsFor = (
  category: Category,
  trust: Trust,
  injections: InjectionThresholds,
): Thresholds => (category === 'prompt_injection' ? injections[trust] : EVIDENCE_THRESHOLDS);
