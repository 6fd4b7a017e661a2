import type { Span } from '../../chat/segment.ts';
import { foldLetters } from '../text/normalize.ts';

const LOOK_BACK = 160;
const LOOK_AHEAD = 400;

/** Texts are compared without accents. */
const folded = (source: string): RegExp => new RegExp(foldLetters(source), 'iu');

const anyOf = (...words: readonly string[]): string => `(?:${words.join('|')})`;

/** Papers, and parts of papers, in which somebody has written instructions for somebody. */
const PAPERS = anyOf(
  'e ?mails?|mails?|letters?|memos?|newsletters?|leaflets?|fax|voice ?mail|invoices?|bills?|forms?|tickets?|packets?|packages?',
  'box|labels?|tin|brochures?|booklets?|worksheets?|parts?|questions?|exercises?|problems?|steps?|recipes?|patterns?|syllabus|suppliers?',
  'nachricht|brief|briefs|schreiben|schreibens|formular|rechnung|bestellung|aufgabe|beipackzettel|anhang|technikers?|arztes|vermieters?',
  'courriels?|courrier|lettre|formulaire|facture|exercice|notice|technicien',
  'correo|carta|formulario|factura|ejercicio|técnico|formulário|fatura|lettera|modulo|fattura|tecnico',
  'formulier|factuur|bijsluiter|maila|mailu|e ?maila|e ?mailu|listu|liście|formularza|faktury',
);

/** What joins a paper to what is written in it. */
const INSIDE = anyOf(
  'in|on|of|from|inside|within|aus|von|de|dans|sur|en|del|do|da|no|na|em|nella|nel|della|del|di|uit|van|op|z|ze|w|des|der|du',
);

/** What joins an instruction to its subject. */
const ABOUT = anyOf(
  'about|regarding|concerning|on|with regard to|with respect to|for',
  'bezüglich|betreffend|hinsichtlich|zu|zur|zum|concernant|au sujet|à propos|sobre|acerca|respecto|riguardo|sulla|sul|over|betreffende|inzake|dotyczące|odnośnie',
);

const SENT =
  /^ (?:that |which )?(?:i|we|they|he|she) (?:(?:had |have )?(?:sent|e-?mailed|posted|mailed|texted|faxed|enclosed|attached)\b|gave you (?:this|last|yesterday|on (?:mon|tues|wednes|thurs|fri|satur|sun)day|about|regarding|concerning)\b)/iu;

const IN_PAPER = folded(String.raw`^ ${INSIDE} (?:[^\s.,;:!?]{1,20} ){0,3}?${PAPERS}(?![\p{L}\p{N}])`);

/** Texts that somebody hands over to be worked on, in which there may be orders for whoever works on them. */
const HANDED_OVER =
  /^(?: (?:that|which))?(?: (?:may|might|could))?(?: (?:appear|occur|stand|be|is|are))?(?: (?:contained|found|embedded|hidden|included|written|placed))? (?:in|inside|within|between)(?: (?:the|this|that|these|those|my|his|her|their|any|following|user's|customer's)){1,3}(?: [\p{L}]{1,14})? (?:texts?|documents?|messages?|pages?|passages?|articles?|essays?|posts?|comments?|e ?mails?|tags|quotes|brackets|attachments?|transcripts?|paragraphs?|excerpts?|reviews?|web ?pages?|websites?|files?)(?: (?:body|text|itself|below|that follows))?(?![\p{L}\p{N}]| (?:above|before|you|that you|which you|of your))/iu;
/** Nothing is said of whose the orders are. */
const NOBODYS =
  /^(?:ignore|disregard|(?:do not|don't) (?:follow|obey|listen to)|pay no (?:attention|heed) to) (?:(?:all|any|every|of|the|such) ){0,3}(?:instructions?|prompts?|directives?)$/iu;
/** What is then to be done with it. */
const WORK_ON_IT =
  /(?<![\p{L}])(?:translate|summari[sz]e|classify|label|proofread|correct|extract|rewrite|paraphrase|rate|grade) (?:it|them|(?:the|this|that) (?:texts?|documents?|messages?|pages?|articles?|essays?|posts?|comments?|e-?mails?|reviews?|paragraphs?|passages?|content|rest))(?![\p{L}])/giu;
/** Where that text itself begins. */
const ITS_TEXT = /:\s{0,3}(?:["'«„“\n]|<\S)[\s\S]*/u;

const isHandedOver = (wording: string, after: string): boolean => {
  const handed = HANDED_OVER.exec(withoutHyphens(after))?.[0];
  if (handed === undefined || !NOBODYS.test(wording)) return false;
  const rest = after.slice(handed.length).replace(ITS_TEXT, '').replace(WORK_ON_IT, 'it');
  return endsHarmlessly(rest) && !TELLS_READER.test(rest) && !ORDERS_ASSISTANT.test(rest);
};

const ON_SUBJECT = folded(String.raw`^ (?:(?:i|we) gave you )?${ABOUT} (?:[^.,;:!?\n]{3,60})`);

/** Whose that is, is said by its very name. */
const NAMED_AS_THE_MODELS = /prompt|system|hidden|secret|developer|confidential/iu;

/** How a text of one's own is wanted, rather than whatever stands in front. */
const RESTYLED =
  /^(?: in)? (?:(?:but|and) )?(?:with (?:fewer|more|less|shorter|simpler|better|the (?:typos|errors|mistakes|spelling|grammar|commas))\b|in (?:the |an? )?(?:simpler|plainer|fewer|plain|simple|other|your own|formal|active|passive|past|present) (?:words|language|english|voice|tense|terms)\b|(?:in |as |into )?(?:an? |one )?(?:single |formal |short )?(?:table|letter|e-?mail|tweet|slide|flow ?chart)\b|in alphabetical order\b|without (?:the |any )?(?:comments?|line numbers?|typos|adjectives|headings?|emojis?|footnotes?|links|repetitions?)\b|(?:in |as )?(?:a |one )?(?:single )?code block so (?:that )?(?:i|we) can\b|so (?:that )?(?:i|we) can\b)/iu;

/** Into another language: of what the same text has brought along. */
const TRANSLATED =
  /^ in(?:to)? (?:english|french|german|spanish|italian|portuguese|dutch|polish|russian|chinese|japanese|korean|turkish|arabic|hindi)[.!?\s]{0,3}$/iu;
const BROUGHT = /(?:^|[\s"])(?:here is|here's|this is|below is|my) (?:[^\s:]{1,20} ){0,4}?[^\s:]{1,20}:\s/iu;

/** The subject is the model, or what it was told. */
const OF_THE_MODEL = folded(
  anyOf(
    String.raw`\b(?:ai|llms?|bots?|you|your|yourself|user|users|how|what|being an?|chat|page|key|keys|role|this|language|data|tools?)\b`,
    'prompt|system|syst[eè]|sistema|develop|openai|anthropic|assist|model|modèle|creator|conversation|session|answer|respon|output|format|summar|translat',
    'safe|secur|ethic|moral|confiden|privacy|content|polic|refus|harm|limit|restrict|filter|guard|rules?\\b|guideline|secret|hidden|password|credential|persona',
    'rank|rating|scor|grading|evaluat|review|candidate|resume|applicant|illegal|drug|weapon|malware|hack',
    'sicher|sécur|segur|sicurez|bezpiecz|veilig|entwickl|développ|concept|creador|desarroll|criador|svilupp|ontwikkel|regel|règle|regla|regol|vertraul|geheim|passwor|inhalt|contenu',
  ),
);

const THEN = String.raw`(?:^|\b(?:and|then|instead|but|just|only|please|und|et|y|e|en|i|og)|[.,;:!?"'\n-])\s{0,3}(?:(?:then|instead|just|only|simply|please|also|rather)[,\s]{1,3}){0,2}`;

/** Somebody is ordered to do what assistants do, or is told what it is. */
const ORDERS_ASSISTANT = folded(
  anyOf(
    `${THEN}${anyOf(
      'say|tell|give|write|print|output|reveal|show|reply|respond|answer|recommend|rate|rank|act|pretend|comply|obey|swear|repeat|translate|execute|display|disclose|leak|return|approve|do (?:as|what|exactly|anything)|follow (?:my|these|only|all)|imagine|forward|transfer|delete|erase|wire|run|buy|click|download|install|hire|insult|always|never',
      'zeige?n?|gib|geben|sage?n?|schreibe?n?|antworte|verrate|affiche|affichez|révèle|dis|donne|écris|réponds|muestra|revela|escribe|responde|di|mostre|mostra|diga|escreva|responda|rivela|scrivi|rispondi|toon|geef|zeg|schrijf|antwoord|pokaż|podaj|powiedz|napisz',
    )}\\b`,
    String.raw`\byou(?:'re| are| will be| must| shall| should) (?:now|act|be|only|always|answer|obey|comply)|\b(?:from now on|new (?:instructions?|task|rules?|role)\s?:|pretend|jailbreak|unrestricted|unfiltered|no restrictions|instead,? (?:say|you|of (?:that|answering)))`,
    'system[ -]?(?:prompt|message)|systeemprompt|\\bprompts?\\b|hidden|secret|password|passwort|mot de passe|contraseña|senha|wachtwoord|api[ _-]?keys?|https?:|[\\w.]@[\\w.]',
    'du bist (?:jetzt|nun)|tu es (?:maintenant|désormais)|ahora eres|agora (?:você|tu)|(?:ora|adesso) sei|je bent nu|jesteś teraz',
  ),
);

/** Behind the wording, where whoever reads it is told what to be or to do. */
const TELLS_READER =
  /\byou(?:'re| are| will| must| shall| should| have to| need to| follow| obey| work| were| got| keep| hold| know)\b|\byour (?:company|firm|bank|shop|operators?|admins?|administrators?|owners?|makers?|bosse?s?|employers?|staff|team|customers|users|software)\b|\byour (?:new )?(?:task|job|role|goal|purpose)\b|\b(?:wants?|needs?|like|orders?) you to\b|\b(?:ai|assistant|agent|model|bot|llm) (?:must|should|will|shall|is to|has to)\b/iu;

/** The rest of the sentence, and the next. */
const THESE_SENTENCES = /^[^.!?\n]{0,300}(?:[.!?\n]{1,4}[^.!?\n]{0,300})?/u;
/** Where a clause ends, with the word behind. */
const NEXT_CLAUSE =
  /(?:[.,;:!?\n]\s{1,4}|\s[-–—]\s|\s(?:and|then|instead|but|und|et|y|e|en|i)\s)(?:(?:and|then|instead|but|so|und|et|mais|y|e|en|i)[,\s]\s?)?([^\s.,;:!?]{1,24})/gu;
/** With these a clause says why, or what holds in place of it; with others it may give an order that nobody here can know. */
const HARMLESS_CLAUSE = folded(
  `^${anyOf(
    "the|a|an|this|that|these|those|they|they're|we|i|it|it's|he|she|there|our|my|his|her|its|their|which|who|because|since|as|if|in|on|at|for|not|no|any",
    'use|only|sorry|thanks|thank|best|kind|regards|yours|bake|sign|fill|see|wait|go|consult|e-?mails?|letters?',
    'die|der|das|wir|ich|es|sie|diese|danke|bitte|nous|je|le|la|les|il|merci|nosotros|el|los|las|por|gracias|obrigad[oa]|nós|eu|os|as|grazie|noi|lo|de|het|wij|ik|bedankt|dzięk\\p{L}{1,5}|my|to',
    'januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember',
    String.raw`\p{N}\S*|\(\S*`,
  )}$`,
);

/** A question of what the writer himself may do, or whether that is so. */
const ASKED_FOR_ONESELF =
  /(?<=[.,;:!?\n-] {1,2}(?:so |and |but )?)(?:(?:how|when|where|why) )?(?:(?:do|can|could|should|may|must|would) (?:i|we)|(?:is|was) (?:this|that|it))(?= )/giu;

/** Behind everything else it asks for nothing. */
const PLEASE = /,? (?:please|thanks|thank you)(?=\s{0,3}(?:[.!?\n]|$))/giu;

const endsHarmlessly = (after: string): boolean => {
  const these = (THESE_SENTENCES.exec(after)?.[0] ?? '').replace(ASKED_FOR_ONESELF, 'it').replace(PLEASE, '');
  return Array.from(these.matchAll(NEXT_CLAUSE), ([, word = '']) => word).every((word) =>
    HARMLESS_CLAUSE.test(word),
  );
};

/** Hyphens stand in no list of words. */
const withoutHyphens = (text: string): string => text.replace(/[-\u2010\u2011]/gu, ' ');

const isWritten = (after: string): boolean => {
  if (SENT.test(after) || RESTYLED.test(after)) return true;
  const paper = IN_PAPER.exec(after)?.[0];
  if (paper !== undefined) return !OF_THE_MODEL.test(paper);
  const subject = ON_SUBJECT.exec(after)?.[0];
  return subject !== undefined && !OF_THE_MODEL.test(subject.replace(/^ (?:i|we) gave you/iu, ''));
};

/**
 * Whether what a wording speaks of is not the model's: instructions in a letter or a form, those about an invoice, those that
 * somebody has sent; or a text that is wanted once more with fewer adjectives. Such words cost an attacker nothing, so they count for
 * nothing where an assistant is ordered about in the same place, or anybody in the clauses behind; and they only leave it to the models
 * what the text is.
 */
export const isOfOthers = (text: string, { start, end }: Span): boolean => {
  const after = text.slice(end, end + LOOK_AHEAD);
  if (!after.startsWith(' ') || NAMED_AS_THE_MODELS.test(text.slice(start, end))) return false;
  if (isHandedOver(text.slice(start, end), after)) return true;
  const before = text.slice(Math.max(0, start - LOOK_BACK), start);
  const isTranslated = TRANSLATED.test(after) && BROUGHT.test(before);
  if (!isTranslated && !isWritten(withoutHyphens(after))) return false;
  if (!endsHarmlessly(after) || TELLS_READER.test(after)) return false;
  return !ORDERS_ASSISTANT.test(after) && !ORDERS_ASSISTANT.test(before);
};
