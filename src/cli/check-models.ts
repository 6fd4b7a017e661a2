import { fileURLToPath } from 'node:url';
import type { Config } from '../config/schema.ts';
import type { SecondTierHeader } from '../detection/model/second-tier.ts';
import { GatewayError } from '../errors.ts';
import { loadModel, SHIPPED_MODEL, whyWeightsMayNotFit } from '../models/load.ts';
import {
  readSecondTierHeader,
  SHIPPED_SECOND_TIER,
  startSecondTier,
  whyNoSecondTier,
} from '../models/second-tier.ts';
import { fail, type Outcome, ok, reasonOf, warn } from './check.ts';

type Scan = Config['scan'];

const OWN_REMEDY = 'train it with this version, or leave scan.modelFile out to use the one that ships';
const SHIPPED_REMEDY = 'install this version of Portcullis again';

/** A gateway does not start with a model that is missing, cut or of another format. */
export const checkModel = ({ modelFile }: Pick<Scan, 'modelFile'>): Outcome => {
  try {
    const { version, trainedAt } = loadModel(modelFile ?? SHIPPED_MODEL).header;
    return ok(`${version.slice(0, 12)} of ${trainedAt} (${modelFile ?? 'ships with it'})`);
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    return fail(`${reasonOf(error)}: ${modelFile === undefined ? SHIPPED_REMEDY : OWN_REMEDY}`);
  }
};

const REMEDY = 'install Portcullis again on this machine, with its optional packages';

/** Without a second tier the first judges alone, unless it is asked for. */
const missing = ({ secondTier }: Pick<Scan, 'secondTier'>, reason: string): Outcome =>
  secondTier === 'on'
    ? fail(`${reason}: ${REMEDY}, or set scan.secondTier to auto`)
    : warn(`${reason}: the first judges alone; ${REMEDY}`);

/** Null, too, for a model that cannot be read: the check of the model says that. */
const doubtOf = ({ modelFile }: Pick<Scan, 'modelFile'>, header: SecondTierHeader): string | null => {
  try {
    return whyWeightsMayNotFit(modelFile, header);
  } catch {
    return null;
  }
};

/** @param folder Where its files lie. */
export const checkSecondTier = async (
  scan: Pick<Scan, 'modelFile' | 'secondTier'>,
  folder: URL = SHIPPED_SECOND_TIER,
): Promise<Outcome> => {
  if (scan.secondTier === 'off') return ok('switched off by scan.secondTier');
  const reason = whyNoSecondTier(folder);
  if (reason !== null) return missing(scan, reason);
  let header: SecondTierHeader;
  try {
    header = readSecondTierHeader(folder);
    const network = await startSecondTier(folder, () => undefined);
    await network.close();
  } catch (error) {
    return missing(scan, `it cannot be run here, ${reasonOf(error)}`);
  }
  const doubt = doubtOf(scan, header);
  return doubt === null ? ok(fileURLToPath(folder)) : warn(doubt);
};
