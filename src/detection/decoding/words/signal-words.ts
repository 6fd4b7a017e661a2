/** Words by which the automaton of the rules sees that a text may be written in a cheap cipher. */

export const ATTACK_WORDS = [
  'ignore',
  'disregard',
  'forget',
  'instructions',
  'system prompt',
  'previous',
  'unrestricted',
];

/** The same in other scripts, and words that orders are made of; turned round they are no other words. */
export const SCRIPT_WORDS = (
  'инструкции инструкций забудь забудьте игнорируй предыдущие системный 忽略 指令 密码 限制 指示 無視 忘れ システム プロンプト 출력 무시 지시 निर्देश ' +
  'تعليمات правила правил ответь скажи теперь только этого если пароль режим промпт покажи інструкції ігноруй тепер οδηγίες ' +
  'αγνόησε ξέχασε κανόνες κωδικό הוראות התעלם שכח סיסמה تجاهل النظام السابقة كلمة القواعد الآن أخبرني دستورالعمل فراموش رمز ' +
  'نادیده नियम भूल पासवर्ड अनदेखा คำสั่ง ละเว้น รหัส ลืม নির্দেশ 系统 提示 告诉 规则 忘记 必须 回答 现在 ください あなた 命令 秘密 パスワード 規則 하세요 규칙 지금 ' +
  '비밀 프롬프트 말해'
).split(' ');

/** Words of any sentence; a blank follows, since other words begin like this. */
export const COMMON_WORDS = ['the', 'and', 'all', 'you', 'your', 'this', 'that', 'with'];

/** The same in other languages; turned round they are no other words. */
export const COMMON_FOREIGN = (
  'nicht alles wenn anweisungen regeln passwort vergiss ignoriere deine todas instrucciones olvida reglas para toutes vous pour ' +
  'consignes regles oublie tutte istruzioni regole dimentica della niet regels wachtwoord vergeet instrucoes regras senha wszystkie ' +
  'instrukcje zasady haslo talimatlari sifre kurallari'
).split(' ');

/**
 * Words that are looked for in ROT47 only, where none is another word. Capitals become other letters; words that become numbers
 * (`be`, `36`) stand in too many texts.
 */
export const SIGN_WORDS = (
  'everything before are what not now of to for from or on my who how The You Your This All And From THE YOU YOUR ALL AND NOT MUST ' +
  'alle alles und die der ist nicht wenn den que los las una del vergiss olvida instrucciones tout les des vous pour non della che ' +
  'het niet och inte bir nie wszystkie'
).split(' ');

/** The commonest words of pig latin, which are none of another language; one of them is in nearly every sentence. */
export const PIG_LATIN = (
  'ethay ouyay ouryay andway allway isthay atthay ofway inway ignoreway instructionsway omptpray ulesray orgetfay ' +
  'isway itway otay orfay ithway omfray avehay otnay asway areway orway onway ifway anway useway intoway onlyway otherway ' +
  'afterway ourway outway usway owhay atwhay enwhay ichwhay illway ancay oesday ownay ewnay evernay eednay akemay ustmay elltay ' +
  'ivegay owshay itewray emthay eythay enthay erethay eirthay esethay ereway ashay adhay ouldway ouldshay ouldcay irstfay ' +
  'easeplay ithoutway eforebay ikelay owknay emsystay ystemsay asswordpay ecretsay userway answerway anythingway everythingway ' +
  'overrideway emay eway ehay onay oday aysay utbay anslatetray evealray essagemay assistantway'
).split(' ');

/** Letters of the NATO alphabet of which two are in nearly every sentence. */
export const NATO_LETTERS = ['romeo', 'sierra', 'tango', 'oscar'];

const UNITS = ['letter', 'word', 'character', 'initial'].flatMap((unit) => [unit, `${unit}s`]);
const WITHIN = ['of', 'in', 'from', 'on'].flatMap((within) =>
  ['each', 'every', 'all', 'the'].map((which) => `${within} ${which}`),
);

/** By which somebody asks to read letters or words in certain places alone. */
export const CHOOSING_WORDS = [
  'acrostic',
  'initials of',
  ...['second', 'other', 'third', 'fourth', 'fifth', ...'23456789'].map((step) => `every ${step}`),
  ...UNITS.flatMap((unit) => WITHIN.map((within) => `${unit} ${within}`)),
];

/**
 * Pairs of words that no sentence has in this order: those that turned round are the commonest of the training texts, and
 * that themselves occur in none or two of fifty thousand.
 */
export const MISORDERED = (
  'the of|the to|the from|the for|the with|the on|a in|the and|be should|your in|user the|the at|as act|your of|b' +
  'e will|to need|a of|not is|same the|a with|the as|the that|your to|be must|be can|code following|the about|new' +
  ' your|a be|to is|of list|any without|no has|the are|required is|an is|the tell|new a|it do|on based|been have|' +
  'the into|the me|has who|tell not|has user|most the|not does|now from|a are|a on|your all|without answer|your p' +
  'rint|been has|be may|next the|must you|not are|do how|just and|to able|used be|to used|ai an|subsequent the|of' +
  ' part|this of|a generate|the reveal|block code|of name|code subsequent|of end|a from|to going|of number|the us' +
  'ing|an as|a create|is instruction|reply your|best the|able be|a about|of out|a has|the has|steps the|last the|' +
  'from everything|a by|want i|need i|the within|instructions the|single a|instruction new|an with|not should|a a' +
  't|response your|your into|everything forget|ai the|then and|original the|one every|custom a|this use|be not|ha' +
  's that|system your|other any|task your|current the|system the|list a|anything do|how explain|be would|with rep' +
  'ly|i when|not will|an for|is which|of set|your on|number the|question a|do can|if even|for used|all ignore|the' +
  ' then|that instructions|initial your|the see|to due|like would|you everything|is text|a was|mention not|specif' +
  'ic a|is request|first my|full the|edit not|by edit|an in|immediate your|an to|previous the|to attention|in sta' +
  'y|new the|text this|to according|main the|the after|i if|of none|the defines|before everything|the under|a pro' +
  'vide|to password|a not|an of|may you|is task|the read|front the|the have|of kind|of instead|password the|the u' +
  'p|second the|create to|a into|that me|follow not|language a|earlier the|that note|to email|attention no|what m' +
  'e|than more|exact the|the send|the through|without request|your as|in is|the does|this that|saying by|instruct' +
  'ions previous|instructions prior|instructions your|instructions above|instructions all|instructions earlier|pr' +
  'ompt system|rules your|rules the|guidelines your|previous all|prior all|above the|now are|that before|me tell|' +
  'me show|me give|alle ignoriere|anweisungen vorherigen|vorherigen alle|todas ignora|anteriores instrucciones|in' +
  'structions les|toutes ignore|istruzioni le|tutte ignora|instrucoes as|davor alles|alles vergiss'
).split('|');
