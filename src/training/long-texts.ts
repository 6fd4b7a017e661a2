import { below, pick, type Random } from './random.ts';
import { isHard, type TrainingRow } from './rows.ts';

/** Sizes of the long texts that the calibration sees, in UTF-16 code units; a scan cuts what is longer than the second. */
const CHARS = [3000, 8000] as const;
/** Longer attacks are not hidden by what stands around them. */
const MOST_ATTACK_CHARS = 600;
/** Of a carrier's parts no more than this, so that several stand in it. */
const MOST_PART_CHARS = 3000;

const carrierOf = (parts: readonly TrainingRow[], chars: number, random: Random): string => {
  let text = '';
  while (text.length < chars) text += `${pick(random, parts).text.slice(0, MOST_PART_CHARS)}\n\n`;
  return text.slice(0, chars).toWellFormed();
};

/** Puts an attack between two lines of a carrier. */
const hide = (attack: string, carrier: string, random: Random): string => {
  const wanted = below(random, carrier.length);
  const border = carrier.indexOf('\n', wanted);
  const at = border < 0 ? carrier.length : border;
  return `${carrier.slice(0, at)}\n${attack}\n${carrier.slice(at)}`;
};

/**
 * Long texts to calibrate by, made of `rows`: attacks hidden in everyday texts, and as many of those without one.
 *
 * @param rows Of one side.
 * @param most Of each size.
 */
export const createLongTexts = (
  rows: readonly TrainingRow[],
  most: number,
  random: Random,
): readonly TrainingRow[] => {
  const parts = rows.filter((row) => !(row.attack || isHard(row)) && row.text.trim() !== '');
  const attacks = rows.filter((row) => row.attack && row.text.length <= MOST_ATTACK_CHARS);
  const [first] = parts;
  if (first === undefined || attacks.length === 0) return [];
  return CHARS.flatMap((chars) =>
    Array.from({ length: Math.min(most, attacks.length) }, () => {
      const attack = pick(random, attacks);
      const payload = attack.payload ?? attack.text;
      const hidden = hide(payload, carrierOf(parts, chars, random), random);
      const alone = carrierOf(parts, chars, random);
      return [
        { ...attack, text: hidden, payload },
        { ...first, text: alone, payload: null },
      ];
    }).flat(),
  );
};
