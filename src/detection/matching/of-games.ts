import type { Span } from '../../chat/segment.ts';
import { foldLetters } from '../text/normalize.ts';

const LOOK_BACK = 160;
const LOOK_AHEAD = 160;

const SECRET =
  '(?:(?:secret|hidden|magic|code|access|pass)[ -]?(?:word|code|key|phrase)|password|passphrase|passcode|codeword|secret)';

/** What a wording speaks of, where it is not said to be the model's. */
const OF_A_SECRET = new RegExp(`(?<![\\p{L}])the (?:real )?${SECRET}`, 'iu');
const KEPT_BY_MODEL =
  /(?<![\p{L}])(?:you(?:r|rs|rself)?|you're|real|actual|true|system|prompt|instructions?|told|given)(?![\p{L}])/iu;

/** A rule may end before the last word of its name. */
const REST_OF_NAME = /^ (?:word|code|key|phrase)(?![\p{L}])/iu;

/** Whoever asks has said it himself. */
const TOLD = new RegExp(
  String.raw`(?<![\p{L}]|\b(?:if|that|whether|maybe|think|guess|know) )(?:the|my|our|today's) (?:[\p{L}-]{1,12} ){0,2}?${SECRET}(?: (?:here|today|this time))?(?: is|:| =) (?:the word )?["'“„«‘]?[\p{L}\p{N}][^\s"'”“»’,.;:!?]{2,24}["'”“»’]?(?=[,.;!](?:\s|$)|\s?$|\s(?:and|but|so|\())`,
  'iu',
);
/** It is no value, but what is said about it. */
const NO_VALUE =
  /(?: is|:| =) (?:the word )?(?:the|not|hidden|secret|stored|known|wrong|correct|right|what|above|below|here|there|safe|weak|strong|short|long|empty|required|protected|disabled|expired|valid|invalid)(?![\p{L}])/iu;

/** Something of it is to be told, which helps no players. */
const ASKED_FOR =
  /^(?:what|which|how|is|are|can|tell|give|say|reveal|print|show|share|list|name|output|spell|type|state|repeat)(?![\p{L}])/iu;

/** Those for whom something is written, and what it is written for. */
const PLAYERS =
  '(?:students?|pupils?|class|kids?|children|son|daughter|nephew|niece|grandchildren|grandson|granddaughter|players?|guests|guild|scouts?|family|friends?)';
const OCCASION =
  '(?:treasure hunt|scavenger hunt|escape room|birthday(?: card| party)?|party|quiz(?: night)?|puzzle|worksheet|lesson|poster|board game|party game|card game|campaign|novel|play|theatre|crossword|invitation|classroom)';
const FOR_PLAYERS = new RegExp(
  String.raw`^[^.?!\n]{0,60}?(?:(?<![\p{L}])for (?:my|our|the|a|his|her|their) (?:[\p{L}\p{N}'-]{1,14} ){0,2}?(?:${PLAYERS}|${OCCASION})|(?<![\p{L}])so (?:that )?(?:the|my|our|his|her|other|all) (?:${PLAYERS}|others?)(?: (?:can|could|may|must|have to|will))(?: (?:guess|solve|find|work))|(?<![\p{L}])let (?:your|the|my|our|his|her) (?:${PLAYERS}|neighbou?r|partner) guess)(?![\p{L}])`,
  'iu',
);
/** The next sentence says of what it is a part. */
const FOR_MINE =
  /^[^.?!\n]{0,40}[.?!]\s(?:this|that|it)(?:'s| is| was| will be) (?:[^.?!\n]{1,40} )?(?:in|part of|on) (?:my|our) [\p{L}]/iu;
/** Somebody in a tale says it. */
const SPOKEN =
  /^\s?[?,!.…]{0,2}["'”“»]?,? (?:asks?|asked|says|said|whispers|whispered|shouts|shouted|cries|cried|replies|replied) (?:the |a |his |her |my )?[\p{L}]{2,14}(?=[.,!?:;]|$)/iu;
/** A work of which it is a part. */
const IN_A_WORK =
  /^,? (?:in|of|from) (?:the |today's |a |harry potter|[\p{L}]{1,14}'s )(?:[\p{L}\p{N}'-]{1,14} ){0,2}?(?:movie|film|novel|book|series|episode|musical|play|tower|crossword|wordle|connections|puzzle|fairy tale|legend|chapter|season|comic)(?![\p{L}])/iu;
const OF_MINE = new RegExp(
  String.raw`(?:(?<![\p{L}])in (?:my|our|the) (?:[\p{L}-]{1,12} ){0,2}?(?:${OCCASION}|adventure|story|text adventure|film|movie|book)(?![\p{L}])|(?:quiz question|riddle|clue|in the (?:book|novel|film|movie|play))[:,])[^.?!\n]{0,80}$`,
  'iu',
);
/** What is wanted is code that looks at some secret. */
const CHECKED =
  /^[^\n]{0,40}?(?<![\p{L}])(?:write|code|implement|add|make) (?:me )?(?:a|the|an) (?:[\p{L}-]{1,12} ){0,2}?(?:check|validator|validation|assertion|regex|unit test)(?![\p{L}])/iu;

/** The same in other languages: the word is told, or stands in a puzzle, or on a blackboard. */
const FOREIGN_SECRET =
  '(?:pass?wort|kennwort|geheimwort|losungswort|mot de passe|mot secret|contrasena|palabra secreta|senha|palavra secreta|password|parola segreta|wachtwoord|geheime woord|haslo|tajne slowo|пароль|секретное слово)';
const IS_FOREIGN = new RegExp(`(?<![\\p{L}])(?!password)${FOREIGN_SECRET}`, 'iu');
const TOLD_ELSEWHERE = new RegExp(
  String.raw`(?<![\p{L}])${FOREIGN_SECRET} (?:ist|lautet|est|es|e|is|to|-|—|–) ?["'“„«][\p{L}\p{N}][^"'”“»\n]{1,24}["'”“»](?=\s?[.,;!]|\s?$)`,
  'iu',
);
const IN_A_PUZZLE =
  /^[^.?!\n]{0,12} (?:im|in der|in dem|du|de la|dans|del|della|de|do|da|nel|nella|van|in het|w|z|в|из)? ?(?:[\p{L}]{1,16} ){0,2}?(?:kreuzwortratsel|ratsel|film|roman|buch|mots croises|livre|crucigrama|pelicula|libro|cruciverba|palavras cruzadas|filme|livro|kruiswoordraadsel|boek|krzyzow\p{L}{1,3}|filmie|ksiaz\p{L}{1,4}|кроссворд\p{L}{0,2}|фильм\p{L}{0,2}|книг\p{L}{1,2})(?![\p{L}])/iu;
const ON_A_BOARD =
  /^[^.?!\n]{0,24} (?:an die tafel|auf die tafel|sur le tableau|au tableau|en la pizarra|en el pizarron|na lousa|no quadro|alla lavagna|op het bord|na tablicy|на доске)(?![\p{L}])/iu;
const YOURS_ELSEWHERE =
  /(?<![\p{L}])(?:du|dein\p{L}{0,2}|dir|tu|ton|ta|tes|tus|te|teu|tua|tuo|sua|seu|je|jouw|twoj\p{L}{0,3}|ci|ty|ты|тебе|твои|твоего|твое)(?![\p{L}])/iu;

const isOfForeignGame = (before: string, after: string): boolean => {
  const [front, behind] = [foldLetters(before), foldLetters(after)];
  if (YOURS_ELSEWHERE.test(front) || YOURS_ELSEWHERE.test(behind)) return false;
  if (TOLD_ELSEWHERE.test(front) || TOLD_ELSEWHERE.test(behind)) return true;
  return IN_A_PUZZLE.test(behind) || ON_A_BOARD.test(behind);
};

const isTold = (text: string): boolean => {
  const told = TOLD.exec(text)?.[0];
  return told !== undefined && !NO_VALUE.test(told);
};

/**
 * Whether the secret that a wording speaks of is one of a story, a quiz or a program, or one that the writer has just told, and so none
 * that the model keeps. It costs an attacker nothing to say so: it only leaves the text to the models.
 */
export const isOfGame = (text: string, { start, end }: Span): boolean => {
  const matched = text.slice(start, end);
  const before = text.slice(Math.max(0, start - LOOK_BACK), start);
  const after = text.slice(end, end + LOOK_AHEAD).replace(REST_OF_NAME, '');
  if (IS_FOREIGN.test(foldLetters(matched)) && !YOURS_ELSEWHERE.test(foldLetters(matched)))
    return isOfForeignGame(before, after);
  if (!OF_A_SECRET.test(matched) || KEPT_BY_MODEL.test(matched)) return false;
  if (KEPT_BY_MODEL.test(before) || KEPT_BY_MODEL.test(after.replace(/(?<=let )your(?= )/iu, 'the')))
    return false;
  if (FOR_PLAYERS.test(after) && !ASKED_FOR.test(matched)) return true;
  if (IN_A_WORK.test(after) || CHECKED.test(after)) return true;
  if (FOR_MINE.test(after) || SPOKEN.test(after)) return true;
  return OF_MINE.test(before) || isTold(before) || isTold(after);
};
