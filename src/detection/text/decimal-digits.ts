const DECIMAL = /\p{Nd}/u;
const ZERO = 48;

/**
 * A decimal digit of any script as that of ASCII, which all programs read it as; null for what is none. Each script has its
 * ten in a row, from zero on.
 */
export const asciiDigit = (character: string): string | null => {
  if (!DECIMAL.test(character)) return null;
  const code = character.codePointAt(0) ?? 0;
  let first = code;
  while (DECIMAL.test(String.fromCodePoint(first - 1))) first--;
  return String.fromCharCode(ZERO + ((code - first) % 10));
};
