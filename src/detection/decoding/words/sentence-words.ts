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
const CORE: ReadonlySet<string> = new Set(CORE_WORDS);
/** From Greek on: words of other scripts are in no list of ours, and in no program's names. */
const FIRST_FOREIGN = 0x370;
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
const LONGEST_FUNCTION = Math.max(...[...FUNCTION_WORDS].map(({ length }) => length));
const holdsTogether = (word: string): boolean =>
  (word.length <= LONGEST_FUNCTION && FUNCTION_WORDS.has(word.toLowerCase())) || FOREIGN.test(word);

/** A sentence has one of them, or a word of another script. */
export const hasFunctionWord = (words: readonly string[]): boolean => words.some(holdsTogether);

/** Whether one of them holds a sentence together, or is one that attacks are made of. */
export const hasTellingWord = (words: readonly string[]): boolean =>
  hasFunctionWord(words) || words.some((word) => CORE.has(word.toLowerCase()));

/** Of its words. */
const FUNCTION_SHARE = 0.15;
/** So many words that attacks are made of need only one that holds them together. */
const MIN_CORE = 2;
/** Of its letters. */
const KNOWN_SHARE = 0.65;

const SMALL = 0x20;
const GOLDEN = 0x9e3779b1 | 0;
const ROLE_BITS = 13;
const IS_FUNCTION = 1;
const IS_CORE = 2;
/** By the hash of a word what it is, and now and then what another one is. */
const ROLES = new Uint8Array(1 << ROLE_BITS);

const addLetter = (hash: number, code: number): number => Math.imul(hash, 31) + code;
const slotOf = (hash: number): number => Math.imul(hash, GOLDEN) >>> (32 - ROLE_BITS);

const putRole = (word: string, role: number): void => {
  let hash = 0;
  for (let at = 0; at < word.length; at++) hash = addLetter(hash, word.charCodeAt(at));
  ROLES[slotOf(hash)] = (ROLES[slotOf(hash)] ?? 0) | role;
};
for (const word of FUNCTION_WORDS) putRole(word, IS_FUNCTION);
for (const word of CORE) putRole(word, IS_CORE);

/** Of the words of a text so many, or a few more, are such that hold sentences together, or that attacks are made of. */
type Roles = Readonly<{ words: number; functions: number; core: number; isForeign: boolean }>;

const countRoles = (text: string): Roles => {
  let [words, functions, core] = [0, 0, 0];
  let isForeign = false;
  let hash = 0;
  let letters = 0;
  for (let at = 0; at <= text.length; at++) {
    const code = at === text.length ? 0 : text.charCodeAt(at) | SMALL;
    if (code >= 97 && code <= 122) {
      hash = addLetter(hash, code);
      letters++;
      continue;
    }
    if (code >= FIRST_FOREIGN) isForeign = true;
    if (letters === 0) continue;
    const role = ROLES[slotOf(hash)] ?? 0;
    words++;
    functions += role & IS_FUNCTION;
    core += role >> 1;
    hash = 0;
    letters = 0;
  }
  return { words, functions, core, isForeign };
};

/** Whether so many words of these kinds may be a sentence. */
const areEnough = (words: number, functions: number, core: number): boolean => {
  if (words < MIN_WORDS && core === 0) return false;
  const least = core >= MIN_CORE ? 1 : MIN_FUNCTION;
  return functions >= least && functions >= words * FUNCTION_SHARE;
};

/** False: no sentence, which is told without a look at each word by itself. True: it may be one. */
export const mayBeSentence = (text: string): boolean => {
  const { words, functions, core, isForeign } = countRoles(text);
  return isForeign || areEnough(words, functions, core);
};

/** Whether words without blanks of their own, with blanks between them now, are somebody's sentence and no name or list of names. */
export const isSentence = (text: string): boolean =>
  mayBeSentence(text) && (isLatinSentence(text) || isForeignSentence(text));

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
  return areEnough(words.length, functions, core) && known >= letters * KNOWN_SHARE;
};
