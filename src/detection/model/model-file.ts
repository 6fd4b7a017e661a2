import { z } from 'zod';
import { GatewayError } from '../../errors.ts';
import { INJECTION_SUB_TYPES } from '../findings.ts';
import { HEAD_INPUTS } from './calibration.ts';
import { HASH_BITS } from './features.ts';
import { bySide, SIDES, type Side } from './side.ts';

export const ProbabilitySchema = z.number().min(0).max(1);
/** A number for each sensitivity. */
export const ThresholdsSchema = z.strictObject({
  low: ProbabilitySchema,
  medium: ProbabilitySchema,
  high: ProbabilitySchema,
  paranoid: ProbabilitySchema,
});

const SideSchema = z.strictObject({
  bias: z.number(),
  /** What one step of the int8 weights is worth. */
  scale: z.number().positive(),
  /** From evidence to a probability, see `calibration.ts`. */
  head: z.strictObject({ bias: z.number(), weights: z.array(z.number()).length(HEAD_INPUTS) }),
  /** Probabilities at which a text of this side becomes a threat. */
  thresholds: ThresholdsSchema,
  /** Shares at or above each threshold in the cross-validation: of everyday texts, of harmless twins of attacks, of attacks. */
  crossValidation: z.strictObject({
    ordinary: ThresholdsSchema,
    twins: ThresholdsSchema,
    attacks: ThresholdsSchema,
  }),
});

/** Changes with what a head weighs: weights for other numbers would be read without a complaint. */
export const MODEL_FORMAT = 3;

/** Everything about a model that is not its weights; readable with `head -c`. */
export const ModelHeaderSchema = z.strictObject({
  format: z.literal(MODEL_FORMAT),
  /** Hash over weights and header: another model has another version. */
  version: z.string(),
  trainedAt: z.string(),
  seed: z.int(),
  hashBits: z.literal(HASH_BITS),
  /** SHA-256 over the training texts with their labels, in order. */
  dataHash: z.string(),
  rows: z.strictObject({ attack: z.int(), benign: z.int() }),
  /** Attribution: where the training texts come from. */
  sources: z.array(z.strictObject({ name: z.string(), licence: z.string(), rows: z.int() })),
  sides: z.strictObject({ direct: SideSchema, indirect: SideSchema, definition: SideSchema }),
  subTypes: z.strictObject({
    names: z.array(z.enum(INJECTION_SUB_TYPES)),
    bits: z.int().min(8).max(18),
    biases: z.array(z.number()),
    scale: z.number().positive(),
  }),
});
export type ModelHeader = Readonly<z.output<typeof ModelHeaderSchema>>;

/** The first tier's parameters. */
export type LinearModel = Readonly<{
  header: ModelHeader;
  /** One weight for each hash. */
  weights: Readonly<Record<Side, Int8Array>>;
  /** For each sub-type one table of `2 ** subTypes.bits` weights, one behind the other. */
  subTypeWeights: Int8Array;
}>;

const MAGIC = 'PORTCULLIS-MODEL\n';
const SLOTS = 2 ** HASH_BITS;

/** The file: a line of magic, the header as one line of JSON, then the int8 tables. */
export const encodeModel = ({ header, weights, subTypeWeights }: LinearModel): Buffer =>
  Buffer.concat([
    Buffer.from(`${MAGIC}${JSON.stringify(header)}\n`),
    ...SIDES.map((side) => Buffer.from(weights[side].buffer, weights[side].byteOffset, SLOTS)),
    Buffer.from(subTypeWeights.buffer, subTypeWeights.byteOffset, subTypeWeights.length),
  ]);

const parseHeader = (text: string, where: string): ModelHeader => {
  try {
    return ModelHeaderSchema.parse(JSON.parse(text));
  } catch (error) {
    throw new GatewayError('CONFIG_INVALID', `${where}: the model's header cannot be read`, { cause: error });
  }
};

/** Whether a file begins as a model does, of whichever format. */
export const isModelFile = (bytes: Buffer): boolean => bytes.toString('latin1', 0, MAGIC.length) === MAGIC;

/** @throws GatewayError `CONFIG_INVALID` for what is no model, or one of another format. */
export const decodeModel = (bytes: Buffer, where: string): LinearModel => {
  if (!isModelFile(bytes)) throw new GatewayError('CONFIG_INVALID', `${where}: not a model file`);
  const start = MAGIC.length;
  const end = bytes.indexOf(0x0a, start);
  const header = parseHeader(bytes.toString('utf8', start, end), where);
  const subTypeSlots = header.subTypes.names.length * 2 ** header.subTypes.bits;
  const tables = new Int8Array(bytes.subarray(end + 1));
  if (tables.length !== SIDES.length * SLOTS + subTypeSlots)
    throw new GatewayError('CONFIG_INVALID', `${where}: the model's tables are cut off`);
  return {
    header,
    weights: bySide((side) => tables.subarray(SIDES.indexOf(side) * SLOTS).subarray(0, SLOTS)),
    subTypeWeights: tables.subarray(SIDES.length * SLOTS),
  };
};
