import { isAddressPassword } from '../rulesets/secrets/values.ts';
import { codeAt, unitsOf } from '../text/code-units.ts';
import type { Candidate, Samples } from './entity.ts';
import { isAlphanumeric, isDigit, isLetter, sticky } from './letters.ts';
import { isMessageId, isNoMail } from './no-mail.ts';

/** Letters of scripts that are written without blanks between words. */
const UNSPACED = String.raw`\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}`;
const LOCAL_PART = /(?<![\p{L}\p{M}\p{N}._%+-])[\p{L}\p{N}_%+][\p{L}\p{M}\p{N}._%+-]{0,63}$/u;
export const EMAIL_DOMAIN = new RegExp(
  String.raw`@(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?\.){1,12}(?:[A-Za-z]{2,24}(?=[${UNSPACED}])|(?:[Xx][Nn]--[A-Za-z\d-]{1,59}|\p{L}[\p{L}\p{M}]{1,23})(?![\p{L}\p{M}\p{N}]))`,
  'uy',
);
/** Well-known domains behind which a value begins. */
const GLUED_DOMAIN =
  /@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.){1,12}(?:com|org|net|edu|gov|info|biz|io|ai|app|dev|eu|at|au|be|br|ca|ch|cl|cn|co|cz|de|dk|es|fi|fr|gr|hu|ie|il|in|it|jp|kr|mx|nl|no|nz|pl|pt|ro|ru|se|sg|tr|ua|uk|us|za)(?=\d|[a-z]{1,3}\d|[a-z]{2} \d)/iuy;
const LONGEST_LOCAL_PART = 64;
const DOT = 0x2e;
const HYPHEN = 0x2d;

const COLON = 0x3a;
/** In front of a password in an address; rules for secrets find it, unless it only stands for one. */
const LOGIN = /[a-z][a-z\d+.-]{1,20}:\/\/[^\s:@/"'<>?#]{0,64}:$/iu;
const LONGEST_LOGIN = 90;

const isStandIn = (text: string, start: number, at: number): boolean =>
  codeAt(text, start - 1) === COLON &&
  !isAddressPassword(text.slice(start, at)) &&
  LOGIN.test(text.slice(Math.max(0, start - LONGEST_LOGIN), start));

/** Characters of the part before the sign. */
const LOCAL_CHARACTERS = new Uint8Array(128);
for (let code = 0; code < 128; code++) {
  if (isAlphanumeric(code) || '._%+-'.includes(String.fromCharCode(code))) LOCAL_CHARACTERS[code] = 1;
}

/** Letters and digits of ASCII, and the hyphen. */
const DOMAIN_CHARACTERS = Uint8Array.from({ length: 0x10000 }, (_, code) =>
  isAlphanumeric(code) || code === HYPHEN ? 1 : 0,
);

const AT = 0x40;
/** To search a text for a sign costs more than to look at so many characters. */
const NEAR = 16;

/** Where the next sign stands from `from` on, or -1. */
const nextSign = (text: string, units: Uint16Array, from: number): number => {
  const to = Math.min(text.length, from + NEAR);
  for (let at = from; at < to; at++) if (units[at] === AT) return at;
  return text.indexOf('@', to);
};

/** False where no domain of ASCII letters can follow the sign, with two of them behind a dot; a domain of others needs the pattern. */
const mayHaveDomain = (units: Uint16Array, at: number): boolean => {
  let i = at + 1;
  if (units[i] === HYPHEN || units[i] === DOT) return false;
  let mayEnd = false;
  for (let code = units[i] ?? 0; DOMAIN_CHARACTERS[code] === 1 || code === DOT; code = units[++i] ?? 0)
    if (code === DOT && isLetter(units[i + 1] ?? 0) && isLetter(units[i + 2] ?? 0)) mayEnd = true;
  return mayEnd || (units[i] ?? 0) > 127;
};

/** Whether a digit is among the characters of a domain from `at` on. */
const hasDigitIn = (units: Uint16Array, at: number): boolean => {
  for (let i = at; DOMAIN_CHARACTERS[units[i] ?? 0] === 1 || units[i] === DOT; i++)
    if (isDigit(units[i] ?? 0)) return true;
  return false;
};

const BACKSLASH = 0x5c;
/** Behind a backslash they are a break that is written out. */
const BREAK_LETTERS = 'nrt';
const IS_UNSPACED = new RegExp(`[${UNSPACED}]\\p{M}*$`, 'u');
const MAX_MARKS = 4;

/**
 * As below, where letters of other scripts stand in front of the signs of ASCII from `start` on: of those that need no blanks around a word
 * they are the sentence's.
 */
const foreignPartBefore = (text: string, start: number, at: number): number => {
  const isSeam = isAlphanumeric(codeAt(text, start)) && start < at;
  if (isSeam && IS_UNSPACED.test(text.slice(Math.max(0, start - MAX_MARKS), start))) return at - start;
  return LOCAL_PART.exec(text.slice(Math.max(0, at - LONGEST_LOCAL_PART - 1), at))?.[0].length ?? 0;
};

/** How many characters in front of `at` are the part of an address that stands before its sign. */
export const localPartBefore = (text: string, at: number): number => {
  let start = at;
  while (LOCAL_CHARACTERS[codeAt(text, start - 1)] === 1 && at - start <= LONGEST_LOCAL_PART) start--;
  if (codeAt(text, start - 1) > 127) return foreignPartBefore(text, start, at);
  if (at - start > LONGEST_LOCAL_PART) return 0;
  // Dots and hyphens in front belong to the sentence.
  while (codeAt(text, start) === DOT || codeAt(text, start) === HYPHEN) start++;
  if (codeAt(text, start - 1) === BACKSLASH && at - start > 1 && BREAK_LETTERS.includes(text.charAt(start)))
    start++;
  return at - start;
};

const APOSTROPHE = 0x27;
/** How surnames with an apostrophe begin, behind other names or an initial: `sinead.o'connor`, `jo'neill`, `d'angelo`. */
const NAME_BEGINNING = /(?:^|[._%+-])(?:\p{L}?o|[dklmnt]|d[ae]ll|degl|sant)$/iu;

/** How many characters in front of `at` are the beginning of a surname and its apostrophe; mostly none. */
export const nameBeginningBefore = (text: string, at: number): number => {
  const apostrophe = at - 1;
  if (codeAt(text, apostrophe) !== APOSTROPHE) return 0;
  const length = localPartBefore(text, apostrophe);
  const isName = NAME_BEGINNING.test(text.slice(apostrophe - length, apostrophe));
  return length > 0 && isName ? length + 1 : 0;
};

/** Where an address begins whose part behind an apostrophe, if there is one, begins at `at`. */
const withNameBeginning = (text: string, at: number, end: number): number => {
  const start = at - nameBeginningBefore(text, at);
  // What is closed by an apostrophe was opened by one, as in `b'anna@example.org'`.
  const isQuoted = codeAt(text, end) === APOSTROPHE && codeAt(text, start - 1) !== APOSTROPHE;
  return isQuoted ? at : start;
};

const push = (candidate: Candidate | undefined, all: Candidate[]): void => {
  if (candidate !== undefined) all.push(candidate);
};

/** An identifier of a message says of nobody who he is. */
const OF_MESSAGE = 0.4;

const addressAt = (text: string, at: number, domain: string | undefined): Candidate | undefined => {
  const local = domain === undefined ? 0 : localPartBefore(text, at);
  if (domain === undefined || local === 0) return undefined;
  const end = at + domain.length;
  if (isNoMail(text, at - local, at, end) || isStandIn(text, at - local, at)) return undefined;
  const span = { start: withNameBeginning(text, at - local, end), end };
  const score = isMessageId(text, at - local, at) ? OF_MESSAGE : 0.95;
  return { name: 'EMAIL_ADDRESS', score, span, isChecked: true };
};

/** @param glued Takes what would be an address if its domain ended in front of letters or digits that touch it. */
export const emailsIn = (text: string, found: Candidate[], glued: Candidate[]): void => {
  let at = text.indexOf('@');
  if (at === -1) return;
  const units = unitsOf(text);
  for (; at !== -1; at = nextSign(text, units, at + 1)) {
    if (!mayHaveDomain(units, at)) continue;
    const domain = sticky(text, EMAIL_DOMAIN, at);
    if (domain !== undefined) push(addressAt(text, at, domain), found);
    const mayBeGlued = domain === undefined || units[at + domain.length] === DOT;
    if (mayBeGlued && hasDigitIn(units, at + 1))
      push(addressAt(text, at, sticky(text, GLUED_DOMAIN, at)), glued);
  }
};

export const EMAIL_SAMPLES: Samples = {
  match: [
    'anna.schmidt+work@mail.example-company.co.uk',
    'jürgen_müller@beispiel.de',
    'write to <a.b@x-y.com>, please',
    'mailto:x_1@sub.domain.org?subject=a',
    'a@münchen.de',
    "'o@b.io'",
    '...a@b.co',
    'a@xn--fiqs8s.xn--fiqs8s',
    'x@a.b.c.d.e.f.g.example.com',
    'आन्ना@उदाहरण.भारत',
    '\u0438\u0432\u0430\u043d@\u043f\u0440\u0438\u043c\u0435\u0440.\u0440\u0444',
  ],
  noMatch: [
    'a@b',
    '@handle',
    'git@',
    'git@github.com:a/b.git',
    'a@.com',
    '-@b.co',
    'x @ y.com',
    'icon@2x.png',
    'https://user:password@example.com/x',
    'logo@3x.jpeg and a-b@latest.tgz',
    `${'a'.repeat(65)}@b.co`,
  ],
};
