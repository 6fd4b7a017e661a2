export const isDigit = (code: number): boolean => code >= 48 && code <= 57;

export const isUpper = (code: number): boolean => code >= 65 && code <= 90;

export const isLetter = (code: number): boolean => isUpper(code & ~0x20) && code >= 65;

export const isAlphanumeric = (code: number): boolean => isDigit(code) || isLetter(code);

export const isHex = (code: number): boolean => isDigit(code) || (isLetter(code) && (code | 0x20) < 0x67);

export const isWord = (code: number): boolean => isAlphanumeric(code) || code === 95;

/** What `pattern`, which is sticky, matches at `at`. */
export const sticky = (text: string, pattern: RegExp, at: number): string | undefined => {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
};
