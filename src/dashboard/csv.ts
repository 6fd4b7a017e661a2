/** A spreadsheet takes a cell that begins so for a formula, also behind white space and line breaks. */
const FORMULA = /^[\s\p{Cc}]*[=+\-@\uff1d\uff0b\uff0d\uff20|%]/u;

/** RFC 4180, every cell in quotes. What a spreadsheet would run gets an apostrophe in front, which shows it as text. */
const toCell = (value: string | number | boolean | null): string => {
  if (value === null) return '""';
  const text = String(value);
  const safe = typeof value === 'string' && FORMULA.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
};

/** What a spreadsheet knows UTF-8 by; without it "Köln" comes out as "KÃ¶ln". */
export const CSV_MARK = '\uFEFF';

export const toCsvLine = (cells: readonly (string | number | boolean | null)[]): string =>
  `${cells.map(toCell).join(',')}\r\n`;
