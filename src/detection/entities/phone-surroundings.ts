/** What stands around digits that only a word in front of them, or behind them, makes a telephone number. */

/** Names of values that say nothing by themselves: `{"type":"mobile","value":"5551234567"}`. */
const PLAIN_KEY =
  /num|^(?:no|nr|value|val|digits|local|national|subscriber|raw|formatted|e164|full|display|label|data|content|to|from|recipient|sender|caller|callee|destination|dest|user|who|target|address|addr|main|primary|secondary|other|private|business|emergency)$|phone|mobile|contact|cell|fax|tel/iu;
/** The end of another value, and a key of this one's own. */
const OWN_KEY =
  /["'\]\p{L}\p{N}]\s{0,2},\s{0,2}\\?["']([\p{L}\p{N}_.$-]{1,40})\\?["']\s{0,2}:\s{0,2}\\?["'[]?[+(]?$/u;
const END_OF_OBJECT = /\}\s{0,2}[,\]}]/;
/** Texts are named so, whatever they speak of: `"message":"job 5853466654 done"`. */
const TEXT_NAME = /(?:message|text|answer)s?$/i;
const TEXT_BEGINS = /^\\?["'=]/;
/** `Cell B2: 2316 0683`. */
const CELL = /cell$/i;
const OF_SHEET = /^\x20\$?[A-Z]{1,3}\$?\d{1,7}(?!\w)/;
/** How many there were: `calls: 3436572`. */
const CALLS = /calls$/i;
const IS = /^["']?\s?[:=]/;
const LONGEST_NAME = 8;

/**
 * Whether a word that ends at `end` speaks of something else than the number at `start`: of another value of the same record, of the
 * text in which the number stands, of a count, of a cell of a sheet.
 */
export const isOfSomethingElse = (text: string, end: number, start: number): boolean => {
  const between = text.slice(end, start);
  if (END_OF_OBJECT.test(between)) return true;
  const key = OWN_KEY.exec(between)?.[1];
  if (key !== undefined && !PLAIN_KEY.test(key)) return true;
  const word = text.slice(Math.max(0, end - LONGEST_NAME), end);
  if (TEXT_BEGINS.test(between) && TEXT_NAME.test(word)) return true;
  if (IS.test(between) && CALLS.test(word)) return true;
  return OF_SHEET.test(between) && CELL.test(word);
};

/** One full stop, and not in front of four digits, as in `467.3395`, nor behind an area code such as `089`. */
const FRACTION = /^(?:0|[1-9]\d{0,4})\.\d+$/;
const SHORT_NUMBER = /^\d{3,4}\.\d{4}$/;

/** `52.55898`: places on a map, measures and shares are written so. */
export const isFraction = (digits: string): boolean => FRACTION.test(digits) && !SHORT_NUMBER.test(digits);

const PLAIN = /^[\d. ]+$/;
const MEASURE =
  /^ ?(?:%|(?:[\d.,]{1,12} ?)?(?:n|µ|m)s\/op|(?:ns|µs|ms|secs?|seconds|bytes|[KMGTkmgt]i?B|ops|rows|records|requests|cycles|tokens|iterations|samples|kWh)(?![\p{L}\p{N}]))/u;
const MEASURE_REACH = 24;

/** `calls 66359132 ns/op`: digits without a sign of telephones among them that are a measure. */
export const isMeasured = (text: string, start: number, end: number): boolean =>
  PLAIN.test(text.slice(start, end)) && MEASURE.test(text.slice(end, end + MEASURE_REACH));

/** A day behind other digits, as cells of a table and what is left without tags have it. */
const DAY_BEHIND = /(?<=[\d ])(?:19|20)\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?!\d)/;

/** How much of what looks like a number stands in front of a day. */
export const lengthBeforeDay = (matched: string): number => {
  const day = matched.search(DAY_BEHIND);
  return day === -1 || matched.startsWith('+') ? matched.length : day;
};

/** A sentence goes on behind the word: `9663591 Work around a bug`. */
const GOES_ON = /^[^\p{L}\p{N}]{0,3}\p{L}+(?![\p{L}]| \p{L})/u;
const WORD_REACH = 40;

/** Whether the word behind digits in one piece is no more than the beginning of a sentence. */
export const isOfSentence = (text: string, end: number): boolean =>
  !GOES_ON.test(text.slice(end, end + WORD_REACH));
