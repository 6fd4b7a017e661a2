import { digitsOf, weighted } from './checksums.ts';
import type { Candidate } from './entity.ts';
import { isOfGoods } from './goods.ts';

const REACH = 48;
/** The name of an identifier that touches a number: `"order_id":`, `variantId=`, `gid://shop/Order/`. */
const OF_IDENTIFIER =
  /(?:(?<![A-Za-z\d])(?:\w{0,24}_)?(?:[iI][dD]|gln|GLN|sscc|SSCC)|[a-z\d]I[dD]|gid:\/\/[\w/.-]{1,32}\/)\\?["']?\s?[:=]?\s?\\?["']?$/u;

/** Goods are numbered with thirteen digits, and a digit to check them by. */
const EAN_DIGITS = 13;
const EAN_WEIGHTS = [1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1];
const isEan = (digits: string): boolean =>
  digits.length === EAN_DIGITS && weighted(digitsOf(digits), EAN_WEIGHTS) % 10 === 0;

/** Nearly all cards have as many digits. */
const USUAL = /^\d{15,16}$/;
const PLAIN = /^\d+$/;
const OF_SOMETHING_ELSE = 0.4;
const OF_EITHER = 0.65;

/**
 * One in ten identifiers and article numbers that begin like a card pass its checksum: of a length that few cards have, they are what
 * the name in front of them says, or what another checksum says.
 */
export const asNamed = (text: string, card: Candidate): Candidate => {
  const { start, end } = card.span;
  const digits = text.slice(start, end);
  if (!PLAIN.test(digits) || USUAL.test(digits)) return card;
  const before = text.slice(Math.max(0, start - REACH), start);
  if (OF_IDENTIFIER.test(before) || isOfGoods(text, start))
    return { ...card, score: OF_SOMETHING_ELSE, isChecked: false };
  return isEan(digits) ? { ...card, score: OF_EITHER } : card;
};
