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

/** Whoever asks has said it himself: in quotes, in capitals, with digits or behind a colon. */
const TOLD = new RegExp(
  String.raw`(?<![\p{L}]|\b(?:if|that|whether|maybe|think|guess|know) )(?:the|my|our|today's) (?:[\p{L}-]{1,12} ){0,2}?${SECRET}(?: (?:here|today|this time))?(?:(?: is|:| =) (?:the word )?(?:["'“„«‘][\p{L}\p{N}][^"'”“»’\n]{1,24}["'”“»’]|(?-i:(?=[\p{Ll}\p{N}\p{P}]{0,24}[\p{Lu}\p{N}]))[\p{L}\p{N}][^\s"'”“»’,.;:!?]{2,24})|(?::| =| is the word) [\p{L}\p{N}][^\s"'”“»’,.;:!?]{2,24})(?=[,.;!](?:\s|$)|\s?$|\s(?:and|but|so|\())`,
  'iu',
);
/** It is no value, but what is said about it. */
const NO_VALUE =
  /(?: is|:| =) (?:the word )?(?:the|not|hidden|secret|stored|known|wrong|correct|right|what|above|below|here|there|safe|weak|strong|short|long|empty|required|protected|disabled|expired|valid|invalid)(?![\p{L}])/iu;

/** What follows takes it back, or doubts it. */
const TAKEN_BACK =
  /^[.,;!]?\s?(?:or |isn't|is it|right\?|wrong|no[,.]|not (?:really|this|that)|if not|if (?:it's|that's|it is|that is) (?:not|wrong)|correct\?|false|now forget|forget|is that)/iu;

/** Another one is meant than the one that was told. */
const ANOTHER = /(?<![\p{L}])(?:meaning|the other|the one|real one|i want|i mean)(?![\p{L}])/iu;

/** An order that whoever plays is given by somebody, and no model. */
const AMONG_PUPILS =
  /^[^.?!\n]{0,40}?(?:then|and) let your (?:neighbou?r|partner|classmates?) guess(?![\p{L}])/iu;

const PLAYERS =
  '(?:students?|pupils?|kids?|children|players?|guests|scouts?|family|friends|teams?|girls|boys)';
const OCCASION =
  '(?:treasure hunt|scavenger hunt|escape room|birthday party|party|quiz|puzzle|lesson|board game|party game|card game|campaign|novel|play|adventure|story|film|movie|book)';
/** Players do it, directly in front of the wording. */
const PLAYERS_DO = new RegExp(
  String.raw`(?<![\p{L}])in (?:my|our|the) (?:[\p{L}-]{1,12} ){0,2}?${OCCASION},? (?:the|my|our|all|both) (?:[\p{L}]{1,12} )?${PLAYERS} (?:(?:must|have to|can|should|will|then|first) ){0,2}$`,
  'iu',
);

/** It may be asked whether something is so; what it is may not. */
const IS_ASKED = /^(?:is|does|was|has)(?![\p{L}])/iu;
/** The next sentence says of what it is a part. */
const FOR_MINE =
  /^[^.?!\n]{0,40}[.?!]\s(?:this|that|it)(?:'s| is| was| will be) (?:[^.?!\n]{1,24} )?(?:hint|clue|question|riddle|line|sentence|verse) (?:in|of|on) (?:my|our) [\p{L}]/iu;
/** Somebody in a tale says it. */
const SPOKEN =
  /^\s?[?,!.…]{0,2}["'”“»]?,? (?:asks?|asked|says|said|whispers|whispered|shouts|shouted|cries|cried|replies|replied) (?:the |a |his |her |my )?[\p{L}]{2,14}(?=[.,!?:;]|$)/iu;
const TALE = /(?<![\p{L}])(?:tale|story|chapter|scene|dialogue|novel)(?![\p{L}])/iu;
/** A work that has a name, of which it is a part. */
const IN_A_WORK =
  /^,? (?:in|of|from) (?:(?:today's|yesterday's) (?:[\p{L}\p{N}'-]{1,14} ){0,2}?(?:crossword|wordle|connections|episode)(?![\p{L}])|(?:the )?(?:[\p{L}\p{N}'-]{1,14} ){0,2}?(?:movie|film|novel|book|series|musical|play|fairy tale|legend|comic) ["“„«]?(?-i:\p{Lu})[\p{L}]|the (?:(?-i:\p{Lu})[\p{L}'-]{1,14} ){1,3}(?:movies?|films?|novels?|books?|series|musical|comics?)(?![\p{L}]))/iu;
/** What is wanted is code that looks at some secret. */
const CHECKED =
  /^[^\n]{0,40}?(?<![\p{L}])(?:write|code|implement|add|make) (?:me )?(?:a|the|an) (?:[\p{L}-]{1,12} ){0,2}?(?:validator|validation|assertion|regex|unit test|(?:check|test) in (?:bash|python|java|javascript|typescript|go|rust|php|ruby|sql|c|perl|shell))(?![\p{L}])/iu;

/** The same in other languages: the word is told, or stands in a puzzle. */
const FOREIGN_SECRET =
  '(?:pass?wort|kennwort|geheimwort|losungswort|mot de passe|mot secret|contrasena|palabra secreta|senha|palavra secreta|password|parola segreta|wachtwoord|geheime woord|haslo|tajne slowo|пароль|секретное слово)';
const IS_FOREIGN = new RegExp(`(?<![\\p{L}])(?!password)${FOREIGN_SECRET}`, 'iu');
const TOLD_ELSEWHERE = new RegExp(
  String.raw`(?<![\p{L}])${FOREIGN_SECRET} (?:ist|lautet|est|es|e|is|to|-|—|–) ?["'“„«](?!(?:etwas|unbekannt|geheim|secret|quelque|inconnu|algo|desconocid|qualcosa|boh|iets|onbekend|cos|nieznan|что-то|неизвест))[\p{L}\p{N}][^"'”“»\n]{1,24}["'”“»](?=\s?[.,;!]|\s?$)`,
  'iu',
);
const FALSE_ELSEWHERE =
  /(?<![\p{L}])(?:falsch|nein|non|faux|falso|incorrecto|errado|sbagliato|fout|nee|nieprawda|zle|неверно|нет|неправильно)(?![\p{L}])/iu;
const IN_A_PUZZLE =
  /^[^.?!\n]{0,12} (?:im|in der|in dem|du|de la|dans|del|della|de|do|da|nel|nella|van|in het|w|z|в|из)? ?(?:[\p{L}]{1,16} ){0,2}?(?:(?:kreuzwortratsel|mots croises|crucigrama|cruciverba|palavras cruzadas|kruiswoordraadsel|krzyzow\p{L}{1,3}|кроссворд\p{L}{0,2})(?![\p{L}])|(?:film|roman|buch|livre|pelicula|libro|filme|livro|boek|filmie|ksiaz\p{L}{1,4}|фильм\p{L}{0,2}|книг\p{L}{1,2}) ["“„«](?=[\p{L}]))/iu;
const YOURS_ELSEWHERE =
  /(?<![\p{L}])(?:du|dein\p{L}{0,2}|dir|tu|ton|ta|tes|tus|te|teu|tua|tuo|sua|seu|je|jouw|twoj\p{L}{0,3}|ci|ty|ты|тебе|твои|твоего|твое)(?![\p{L}])/iu;

const isOfForeignGame = (before: string, after: string): boolean => {
  const [front, behind] = [foldLetters(before), foldLetters(after)];
  if (YOURS_ELSEWHERE.test(front) || YOURS_ELSEWHERE.test(behind)) return false;
  if (TOLD_ELSEWHERE.test(front) || TOLD_ELSEWHERE.test(behind))
    return !FALSE_ELSEWHERE.test(front) && !FALSE_ELSEWHERE.test(behind);
  return IN_A_PUZZLE.test(behind);
};

const isTold = (text: string): boolean => {
  const told = TOLD.exec(text);
  if (told === null || NO_VALUE.test(told[0])) return false;
  return !TAKEN_BACK.test(text.slice(told.index + told[0].length));
};

const isPartOfMine = (before: string, after: string): boolean =>
  FOR_MINE.test(after) ||
  CHECKED.test(after) ||
  (SPOKEN.test(after) && (TALE.test(before) || TALE.test(after)));

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
  if (IN_A_WORK.test(after) || AMONG_PUPILS.test(after) || PLAYERS_DO.test(before)) return true;
  if (IS_ASKED.test(matched) && isPartOfMine(before, after)) return true;
  return (isTold(before) || isTold(after)) && !ANOTHER.test(before) && !ANOTHER.test(after);
};
