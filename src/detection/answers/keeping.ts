import { randomBytes } from 'node:crypto';
import type { Segment, Trust } from '../../chat/segment.ts';
import { type Digest, digestOf, KEY_BYTES } from '../cache/digest.ts';
import { createDigestLru } from '../cache/digest-lru.ts';
import { isOrder, mentionsIn, orderIn, sentencesNear } from './kept-secrets.ts';

/** What the trusted texts of a body have the model keep to itself: bits of the kinds below. */
export type Keeps = number;

export const KEEPS_NOTHING: Keeps = 0;
/** Passwords, passphrases, secret words. */
export const KEEPS_WORD = 1;
/** Codes, PINs, combinations. */
export const KEEPS_CODE = 2;
export const KEEPS_KEY = 4;
/** The instructions themselves. */
export const KEEPS_ITSELF = 8;
/** Something that is called a word. */
export const KEEPS_NAMED_WORD = 16;
/** It was asked for before, and not told. */
export const KEEPS_AND_REFUSED = 32;
export const KEEPS_NUMBER = 64;

const VALUED = KEEPS_WORD | KEEPS_CODE | KEEPS_KEY | KEEPS_NAMED_WORD | KEEPS_NUMBER;

const IS_SECRET =
  /(?<![\p{L}])(?:secrets?|geheimnis|secreto|segreto|segredo|geheim|sekret|секрет)(?![\p{L}])|秘密/u;

/** By what a kept thing is called; one that is only called a secret is like a word. */
const KINDS: readonly (readonly [RegExp, Keeps])[] = [
  [
    /(?<![\p{L}])(?:pass[ -]?(?:word|phrase|code|key)s?|pw|flag|canary|safeword|(?:secret|hidden|magic|code|staff door|door)[ -]?(?:word|phrase|name|message|string)|codeword)(?![\p{L}])|passwort|kennwort|geheimwort|geheime wort|losung|mot de passe|mot secret|contrase[nñ]a|palabra secreta|palabra clave|parola|senha|palavra|wachtwoord|geheime woord|has[lł][oa]|s[lł]ow[oa]|парол|секретн\p{L}{1,3} слов|кодов\p{L}{1,3} слов|密码|口令|暗号|秘密词|パスワード|合言葉|秘密の言葉/u,
    KEEPS_WORD,
  ],
  [
    /(?<![\p{L}])(?:(?:pass|key)?codes?|pins?|combinations?|geheimzahl|geheimcode|c[oó]digo|codice|kod|код)(?![\p{L}])|代码/u,
    KEEPS_CODE,
  ],
  [
    /(?<![\p{L}])(?:numbers?|digits|(?:service|ruf|durchwahl)?nummer|número|numero)(?![\p{L}])|番号/u,
    KEEPS_NUMBER,
  ],
  [
    /(?<![\p{L}])(?:keys?|tokens?|credentials?|schl[uü]ssel|cl[eé]|clave|chiave|chave)(?![\p{L}])/u,
    KEEPS_KEY,
  ],
  [IS_SECRET, KEEPS_WORD],
  [/(?<![\p{L}])(?:words?|phrases?|wort|woord|mot|palabra|parola|palavra)(?![\p{L}])/u, KEEPS_NAMED_WORD],
  [
    /(?<![\p{L}])(?:instructions?|prompts?|rules|guidelines|configuration|set-?up|message|anweisungen|vorgaben|regeln|instrukcj\p{L}{1,3}|instrucciones|consignes|istruzioni|instruc[oõ]es|instruções|instructies|инструкци\p{L}{1,3})(?![\p{L}])|system ?prompt|指示|指令|提示词|プロンプト/u,
    KEEPS_ITSELF,
  ],
];

/** What kinds of things a text names, in small letters. */
export const kindsIn = (text: string): Keeps => {
  let kinds = KEEPS_NOTHING;
  for (const [named, kind] of KINDS) if (named.test(text)) kinds |= kind;
  return kinds;
};

/** What a question is about: a secret without a name is whatever is kept. */
export const askedIn = (text: string): Keeps =>
  IS_SECRET.test(text) ? kindsIn(text) | VALUED : kindsIn(text);

/** What orders to keep something have the model not do, in small letters: most sentences have none of it. */
const TELLING =
  /reveal|disclos|tell|shar|\bsay|\bgiv|mention|repeat|output|leak|divulg|expos|show|print|writ|\bhand|speak|utter|provid|confirm|spell|hint|discuss|secret|confiden|private|hidden|yourself|classified|verr[aä]t|nenn|\bgib|\bsag|teil|offenbar|preis|\bweiter|\brév|donn|\bdi[tsgc]|partag|communiqu|revel|compart|\bdes\b|partilh|\bfal|rivel|condivid|\bdir|deel|delen|onthul|vertel|verklap|geef|\bzeg|ujawn|podawaj|zdradz|mów|wyjaw|раскрывай|говори|сообщай|называй|выдавай|разглашай|透露|泄露|告诉|说出|公开|教え|明かさ|漏らさ|言わ|開示し/g;
/** What has to stand in the same sentence. */
const FORBIDDING =
  /never|not|n['’]t|without|avoid|refuse|no ?one|nobody|under no|secret|confidential|private|hidden|to yourself|classified|\bnie|niemals|nicht|\bne\b|\bn['’]|nunca|\bno\b|jam[aá]s|n[aã]o|\bnon\b|\bmai\b|nooit|niet|не\s|不要|切勿|绝不|绝对不|不得|不能|不可|禁止|ない|ては|るな/;
/** What an order is about may have been said before it. */
const POINTS_BACK =
  /(?<!\p{L})(?:it|them|this|these|es|sie|ihn|le|la|les|lo|het|deze|ją|его|её|ее)(?!\p{L})|[aei]rl[aoe]s?(?!\p{L})|[áêí]-l[ao]s?(?!\p{L})/u;
/** Guessing is what the application is for, or it may help with it. */
const IS_GAME =
  /(?<!(?:even|no|any|in|as|through|via|by|play|playing|with|or|nor|like|for|write|writing|make|of|into) (?:(?:an?|the) )?|[,:] )(?:hangman|(?:20|twenty) questions|wordle|charades|riddle|quiz(?!\p{L})|guessing game)|(?:let['’]s|we|you) play (?:\p{L}{1,10} )?(?:hangman|(?:20|twenty) questions|wordle|charades)|host of (?:20|twenty) questions|(?:in|for|of) (?:the|this|our|an?) (?:\p{L}{1,10} )?(?:quiz(?!\p{L})|riddle|guessing game)(?! or)|(?:player|child|user|kid|student)s? (?:has |have )?guess(?:es|ed)? (?:the |a |it|letters|five|correctly|right)|(?<!(?:not|never|n't|no|or|without) (?:[\p{L}]{1,10} ){0,3})(?:give|giving|offer|provide)s? (?:the player |him |her |them |the user |small |short |little |a |some ){0,3}(?:hints?|clues?)(?!\p{L})|ratespiel|galgenm[aä]nnchen|r[aä]tsel|(?:gib|gebe) tipps|devinette|jeu du pendu|adivinanza|ahorcado|indovinello|impiccato|adivinha|jogo da forca|raadsel|galgje|zagadk|wisielec|виселиц|загадк|猜谜|猜词|なぞなぞ/u;

/** Orders to keep something stand at either end of what an operator wrote; what he pastes in between is none. */
const HEAD_CHARS = 6144;
const TAIL_CHARS = 2048;
const SENTENCE_END = /[.!?;。！？\n]/;
const SENTENCE_ENDS = new Set(Array.from('.!?;。！？\n', (end) => end.charCodeAt(0)));
const MAX_SENTENCE_CHARS = 400;

const bothEnds = (text: string): string =>
  text.length <= HEAD_CHARS + TAIL_CHARS
    ? text
    : `${text.slice(0, HEAD_CHARS)}\n${text.slice(text.length - TAIL_CHARS)}`;

const startOf = (text: string, at: number): number => {
  let start = at;
  while (start > 0 && at - start < MAX_SENTENCE_CHARS && !SENTENCE_ENDS.has(text.charCodeAt(start - 1)))
    start--;
  return start;
};

const endOf = (text: string, at: number): number => {
  const length = text.slice(at, at + MAX_SENTENCE_CHARS).search(SENTENCE_END);
  return length === -1 ? Math.min(text.length, at + MAX_SENTENCE_CHARS) : at + length;
};

/** What a sentence is about that orders to keep something. */
const keptInSentence = (lower: string, start: number, end: number): Keeps => {
  const sentence = lower.slice(start, end);
  if (!FORBIDDING.test(sentence) || !isOrder(sentence)) return KEEPS_NOTHING;
  const named = kindsIn(sentence);
  if (named !== KEEPS_NOTHING || start === 0 || !POINTS_BACK.test(sentence)) return named;
  return kindsIn(lower.slice(startOf(lower, start - 1), start));
};

/** What orders name that stand in a text, sentence by sentence. */
const namedInOrders = (lower: string): Keeps => {
  let kinds = KEEPS_NOTHING;
  TELLING.lastIndex = 0;
  for (let hit = TELLING.exec(lower); hit !== null; hit = TELLING.exec(lower)) {
    const end = endOf(lower, hit.index);
    kinds |= keptInSentence(lower, startOf(lower, hit.index), end);
    TELLING.lastIndex = end;
  }
  return kinds;
};

/** A name, a few words behind a copula, something quoted, or what no word looks like, in a sentence that names a secret. */
const NO_VALUE =
  '(?:[\\p{L}-]{2,20}ed|a|an|the|at|on|in|by|to|of|for|from|with|about|as|not|no|never|always|only|also|very|sent|shown|given|kept|known|secret|confidential|private|hidden|sensitive|case-sensitive|optional|valid|invalid|wrong|correct|your|their|our|his|her|what|that|this|it|its|up|due|longer|shorter|nicht|geheim|vertraulich|ne|confidentiel\\p{L}{0,2}|confidencial\\p{L}{0,2}|riservat\\p{L}|geheim|tajn\\p{L})';
/** What a value is called where it stands in front of its name, beside it or in brackets behind it. */
const VALUE_NAME =
  '(?:pass(?:word|phrase|code|key)|code ?word|code|pin|key|secret|word|phrase|passwort|kennwort|geheimwort|mot de passe|contraseña|parola|senha)';
const HAS_VALUE = new RegExp(
  [
    String.raw`["“„«「『\x60'‘](?=[^\s.,;])[^"“”„«»「」『』\x60‘’\n]{2,96}["”“»」』\x60'’](?!\p{L})`,
    String.raw`(?<![\p{L}\p{N}])(?=[\p{L}_#$@%&*-]{0,30}\p{N})[\p{L}\p{N}_#$@%&*-]{4,}`,
    String.raw`[\p{L}]{2,12}\{[^}\s]{2,}\}`,
    String.raw`(?:(?<!\p{L})(?:is|are|equals|reads|ist|lautet|heißt|est|es|è|é|jest|(?<=hasło |słowo |kod )to|brzmi|это)\s|[:=：]\s?)\s?(?!${NO_VALUE}(?!\p{L}))[\p{L}\p{N}_-]{2,32}(?:[ ][\p{L}\p{N}'’-]{1,20}){0,2}\s{0,2}(?:[.,;!?)]|$)`,
    String.raw`(?:is|[:=：])\s?\p{Extended_Pictographic}`,
    String.raw`(?<!\p{L})(?!${NO_VALUE}(?!\p{L})|(?:here|there|which|who|one|next|following|below|above)(?!\p{L}))[\p{L}\p{N}_-]{2,32} (?:is|ist|est|es|è|é) (?:the|your|our|my|das|die|der|le|la|el|il|o|a)? ?(?:\p{L}{2,12} ){0,2}?${VALUE_NAME}(?<! key)\s{0,2}(?:[.,;!?)]|$)`,
    String.raw`(?<!\p{L})${VALUE_NAME} (?!${NO_VALUE}(?!\p{L}))[\p{L}\p{N}_-]{3,32} (?:secret|private|confidential|safe|hidden|to yourself)(?!\p{L})`,
    String.raw`(?<!\p{L})${VALUE_NAME} \((?!${NO_VALUE}\)|(?:pin|otp|2fa|mfa|sso|api|totp|tan)s?\))[\p{L}\p{N}_-]{3,32}\)`,
    String.raw`<(?=\p{L})[^<>\s]{2,24}>[^<>\n]{1,64}</`,
    String.raw`\|\s{0,8}[\p{L} _-]{2,24}\|\s{0,8}(?!${NO_VALUE}(?!\p{L}))[\p{L}\p{N}_-]{3,32}\s{0,8}\|`,
    String.raw`(?:密码|口令|暗号|代码|パスワード|合言葉|言葉|番号)(?:是|为|は)[^是为は不誰。！？，、]{2,20}(?:$|です|[。，])`,
  ].join('|'),
  'u',
);

/** A heading that names a secret, and nothing but one word below it. */
const UNDER_HEADING =
  /(?:^|\n)[#*\s]{0,6}([\p{L} ]{2,30})[:*]{0,3}[ \t]{0,4}\n{1,2}[-*> \t]{0,4}[\p{L}\p{N}_-]{2,40}[ \t]{0,4}(?=\n|$)/gu;

/** Of which kinds a text holds a thing itself: who must not tell customers' PINs knows none that he could tell. */
const kindsWithValues = (lower: string): Keeps => {
  let kinds = KEEPS_NOTHING;
  for (let start = 0; start < lower.length; ) {
    const end = endOf(lower, start);
    const sentence = lower.slice(start, end + 1);
    const named = kindsIn(sentence) & VALUED & ~kinds;
    if (named !== KEEPS_NOTHING && HAS_VALUE.test(sentence)) kinds |= named;
    start = end + 1;
  }
  for (const [, heading = ''] of lower.matchAll(UNDER_HEADING)) kinds |= kindsIn(heading) & VALUED;
  return kinds;
};

/** Values that stand behind their name, and are ordered to be kept near by. */
const namedWithValues = (text: string): Keeps => {
  let kinds = KEEPS_NOTHING;
  for (const { at, end, value } of mentionsIn(text)) {
    if (value === null || !sentencesNear(text, at, end).some((sentence) => orderIn(sentence) !== 'none'))
      continue;
    kinds |= kindsIn(text.slice(at, end).toLowerCase());
  }
  return kinds;
};

/** What one trusted text has the model keep. */
export const keptBy = (text: string): Keeps => {
  const read = bothEnds(text);
  const lower = read.toLowerCase();
  const kinds = namedInOrders(lower);
  if (kinds === KEEPS_NOTHING) return KEEPS_NOTHING;
  const valued = namedWithValues(read);
  const all = (kinds & (KEEPS_ITSELF | valued | kindsWithValues(lower))) | valued;
  return IS_GAME.test(lower) ? all & KEEPS_ITSELF : all;
};

/** An application sends the same instructions with each of its requests. */
const REMEMBERED = 1024;
const SECRET = randomBytes(KEY_BYTES);
/** Memories hold objects. */
type Known = Readonly<{ keeps: Keeps }>;
const known = createDigestLru<Known>(REMEMBERED);

const remembered = (text: string): Keeps => {
  const key: Digest = digestOf(SECRET, 0, text);
  const before = known.get(key);
  if (before !== undefined) return before.keeps;
  const keeps = keptBy(text);
  known.set(key, { keeps });
  return keeps;
};

const REFUSES =
  /(?:can['’]?(?:not|t)|won['’]t|unable to|not able to|not allowed to|not permitted to|may not|must not|will not|refuse to) (?:[\p{L}]{1,12} ){0,2}?(?:reveal|share|disclose|tell|give|say|provide|confirm|spell|help (?:you )?with that|discuss|do that)|access denied|darf (?:ich )?(?:[\p{L}]{1,12} ){0,4}?nicht|kann (?:ich )?(?:[\p{L}]{1,12} ){0,4}?nicht (?:verraten|sagen|nennen|weitergeben)|ne (?:peux|puis) pas|no puedo|non posso|n[aã]o posso|kan ik niet|nie mog[eę]|не могу|不能|無法|无法|お教えできません|教えられません/iu;
/** A refusal stands in front of whatever else is said. */
const REFUSAL_CHARS = 400;
/** In a conversation that comes again in full at every turn. */
const LAST_ANSWERS = 8;

const lastAnswers = (segments: readonly Segment[]): readonly Segment[] => {
  const answers: Segment[] = [];
  for (let at = segments.length - 1; at >= 0 && answers.length < LAST_ANSWERS; at -= 1) {
    const segment = segments[at];
    if (segment?.trust === 'model') answers.push(segment);
  }
  return answers;
};

/** Of more trusted texts those at either end are read: a body may be nothing but them. */
const FIRST_TRUSTED = 24;
const LAST_TRUSTED = 8;

const trustedTexts = (segments: readonly Segment[]): readonly string[] => {
  const texts: string[] = [];
  for (const { trust, text } of segments) if (trust === 'trusted') texts.push(text);
  return texts.length <= FIRST_TRUSTED + LAST_TRUSTED
    ? texts
    : [...texts.slice(0, FIRST_TRUSTED), ...texts.slice(-LAST_TRUSTED)];
};

/** What the trusted texts of a body keep, and whether the model has refused to tell something. */
export const keptIn = (segments: readonly Segment[]): Keeps => {
  let keeps = KEEPS_NOTHING;
  for (const text of trustedTexts(segments)) keeps |= remembered(text);
  const isSecret = (keeps & (KEEPS_WORD | KEEPS_CODE | KEEPS_NUMBER)) !== KEEPS_NOTHING;
  const isRefusal = ({ text }: Segment): boolean => REFUSES.test(text.slice(0, REFUSAL_CHARS));
  return isSecret && lastAnswers(segments).some(isRefusal) ? keeps | KEEPS_AND_REFUSED : keeps;
};

/** What is kept from the author of a text: callers may ask for it, whom nobody else's texts speak for. */
export const keptFrom = (trust: Trust, keeps: Keeps): Keeps => (trust === 'user' ? keeps : KEEPS_NOTHING);
