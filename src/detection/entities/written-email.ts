import type { TextFacts } from '../facts/facts.ts';
import type { LiteralHits } from '../facts/literals.ts';
import { CHARS } from '../facts/signs.ts';
import { ENDS_SPOKEN, NAMES_PROVIDER } from '../matching/rule-literals.ts';
import { codeAt } from '../text/code-units.ts';
import { localPartBefore } from './email.ts';
import type { Candidate, Samples } from './entity.ts';
import { sticky } from './letters.ts';

/** Addresses of mail whose signs are written as words, so that no program collects them: `anna [at] example [dot] org`. A stream would have to hold back each word until the next one is known, so they are looked for in requests alone. */

const AT = String.raw`(?:at|arroba|chiocciola|apestaartje|собака|@)`;
const DOT = String.raw`(?:dot|punkt|punto|point|ponto|punt|точка|\.)`;
const LABEL = String.raw`[\p{L}\d](?:[\p{L}\d-]{0,61}[\p{L}\d])?`;
const TLD = String.raw`\p{L}{2,24}(?![\p{L}\d])`;
const bracketed = (word: string): string =>
  String.raw`\s?(?:\(\s?${word}\s?\)|\[\s?${word}\s?\]|\{\s?${word}\s?\})\s?`;
const JOINT = String.raw`(?:\.|${bracketed(DOT)})`;

/** From the bracket on. */
const IN_BRACKETS = new RegExp(`${bracketed(AT).slice('\\s?'.length)}(?:${LABEL}${JOINT}){1,5}${TLD}`, 'iuy');
/** From the blank in front on, in capitals. */
const IN_CAPITALS = new RegExp(String.raw` AT (?:${LABEL}(?: DOT |\.)){1,5}${TLD}`, 'uy');
/** From the sign on, with a dot in brackets: `anna@example[.]org`, as addresses are made harmless in reports. */
const DEFANGED = new RegExp(String.raw`@(?:${LABEL}(?:\.|${bracketed(DOT)})){1,5}${TLD}`, 'iuy');

/** Of those who give mailboxes to anybody: only with them small words and blanks make an address. */
const PROVIDER = '(?:g(?:oogle)?mail|yahoo|hotmail|outlook|icloud|aol|gmx|protonmail|yandex)';
const PROVIDER_TLD = String.raw`(?:com[. ]br|co[. ]uk|com|net|org|de|at|ch|fr|it|es|pt|br|pl|cz|ru|me|kr|in|ca|au|nl|be|se|no|dk|fi|jp|cn|ua)(?![\p{L}\d])`;
/** From the blank in front on. */
const SPOKEN = new RegExp(
  String.raw` (?:at|arroba|chiocciola|собака) ${PROVIDER}(?: (?:dot|punkt|punto|point|ponto|точка) |\.)${PROVIDER_TLD}`,
  'iuy',
);
/** From the blank in front on, or from the sign. */
const SPACED = new RegExp(String.raw`(?: @ ?|@ )${PROVIDER}\.${PROVIDER_TLD}`, 'iuy');
/** What stands in front of it, with the signs in it as words. */
const SPOKEN_BEFORE =
  /[\p{L}\d_%+-][\p{L}\d._%+-]{0,40}(?: (?:dot|punkt|punto|point|ponto|точка|underscore|dash|hyphen|guion|unterstrich|minus|plus) [\p{L}\d._%+-]{1,40}){0,3}$/iu;
const LONGEST_SPOKEN = 160;
const SPOKEN_SIGN = / (?:at|arroba|chiocciola|собака) $/iu;
const LONGEST_SIGN = 12;

const BRACKETS = [
  { bracket: '(', bit: CHARS.round },
  { bracket: '[', bit: CHARS.square },
  { bracket: '{', bit: CHARS.curly },
] as const;
const IS_BRACKET = new Uint8Array(0x10000);
for (const { bracket } of BRACKETS) IS_BRACKET[bracket.charCodeAt(0)] = 1;
const BLANK = 0x20;
const AT_SIGN = 0x40;
/** What words for @ begin with, and words for dots. */
const BEGINS_AT = 1;
const BEGINS_DOT = 2;
const BEGINNINGS = new Uint8Array(0x10000);
for (const sign of 'aAcCсС@') BEGINNINGS[sign.charCodeAt(0)] = BEGINS_AT;
for (const sign of '.dDpPтТ') BEGINNINGS[sign.charCodeAt(0)] = BEGINS_DOT;
/** Nothing but white space may stand in front of them. */
const IS_SPACE = new Uint8Array(0x10000);
for (let code = 0; code < IS_SPACE.length; code++)
  if (/\s/u.test(String.fromCharCode(code))) IS_SPACE[code] = 1;

/** What the word behind a bracket and perhaps a blank begins with. */
const beginningBehind = (text: string, bracket: number): number =>
  BEGINNINGS[codeAt(text, IS_SPACE[codeAt(text, bracket + 1)] === 1 ? bracket + 2 : bracket + 1)] ?? 0;

/** Files are no domains, and neither is what calls follow. */
const NO_DOMAIN = /\.(?:js|ts|py|md|json|html?|txt|java|rb|go|cs|php|css|png|jpe?g|svg|pdf)$/iu;

const add = (text: string, at: number, written: string | undefined, found: Candidate[]): void => {
  if (written === undefined || NO_DOMAIN.test(written)) return;
  const before = codeAt(text, at - 1) === BLANK ? at - 1 : at;
  const local = localPartBefore(text, before);
  if (local === 0) return;
  const span = { start: before - local, end: at + written.length };
  found.push({ name: 'EMAIL_ADDRESS', score: 0.9, span, isChecked: true });
};

/** Characters of a domain. */
const IN_DOMAIN = new Uint8Array(0x10000);
for (let code = 0; code < IN_DOMAIN.length; code++)
  if (code > 127 || /[a-z\d.-]/i.test(String.fromCharCode(code))) IN_DOMAIN[code] = 1;

/** The address with this sign that has a dot in brackets. */
const addDefanged = (text: string, at: number, found: Candidate[]): void => {
  let end = at + 1;
  while (IN_DOMAIN[codeAt(text, end)] === 1) end++;
  const bracket = IS_SPACE[codeAt(text, end)] === 1 ? end + 1 : end;
  if (end === at + 1 || IS_BRACKET[codeAt(text, bracket)] !== 1) return;
  if (beginningBehind(text, bracket) !== BEGINS_DOT) return;
  const written = sticky(text, DEFANGED, at);
  if (written !== undefined && at + written.length > bracket) add(text, at, written, found);
};

/** With a plain dot it takes more than a word: `sign in at gmail.com` names nobody, `<anna at gmail.com>` does. */
const isSomebody = (text: string, start: number, local: string, written: string): boolean =>
  !/^ \p{L}/u.test(written) ||
  /(?: \p{L}+){3}/u.test(written) ||
  /[\d._%+-]/.test(local) ||
  OPENS.test(text.slice(Math.max(0, start - 2), start));
const OPENS = /[<:(]\s?$/;

const addSpoken = (text: string, at: number, pattern: RegExp, found: Candidate[]): void => {
  const written = sticky(text, pattern, at);
  if (written === undefined) return;
  const local = SPOKEN_BEFORE.exec(text.slice(Math.max(0, at - LONGEST_SPOKEN), at))?.[0] ?? '';
  const span = { start: at - local.length, end: at + written.length };
  if (local === '' || !isSomebody(text, span.start, local, written)) return;
  found.push({ name: 'EMAIL_ADDRESS', score: 0.85, span, isChecked: false });
};

/** What stands in front of the end of a spoken domain: who, a word for the sign, and the domain so far. */
const SPOKEN_ADDRESS =
  /(?<![\p{L}\d._%+-])([\p{L}\d_%+-][\p{L}\d._%+-]{0,40}(?: (?:dot|punkt|punto|point|ponto|punt|точка|underscore|dash|hyphen|guion|unterstrich|minus|plus) [\p{L}\d._%+-]{1,40}){0,3}) (at|arroba|arobase|chiocciola|klammeraffe|apestaartje|собака) (?:[\p{L}\d-]{1,40}(?: (?:dot|punkt|punto|point|ponto|punt|точка) |\.)){0,2}[\p{L}\d-]{1,40} $/iu;
/** The part of a country behind it. */
const SPOKEN_COUNTRY = /(?: (?:dot|punto|ponto) (?:uk|br|mx|ar|au|nz|za|in|jp|co|pe|cl))?(?![\p{L}\d])/iuy;
const OF_MAIL =
  /(?:e-?mails?|mails?|address|adresse|contact|reach|write|correo|courriel|mejl|почт\p{L}{0,3})[^\n]{0,40}$/iu;
const MAIL_REACH = 56;
/** Who is meant is no name: `email us at example dot com`. */
const NO_NAME =
  /^(?:us|me|you|him|her|them|it|is|are|be|look|looks|found|find|here|more|mail|mails|e-?mail|address|site|website|online|page|now|today|or|and|out|up|only|also|directly|support|visit|available|info)$/iu;

/** `name at firma dot com`, at its end: whoever says "at" has to speak of mail, or to write the name as names of mailboxes are. */
const addSpokenEnd = (text: string, at: number, end: number, found: Candidate[]): void => {
  const from = Math.max(0, at - LONGEST_SPOKEN);
  const spoken = SPOKEN_ADDRESS.exec(text.slice(from, at));
  const local = spoken?.[1] ?? '';
  if (spoken === null || local === '') return;
  const start = from + spoken.index;
  const isNamed =
    spoken[2]?.toLowerCase() !== 'at' ||
    /[\d._%+-]| /u.test(local) ||
    (!NO_NAME.test(local) && OF_MAIL.test(text.slice(Math.max(0, start - MAIL_REACH), start)));
  const country = sticky(text, SPOKEN_COUNTRY, end);
  if (!isNamed || country === undefined) return;
  found.push({
    ...{ name: 'EMAIL_ADDRESS', score: 0.85, isChecked: false },
    span: { start, end: end + country.length },
  });
};

/** Where `anna @ gmail.com` goes on behind its first name, for the provider's name at `at`; -1 where no sign with a blank stands there. */
const spacedFrom = (text: string, at: number): number => {
  const sign = codeAt(text, at - 1) === BLANK ? at - 2 : at - 1;
  if (codeAt(text, sign) !== AT_SIGN) return -1;
  if (codeAt(text, sign - 1) === BLANK) return sign - 1;
  return sign === at - 2 ? sign : -1;
};

/** `anna at gmail dot com` and `anna @ gmail.com`, by the name of the provider at `at`. */
const addAtProvider = (text: string, at: number, found: Candidate[]): void => {
  const spaced = spacedFrom(text, at);
  if (spaced !== -1) {
    addSpoken(text, spaced, SPACED, found);
    return;
  }
  if (codeAt(text, at - 1) !== BLANK) return;
  const sign = SPOKEN_SIGN.exec(text.slice(Math.max(0, at - LONGEST_SIGN), at))?.[0];
  if (sign !== undefined) addSpoken(text, at - sign.length, SPOKEN, found);
};

const spokenIn = (text: string, hits: LiteralHits, found: Candidate[]): void => {
  for (let i = 0; i < hits.length; i += 2) {
    const number = hits[i] ?? 0;
    const end = hits[i + 1] ?? 0;
    const provider = NAMES_PROVIDER[number] ?? 0;
    if (provider > 0) addAtProvider(text, end - provider, found);
    const ending = ENDS_SPOKEN[number] ?? 0;
    if (ending > 0) addSpokenEnd(text, end - ending, end, found);
  }
};

/** Adds what has a word for the sign in such brackets. @returns Whether there are words for dots in some. */
const addBracketed = (text: string, bracket: string, found: Candidate[]): boolean => {
  let hasDots = false;
  for (let at = text.indexOf(bracket); at !== -1; at = text.indexOf(bracket, at + 1)) {
    const beginning = beginningBehind(text, at);
    if (beginning === BEGINS_AT) add(text, at, sticky(text, IN_BRACKETS, at), found);
    else if (beginning === BEGINS_DOT) hasDots = true;
  }
  return hasDots;
};

/** @param facts Of the text, or of one that has the same brackets and literals at the same places. */
export const writtenEmailsIn = (
  text: string,
  { hits, chars }: Pick<TextFacts, 'hits' | 'chars'>,
  found: Candidate[],
): void => {
  let isDefanged = false;
  for (const { bracket, bit } of BRACKETS)
    if ((chars & bit) !== 0 && addBracketed(text, bracket, found)) isDefanged = true;
  spokenIn(text, hits, found);
  if (isDefanged)
    for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) addDefanged(text, at, found);
  // Not by the blank in front, which stands before every word.
  for (let at = text.indexOf('AT '); at !== -1; at = text.indexOf('AT ', at + 1))
    if (codeAt(text, at - 1) === BLANK) add(text, at - 1, sticky(text, IN_CAPITALS, at - 1), found);
};

export const WRITTEN_EMAIL_SAMPLES: Samples = {
  match: [
    'john.smith [at] example-corp [dot] com',
    'anna(at)firma(dot)de',
    'max.muster [at] gmx.de',
    'jane_doe AT outlook DOT com',
    'bob{at}mail{dot}org',
    'petra.k (at) web (punkt) de',
    'juan [arroba] correo [punto] es',
    'anna[@]example.org',
    'anna(at)mail[.]example[.]org',
    'anna@example[.]com',
    'anna@mail(.)example(dot)com',
    'my email is anna underscore s at gmail dot com',
    'reach me: j dot smith42 at outlook.com',
    'juan arroba hotmail punto com',
    'my email is name at domain dot com',
    'john.smith at acme dot io',
    'correo: juan arroba empresa punto com',
    'jean.dupont arobase orange point fr',
    'anna underscore k at firma dot co dot uk',
    'ivan собака firma точка ru',
    'anna @ gmail.com',
    'anna@ yahoo.co.uk',
    'anna @gmx.de',
  ],
  noMatch: [
    'meet me (at) the station',
    'x [at] y',
    'values[at] = list.of',
    'look (at main.ts)',
    'meet me at amazon dot com',
    'see AT the end',
    'error (at) module.js',
    '(at) example.org',
    'look at example dot com',
    'email us at example dot com',
    'meet anna at example dot com',
    'we sell books at acme dot com',
    'we meet @ web2.0 and @ mail time',
    'f@g[i]x.com',
    'arrive at me.community',
    'sign in at gmail.com',
    'I have an account at outlook.com',
  ],
};
