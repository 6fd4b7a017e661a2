import type { Config } from '../config/schema.ts';
import type { Pipeline } from '../detection/detector.ts';
import { builtInDetectors } from '../detection/detectors/all.ts';
import { type Floors, judgeBy } from '../detection/model/judge.ts';
import type { SecondTierHeader } from '../detection/model/second-tier.ts';
import { bySide } from '../detection/model/side.ts';
import { rulePipelineSteps } from '../detection/operator-rules/rules.ts';
import { openModel } from '../models/load.ts';
import type { ThresholdSettings } from '../policy/settings.ts';
import type { Steps } from '../steps/steps.ts';

/** What of the policy the scan itself hangs on; everything else is asked of its findings. */
export type ScanPolicy = Readonly<Pick<Config['policy'], 'rules'> & { thresholds?: ThresholdSettings }>;

const isNumber = (value: number | undefined): value is number => value !== undefined;

/** The lowest score at which a model's finding can be a threat, on the side to which these thresholds belong. */
const floorOf = (paranoid: number, own: ThresholdSettings['user'] = {}): number =>
  Math.min(paranoid, ...Object.values(own).filter(isNumber));

/**
 * Makes the pipeline of any policy, in whichever thread: the same from the same model, second tier and policy.
 *
 * @param modelFile Absent: the model that ships with the gateway.
 * @param secondTier Who is asked about what is uncertain; null where there is none.
 * @param isOffline The model says its probability of every text, and not only of those that are a threat at some sensitivity.
 * @throws GatewayError `CONFIG_INVALID` for a model file that cannot be read.
 */
export const createPipelineKit = (
  modelFile: string | undefined,
  secondTier: SecondTierHeader | null,
  isOffline = false,
) => {
  const model = openModel(modelFile);
  const { sides } = secondTier ?? model.header;

  const floors = ({ thresholds: { user, untrusted } = {} }: ScanPolicy): Floors =>
    isOffline
      ? bySide(() => 0)
      : bySide((side) => floorOf(sides[side].thresholds.paranoid, side === 'direct' ? user : untrusted));

  /** In steps: the operator's rules may take some tenths of a second to compile. */
  function* steps(policy: ScanPolicy): Steps<Pipeline> {
    const judge = judgeBy(model, { floors: floors(policy), secondTier });
    return yield* rulePipelineSteps(builtInDetectors, policy.rules, judge);
  }

  return { steps, floors, thresholds: bySide((side) => sides[side].thresholds) };
};
