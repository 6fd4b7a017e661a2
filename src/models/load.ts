import { readFileSync } from 'node:fs';
import { decodeModel, type LinearModel } from '../detection/model/model-file.ts';
import { type ModelInUse, useModel } from '../detection/model/scorer.ts';
import type { SecondTierHeader } from '../detection/model/second-tier.ts';
import { GatewayError } from '../errors.ts';

/** The model that ships with the gateway. */
export const SHIPPED_MODEL = new URL('./first-tier.model', import.meta.url);

/** @throws GatewayError `CONFIG_INVALID` for a file that is missing or is no model. */
export const loadModel = (file: URL | string): LinearModel => {
  try {
    return decodeModel(readFileSync(file), String(file));
  } catch (error) {
    if (error instanceof GatewayError) throw error;
    throw new GatewayError('CONFIG_INVALID', `${String(file)}: cannot be read`, { cause: error });
  }
};

let shipped: WeakRef<ModelInUse> | null = null;

/**
 * A model to scan by, without what its file holds besides. The shipped one is in memory once, whoever scans by it: the gateway, and
 * what it practises with.
 *
 * @param file Absent: the model that ships with the gateway.
 * @throws GatewayError `CONFIG_INVALID` for a file that is missing or is no model.
 */
export const openModel = (file: string | undefined): ModelInUse => {
  if (file !== undefined) return useModel(loadModel(file));
  const model = shipped?.deref() ?? useModel(loadModel(SHIPPED_MODEL));
  shipped = new WeakRef(model);
  return model;
};

/**
 * Says what to know of two tiers of which the second was not weighed with the first; null where it was.
 *
 * @param file The first tier's; absent: the model that ships with the gateway.
 * @param secondTier Of which first tier it does not say it was weighed with the one that ships.
 * @throws GatewayError `CONFIG_INVALID` for a file that is missing or is no model.
 */
export const whyWeightsMayNotFit = (
  file: string | undefined,
  secondTier: Pick<SecondTierHeader, 'version' | 'firstTier'>,
): string | null => {
  if (file === undefined && secondTier.firstTier === undefined) return null;
  const ships = openModel(undefined).header.version;
  const first = file === undefined ? ships : loadModel(file).header.version;
  const weighedWith = secondTier.firstTier ?? ships;
  if (first === weighedWith) return null;
  const [own, other] = [first, weighedWith].map((each) =>
    each === ships ? `${each} (the model that ships)` : each,
  );
  return `the first tier in use is ${own}, and the second tier ${secondTier.version} was weighed with the first tier ${other}: its weights and thresholds may not fit. Measure both with "portcullis eval", use the first tier that it was weighed with (scan.modelFile), or set scan.secondTier to off`;
};
