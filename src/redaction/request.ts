import { asWritten, type Segment } from '../chat/segment.ts';
import type { RedactedFinding } from '../policy/decide.ts';
import { canonical } from '../policy/values.ts';
import { endsStep, type Steps } from '../steps/steps.ts';
import { BEHIND_CHARS, readHostBehind } from './host-behind.ts';
import { createAddressTracker } from './open-address.ts';
import { type HashValue, placeholderFor } from './placeholder.ts';
import { type Place, placesIn } from './places.ts';
import { reservedForms } from './reserved.ts';
import type { Restorer } from './restorer.ts';
import { findTokenForms, fold, longestForm, openTokenFrom, tokenName, tokenText } from './token-form.ts';

/** A segment's text with what was replaced in it. */
export type Redaction = Readonly<{
  segment: Segment;
  text: string;
  /** Set where nothing of the text goes on, not even what is too long to be scanned. */
  isRemoved?: true;
}>;

export type RedactedRequest = Readonly<{
  redactions: readonly Redaction[];
  /** Puts the values back into the answer; null where nothing is to be put back. */
  restorer: Restorer | null;
}>;

type Text = Readonly<{ segment: Segment; places: readonly Place[] }>;

const isMessage = ({ pointer }: Segment): boolean => /^\/messages\//i.test(pointer);

/**
 * The order of a conversation: what stands beside the messages first, since it stays while messages are added behind. So a
 * value has the same number in every turn, and on every replica.
 */
const byAppearance = (a: Segment, b: Segment): number =>
  Number(isMessage(a)) - Number(isMessage(b)) || a.source.start - b.source.start;

/** The text between the values. */
const piecesOf = (text: string, places: readonly Place[]): readonly string[] => {
  const pieces: string[] = [];
  let from = 0;
  for (const { span } of places) {
    pieces.push(text.slice(from, span.start));
    from = span.end;
  }
  return [...pieces, text.slice(from)];
};

const isSecretOfOperator = ({ finding: { category }, segment: { trust } }: Place): boolean =>
  category === 'secret' && trust === 'trusted';

type Token = Readonly<{ text: string; folded: string }>;

type Value = Readonly<{ value: string; entity: string }>;

/** The values of one request and their placeholders. Lives as long as its exchange, and shows nothing of itself. */
const createVault = (reserved: (folded: string) => boolean) => {
  const tokens = new Map<string, Token>();
  const values = new Map<string, Value>();
  const counts = new Map<string, number>();
  let longest = 0;

  const nextToken = (name: string): Token => {
    const folded = fold(name);
    let number = counts.get(folded) ?? 0;
    do number += 1;
    while (reserved(`${folded}${number}`));
    counts.set(folded, number);
    return { text: tokenText(name, number), folded: `${folded}${number}` };
  };

  return {
    /** The placeholder of a value, the same for all its notations. */
    tokenFor: (place: Place): string => {
      const { value, finding } = place;
      const key = `${finding.category} ${finding.subType} ${canonical(finding.subType, value)}`;
      const token = tokens.get(key) ?? nextToken(tokenName(finding.subType));
      tokens.set(key, token);
      // Whoever makes the model recite the operator's texts must not get their secrets with them.
      if (!values.has(token.folded) && !isSecretOfOperator(place))
        values.set(token.folded, { value, entity: finding.subType });
      longest = Math.max(longest, token.text.length);
      return token.text;
    },
    valueOf: (folded: string): Value | undefined => values.get(folded),
    isEmpty: (): boolean => values.size === 0,
    names: (): readonly string[] => [...counts.keys()],
    longest: (): number => longest,
  };
};
type Vault = ReturnType<typeof createVault>;

const DIGITS = /^\d*$/;

const createRestorer = (vault: Vault, quoted: ReadonlySet<string>): Restorer => {
  const names = vault.names();
  const longest = longestForm(vault.longest());
  const mayBegin = (folded: string): boolean =>
    names.some(
      (name) =>
        name.startsWith(folded) || (folded.startsWith(name) && DIGITS.test(folded.slice(name.length))),
    );
  return {
    find: (text) =>
      findTokenForms(text).flatMap(({ start, end, folded }) => {
        const value = end - start > longest ? undefined : vault.valueOf(folded);
        return value === undefined ? [] : [{ span: { start, end }, ...value }];
      }),
    openFrom: (text) => openTokenFrom(text, longest, mayBegin),
    longest,
    mayFill: (address) => quoted.has(address),
  };
};

/** Addresses of the request up to a value in them, and hosts behind one: there the caller had put it himself. */
function* noteAddresses(
  pieces: readonly string[],
  replaced: readonly string[],
  quoted: Set<string>,
): Steps<void> {
  const tracker = createAddressTracker();
  for (const [at, token] of replaced.entries()) {
    tracker.push(pieces[at] ?? '');
    const address = tracker.address();
    if (address !== null) quoted.add(address + token);
    tracker.pushToken(token);
    const host = readHostBehind((pieces[at + 1] ?? '').slice(0, BEHIND_CHARS));
    if (host !== null) quoted.add(token + host);
    if (endsStep(at)) yield;
  }
}

/** Providers refuse brackets, colons and blanks in the names of people and functions. */
const isName = ({ pointer }: Segment): boolean => /\/name$/i.test(pointer);
const asName = (token: string): string => token.replaceAll(/[<>]/g, '').replaceAll(/[^\w-]/g, '_');

const joined = (pieces: readonly string[], replaced: readonly string[]): string =>
  pieces.map((piece, at) => piece + (replaced[at] ?? '')).join('');

const namesOf = (texts: readonly Text[]): ReadonlySet<string> =>
  new Set(
    texts.flatMap(({ places }) =>
      places.flatMap(({ replacement, finding }) =>
        replacement === 'tokenize' ? [fold(tokenName(finding.subType))] : [],
      ),
    ),
  );

/** What stands in the places of one text, in order. */
function* replacementsIn(
  { segment, places }: Text,
  vault: Vault,
  hashValue: HashValue,
): Steps<readonly string[]> {
  const replaced: string[] = [];
  for (const [index, place] of places.entries()) {
    const token = place.replacement === 'tokenize' ? vault.tokenFor(place) : placeholderFor(place, hashValue);
    replaced.push(place.quote + (isName(segment) ? asName(token) : token) + place.quote);
    if (endsStep(index)) yield;
  }
  return replaced;
}

/**
 * Replaces values in the texts of a request. Numbers go by first appearance; what a text seems to hold already as a
 * placeholder is never given out as one.
 *
 * @param segments All of the request.
 * @param findings What is replaced, in any order.
 */
export function* redactRequest(
  segments: readonly Segment[],
  findings: readonly RedactedFinding[],
  hashValue: HashValue,
): Steps<RedactedRequest> {
  const bySegment = Map.groupBy(findings, ({ segment }) => segment);
  const texts: Text[] = [];
  for (const segment of segments) {
    const own = bySegment.get(segment);
    texts.push({ segment, places: own === undefined ? [] : placesIn(segment, own) });
    if (own !== undefined) yield;
  }
  const names = namesOf(texts);
  const reserved =
    names.size === 0
      ? new Set<string>()
      : reservedForms(
          names,
          texts.map(({ segment, places }) => piecesOf(segment.text, places)),
        );
  yield;
  const vault = createVault((folded) => reserved.has(folded));
  const quoted = new Set<string>();
  const redactions: Redaction[] = [];
  const changed = texts
    .filter(({ places }) => places.length > 0)
    .sort((a, b) => byAppearance(a.segment, b.segment));
  for (const text of changed) {
    const replaced = yield* replacementsIn(text, vault, hashValue);
    const pieces = piecesOf(asWritten(text.segment), text.places);
    yield* noteAddresses(pieces, replaced, quoted);
    redactions.push({ segment: text.segment, text: joined(pieces, replaced) });
    yield;
  }
  return { redactions, restorer: vault.isEmpty() ? null : createRestorer(vault, quoted) };
}
