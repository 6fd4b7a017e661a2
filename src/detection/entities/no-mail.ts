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

/** Labels of Kotlin and of what is like it: `this@MainActivity.context`. */
const LABEL = /^(?:this|super|return)$/;

/** The user of all repositories: `git@github.com:owner/name`. */
const REPOSITORY = /^git@/;
const FORGE = /@(?:[\w-]{1,40}\.)?(?:github|gitlab|bitbucket)\.(?:com|org)$/i;
const PATH = /:[\w.~-]{1,100}\//y;

/** Names of algorithms are told apart by their makers' domains: `aes256-gcm@openssh.com`. */
const ALGORITHM =
  /^(?=.*-)(?:[a-z\d-]{0,40}-)?(?:aes\d*|chacha20|poly1305|[hu]mac|sha\d*|sha2|ed25519|ecdsa|rsa|dss|ssh|zlib|curve25519|sntrup\d*\w*|cbc|agent|hostkeys|etm|v0\d|no|lastsession|eow|keepalive|statvfs|fsync|rename|hardlink|limits)(?:-[a-z\d-]{1,40})?@(?:openssh\.com|libssh\.org|lysator\.liu\.se|tinyssh\.org)$/;

/** Accounts that machines come with. */
const ACCOUNT =
  /^(?:root|admin|administrator|ubuntu|ec2-user|debian|centos|fedora|alpine|arch|pi|vagrant|deploy|deployer|hg|svn|postgres|mysql|redis|oracle|www-data|nginx|apache|jenkins|runner|core|rocky|azureuser|opc|bitnami|vscode|codespace|node|app|user|ansible|nixos)$/;
/** A prompt or a path behind it. */
const ON_MACHINE = /:[~/]/y;
/** A command in front of it. */
const TO_MACHINE = /(?<![\w-])(?:ssh|scp|sftp|rsync|mosh|ssh-copy-id|sshpass)(?: [^\n|;&]{0,80})? $/;
const TO_MACHINE_REACH = 96;

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
  if (FILE.test(domain) || VERSION.test(domain) || LABEL.test(local) || isLocale(local, domain)) return true;
  const address = local + domain;
  if (REPOSITORY.test(address) || ALGORITHM.test(address)) return true;
  if (FORGE.test(domain) && testAt(PATH, text, end)) return true;
  return ACCOUNT.test(local) && isOfMachine(text, start, end);
};

const MESSAGE_HEADER =
  /(?:message[-_ ]?ids?|in[-_ ]?reply[-_ ]?to|references|content[-_ ]?id|thread[-_ ]?id)["'`*]{0,3} ?[:=]["'`*]{0,3}\s{0,3}(?:(?:\[|["'<]|&lt;)\s?|<[^<>\s]{1,200}>[\s,]{1,4}){0,9}$/i;
const HEADER_REACH = 400;
const LONGEST_ID = 120;
/** How many digits of an identifier say that a program made it, and how many of a long one. */
const MANY_DIGITS = 6;
const SOME_DIGITS = 2;
const LONG = 20;

const ENDS_ID = new Set(Array.from(' \t\n<>"\'`,;:()[]', (sign) => sign.charCodeAt(0)));

/** Whether an address is the identifier of a message, which its header names and a program made: `Message-ID: <20240101.4711@mail.example.com>`. */
export const isMessageId = (text: string, start: number, at: number): boolean => {
  let from = start;
  while (from > 0 && start - from < LONGEST_ID && !ENDS_ID.has(codeAt(text, from - 1))) from--;
  const id = text.slice(from, at);
  const digits = id.replace(/\D/g, '').length;
  const isMade = digits >= MANY_DIGITS || /[=$]/.test(id) || (id.length >= LONG && digits >= SOME_DIGITS);
  return isMade && MESSAGE_HEADER.test(text.slice(Math.max(0, from - HEADER_REACH), from));
};
