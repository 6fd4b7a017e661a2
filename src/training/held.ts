import { writeFileSync } from 'node:fs';
import { z } from 'zod';
import { HEAD_INPUTS } from '../detection/model/calibration.ts';
import { SIDES } from '../detection/model/side.ts';
import type { CrossJudged } from './calibrate.ts';
import { readJsonLines, readTextFile, requireTexts } from './text-file.ts';

const RowSchema = z.strictObject({
  text: z.string(),
  attack: z.boolean(),
  subType: z.string().nullable(),
  lang: z.string(),
  side: z.enum(SIDES),
  source: z.string(),
  licence: z.string(),
  family: z.string(),
  payload: z.string().nullable(),
  weight: z.number(),
});

const HeldSchema = z.strictObject({
  row: RowSchema,
  passages: z.array(z.string()),
  isLong: z.boolean(),
  isHeldOut: z.boolean(),
  inputs: z.array(z.number()).length(HEAD_INPUTS),
  attack: z.boolean(),
  weight: z.number(),
});

/**
 * Keeps what a second tier is weighed by: the texts that it was kept from, as the cross-validation judged them. To make them takes
 * as long as to make a first tier, and of one first tier several networks may be tried.
 */
export const writeHeld = (judged: readonly CrossJudged[], file: string): void => {
  const held = judged.filter(({ isHeldOut }) => isHeldOut);
  writeFileSync(file, held.map((each) => `${JSON.stringify(each)}\n`).join(''));
};

/** @throws GatewayError `CONFIG_INVALID` with the first lines that `writeHeld` has not written. */
export const readHeld = (file: string): readonly CrossJudged[] =>
  requireTexts(
    file,
    readJsonLines(file, readTextFile(file), 'a text of `train --held`', (value) => HeldSchema.parse(value)),
  );
