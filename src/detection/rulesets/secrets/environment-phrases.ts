import type { Rule } from '../ruleset.ts';
import { entropy } from './values.ts';

/**
 * What a value of several words is, if not a phrase to log in with: a message, a form's label, what stands for a value. Any word that
 * such texts are made of rules it out, since phrases that people think of rarely have one.
 */
const OF_MESSAGES =
  /(?<![\p{L}\d])(?:an?|the|this|that|your|our|any|some|all|same|here|there|and|or|not|none?|empty|blank|default|example|sample|demo|dummy|please|must|should|can(?:not)?|will|enter|type|change|changed|changeme|set|unset|replace|insert|put|use|used|todo|fixme|see|ask|get|read|required|optional|invalid|valid|wrong|incorrect|failed|missing|expired|reset|forgot|forgotten|confirm|repeat|new|old|current|is|are|was|has|have|be|at|least|if|when|characters?|letters?|digits?|words?|for|from|with|without|of|to|in|on|by|passw(?:or)?ds?|passphrases?|pass|pwd|pin|secrets?|credentials?|tokens?|keys?|login|user(?:name)?s?|account|database|server|admin|root|test|vault|file|prompt|awesome|super|strong|secure|wpa\d?|psk|sha\d*|aes|md5)(?![\p{L}\d])|pass(?:e|w[oö]r)|wachtwoord|l[oö]senord|kennwort|contrase|clave|senha|parola|heslo|has[lł]o|adgang|salasan|парол|şifre|密|パス|비밀/iu;
const WORDS = /^[\p{L}\d][^\s]{0,30}(?: [^\s]{1,30}){1,7}$/u;
const LEAST_BITS = 2.5;

const isPhrase = (value: string): boolean =>
  WORDS.test(value) && !OF_MESSAGES.test(value) && isPlain(value) && entropy(value) >= LEAST_BITS;

/** No list, no path, no end of a sentence. */
const isPlain = (value: string): boolean => !/[,;:/\\=()[\]]|[.?…]$|--/u.test(value) && !isStandIn(value);
const isStandIn = (value: string): boolean => /(?:^| )(?:x+|\*+|\.+|-)(?: |$)/iu.test(value);

/** What names of texts that are shown to somebody begin with. */
const SHOWN =
  '(?:LBL|LABEL|MSG|MESSAGE|TXT|TEXT|COM|MOD|PLG|TPL|LANG|STR|STRING|L|I18N|ERR|ERROR|WARN|HELP|HINT|DESC|TITLE|FORM|FIELD|PROMPT|PLACEHOLDER|JGLOBAL)_';

/** Phrases of several words that variables of the environment are given. */
export const ENVIRONMENT_PHRASES: readonly Rule[] = [
  {
    id: 'SE-1361',
    score: 0.85,
    exact: true,
    starts: ['PASSWORD', 'PASSWD', 'PASSPHRASE', 'PW', 'PASS', 'PWD'],
    lead: String.raw`(?:^|\\n|[\n;&:>$#(\x60"]|\b(?:export|set|declare -x|readonly|local|ENV|ARG)\s)\s{0,8}(?!${SHOWN})(?:[A-Z][A-Z\d]{0,20}_){0,4}`,
    // The folder that a shell is in, and what a test says.
    rest: String.raw`(?<!(?<![A-Z\d]_)(?:PASS|PWD))=\\?["']((?<=")[^"\n\\$\x60%{}<>]{6,80}(?=\\?")|(?<=')[^'\n\\$\x60%{}<>]{6,80}(?='))`,
    verify: isPhrase,
    match: [
      'PW="my dog Rex"',
      "export DB_PASSWORD='blue Horse 7 lamp'",
      'set -e; SMTP_PASS="winter Tango Zebra"\n',
      'GPG_PASSPHRASE="correct horse battery staple"',
      '  RESTIC_PASSWORD="Oma backt Kuchen"',
    ],
    noMatch: [
      'PASS="Alle Tests gut"',
      'PWD="my dog Rex"',
      'PASSWORD="my awesome password"',
      'PASSWORD="change me"',
      'COM_USERS_LOGIN_PASSWORD="Neues Wort eingeben"',
      'LOGIN_PASSWORD="Mot de passe"',
      'DB_PASSWORD="Contraseña de acceso"',
      'PASSWORD="Bitte warten..."',
      'DB_PASS="$1 $2"',
      'password="my dog Rex"',
      'APP_PASSWORD="xxx xxx"',
      'ZIP_PASSWORD="-p hunter rex"',
      'the variable DB_PASSWORD="blue Horse lamp" holds it',
    ],
  },
];
