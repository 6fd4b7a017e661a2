/** A spreadsheet takes a cell that begins so for a formula, also behind white space and line breaks. */
const FORMULA = /^[\s\p{Cc}]*[=+\-@\uff1d\uff0b\uff0d\uff20|%]/u;
/** Where lists are divided by semicolons or tabs, quotes within a line hold nothing together: a cell and a row begin there. */
const CELL_WITHIN = /([;\t\r\n][\s\p{Cc}"]*)([=+\-@\uff1d\uff0b\uff0d\uff20|%]?)/gu;

/** RFC 4180, every cell in quotes. What a spreadsheet would run gets an apostrophe in front, which shows it as text. */
const toCell = (value: string | number | boolean | null): string => {
  if (value === null) return '""';
  const text = String(value);
  if (typeof value !== 'string') return `"${text}"`;
  const safe = (FORMULA.test(text) ? `'${text}` : text).replaceAll(
    CELL_WITHIN,
    (all, gap: string, sign: string) => (sign === '' ? all : `${gap}'${sign}`),
  );
  return `"${safe.replaceAll('"', '""')}"`;
};

/** What a spreadsheet knows UTF-8 by; without it "Köln" comes out as "KÃ¶ln". */
export const CSV_MARK = '\uFEFF';

export const toCsvLine = (cells: readonly (string | number | boolean | null)[]): string =>
  `${cells.map(toCell).join(',')}\r\n`;
