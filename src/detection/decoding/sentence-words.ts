import { CORE_WORDS } from './mistyped.ts';
import { wordsIn } from './stretches.ts';

/** Words that hold sentences together; names in programs are made of others. */
const FUNCTION_WORDS: ReadonlySet<string> = new Set(
  (
    'the a an and or but if then you your yours i me my we us our it its this that these those what which who how when where why ' +
    'is are was were be been do does did have has had will would can could should must may not no never now all any every only ' +
    'of to in on at by for from with without about into as so please instead before after above ' +
    'der die das und oder nicht alle ist sind du sie ihr den dem ein eine mit von zu le la les des et ou ne pas que qui vous tu ' +
    'est sont un une el los las no todas todos tus sus del lo es son con por para il gli non che di ' +
    'dein deine deinen alle alles aus seu sua seus suas nao os um uma tutte tutti tuo het een van je jouw niet och att det alla din ditt ' +
    'wszystkie twoje nie jest tum bir bu ve cac cua cho toi khong truoc tat dan semua yang ini'
  ).split(' '),
);
/** From Greek on: words of other scripts are in no list of ours, and in no program's names. */
const FOREIGN = /[\u0370-\u1dff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]/u;
const MIN_FOREIGN = 4;
const WORD = /\p{L}[\p{L}\p{M}]*/gu;

const isForeignSentence = (text: string): boolean => {
  if (!FOREIGN.test(text)) return false;
  const words = text.match(WORD) ?? [];
  const foreign = words.filter((word) => FOREIGN.test(word)).length;
  return foreign >= MIN_FOREIGN && foreign * 2 > words.length;
};

/** Fewer words are a name or a title, unless attacks are made of them. */
const MIN_WORDS = 6;
const MIN_FUNCTION = 2;
/** A sentence has one of them, or a word of another script. */
export const hasFunctionWord = (words: readonly string[]): boolean =>
  words.some((word) => FUNCTION_WORDS.has(word.toLowerCase())) || words.some((word) => FOREIGN.test(word));

/** Of its words. */
const FUNCTION_SHARE = 0.15;
const CORE: ReadonlySet<string> = new Set(CORE_WORDS);
/** So many words that attacks are made of need only one that holds them together. */
const MIN_CORE = 2;
/** Of its letters. */
const KNOWN_SHARE = 0.65;

/** Whether words without blanks of their own, with blanks between them now, are somebody's sentence and no name or list of names. */
export const isSentence = (text: string): boolean => isLatinSentence(text) || isForeignSentence(text);

const isLatinSentence = (text: string): boolean => {
  let known = 0;
  let letters = 0;
  let functions = 0;
  let core = 0;
  const words = wordsIn(text, 0, text.length);
  for (const { start, end, isKnown } of words) {
    letters += end - start;
    if (isKnown) known += end - start;
    const word = text.slice(start, end).toLowerCase();
    if (FUNCTION_WORDS.has(word)) functions++;
    if (CORE.has(word)) core++;
  }
  if (words.length < MIN_WORDS && core === 0) return false;
  const least = core >= MIN_CORE ? 1 : MIN_FUNCTION;
  return functions >= least && functions >= words.length * FUNCTION_SHARE && known >= letters * KNOWN_SHARE;
};
