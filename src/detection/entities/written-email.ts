import { codeAt } from '../code-units.ts';
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
const BRACKETS = ['(', '[', '{'] as const;
const BLANK = 0x20;
/** What words for @ begin with. */
const BEGINS_AT = new Uint8Array(0x10000);
for (const sign of 'aAcCсС@') BEGINS_AT[sign.charCodeAt(0)] = 1;
/** Nothing but white space may stand in front of them. */
const IS_SPACE = new Uint8Array(0x10000);
for (let code = 0; code < IS_SPACE.length; code++)
  if (/\s/u.test(String.fromCharCode(code))) IS_SPACE[code] = 1;

const isAtBehind = (text: string, bracket: number): boolean => {
  const word = IS_SPACE[codeAt(text, bracket + 1)] === 1 ? bracket + 2 : bracket + 1;
  return BEGINS_AT[codeAt(text, word)] === 1;
};
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

export const writtenEmailsIn = (text: string, found: Candidate[]): void => {
  for (const bracket of BRACKETS)
    for (let at = text.indexOf(bracket); at !== -1; at = text.indexOf(bracket, at + 1))
      if (isAtBehind(text, at)) add(text, at, sticky(text, IN_BRACKETS, at), found);
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
  ],
};
