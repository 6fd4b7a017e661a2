import { type Address, findAddresses } from '../answers/addresses.ts';
import { isIp, ownerOf } from '../answers/domains.ts';
import {
  isNamedByCaller,
  type Naming,
  type RequestAddresses,
  type Suspicion,
} from '../answers/request-addresses.ts';
import type { Detector } from '../detector.ts';
import type { RawFinding } from '../matching/matcher.ts';
import { unchanged } from '../text/mapped-text.ts';
import { rateUrl, valuesIn } from './carried-data.ts';

/**
 * Only an untrusted text named it. Agents follow links and answer mail all day, and then this is what it looks like: worth
 * a look, and a threat to nobody but `paranoid`.
 */
const FOLLOWED = 0.4;
/** The same with an account, or a file that keys are kept in: rarer in good work, and not to be undone. */
const GRAVE = 0.65;
/**
 * The text that named it may hold an injection elsewhere: so do three harmless texts in a hundred, and the address may be an
 * honest one beside it.
 */
const BESIDE_SUSPICION = 0.7;
/** The same with something that is a threat by itself at `medium`. */
const BESIDE_INJECTION = 0.9;
/** It stands in the passage of what may be an injection, and the model does what that says: two weak signs that agree. */
const ORDERED_PERHAPS = 0.9;
/** The same with something that is a threat by itself at `medium`, in a request that went on all the same. */
const ORDERED = 0.97;
/** Text of the conversation goes with the request, in a URL that no text had like this. */
const CARRYING = 0.9;

/** Data in front of a registered domain: longer than what hosts are called. */
const MIN_LABEL_CHARS = 24;

const KEPT_SECRET =
  /\.ssh\b|\.aws\b|\.gnupg\b|\.kube\b|\.docker\/config|\.netrc|\.pgpass|\.npmrc|\.env\b|\bid_(?:rsa|dsa|ecdsa|ed25519)\b|\/etc\/(?:shadow|passwd|sudoers)|credentials|secrets?\b|\.(?:pem|p12|pfx|key|kdbx)$|wallet\.dat|login data$|cookies$/iu;

const hasLongLabel = (host: string): boolean =>
  !isIp(host) && host.length - ownerOf(host).length > MIN_LABEL_CHARS;

/** Whether a URL says more than the texts that named its host had said. */
const carries = ({ url, keys: [host = ''] }: Address, request: RequestAddresses): boolean => {
  if (url === null || request.quotes(url)) return false;
  if (hasLongLabel(host) && !request.quotes(host)) return true;
  if (rateUrl(url) >= GRAVE) return true;
  return valuesIn(url).some((value) => request.holdsBesides(value, host));
};

const ORDERED_SCORES: ReadonlyMap<Suspicion, number> = new Map([
  ['maybe_here', ORDERED_PERHAPS],
  ['here', ORDERED],
]);
const BESIDE_SCORES: ReadonlyMap<Suspicion, number> = new Map([
  ['maybe_elsewhere', BESIDE_SUSPICION],
  ['elsewhere', BESIDE_INJECTION],
]);

type Grade = Readonly<{ ruleId: string; score: number }>;

/** What nobody named, and what an untrusted text may name that was not read in every way: as if it did, somewhere. */
const gradeOfUnread = ({ kind }: Address, { by, unread }: Naming): Grade | null => {
  if (unread === null || (by.has('model') && unread !== 'elsewhere')) return null;
  const beside = BESIDE_SCORES.get(unread);
  if (beside !== undefined) return { ruleId: 'DL-3006', score: beside };
  return kind === 'path' ? null : { ruleId: 'DL-3006', score: FOLLOWED };
};

const gradeOf = (address: Address, request: RequestAddresses): Grade | null => {
  const naming = request.naming(address);
  if (isNamedByCaller(naming)) return null;
  if (!naming.by.has('untrusted')) return gradeOfUnread(address, naming);
  // That the model repeats an order before it follows it in a later turn makes the order no better.
  const ordered = ORDERED_SCORES.get(naming.suspicion);
  if (ordered !== undefined) return { ruleId: 'DL-3001', score: ordered };
  if (naming.by.has('model')) return null;
  if (carries(address, request)) return { ruleId: 'DL-3003', score: CARRYING };
  const beside = BESIDE_SCORES.get(naming.suspicion);
  if (beside !== undefined) return { ruleId: 'DL-3002', score: beside };
  const { kind, keys } = address;
  if (kind === 'account' || (kind === 'path' && KEPT_SECRET.test(keys[0] ?? ''))) {
    return { ruleId: 'DL-3004', score: GRAVE };
  }
  // A listing names every file there is.
  return kind === 'path' ? null : { ruleId: 'DL-3005', score: FOLLOWED };
};

/** What a call goes to that only an untrusted text of the request named. @param call Its arguments. */
export const destinationsIn = (call: string, request: RequestAddresses): RawFinding[] => {
  // Whoever gets the call gets it with the values put back.
  const revealed = request.reveal?.(call) ?? unchanged(call);
  return findAddresses(revealed.text).flatMap((address): RawFinding[] => {
    const grade = gradeOf(address, request);
    const span = revealed.toSource(address.span);
    return grade === null
      ? []
      : [{ ...grade, category: 'data_leak', subType: 'untrusted_destination', span }];
  });
};

/**
 * A tool call to an address that only an untrusted text of the request named: the model may be following an order that
 * was injected there. @see OWASP LLM01:2025, LLM06:2025
 */
export const untrustedDestination: Detector = {
  id: 'untrusted-destination',
  readings: 'plain',
  applies: ({ direction, isToolCall, request }) =>
    direction === 'output' && isToolCall === true && request?.hasUntrusted === true,
  detect: (text, { request }) => (request === undefined ? [] : destinationsIn(text, request)),
};
