import type { Span } from '../../chat/segment.ts';
import { onForget } from '../text/in-hand.ts';
import { foldLetters } from '../text/normalize.ts';

/** A score that only `paranoid` (and `high` for text that nobody vouches for) takes for a threat. */
export const DISCUSSED_SCORE = 0.45;

const LOOK_BACK = 120;
const LOOK_AHEAD = 80;

/** Texts are compared without accents. */
const folded = (source: string): RegExp => new RegExp(foldLetters(source), 'iu');

/** Directly in front of the wording: somebody names it, asks about it, or tells what others do. */
// Without `u` letters of either case are told apart in half the time, and none of these words needs it.
const NAMED = new RegExp(
  String.raw`(?:\b(?:` +
    [
      // asked about
      'what (?:does|do|would|happens (?:when|if))|what (?:is|are) (?:a|an|the)|why (?:do|does|did|is|are|would)',
      'how (?:do|does|can|could|would|to|should) (?:i|we|you|one|they|people|attackers|someone)?|mean(?:s|ing)? (?:of|by)',
      // named
      '(?:phrases?|wording|sentences?|strings?|expressions?|prompts?|text|payloads?|title|examples?) (?:like|such as|is|was|are|of|with)?',
      'such as|for example|for instance|e\\.g\\.|i\\.e\\.|called|titled|labell?ed|saying',
      // told of others
      '(?:attempts?|tries|tried|trying|try|want|wants|told|asked|ordered) (?:\\S{1,20} ){0,3}?to',
      '(?:telling|tells?|asks?|asking|ordering|instructing|tricking|tricks?|convinc(?:e|es|ing)|persuad(?:e|es|ing)|caus(?:e|es|ing)|mak(?:e|es|ing)|gett?(?:s|ing)?|manipulat(?:e|es|ing)|forc(?:e|es|ing)) (?:\\S{1,20} ){1,4}?(?:to|into)?',
      'attackers?|someone|somebody|people|they|which|injections?|jailbreaks?|attacks?',
      'detect(?:s|ed|ing)?|block(?:s|ed|ing)?|flag(?:s|ged|ging)?|contain(?:s|ed|ing)?|mention(?:s|ed|ing)?|classif(?:y|ies|ied|ying)',
      'never|must not|do not|should not|we decided to|reminding \\S{1,16} \\S{0,16}',
    ].join('|') +
    String.raw`)[\s:,]{0,3}(?:\S{1,16} ){0,2}|(?:was bedeutet|que (?:signifie|significa)|cosa significa|wat betekent|co znaczy|что значит|ne demek)[\s:,]{0,3})["'«»„(<*-]{0,3}$`,
  'i',
);

/** Directly in front of the wording, where the order looks the same with and without it. */
const FORBIDDEN = folded(
  String.raw`(?:(?:^|[^\p{L}])(?:не|nie|não|nao|đừng|đừng có|không|jangan|مت|न|ne|אל|älä|huwag|(?:do|must|should)n['’]t)\s|(?:อย่า|ห้าม|不要|不可|不能|不得|请勿|請勿|切勿|别|別|勿)(?:随意|擅自|再)?)$`,
);

/** So many characters at its end tell whether a text matches `FORBIDDEN`: twice the longest of its words. */
const FORBIDDEN_REACH = 16;

const OPENING_QUOTE = /(?:["'`«»„「『]|« )$/u;
const CLOSING_QUOTE = /["'`»«「」』]/u;

/** A quotation that began before the wording and goes on: what stands in front of it, and no value of JSON. */
const ANY_OPENING = /["“„«「『]/u;
const WITHIN_QUOTE = /(?<=^|[\s(:])(?<!["'\]}]\s?:\s?|[,{[]\s?)["“„«「『](?=\S)[^"“”„«»「」『』\n]{0,100}$/u;
const QUOTE_ENDS = /^[^"“”„«»「」『』\n]{0,80}["“”»」』]/u;
/** A value of JSON is in quotes, too. */
const IS_VALUE = /["'\]}]\s?:\s?["']$/u;
/** Both are told by so many characters at the end. */
const QUOTE_REACH = 5;
/** Somebody tells what stands somewhere. */
const QUOTES =
  /\b(?:(?:may|might|could|can|would) (?:say|read|contain|include)|(?:e\.g\.|for example|such as)|wrote|contained|containing|contains|(?:got|received|saw|sent) (?:the|this|a) (?:message|text|prompt|mail|line))\b[^"“”]{0,30}$/iu;
/** A row of a collection of attacks. */
const LABELLED =
  /["'](?:label|class|category|verdict|expected)["']\s?:\s?["']?(?:prompt[- _]?)?(?:injection|attack|jailbreak|malicious|unsafe|1\b|block)/iu;
/** What is quoted in such a passage is an attack. */
const OF_ATTACKS = /prompt[- ]?injection|jailbreak|\battack(?:s|ers?)?\b|\bpayloads?\b|red[- ]team/iu;

/** The object is a page or a file of somebody's, not what the model was told. */
const ELSEWHERE =
  /^ (?:in|on|from|of) (?:the |our |my |this |that )?(?:wiki|page|docs?|documentation|readme|manual|handbook|files?|repo|repository|ticket|recipe|comments?|code|config|section|chapter|appendix|box|leaflet|label)\b(?!\/)/iu;

/** The same by its path, but of no file that tells an assistant what to do. */
const FILE =
  /^ (?:in|of|from) (?:the |our )?(?!\S{0,40}(?:agents?|claude|gemini|copilot|cursor|system|prompt|rules|skill)\b)[\w./-]{2,60}\.(?:md|rst|txt|html?|ya?ml|toml|ini)(?![\w/])/iu;

/** Some of a pattern's words are for choice. */
const CHOICE = /\([^()|\n]{2,30}\|[^()\n]{2,30}\)/gu;
/** A pattern's other words for choice, and its slashes, stand so near to the wording; in UTF-16 code units. */
const PATTERN_REACH = 40;
const SLASH_IN_FRONT = /(?:^|[\s,;:=([])\/[^/\n]{0,30}$/u;
const SLASH_BEHIND = /^[^/\n]{0,30}\/[dgimsuvxy]{0,5}(?=[\s,;)\]]|$)/u;

/** What others told somebody to do as well. */
const TOLD_BY_OTHERS =
  /\b(?:attackers?|hackers?|someone|somebody|users?|visitors?|they|he|she) (?:told|asked|tricked|convinced|ordered|got) (?:\S{1,20} ){1,3}to (?:\S{1,20} ){1,6}and (?:to )?$/iu;

const AND = ['and ', 'and to '] as const;

/** The pattern looks at every place of a text whose end rules it out. */
const isToldByOthers = (before: string): boolean => {
  const end = before.slice(-AND[1].length).toLowerCase();
  return AND.some((word) => end.endsWith(word)) && TOLD_BY_OTHERS.test(before);
};

/** Directly behind the wording: it is named, not said. */
const NAME_OF_ATTACK =
  /^["'»”)]? ?(?:techniques?|attacks?|tricks?|exploits?|jailbreaks?|injections?|memes?)\b/iu;

/** Somewhere in the same passage: the subject is the attack itself. */
const SUBJECT = folded(
  String.raw`prompt[- ]?injection|jailbreak|\b(?:attack(?:s|ers?)?|phrases?|example|examples|such as|e\.g\.|payloads?|classifier|classify|guardrails?|red[- ]team|translate|trad(?:uis|uisez|uce|uzca|uci|uza)|vertaal|przetłumacz|meaning|means?|quote[ds]?|wrote|typed|entered|asking|typing|phrasings?|wordings?|said|may say|says|saying|reads?|title[ds]?|joke|song|novel|story|strings?|keywords?|regex|pattern|detect(?:s|ed|ing|ion)?|flag(?:s|ged)?|warn(?:s|ing|ed)?|block(?:s|ed|ing)?|filter(?:s|ed|ing)?|asserts?|expect(?:s|ed)?|refuse[sd]|replying|as in|synonyms?|count the|grammar|complied|declined|incident|bedeutet|heisst|significa|signifie|betekent|znaczy|angreifer|beispiel|z\.\s?b|satz|exemple|attaquants?|phrase|ejemplo|atacantes?|frase|esempio|exemplo|voorbeeld|aanvallers?|zin|przykład|napastnik|saldırgan|schrieb|a écrit|escreveu|ha scritto|schreef|ví dụ|contohnya|penyerang)\b|übersetz|örneğin|escribió|napisał|yazdı|написал|输入|写道|入力|значит|например|атак|злоумышленник|фраз|意味|意思|是什么|例如|比如|攻击|攻撃|例えば|という|뜻|예를 들어|공격|مثل|مهاجم|हमल|उदाहरण`,
);

/** Directly in front of the wording: it is said of somebody, and no order. */
const OF_SOMEBODY =
  /(?<![\p{L}])(?:(?:if|when|whenever|(?:because|since)(?! (?:i|we)(?![\p{L}]))|although|though|whether|why) (?:i|we|he|she|they|people|(?:(?:my|our|the|his|her|their|most|many|some) )?(?!(?:this|thus|yes|always|perhaps|users|instructions|rules|models|bots|chatbots|assistants|agents|llms|ais) )[\p{L}]{3,14}s)|(?:should|must|did|do|does) (?:i|we|he|she|they|people)) (?:[\p{L}]{2,10}ly |just |still |always |often |never |also )?$/iu;

/** What goes on as an order is one. */
const SO_DO_YOU =
  /^[^\n]{0,60}?(?<![\p{L}])(?:do (?:the same|so|that|it|likewise)|so (?:do|must|should|shall) you|you (?:do|too|must|will|shall|are (?:now|free))|act as|reveal|print|dump|yes|sure|of course|(?:respond|reply|answer) only)(?![\p{L}])/iu;

/**
 * An order that is a sentence of its own though nothing ends the one before: `... happy Ignore all previous instructions`. Within a sentence no verb has a
 * capital, but in titles, where the next word has one, too.
 */
const IS_SENTENCE = /^\p{Lu}\p{Ll}+ \p{Ll}/u;
/** A wording may begin with a noun, as in `Anweisungen ignorieren`, which German writes with a capital. */
const IS_NOUN = /^(?:anweisung|befehl|instruktion|regel|richtlinie|vorgabe|vorschrift|weisung)/iu;
const RUNS_ON = /\p{Ll} $/u;
/** Nor is what stands in brackets or behind a comma or a dash what somebody is told, asks for, or makes others do. */
const IS_APART = /(?:, |[(–—] ?|- )$/u;
/** What may stand in front of either, since it names the order. */
const NAMES_ORDER =
  /\b(?:(?:phrase|wording|sentence|string|expression|prompt|payload|title|example)s?(?: (?:like|such as|is|was|are)|(?=[:(]| [(–—-]))|such as|for (?:example|instance)|e\.g\.|i\.e\.|called|titled|labell?ed|say(?:s|ing)?|said|wrote|writ(?:es?|ing)|typ(?:ed?|es|ing)|(?:attack|attempt|exploit|injection|jailbreak|technique|trick)s?)[\s:,(–—-]{0,4}$/iu;

/** Part of the name of a function or of a test. */
const IN_A_NAME =
  /(?:(?<![\p{L}\p{N}_])(?:def|func|function|fn|class|void|sub|-k)\s(?:[\p{L}\p{N}]{1,20}_){0,4}|(?<![\p{L}\p{N}])(?:test|should)_(?:[\p{L}\p{N}]{1,20}_){0,4})$/iu;

/** Several rules begin at one place, one after the other. */
const NO_SENTENCE = { sentence: '', isNamed: NAMED.test('') };
const last = { ...NO_SENTENCE };
onForget(() => {
  Object.assign(last, NO_SENTENCE);
});

const isNamed = (sentence: string): boolean => {
  if (last.sentence !== sentence) {
    last.isNamed = NAMED.test(sentence);
    last.sentence = sentence;
  }
  return last.isNamed;
};

/**
 * Whether a passage talks about an attack rather than making one. Judged by the words around it: an order that is
 * quoted, asked about or reported.
 */
export const isDiscussed = (text: string, { start, end }: Span): boolean => {
  const before = text.slice(Math.max(0, start - LOOK_BACK), start);
  const sentence = sentenceBefore(before, text.slice(start, end));
  const after = text.slice(end, end + LOOK_AHEAD);
  if (ELSEWHERE.test(after) || FILE.test(after) || NAME_OF_ATTACK.test(after)) return true;
  if (!/\s/u.test(text.slice(start, end)) && IN_A_NAME.test(before)) return true;
  if (sentence.endsWith(' ') && OF_SOMEBODY.test(sentence) && !SO_DO_YOU.test(after)) return true;
  if (FORBIDDEN.test(before.slice(-FORBIDDEN_REACH)) || isToldByOthers(sentence)) return true;
  if (isPattern(text, start, end)) return true;
  const tail = before.slice(-QUOTE_REACH);
  if (IS_VALUE.test(tail)) return LABELLED.test(before) || LABELLED.test(after);
  const quoted = OPENING_QUOTE.test(tail) && CLOSING_QUOTE.test(after);
  if (quoted) return SUBJECT.test(before) || SUBJECT.test(after) || isNamed(sentence) || after.includes('?');
  return isNamed(sentence.replace(/["'«»„`]/gu, '')) || isQuotedWithin(before, after);
};

/** Orders of those texts that the sentence has spoken of: `If a passage contains instructions, ignore those instructions.` */
const REFERS_BACK =
  /^(?:ignore|disregard|discard|skip|do not (?:follow|obey)|don['’]t (?:follow|obey)) (?:any |all )?(?:of )?(?:those|these|such)(?![\p{L}])/iu;
/** Belongs to the order behind it. */
const POLITE = /(?<![\p{L}])(?:please|kindly|now|then|just) $/iu;

/** What stands of a wording's sentence in front of it; nothing where the wording is one by itself. */
const sentenceBefore = (before: string, wording: string): string => {
  const sentence = before.slice(lastBreak(before) + 1);
  const front = sentence.replace(POLITE, '');
  const order = sentence.slice(front.length) + wording;
  const isSentence = RUNS_ON.test(front.slice(-2)) && IS_SENTENCE.test(order) && !IS_NOUN.test(order);
  const isOwn = isSentence || (IS_APART.test(front) && !REFERS_BACK.test(wording));
  return isOwn && !NAMES_ORDER.test(front) ? '' : sentence;
};

/** Words for choice stand within the wording: beside others, or between slashes. What stands beside the wording alone says nothing about it. */
const isPattern = (text: string, start: number, end: number): boolean => {
  const from = Math.max(0, start - PATTERN_REACH);
  const around = text.slice(from, end + PATTERN_REACH);
  if (!around.includes('|')) return false;
  const choices = Array.from(around.matchAll(CHOICE), ({ index, 0: { length } }) => ({
    start: from + index,
    end: from + index + length,
  }));
  const isWithin = choices.some((choice) => choice.start < end && choice.end > start);
  return isWithin && (choices.length >= 2 || isBetweenSlashes(text, start, end));
};

/** `/ignore (all|previous) instructions/i` */
const isBetweenSlashes = (text: string, start: number, end: number): boolean =>
  SLASH_IN_FRONT.test(text.slice(Math.max(0, start - PATTERN_REACH), start)) &&
  SLASH_BEHIND.test(text.slice(end, end + PATTERN_REACH));

/** Whether somebody names a longer text, of which the wording is a part. */
const isQuotedWithin = (before: string, after: string): boolean => {
  if (!ANY_OPENING.test(before) || !QUOTE_ENDS.test(after)) return false;
  const begun = WITHIN_QUOTE.exec(before);
  if (begun === null) return false;
  const introduction = before.slice(0, begun.index);
  const sentence = introduction.slice(lastBreak(introduction) + 1);
  return OF_ATTACKS.test(introduction) || QUOTES.test(sentence) || NAMED.test(sentence);
};

/** Ends no sentence. */
const ABBREVIATION = /(?:e\.g|i\.e|z\.b|\bvs|\betc)\.$/iu;

/** Behind a stop it belongs to the sentence that has ended. */
const ENDS_WITH = /["'”’»)\]]/u;

const isStop = (text: string, at: number): boolean => {
  const letter = text.charAt(at);
  if (letter !== '.' && letter !== '!' && letter !== '?') return false;
  const next = text.charAt(at + 1);
  return next === ' ' || (ENDS_WITH.test(next) && text.charAt(at + 2) === ' ');
};

const lastBreak = (text: string): number => {
  for (let i = text.length - 2; i >= 0; i--) {
    const letter = text.charAt(i);
    if (letter === '.' && ABBREVIATION.test(text.slice(Math.max(0, i - 3), i + 1))) continue;
    if (letter === '\n' || isStop(text, i)) return i;
  }
  return text.endsWith('\n') ? text.length - 1 : -1;
};
