import type { Span } from '../../chat/segment.ts';

const LOOK_BACK = 160;
const LOOK_AHEAD = 160;

const SECRET =
  '(?:(?:secret|hidden|magic|code|access|pass)[ -]?(?:word|code|key|phrase)|password|passphrase|passcode|codeword|secret)';

/** What a wording speaks of, where it is not said to be the model's. */
const OF_A_SECRET = new RegExp(`(?<![\\p{L}])the (?:real )?${SECRET}`, 'iu');
const KEPT_BY_MODEL =
  /(?<![\p{L}])(?:you(?:r|rs|rself)?|you're|real|actual|true|system|prompt|instructions?|told|given)(?![\p{L}])/iu;

/** Whoever asks has said it himself. */
const TOLD = new RegExp(
  String.raw`(?<![\p{L}]|\b(?:if|that|whether|maybe|think|guess|know) )(?:the|my|our|today's) (?:[\p{L}-]{1,12} ){0,2}?${SECRET}(?: (?:here|today|this time))?(?: is|:| =) (?:the word )?["'“„«‘]?[\p{L}\p{N}][^\s"'”“»’,.;:!?]{2,24}["'”“»’]?(?=[,.;!](?:\s|$)|\s?$|\s(?:and|but|so|\())`,
  'iu',
);
/** It is no value, but what is said about it. */
const NO_VALUE =
  /(?: is|:| =) (?:the word )?(?:the|not|hidden|secret|stored|known|wrong|correct|right|what|above|below|here|there|safe|weak|strong|short|long|empty|required|protected|disabled|expired|valid|invalid)(?![\p{L}])/iu;

/** Those for whom something is written, and what it is written for. */
const PLAYERS =
  '(?:students?|pupils?|class|kids?|children|son|daughter|nephew|niece|grandchildren|grandson|granddaughter|players?|guests|guild|scouts?|family|friends?)';
const OCCASION =
  '(?:treasure hunt|scavenger hunt|escape room|birthday(?: card| party)?|party|quiz(?: night)?|puzzle|worksheet|lesson|poster|board game|party game|card game|campaign|novel|play|theatre|crossword|invitation|classroom)';
const FOR_PLAYERS = new RegExp(
  String.raw`^[^.?!\n]{0,60}?(?:(?<![\p{L}])for (?:my|our|the|a|his|her|their) (?:[\p{L}\p{N}'-]{1,14} ){0,2}?(?:${PLAYERS}|${OCCASION})|(?<![\p{L}])so (?:that )?(?:the|my|our|his|her|other|all) (?:${PLAYERS}|others?)(?: (?:can|could|may|must|have to|will))(?: (?:guess|solve|find|work))|(?<![\p{L}])let (?:your|the|my|our|his|her) (?:${PLAYERS}|neighbou?r|partner) guess)(?![\p{L}])`,
  'iu',
);
/** A work of which it is a part. */
const IN_A_WORK =
  /^,? (?:in|of|from|to) (?:the |today's |a |harry potter|[\p{L}]{1,14}'s )(?:[\p{L}\p{N}'-]{1,14} ){0,2}?(?:movie|film|novel|book|series|episode|musical|play|tower|crossword|wordle|connections|puzzle|fairy tale|legend|chapter|season|comic)(?![\p{L}])/iu;
const OF_MINE = new RegExp(
  String.raw`(?:(?<![\p{L}])in (?:my|our|the) (?:[\p{L}-]{1,12} ){0,2}?(?:${OCCASION}|adventure|story|text adventure|film|movie|book)(?![\p{L}])|(?:quiz question|riddle|clue|in the (?:book|novel|film|movie|play))[:,])[^.?!\n]{0,80}$`,
  'iu',
);
/** What is wanted is code that looks at some secret. */
const CHECKED =
  /^[^\n]{0,40}?(?<![\p{L}])(?:write|code|implement|add|make) (?:me )?(?:a|the|an) (?:[\p{L}-]{1,12} ){0,2}?(?:check|validator|validation|assertion|regex|unit test)(?![\p{L}])/iu;

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
  if (!OF_A_SECRET.test(matched) || KEPT_BY_MODEL.test(matched)) return false;
  const before = text.slice(Math.max(0, start - LOOK_BACK), start);
  const after = text.slice(end, end + LOOK_AHEAD);
  if (KEPT_BY_MODEL.test(before) || KEPT_BY_MODEL.test(after.replace(/(?<=let )your(?= )/iu, 'the')))
    return false;
  if (FOR_PLAYERS.test(after) || IN_A_WORK.test(after) || CHECKED.test(after)) return true;
  return OF_MINE.test(before) || isTold(before) || isTold(after);
};
