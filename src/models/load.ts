import { readFileSync } from 'node:fs';
import { decodeModel, type LinearModel } from '../detection/model/model-file.ts';
import { type ModelInUse, useModel } from '../detection/model/scorer.ts';
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

/**
 * Says what to know of an own first tier beside the second tier that ships; null where the first tier is the one that ships, too.
 *
 * @param file Absent: the model that ships with the gateway.
 * @throws GatewayError `CONFIG_INVALID` for a file that is missing or is no model.
 */
export const whyWeightsMayNotFit = (file: string | undefined): string | null => {
  if (file === undefined) return null;
  const { version } = loadModel(file).header;
  return version === loadModel(SHIPPED_MODEL).header.version
    ? null
    : 'scan.modelFile is judged together with the second tier by the weights and thresholds of the model that ships: measure both with "portcullis eval", or set scan.secondTier to off';
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
