import { characterOf } from '../letters/chains.ts';

/** Code points in decimal of scripts other than Latin: any list of amounts or years is letters of some script by chance, but no text. */

type Script = Readonly<{ first: number; last: number; hasBlanks: boolean }>;

const SCRIPTS: readonly Script[] = [
  { first: 0x370, last: 0x3ff, hasBlanks: true },
  { first: 0x400, last: 0x4ff, hasBlanks: true },
  { first: 0x590, last: 0x5ff, hasBlanks: true },
  { first: 0x600, last: 0x6ff, hasBlanks: true },
  { first: 0x900, last: 0x97f, hasBlanks: true },
  { first: 0x980, last: 0x9ff, hasBlanks: true },
  { first: 0xb80, last: 0xbff, hasBlanks: true },
  { first: 0xc00, last: 0xc7f, hasBlanks: true },
  { first: 0xe00, last: 0xe7f, hasBlanks: false },
  // Kana and Han stand together.
  { first: 0x3040, last: 0x9fff, hasBlanks: false },
  { first: 0xac00, last: 0xd7a3, hasBlanks: true },
];

const FIRST_FOREIGN = 0x370;
const BLANK = 0x20;

/** Of all numbers those that are letters of one script, at least. */
const LEAST_LETTERS = 0.6;
const MIN_LETTERS = 8;
const MIN_DIFFERENT = 5;
/** Of all numbers the blanks between words. */
const LEAST_BLANKS = 1 / 12;
const MOST_BLANKS = 0.3;

/** What a text without blanks is told by: a quarter of it at least, and hardly a hundredth of what chance makes. */
const COMMON = new Set(
  Array.from(
    'のにはをたがでてとしれさるいますこな、。านรอกเง่' +
      '的一是不了在有人我他这個个们中来上大为和国地到以说時时要就出会可也你對对生能而子那得于着下自之年過过发後后作里用道行所然家种事成方多經经么去法学如同现沒没动面起看定天分还进好小部其些主样理心她本前开但因只从想日' +
      '請请忽略指令提示系統统显顯规則则並并全告诉訴與与任何',
    (sign) => sign.codePointAt(0) ?? 0,
  ),
);
const LEAST_COMMON = 0.25;

const scriptOf = (code: number): Script | undefined =>
  code < FIRST_FOREIGN ? undefined : SCRIPTS.find(({ first, last }) => code >= first && code <= last);

/** The script of the first letters decides: two are not in one text. */
const scriptIn = (codes: readonly number[]): Script | undefined => {
  let foreign = 0;
  for (const code of codes) if (code >= FIRST_FOREIGN) foreign++;
  if (foreign < codes.length * LEAST_LETTERS) return undefined;
  for (const code of codes) {
    const script = scriptOf(code);
    if (script !== undefined) return script;
  }
  return undefined;
};

const isLikeText = (codes: readonly number[], { first, last, hasBlanks }: Script): boolean => {
  const letters = codes.filter((code) => code >= first && code <= last);
  const isMostly = letters.length >= Math.max(MIN_LETTERS, codes.length * LEAST_LETTERS);
  if (!isMostly || new Set(letters).size < MIN_DIFFERENT) return false;
  if (!hasBlanks) return letters.filter((code) => COMMON.has(code)).length >= letters.length * LEAST_COMMON;
  const blanks = codes.filter((code) => code === BLANK).length;
  return blanks >= codes.length * LEAST_BLANKS && blanks <= codes.length * MOST_BLANKS;
};

/** @returns What the numbers say, without those that are no characters; undefined where they are no text of such a script. */
export const textOfForeignCodes = (codes: readonly number[]): string | undefined => {
  const script = scriptIn(codes);
  if (script === undefined || !isLikeText(codes, script)) return undefined;
  return codes.map((code) => (code < BLANK && code !== 10 ? '' : characterOf(code))).join('');
};
