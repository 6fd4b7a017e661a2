import { readFileSync } from 'node:fs';
import { decodeModel, type LinearModel } from '../detection/model/model-file.ts';
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
