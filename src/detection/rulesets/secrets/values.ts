import { onForget } from '../../text/in-hand.ts';

/** What a value looks like that somebody wrote in place of a secret, whatever its kind. */
const STAND_IN =
  /x{4}|\*{3}|\.{3}|<|>|\$\{|\{\{|%\(|your|example|sample|change[-_]?me|placeholder|dummy|redacted|insert|replace|^(?:[a-z]{1,12}\d{0,2}[-_.:]){0,3}(?:test|fake|mock|stub|my|some)[-_](?:(?:api|auth|access)[-_]?)?(?:key|token|secret)[-_]?[a-z]{0,6}\d{0,10}$/iu;

/** And where a value is only named: a variable, a function, a place in a configuration or in a store of secrets. */
const REFERENCE =
  /^(?:required|nullable|optional|string)\b|^\$[\w({]|^%\w{1,40}%$|^@|process\.env|import\.meta|os\.environ|getenv|env\[|^(?:op|vault|ssm|secretsmanager|keyvault|aws|gcp|doppler|infisical):|^arn:|^projects\/|:\/\/|^(?:\.{0,2}|~)\/|undefined|null|none|foobar|test123|^(?:my|new|old|test|the)?[-_]?passw(?:or)?d\d{0,4}$|\(\)|\.(?:json|pem|key|crt|txt|ya?ml|toml|conf|ini|md|ts|js|py|go|java|rb|cs|html?)$/iu;

/** What everybody may see: addresses of Ethereum, publishable keys of Stripe. */
const PUBLIC = /^(?:0x[\da-f]{40}|pk_(?:live|test)_\w{1,200})$/iu;
const UUID = /^\{?[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\}?$/iu;
/** `config.db.password1`, `Secrets::Api` */
const PATH = /^[a-z_$][\w$]{0,60}(?:(?:\.|::|->)[a-z_$][\w$]{0,60}){1,9}$/iu;

/** More of a value says no more about it. */
const LONGEST_LOOK = 256;
const counts = new Uint16Array(0x10000);

/** Shannon entropy of the beginning of a text, in bits per UTF-16 code unit. */
export const entropy = (text: string): number => {
  const length = Math.min(text.length, LONGEST_LOOK);
  for (let i = 0; i < length; i++) {
    const code = text.charCodeAt(i);
    counts[code] = (counts[code] ?? 0) + 1;
  }
  let bits = 0;
  for (let i = 0; i < length; i++) {
    const code = text.charCodeAt(i);
    const count = counts[code] ?? 0;
    if (count > 0) bits -= (count / length) * Math.log2(count / length);
    counts[code] = 0;
  }
  return bits;
};

/** How documentation fills a key up: letters and digits in their order. Passwords that people think of may hold them as well. */
const IN_ORDER = /abcdefghij|1234567890abcdef|0123456789|abc123def456/iu;
/** What follows the last digit, the last letter, the last hexadecimal one. */
const STARTS_OVER = new Set(['90', '9a', 'z0', 'z1', 'za', 'f0', 'f1']);

/** Whether at least half of a value are letters and digits in their order: a key may hold some by chance, or have been given some. */
const isInOrder = (value: string): boolean => {
  if (!IN_ORDER.test(value)) return false;
  const plain = value.toLowerCase();
  let ordered = 0;
  for (let at = 1; at < plain.length; at++)
    if (plain.charCodeAt(at) === plain.charCodeAt(at - 1) + 1 || STARTS_OVER.has(plain.slice(at - 1, at + 1)))
      ordered++;
  return 2 * ordered >= plain.length;
};

/** For tokens whose form alone says what they are. */
export const isToken = (matched: string): boolean =>
  entropy(matched) > 3 && !STAND_IN.test(matched) && !isInOrder(matched);

/** No part of a name goes on behind its digits; nearly all random values hold such a place. */
const GOES_ON_BEHIND_DIGIT = /\d(?:[a-z]|[A-Z](?![a-z]))/;

/** `prod-db-credentials-2024`, `generateToken2`, `v1.2.3`: words and numbers, as names of things are. */
const isName = (value: string): boolean => {
  if (GOES_ON_BEHIND_DIGIT.test(value)) return false;
  const parts = value.split(/[-_./:+]|(?<=[a-z])(?=[A-Z])|(?<=\d)(?=[A-Z][a-z])|(?<=[A-Z])(?=[A-Z][a-z])/u);
  return (
    parts.every((part) => /^(?:[A-Za-z]?[a-z]{2,20}|[A-Z]{2,20}|[A-Za-z]?)\d{0,4}$/u.test(part)) &&
    (parts.length > 1 || value.length < 16) &&
    value.length / parts.length >= 3
  );
};

const hasLetterAndDigit = (value: string): boolean => /\d/u.test(value) && /\p{L}/u.test(value);

/** What was asked of a value; the rules of one name ask the same of it one after the other. */
const remembered = (ask: (value: string) => boolean): ((value: string) => boolean) => {
  const ofNothing = ask('');
  const last = { value: '', answer: ofNothing };
  onForget(() => {
    last.value = '';
    last.answer = ofNothing;
  });
  return (value) => {
    if (value !== last.value) {
      last.answer = ask(value);
      last.value = value;
    }
    return last.answer;
  };
};

const standsForItself = remembered((value) => !STAND_IN.test(value) && !REFERENCE.test(value));

/**
 * For values that only the word in front of them says something about.
 *
 * @param bits Least entropy per character; 16 random hexadecimal digits have some 3.3, words of 10 letters as much.
 */
export const isRandom = (value: string, bits = 3): boolean =>
  entropy(value) >= bits &&
  hasLetterAndDigit(value) &&
  standsForItself(value) &&
  !isInOrder(value) &&
  !PUBLIC.test(value) &&
  !UUID.test(value) &&
  !isName(value);

const MIN_TOKEN_BITS = 3.2;

/** For tokens whose first characters may be a word of something else as well: what follows is no name. */
export const isRandomToken = (matched: string): boolean =>
  isToken(matched) &&
  entropy(matched) >= MIN_TOKEN_BITS &&
  (hasLetterAndDigit(matched) || (/[a-z]/u.test(matched) && /[A-Z]/u.test(matched))) &&
  standsForItself(matched) &&
  !UUID.test(matched) &&
  !isName(matched);

const SIGN = /[!@#%&*?~+=^]/u;

/** `test_login_2024`, `tests/unit/login2.test`: what a line of a test's log names. */
const TEST = /^[a-z\d]{1,40}(?:[_/][a-z\d.-]{1,40}){2,8}$/iu;

const SMALL = 1;
const CAPITAL = 2;
const DIGIT = 3;
/** Of letters and digits of ASCII; 0 for all others. */
const KINDS = Uint8Array.from({ length: 128 }, (_, code) => {
  const sign = String.fromCharCode(code);
  return /[a-z]/.test(sign) ? SMALL : /[A-Z]/.test(sign) ? CAPITAL : /\d/.test(sign) ? DIGIT : 0;
});

/** Whether camel case ends a word between two signs, of which the second one is followed by a third. */
const endsWord = (left: number, right: number, next: number): boolean => {
  if (left === right) return left === CAPITAL && next === SMALL;
  return left === DIGIT || right !== SMALL;
};

const MIN_SCRAMBLED = 10;
const MAX_SCRAMBLED = 128;
/** Words in names are longer than this on average. */
const SHORT_WORDS = 2.6;

const kindAt = (value: string, at: number): number =>
  at < value.length ? (KINDS[value.charCodeAt(at)] ?? 0) : 0;

/** `kAQtUavoKhbL`: capitals stand where no word begins. */
const isScrambled = (value: string): boolean => {
  const { length } = value;
  if (length < MIN_SCRAMBLED || length > MAX_SCRAMBLED) return false;
  let words = 1;
  let hasSmall = false;
  let left = 0;
  let right = kindAt(value, 0);
  for (let at = 0; at < length; at++) {
    if (right === 0) return false;
    const next = kindAt(value, at + 1);
    if (left !== 0 && endsWord(left, right, next)) words++;
    hasSmall ||= right === SMALL;
    left = right;
    right = next;
  }
  return hasSmall && length / words < SHORT_WORDS;
};

const VARIABLE = /^[a-z][A-Za-z]*[A-Z_.][A-Za-z_.]*\d{0,2}$/u;

/** A password has less to show than a key: digits or signs among letters, or capitals anywhere, and no name of a variable. */
export const isPassword = remembered(
  (value) =>
    standsForItself(value) &&
    !PATH.test(value) &&
    !TEST.test(value) &&
    !UUID.test(value) &&
    entropy(value) > 2 &&
    (isScrambled(value) ||
      ((hasLetterAndDigit(value) || (SIGN.test(value) && /[a-z]/u.test(value) && /[A-Z]/u.test(value))) &&
        !VARIABLE.test(value))),
);

const STRONG_SIGN = /[!@#%&*?~=^$]/u;
/** Punctuation of the sentence, as far as a value shows. */
const SENTENCE_END = /[!?*]{1,3}$/u;
/** One of the commonest forms, as far as a sign follows it. */
const WORD_AND_YEAR = /^\p{L}{4,20}\d{1,4}$/u;
const BORDERS = /[A-Za-z](?=\d)|\d(?=[A-Za-z])/gu;
const MIN_STRONG = 8;
const MIN_BORDERS = 3;

/** What nobody writes but as a password, so that a sentence that says it is one is believed: `Hunter2!x9`, `Sommer2024!`, but no `PBKDF2-HMAC` and no `Base64Encoded!`. */
export const isStrongPassword = (value: string): boolean => {
  if (value.length < MIN_STRONG || !isPassword(value) || !hasLetterAndDigit(value)) return false;
  const inner = value.replace(SENTENCE_END, '');
  if (STRONG_SIGN.test(inner)) return true;
  if (!/[a-z]/u.test(inner) || !/[A-Z]/u.test(inner)) return false;
  const isMarked = inner.length < value.length && WORD_AND_YEAR.test(inner);
  return isMarked || ((inner.match(BORDERS)?.length ?? 0) >= MIN_BORDERS && !isName(inner));
};

/** With capitals, small letters, digits, and a sign that no sentence ends with and no setting is given its value by. */
export const isMixedPassword = (value: string): boolean =>
  isStrongPassword(value) &&
  !value.includes('=') &&
  /^(?=.*[a-z])(?=.*[A-Z])(?=.*\d).*[!#%&*?~^$@]/u.test(value.replace(SENTENCE_END, ''));

/** Algorithms, versions and places that a sentence about somebody's password may name. */
const OF_SENTENCES =
  /^(?:base|sha|md|aes|des|rsa|utf|rfc|iso|pbkdf|s?crypt|bcrypt|argon|oauth|saml|https?|tls|ssl|win(?:dows)?|office|version|v|r|level|type|step|option|page|part|item|line|slot|key|id|user|account|step|expired|reset|day|not|case|valid|between|(?:en|de)crypted|hashed|stored|ios|iphone|android|gpt)[-_.]?\d/iu;
/** How long it is, and what keeps it: `12characters`, `12-stellig`, `stored-in-1password`. */
const OF_MEASURES =
  /^\d+-?(?:char|digit|letter|word|sign|bit|byte|zeichen|stellig|buchstab|ziffer|caract|d[íi]git|cifr|chiffre|lettre|letra|tecken|tegn|teken|znak|symbol|символ|знак)\p{L}{0,12}$|^\d+-\p{Ll}+$|1password|lastpass|keepass|bitwarden|^\d+(?:文字|位|桁|자리)/iu;
/** What it is made by or written in. */
const ALGORITHM =
  /^(?:base-?(?:32|58|64)|sha-?\d{1,3}(?:-\d{3})?|md[45]|utf-?(?:8|16)|aes-?\d{3}|[bs]crypt\d{0,2}|argon2(?:id?|d)?|pbkdf2|wpa[23]?|wep\d{0,3}|802\.1x|(?:ms-?)?chapv?\d|eap-?(?:ttls|peap|tls)?v?\d?|ntlm(?:v[12])?|bip-?\d{2}|oauth-?[12](?:\.0)?|ascii85)(?![A-Za-z\d])/iu;

/** For what a sentence says that a password is. */
export const isSaidPassword = (value: string): boolean =>
  isPassword(value) && !ALGORITHM.test(value) && !OF_MEASURES.test(value);

const LEAST_BITS = 2.5;

/** As sops leaves a value in a file: `ENC[AES256_GCM,data:…]`. */
const ENCRYPTED = /^ENC\[[A-Z]/u;

/** For what stands where a password is given. */
export const isAssignedPassword = (value: string): boolean =>
  isPassword(value) && !ALGORITHM.test(value) && !ENCRYPTED.test(value) && entropy(value) >= LEAST_BITS;

const LEAST_FIRST = 8;

/** `Tr0ub4dor and 3 more`: what stands in front of its first blank is one by itself, and no beginning of a sentence. */
export const isPasswordWithBlanks = (value: string): boolean => {
  const [first = '', ...others] = value.split(' ');
  const plain = first.replace(/[,;:.]$/u, '');
  return (
    others.length > 0 &&
    !/[()[\]{},;]/u.test(plain) &&
    plain.length >= LEAST_FIRST &&
    isSaidPassword(plain) &&
    entropy(plain) >= LEAST_BITS
  );
};

const MIN_PLAIN = 8;

/** What somebody who says that it is his password has thought of: `hunter2x`, `Sommer2024`. */
export const isPlainPassword = (value: string): boolean =>
  value.length >= MIN_PLAIN &&
  isPassword(value) &&
  /\p{L}/u.test(value) &&
  /\d[!?.]{0,2}$|\d.*\p{L}$/u.test(value) &&
  !/^\d+-\d/u.test(value) &&
  !OF_SENTENCES.test(value) &&
  !OF_MEASURES.test(value);

/** What examples put where a password goes: `KEYSTORE_PASSWORD1`, `apiKey123`, `ThisIsMyPassword1`. */
const NAMED_AS_PASSWORD =
  /^(?:\{noop\})?(?:[A-Za-z]{1,12}[-_.]?){0,3}(?:passw(?:or)?d|pass|secret|api[-_]?key|key[-_]?store|android|token)[-_]?\d{1,6}$/iu;
export const isNamedAsPassword = (value: string): boolean => NAMED_AS_PASSWORD.test(value);

/** Numbers, switches and places, which a value that only its place says to be secret may be as well. */
const NO_SECRET =
  /^(?:[\dTZ.:/,\s+-]{1,32}|(?:value|data|(?:super|top)?secret|some|test|hello|foo|bar)[-_\w]{0,12}|true|false|enabled|disabled|default|production|development|staging|localhost|[\w.-]{1,80}@[\w.-]{1,80}|(?:[a-z\d-]{1,63}\.){1,8}[a-z]{2,24}(?::\d{1,5})?)$/iu;

/** For values that stand where nothing but secrets are kept: words, too. */
export const isSecretByPlace = (value: string): boolean =>
  !/\s/u.test(value) && standsForItself(value) && !NO_SECRET.test(value);

/** What documentation puts where the password of an address goes. */
const ADDRESS_STAND_IN =
  /^(?:passw(?:or)?d|pass|pwd|pw|secret|postgres|mysql|root|admin|user|guest|token|x-oauth-basic|(?:my|some|your)_?passw(?:or)?d|\*+|%s|:|\$\w+|[{[(].*[)\]}]|\d{2,5})$/iu;

export const isAddressPassword = (value: string): boolean =>
  !STAND_IN.test(value) && !ADDRESS_STAND_IN.test(value);
