import { codeAt } from '../text/code-units.ts';

/** What is written as an address of mail and is nobody's. */

/** Names of files, of systemd's units and of what stands behind a locale end so, as in `icon@2x.png`; no domain does. */
const FILE =
  /\.(?:png|jpe?g|gif|webp|svg|bmp|ico|avif|tiff?|heic|pdf|json|html?|xml|ya?ml|toml|css|scss|less|jsx?|tsx?|mjs|cjs|vue|txt|csv|tsv|log|lock|tgz|gz|jar|whl|exe|dll|deb|rpm|wav|woff|ttf|otf|eot|imageset|po|pot|gmo|msg|conf|service|socket|timer|automount|slice|scope|device|swap)$/i;
/** As in `x@1.2.3-beta.rc`. */
const VERSION = /^@v?\d{1,4}\.\d{1,6}[.-]/i;
/** As in `sd_IN@devanagari.UTF-8`, `sr@latin.mo`. */
const MODIFIER =
  /^@(?:euro|latin|latn|cyrillic|cyrl|valencia|devanagari|ijekavian(?:latin)?|iqtelif|saaho|abegede|shaw|quot|boldquot|preeuro)\.(.*)$/i;
const LOCALE = /^[a-z]{2,3}_[A-Z]{2}$/;
const LANGUAGE = /^[a-z]{2,3}$/;
const CATALOGUE = /^(?:mo|utf|iso)$/i;

/** Objects in Kotlin and its like, `this@MainActivity.context`, and the user of all repositories, `git@github.com:owner/name`. */
const NOBODY: ReadonlySet<string> = new Set(['this', 'super', 'git']);
/** Labels of classes and functions have capitals in them: `return@MainActivity.run`; who takes things back has an address without. */
const LABEL = /[A-Z]/;

const FORGE = /@(?:[\w-]{1,40}\.)?(?:github|gitlab|bitbucket)\.(?:com|org)$/i;
const PATH = /:[\w.~-]{1,100}\//y;

/** Names of algorithms are told apart by their makers' domains: `aes256-gcm@openssh.com`. */
const MAKERS: ReadonlySet<string> = new Set([
  '@openssh.com',
  '@libssh.org',
  '@lysator.liu.se',
  '@tinyssh.org',
]);
const ALGORITHM =
  /^(?=.*-)(?:[a-z\d-]{0,40}-)?(?:aes\d*|chacha20|poly1305|[hu]mac|sha\d*|sha2|ed25519|ecdsa|rsa|dss|ssh|zlib|curve25519|sntrup\d*\w*|cbc|agent|hostkeys|etm|v0\d|no-more|lastsession|eow|keepalive|statvfs|fsync|rename|hardlink|limits)(?:-[a-z\d-]{1,40})?$/;

/** Accounts that machines come with. */
const ACCOUNT_NAMES =
  'root admin administrator ubuntu ec2-user debian centos fedora alpine arch pi vagrant deploy deployer hg svn postgres mysql redis oracle www-data nginx apache jenkins runner core rocky azureuser opc bitnami vscode codespace node app user ansible nixos';
const ACCOUNTS: ReadonlySet<string> = new Set(ACCOUNT_NAMES.split(' '));
/** A prompt or a path behind it. */
const ON_MACHINE = /:[~/]/y;
/** A command in front of it with its options, files and ports: other words make a sentence, as in `ssh is down, ask admin@shop.example`. */
const TO_MACHINE =
  /(?<![\w-])(?:ssh|scp|sftp|rsync|mosh|ssh-copy-id|sshpass) (?:-[^\s|;&]{1,60} (?:[^\s|;&-][^\s|;&]{0,60} )?|[^\s|;&]{0,40}[/~:$*.][^\s|;&]{1,40} |[^\s|;&]{1,40}\/ ){0,8}$/;
const TO_MACHINE_REACH = 96;

const COLON = 0x3a;

const testAt = (pattern: RegExp, text: string, at: number): boolean => {
  pattern.lastIndex = at;
  return pattern.test(text);
};

const isLocale = (local: string, domain: string): boolean => {
  const rest = MODIFIER.exec(domain)?.[1];
  if (rest === undefined) return false;
  return LOCALE.test(local) || (LANGUAGE.test(local) && CATALOGUE.test(rest));
};

const isOfMachine = (text: string, start: number, end: number): boolean =>
  testAt(ON_MACHINE, text, end) || TO_MACHINE.test(text.slice(Math.max(0, start - TO_MACHINE_REACH), start));

/**
 * Whether what reads as an address of mail is a file, a version, a locale, a name in a program, a repository, an algorithm or the account of a
 * machine.
 *
 * @param start Where it begins.
 * @param at Where its sign stands.
 * @param end Where it ends.
 */
export const isNoMail = (text: string, start: number, at: number, end: number): boolean => {
  const local = text.slice(start, at);
  const domain = text.slice(at, end);
  if (FILE.test(domain) || VERSION.test(domain) || NOBODY.has(local) || isLocale(local, domain)) return true;
  if (local === 'return' && LABEL.test(domain)) return true;
  if (MAKERS.has(domain) && ALGORITHM.test(local)) return true;
  if (codeAt(text, end) === COLON && FORGE.test(domain) && testAt(PATH, text, end)) return true;
  return ACCOUNTS.has(local) && isOfMachine(text, start, end);
};

const MESSAGE_HEADER =
  /(?:message[-_ ]?ids?|in[-_ ]?reply[-_ ]?to|references|content[-_ ]?id|thread[-_ ]?id)["'`*]{0,3} ?[:=]["'`*]{0,3}\s{0,3}(?:(?:\[|["'<]|&lt;)\s?|<[^<>\s]{1,200}>[\s,]{1,4}){0,9}$/i;
/** Nothing but these announces an identifier without brackets or quotes: `References: anna850412@example.com` is somebody who can tell. */
const BARE_HEADER = /(?:message|content)[-_ ]?ids?["'`*]{0,3} ?[:=]\s{0,3}$/i;
const OPENED = /(?:[<["'`]|&lt;)\s?$/;
const HEADER_REACH = 400;
const LONGEST_ID = 120;
/** How many digits of an identifier say that a program made it, and how many of a long one. */
const MANY_DIGITS = 6;
const SOME_DIGITS = 2;
const LONG = 20;

const ENDS_ID = 1;
const DIGIT = 2;
const OF_PROGRAMS = 3;
/** What characters are to the identifier of a message. */
const IN_ID = new Uint8Array(0x10000);
const setAll = (signs: string, kind: number): void => {
  for (const sign of signs) IN_ID[sign.charCodeAt(0)] = kind;
};
setAll(' \t\n<>"\'`,;:()[]', ENDS_ID);
setAll('0123456789', DIGIT);
setAll('=$', OF_PROGRAMS);

/** Whether an address is the identifier of a message, which its header names and a program made: `Message-ID: <20240101.4711@mail.example.com>`. */
export const isMessageId = (text: string, start: number, at: number): boolean => {
  let from = at;
  let digits = 0;
  let isOfProgram = false;
  for (; from > 0 && start - from < LONGEST_ID; from--) {
    const kind = IN_ID[codeAt(text, from - 1)] ?? 0;
    if (kind === ENDS_ID && from <= start) break;
    if (kind === DIGIT) digits++;
    else if (kind === OF_PROGRAMS) isOfProgram = true;
  }
  const isMade = digits >= MANY_DIGITS || isOfProgram || (at - from >= LONG && digits >= SOME_DIGITS);
  if (!isMade) return false;
  const before = text.slice(Math.max(0, from - HEADER_REACH), from);
  return (OPENED.test(before) ? MESSAGE_HEADER : BARE_HEADER).test(before);
};
