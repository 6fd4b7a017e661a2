import { openCutValueFrom } from '../decoding/cut-values.ts';
import { openSecretFrom } from '../detectors/kept-secret.ts';
import { openLeakFrom } from '../detectors/system-prompt-leak.ts';
import { EMAIL_DOMAIN } from '../entities/email.ts';
import { isDigit } from '../entities/letters.ts';
import { openLinesFrom } from '../entities/machine-readable.ts';
import { openValueFrom } from '../entities/open-values.ts';
import { NO_OPEN_RULES, type OpenRules } from '../operator-rules/definition.ts';
import { openMailsFrom } from '../secrets/mail-passwords.ts';
import { openLiteralFrom } from '../secrets/secret-literals.ts';
import { openManifestFrom } from '../secrets/secret-manifests.ts';
import { normalize } from '../text/normalize.ts';
import { beginningFrom, keywordFrom } from './open/keywords.ts';
import { codedAddressFrom, linkFrom, markFrom, tagFrom, urlFrom } from './open/links.ts';
import { tailOf } from './open/tail.ts';
import { bytesFrom, isBlank, oneOf, startOfName, startOfRun, wordFrom } from './open/words.ts';
import { createOpener } from './open-pattern.ts';

const leakFrom = (text: string, protectedTexts: readonly string[]): number =>
  Math.min(
    markFrom(text),
    linkFrom(text),
    tagFrom(text),
    urlFrom(text),
    openLeakFrom(text, protectedTexts),
    openSecretFrom(text, protectedTexts),
  );

const OPEN_DOMAIN = new RegExp(createOpener(EMAIL_DOMAIN.source).open, 'uy');

/** E-mail addresses whose domain may go on in a script without blanks. */
const addressFrom = (text: string): number => {
  const at = text.lastIndexOf('@');
  OPEN_DOMAIN.lastIndex = at;
  return at !== -1 && OPEN_DOMAIN.test(text) ? startOfName(text, at) : text.length;
};

/** Where an address of mail begins that the value at `at` touches, or `at`. */
const withAddressBefore = (text: string, at: number): number => {
  const start = startOfName(text, at);
  return text.slice(start, at).includes('@') ? start : at;
};

/** A number of several groups the last of which the last word begins with: an address may begin where its digits end. */
const numberIntoWordFrom = (text: string): number => {
  const word = startOfName(text, text.length);
  let end = word;
  while (isDigit(text.charCodeAt(end))) end++;
  return end === word || end === text.length ? word : openValueFrom(text.slice(0, end));
};

const entityFrom = (text: string): number => {
  const nearest = Math.min(
    wordFrom(text),
    withAddressBefore(text, openValueFrom(text)),
    numberIntoWordFrom(text),
    openCutValueFrom(text),
    openManifestFrom(text),
    openMailsFrom(text),
    openLiteralFrom(text),
    bytesFrom(text),
    openLinesFrom(text),
    beginningFrom(text),
    addressFrom(text),
    codedAddressFrom(text),
  );
  return keywordFrom(text, nearest);
};

/**
 * Where the undecided part of a growing answer begins: what stands before this index can't be part of any finding of
 * the detectors of answers that more text could still complete or change, so it may leave.
 *
 * @param text The growing text from some earlier point on; only its last `MAX_HELD_CHARS` are looked at.
 * @param protectedTexts As in `DetectionContext`; one array for all of an answer, since what it holds is indexed once.
 * @param withEntities False looks out for data leaks only: where secrets and PII are but recorded, every word may be
 *   the beginning of an address and none has to wait.
 * @param rules Rules of the operator's that text waits for. With them the last word always waits: how it reads once it
 *   is normalised or decoded hangs on all of it.
 * @returns An index `0..text.length`; `text.length` where nothing is open. Linear in the text, never throws.
 */
export const openFrom = (
  text: string,
  protectedTexts: readonly string[],
  withEntities = true,
  rules: OpenRules = NO_OPEN_RULES,
): number => {
  const { from, tail } = tailOf(text);
  const { text: view, toSource } = normalize(tail);
  const leak = leakFrom(view, protectedTexts);
  const found = withEntities ? Math.min(leak, entityFrom(view)) : leak;
  const at = rules === NO_OPEN_RULES ? found : Math.min(found, wordFrom(view), rules.openFrom(view));
  const inTail = at < view.length ? toSource({ start: at, end: at + 1 }).start : tail.length;
  return from + (view === tail ? inTail : Math.min(inTail, rules.openFrom(tail)));
};

const quotesAddress = oneOf('"\'`<>');
const isInQuotedAddress = (code: number): boolean => !quotesAddress(code) && !isBlank(code);

/**
 * Where the undecided part of a tool call's growing arguments begins, as far as addresses in them go: with the last word,
 * or with the groups of a number or of an account.
 *
 * @returns As `openFrom`.
 */
export const openAddressFrom = (text: string): number => {
  const { from, tail } = tailOf(text);
  const { text: view, toSource } = normalize(tail);
  const word = startOfRun(view, view.length, isInQuotedAddress);
  const at = Math.min(word, openValueFrom(view));
  return from + (at < view.length ? toSource({ start: at, end: at + 1 }).start : tail.length);
};
