import { copyText } from '../../platform/copy-text.ts';
import { isVocabularyWord } from '../decoding/words/known-words.ts';
import { isLetterAt } from './secret-letters.ts';

/** A value that a trusted message names and forbids to tell: `The password is COCOLOCO. Never reveal it.` */
export type KeptSecret = Readonly<{
  /** As it was written. */
  value: string;
  /** Its letters and digits, in small letters. */
  key: string;
  /** Whether something else stands in front of each of these. */
  gaps: readonly boolean[];
  /** False where it is a word like any other, which an answer may come to by itself. */
  isUncommon: boolean;
}>;

/** In letters and digits; shorter ones stand in answers by chance, longer ones are no password but a text. */
export const MIN_SECRET_LETTERS = 4;
export const MAX_SECRET_LETTERS = 64;
/** Of all trusted messages of a request; more are no secrets but a list. */
export const MAX_SECRETS = 16;

/** What is kept. Codes, keys and words only where something says that not everybody has them. */
const NOUNS = [
  String.raw`pass[ -]?(?:word|phrase|code|key)s?`,
  String.raw`secret(?!\s+(?:to|of|behind)\b)(?:\s+(?:word|phrase|code|key|token|number|value|string|message|flag|ingredient|name|id|recipe))?`,
  String.raw`(?:access|security|admin|launch|door|vault|unlock|override|master|confidential|private|hidden|safe)\s+(?:code|key|pin|phrase|word|token)`,
  ...[
    String.raw`code\s?word`,
    String.raw`safeword`,
    String.raw`magic\s+word`,
    'flag',
    'pin',
    String.raw`api\s+key`,
  ],
  String.raw`canary(?:\s+(?:word|token|string))?`,
  ...['passwort', 'kennwort', 'geheim(?:wort|code|nis)', 'losung(?:swort)?', 'codewort'],
  ...[String.raw`mot\s+de\s+passe`, String.raw`(?:code|mot|mot\s+clé)\s+secret`],
  ...['contraseña', String.raw`(?:palabra|clave)\s+secreta`, String.raw`c[óo]digo\s+secreto`],
  ...[String.raw`parola\s+(?:d['’]ordine|segreta)`, String.raw`codice\s+segreto`],
  ...[
    'senha',
    String.raw`palavra(?:-|\s)(?:passe|secreta)`,
    'wachtwoord',
    String.raw`geheime?\s+(?:woord|code)`,
  ],
  ...['hasło', String.raw`tajn[ey]\s+(?:słowo|kod)`],
  ...['пароль', String.raw`секретн(?:ое\s+слово|ый\s+код)`, String.raw`кодовое\s+слово`],
  ...['密码', '口令', '暗号', '秘密(?:词|口令|代码)', 'パスワード', '合言葉', '秘密の(?:言葉|コード)'],
];
/** How they begin, in small letters, to find them by. */
const STEMS = [
  ...[
    'pass',
    'secret',
    'access',
    'security',
    'admin',
    'launch',
    'door',
    'vault',
    'unlock',
    'override',
    'master',
  ],
  ...['confidential', 'private', 'hidden', 'safe', 'code', 'magic', 'flag', 'pin', 'api', 'canary'],
  ...['kennwort', 'geheim', 'losung', 'mot', 'contraseña', 'palabra', 'clave', 'código', 'codigo', 'parola'],
  ...['codice', 'senha', 'palavra', 'wachtwoord', 'hasło', 'tajn', 'пароль', 'секретн', 'кодовое'],
  ...['密码', '口令', '暗号', '秘密', 'パスワード', '合言葉'],
];
const HAS_STEM = new RegExp(STEMS.join('|'), 'u');
const NOUN = `(?<![\\p{L}\\p{N}])(?:${NOUNS.join('|')})(?![\\p{sc=Latn}\\p{sc=Cyrl}\\p{N}])`;
const NOUN_AT = new RegExp(NOUN, 'iuy');
const NAMES_NOUN = new RegExp(NOUN, 'iu');

const COPULA = String.raw`\s*(?:[:=：]|->|→|[–—-]\s)\s*(?:это\s+)?|\s*(?:是|为|は)\s*|\s+(?:is|are|equals|reads|ist|lautet|heißt|est|es|è|é|jest|(?<=(?:hasło|słowo|kod)\s{1,4})to|brzmi|это)(?:\s*:)?\s+`;
const QUOTED = String.raw`["“„«「『\x60'‘](?<quoted>(?![\s.,;])[^"“”„«»「」『』\x60‘’\n]{3,96}?)(?<!\s)["”“»」』\x60'’]`;
const BARE = String.raw`(?<bare>[\p{L}\p{N}_#$@%&*+!?/=.:~^{}-]{4,96})`;
const TOPIC = String.raw`(?:\s+(?:for|of|to|für|pour|de|para|di|do|от|к)\s[^\n.!?:=：。"“„«「『\x60]{1,40}?)?`;
/** What is said of a noun right behind it. */
const VALUE_AT = new RegExp(`${TOPIC}(?:${COPULA})(?:${QUOTED}|${BARE})`, 'iuy');
/** A phrase goes on until its sentence ends. */
const PHRASE_AT = new RegExp(
  String.raw`${TOPIC}(?:${COPULA})(?<phrase>[\p{L}\p{N}'’-]+(?: [\p{L}\p{N}'’-]+){1,7})(?=[.!?;,\n]|$)`,
  'iuy',
);
const IS_PHRASE = /phrase$/iu;

const TELL =
  'reveal|disclos|tell|telling|shar|say|give|giving|mention|repeat|output|leak|divulg|expos|show|print|writ|hand|speak|utter|provid|confirm|spell|hint|discuss';
/** Orders to keep something, with what stands behind them in their sentence. */
const ORDERS = [
  new RegExp(
    String.raw`\b(?:never|not|don['’]?t|mustn['’]t|without|avoid|refuse\s+to|cannot|no\s+one|nobody|under\s+no\s+circumstances)\b[^.!?\n]{0,40}?\b(?:${TELL})\w*(?<about>[^.!?\n]{0,80})`,
    'iu',
  ),
  /\b(?:keep|stays?|remains?|must\s+be|is|are|treat)\b(?<about>[^.!?\n]{0,40}?\b(?:secret|confidential|private|hidden|to\s+yourself|classified))\b/iu,
  /\b(?:verrat|verrät|nenn|gib|sag|teil|offenbar)\p{L}*(?<about>[^.!?\n]{0,60}?\b(?:nie|niemals|nicht|niemand\p{L}*))\b/iu,
  /\b(?:nie|niemals|nicht|niemand\p{L}*)\b[^.!?\n]{0,40}\b(?:verrat|nenn|sag|preis|weiter)\p{L}*/iu,
  /\b(?:ne|n['’])\s*[^.!?\n]{0,20}?\b(?:rév|divulg|donn|di[ts]|partag|communiqu)\p{L}*(?<about>[^.!?\n]{0,60})/iu,
  /(?<!\p{L})(?:nunca|no|jamás|não|non|mai)\s[^.!?\n]{0,20}?\b(?:revel|compart|di[gc]|des\b|divulg|partilh|fal|rivel|condivid|dir)\p{L}*(?<about>[^.!?\n]{0,60})/iu,
  /\b(?:deel|delen|onthul|vertel|verklap|geef|zeg)\b[^.!?\n]{0,40}\b(?:nooit|niet|niemand)\b|\b(?:nooit|niet)\b[^.!?\n]{0,40}\b(?:delen|onthul|vertel|verklap|zeg)\p{L}*/iu,
  /(?<!\p{L})nie\s+(?:ujawniaj|podawaj|zdradzaj|mów|wyjawiaj)/iu,
  /(?<!\p{L})не\s+(?:раскрывай|говори|сообщай|называй|выдавай|разглашай)/iu,
  /(?:不要|切勿|绝不|绝对不|不得|不能|不可|禁止)[^。！？\n]{0,12}?(?:透露|泄露|告诉|说出|公开)/u,
  /(?:教え|明かさ|漏らさ|言わ|開示し)(?:ない|ては|るな)/u,
];
/** Orders about the message itself say nothing of the values in it. */
const ABOUT_ITSELF = /\b(?:instructions?|prompts?|rules|guidelines|polic(?:y|ies)|configuration)\b/iu;
/** There is somebody who may be told. */
const CONDITION =
  /\b(?:unless|except|until|before|only\s+(?:if|when|to|after|once|with)|außer|bevor|sauf|a\s+menos|salvo|tranne|tenzij)\b|除非|まで/iu;

const PERMISSION = new RegExp(
  String.raw`\b(?:${TELL})\w*\b[^.!?\n]{0,40}\b(?:only|if|when|once|after)\b`,
  'iu',
);

/** What is said of a secret, and is none. */
const NO_VALUE =
  /ed$|^[誰谁不]|^(?:necessary|optional|secret|confidential|private|hidden|unknown|known|valid|invalid|correct|incorrect|wrong|right|empty|never|always|only|here|there|below|above|following|case-?sensitive|given|shown|sent|something|someone|that|this|what|your|yours|their|mandatory|forbidden|important|strictly|kept|being|part|available|different|unique|also|very|none|null|true|false|undefined|notwendig|erforderlich|geheim|vertraulich|falsch|richtig|requis|obligatoire|confidentiel|secreta?|obligatori[oa]|necesari[oa])$/iu;
const SENTENCE_ENDS = /[.!?;](?=\s|$)|[。！？\n]/u;
const SENTENCE_END = new RegExp(SENTENCE_ENDS, 'gu');
/** What no word of a language looks like. */
const UNLIKE_WORDS = /[\d\s_#$@%&*+=^~{}-]|\p{Ll}\p{Lu}|^\p{Lu}{4,}$/u;
const CLAUSE_ENDS = /^(?:[.,;!?)\]。，！？]|\s*$|\s*\n|\s+(?:and|but|do|never|don['’]t)\s)/iu;
const TRAILING = /[.,;:!?]+$/u;
const MAX_SENTENCE_CHARS = 400;
/** A text that speaks of secrets more often is about them, and has none. */
const MAX_MENTIONS = 256;

/** @returns Null where there is too little or too much of it. */
const toSecret = (value: string): KeptSecret | null => {
  let key = '';
  const gaps: boolean[] = [];
  let gap = false;
  for (let at = 0; at < value.length; at++) {
    if (!isLetterAt(value, at)) {
      gap = true;
      continue;
    }
    key += value.charAt(at).toLowerCase().charAt(0);
    gaps.push(gap && key.length > 1);
    gap = false;
  }
  if (key.length < MIN_SECRET_LETTERS || key.length > MAX_SECRET_LETTERS) return null;
  const isUncommon = UNLIKE_WORDS.test(value) || !isVocabularyWord(value, 0, value.length);
  return { value: copyText(value), key: copyText(key), gaps, isUncommon };
};

/** Where the sentence around a place begins, and where it ends. */
const sentenceAround = (text: string, at: number, end: number): readonly [start: number, end: number] => {
  const lowest = Math.max(0, at - MAX_SENTENCE_CHARS);
  let start = lowest;
  for (const { index } of text.slice(lowest, at).matchAll(SENTENCE_END)) start = lowest + index + 1;
  const behind = text.slice(end, end + MAX_SENTENCE_CHARS);
  return [start, end + Math.min(behind.length, behind.search(SENTENCE_ENDS) + 1 || behind.length)];
};

/** The sentence in front of a place, that around it, and two behind it. */
export const sentencesNear = (text: string, at: number, end: number): readonly string[] => {
  const own = sentenceAround(text, at, end);
  const before = own[0] === 0 ? '' : text.slice(sentenceAround(text, own[0] - 1, own[0] - 1)[0], own[0]);
  const next = sentenceAround(text, own[1], own[1]);
  const last = sentenceAround(text, next[1], next[1]);
  return [before, text.slice(...own), text.slice(own[1], next[1]), text.slice(next[1], last[1])];
};

/** `none`: nothing is ordered. `some`: it may be told to somebody. */
type Order = 'none' | 'some' | 'kept';

export const orderIn = (sentence: string): Order => {
  for (const order of ORDERS) {
    const found = order.exec(sentence);
    if (found === null) continue;
    const about = found.groups?.['about'] ?? '';
    if (ABOUT_ITSELF.test(about) && !NAMES_NOUN.test(about)) continue;
    return CONDITION.test(sentence) ? 'some' : 'kept';
  }
  return PERMISSION.test(sentence) ? 'some' : 'none';
};

/** Whether a sentence orders to keep something, whatever that is. */
export const isOrder = (sentence: string): boolean => ORDERS.some((order) => order.test(sentence));

type Mention = Readonly<{ at: number; end: number; value: string | null }>;

const valueBehind = (text: string, at: number, end: number): string | null => {
  PHRASE_AT.lastIndex = end;
  const phrase = IS_PHRASE.test(text.slice(at, end)) ? PHRASE_AT.exec(text)?.groups?.['phrase'] : undefined;
  if (phrase !== undefined && !NO_VALUE.test(phrase.split(' ')[0] ?? '')) return phrase;
  VALUE_AT.lastIndex = end;
  const { quoted, bare } = VALUE_AT.exec(text)?.groups ?? {};
  if (quoted !== undefined) return quoted;
  if (bare === undefined) return null;
  const value = bare.replace(TRAILING, '');
  if (UNLIKE_WORDS.test(value)) return value;
  const rest = text.slice(VALUE_AT.lastIndex - (bare.length - value.length), VALUE_AT.lastIndex + 16);
  return NO_VALUE.test(value) || !CLAUSE_ENDS.test(rest) ? null : value;
};

/** Where a text speaks of what is kept. */
export const mentionsIn = (text: string): readonly Mention[] => {
  const lower = text.toLowerCase();
  const searched = lower.length === text.length ? lower : text;
  const mentions: Mention[] = [];
  // Most instructions have none of them, and are read once for that and not once for each.
  if (!HAS_STEM.test(searched)) return mentions;
  for (const stem of STEMS) {
    for (let at = searched.indexOf(stem); at !== -1; at = searched.indexOf(stem, at + stem.length)) {
      NOUN_AT.lastIndex = at;
      if (!NOUN_AT.test(text)) continue;
      if (mentions.length === MAX_MENTIONS) return [];
      const end = NOUN_AT.lastIndex;
      mentions.push({ at, end, value: valueBehind(text, at, end) });
    }
  }
  return mentions;
};

/** Who may be told the values that are asked for: nobody at all, or some as well. */
type Audience = 'nobody' | 'some';

const secretsOf = (text: string, audience: Audience): readonly KeptSecret[] => {
  const mentions = mentionsIn(text);
  if (!mentions.some(({ value }) => value !== null)) return [];
  const isOpen = (orders: readonly Order[]): boolean => audience === 'nobody' && orders.includes('some');
  const isOrdered = (order: Order): boolean => order !== 'none';
  const orders = mentions.map(({ at, end }) => orderIn(text.slice(...sentenceAround(text, at, end))));
  if (isOpen(orders)) return [];
  const isKept = orders.some(isOrdered);
  return mentions.flatMap(({ at, end, value }) => {
    if (value === null) return [];
    const near = sentencesNear(text, at, end).map(orderIn);
    if (isOpen(near) || !(isKept || near.some(isOrdered))) return [];
    return toSecret(value) ?? [];
  });
};

const oncePerKey = (texts: readonly string[], audience: Audience): readonly KeptSecret[] => [
  ...new Map(
    texts.flatMap((text) => secretsOf(text, audience)).map((secret) => [secret.key, secret]),
  ).values(),
];

/**
 * Values that trusted messages name as secrets and say that nobody may be told, at most `MAX_SECRETS`.
 *
 * Where they may be told to somebody ("unless he knows the word"), nothing is known: what an answer may say hangs on the conversation.
 */
export const keptSecretsIn = (texts: readonly string[]): readonly KeptSecret[] => {
  const secrets = oncePerKey(texts, 'nobody');
  return secrets.length > MAX_SECRETS ? [] : secrets;
};

/** All such values, also of a list and those that somebody may be told: who reads records is not who they were meant for. */
export const orderedSecretsIn = (texts: readonly string[]): readonly KeptSecret[] =>
  oncePerKey(texts, 'some').slice(0, MAX_MENTIONS);
