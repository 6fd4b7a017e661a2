import type { Segment, Span, Trust } from '../../chat/segment.ts';
import type { Finding } from '../findings.ts';
import type { MappedText } from '../text/mapped-text.ts';
import { normalize } from '../text/normalize.ts';
import { viewsOf } from '../views/views.ts';
import type { Address } from './addresses.ts';

/**
 * How the text of others that named an address was judged, from good to bad: nothing was found in it · something that may
 * be an injection, or that is a threat at `medium`, stands elsewhere in it · such a thing stands around the address.
 */
const SUSPICIONS = ['none', 'maybe_elsewhere', 'elsewhere', 'maybe_here', 'here'] as const;
export type Suspicion = (typeof SUSPICIONS)[number];

/** From which scores on an injection in an untrusted text counts. */
export type SuspicionScores = Readonly<{ maybe: number; certain: number }>;

/** Who named an address in a request. */
export type Naming = Readonly<{
  by: ReadonlySet<Trust>;
  /** Of the most suspicious untrusted text that named it. */
  suspicion: Suspicion;
  /**
   * Of the most suspicious untrusted text that was not read to the end or not in every way, so that it may name it all the same; null
   * where there is none, or where somebody named it whom the model may follow.
   */
  unread: Suspicion | null;
}>;

/**
 * What the texts of one request name, for the scan of its answer. Texts are read only once something is asked; all of it
 * goes with the request.
 */
export type RequestAddresses = Readonly<{
  hasUntrusted: boolean;
  naming: (address: Pick<Address, 'kind' | 'keys'>) => Naming;
  /** Whether an untrusted text has this word for word. */
  quotes: (text: string) => boolean;
  /** Whether the caller has written this himself. */
  isSaidByCaller: (text: string) => boolean;
  /** Whether this stands in a text, and in none that names the host: then it was carried there. */
  holdsBesides: (text: string, host: string) => boolean;
  /** A text of the answer with the values that placeholders in it stand for; absent where the request had none replaced. */
  reveal?: (text: string) => MappedText;
}>;

/** Characters that may be searched for one answer; beyond it texts count as unread. Some 50 ms. */
const MAX_SEARCHED_CHARS = 128 * 1024 * 1024;
/** Untrusted text of one request that is decoded for hidden addresses, in windows; as dear as a scan of it. What is beyond counts as unread. */
const MAX_DECODED_CHARS = 256 * 1024;
const WINDOW_CHARS = 8192;
/** An order and the address that it is about stand in one passage: in the same sentence or the next one. */
const PASSAGE_CHARS = 300;
/** What has been found by one key is remembered for so many keys. */
const MAX_REMEMBERED = 4096;

type Injection = Pick<Finding, 'category' | 'score' | 'span'> & Readonly<{ segment: Segment }>;

/** A text in small letters; positions are those of `mapped`. */
type Read = Readonly<{ lower: string; toSource: MappedText['toSource'] }>;

/** Further readings of a text, and whether there are no others. */
type Decoded = Readonly<{ reads: readonly Read[]; isComplete: boolean }>;

type Text = Readonly<{
  segment: Segment;
  injections: readonly Readonly<{ span: Span; isCertain: boolean }>[];
  read: () => Read;
  decoded: () => Decoded;
}>;

/** Some letters are longer as small letters, and then all places behind them would be wrong. */
const toLower = (text: string): string => {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text.replaceAll(/[A-Z]/gu, (letter) => letter.toLowerCase());
};

const once = <Value>(make: () => Value): (() => Value) => {
  let made: { value: Value } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
};

const readDecoded = (text: string): Decoded => {
  const reads: Read[] = [];
  let isEach = true;
  for (let from = 0; from < text.length; from += WINDOW_CHARS) {
    const window = normalize(text.slice(from, from + WINDOW_CHARS));
    const { views, isComplete } = viewsOf(window.text);
    isEach &&= isComplete;
    for (const view of views) {
      const toSource: Read['toSource'] = (span) => {
        const { start, end } = window.toSource(view.toSource(span));
        return { start: start + from, end: end + from };
      };
      reads.push({ lower: toLower(view.text), toSource });
    }
  }
  return { reads, isComplete: isEach };
};

const WORD = /[\p{L}\p{N}_-]/u;
/** In JSON an escaped line break touches the word behind it. */
const isEscaped = (text: string, at: number): boolean =>
  'nrtbf'.includes(text.charAt(at)) && text.charAt(at - 1) === '\\';

const endsBefore = (text: string, at: number): boolean => {
  const next = text.charAt(at);
  return !(next !== '' && WORD.test(next)) && !(next === '.' && /[\p{L}\p{N}]/u.test(text.charAt(at + 1)));
};

const beginsAt = (text: string, at: number, kind: Address['kind']): boolean => {
  const before = text.charAt(at - 1);
  if (at === 0 || isEscaped(text, at - 1)) return true;
  return !WORD.test(before) && !(kind === 'email' && '.%+'.includes(before));
};

/** Numbers and accounts are written in groups or not. */
const GROUPED: ReadonlySet<Address['kind']> = new Set(['account', 'phone']);

const groupedPattern = (key: string): RegExp =>
  new RegExp([...key].map((sign) => sign.replace(/\W/gu, '\\$&')).join(String.raw`[\s().+/-]{0,3}`), 'gu');

function* placesOf(lower: string, key: string, kind: Address['kind']): Generator<Span> {
  if (GROUPED.has(kind)) {
    for (const match of lower.matchAll(groupedPattern(key))) {
      yield { start: match.index, end: match.index + match[0].length };
    }
    return;
  }
  for (let at = lower.indexOf(key); at !== -1; at = lower.indexOf(key, at + 1)) {
    const end = at + key.length;
    if (beginsAt(lower, at, kind) && endsBefore(lower, end)) yield { start: at, end };
  }
}

const NOBODY: Naming = { by: new Set(), suspicion: 'none', unread: null };
const NOT_DECODED: Decoded = { reads: [], isComplete: false };
const NOTHING_HIDDEN: Decoded = { reads: [], isComplete: true };
/** Whoever of these names an address says that it is none of an injection. */
const CALLERS: readonly Trust[] = ['trusted', 'user', 'third-party'];

/** Whether somebody named it whose words the model may follow. */
export const isNamedByCaller = ({ by }: Pick<Naming, 'by'>): boolean =>
  CALLERS.some((trust) => by.has(trust));

const isNear = (a: Span, b: Span): boolean =>
  a.start < b.end + PASSAGE_CHARS && b.start < a.end + PASSAGE_CHARS;

const worse = (a: Suspicion, b: Suspicion): Suspicion =>
  SUSPICIONS.indexOf(a) >= SUSPICIONS.indexOf(b) ? a : b;

/** In JSON within JSON a slash may be escaped. */
const spellings = (text: string): readonly string[] =>
  text.includes('/') ? [text, text.replaceAll('/', '\\/')] : [text];

const suspicionAt = ({ injections }: Text, place: Span, { toSource }: Read): Suspicion => {
  if (injections.length === 0) return 'none';
  const source = toSource(place);
  return injections
    .map(({ span, isCertain }): Suspicion => {
      if (isNear(span, source)) return isCertain ? 'here' : 'maybe_here';
      return isCertain ? 'elsewhere' : 'maybe_elsewhere';
    })
    .reduce(worse, 'none');
};

/** Of an address that may stand anywhere in a text. */
const suspicionOfAll = (injections: Text['injections']): Suspicion => {
  if (injections.length === 0) return 'none';
  return injections.some(({ isCertain }) => isCertain) ? 'elsewhere' : 'maybe_elsewhere';
};

/** Null: the text does not name it. */
const suspicionIn = (text: Text, read: Read, key: string, kind: Address['kind']): Suspicion | null => {
  let found: Suspicion | null = null;
  for (const place of placesOf(read.lower, key, kind)) {
    found = worse(found ?? 'none', suspicionAt(text, place, read));
    if (found === 'here' || text.injections.length === 0) return found;
  }
  return found;
};

/**
 * @param segments Those of the request.
 * @param findings What was found in them.
 */
export const createRequestAddresses = (
  segments: readonly Segment[],
  findings: readonly Injection[],
  { maybe, certain }: SuspicionScores,
): RequestAddresses => {
  const injections = once(() =>
    Map.groupBy(
      findings.filter(({ category, score }) => category === 'prompt_injection' && score >= maybe),
      ({ segment }) => segment,
    ),
  );
  let decodable = MAX_DECODED_CHARS;
  let searchable = MAX_SEARCHED_CHARS;

  const decode = ({ text, trust }: Segment): Decoded => {
    if (trust !== 'untrusted') return NOTHING_HIDDEN;
    if (decodable <= 0) return NOT_DECODED;
    const length = Math.min(text.length, decodable);
    decodable -= text.length;
    const { reads, isComplete } = readDecoded(text.slice(0, length));
    return { reads, isComplete: isComplete && length === text.length };
  };

  const toText = (segment: Segment): Text => ({
    segment,
    injections: (injections().get(segment) ?? []).map(({ span, score }) => ({
      span,
      isCertain: score >= certain,
    })),
    read: once(() => {
      const { text, toSource } = normalize(segment.text);
      return { lower: toLower(text), toSource };
    }),
    decoded: once(() => decode(segment)),
  });
  const texts = once(() => segments.map(toText));
  const known = new Map<string, Naming>();

  const search = (text: Text, reads: readonly Read[], keys: readonly string[], kind: Address['kind']) => {
    let found: Suspicion | null = null;
    for (const read of reads) {
      for (const key of keys) {
        searchable -= read.lower.length;
        if (searchable < 0) return found;
        const here = suspicionIn(text, read, key, kind);
        if (here !== null) found = worse(found ?? 'none', here);
      }
    }
    return found;
  };

  const namingBy = (
    readsOf: (text: Text) => readonly Read[],
    keys: readonly string[],
    kind: Address['kind'],
  ): Omit<Naming, 'unread'> => {
    const by = new Set<Trust>();
    let suspicion: Suspicion = 'none';
    for (const text of texts()) {
      const { trust } = text.segment;
      if (trust !== 'untrusted' && by.has(trust)) continue;
      const found = search(text, readsOf(text), keys, kind);
      if (found === null) continue;
      by.add(trust);
      if (trust === 'untrusted') suspicion = worse(suspicion, found);
    }
    return { by, suspicion };
  };

  /** Of the untrusted texts of which not all is known. */
  const unreadIn = (): Suspicion | null => {
    let worst: Suspicion | null = null;
    for (const { segment, injections: own, decoded } of texts()) {
      if (segment.trust !== 'untrusted' || (searchable >= 0 && decoded().isComplete)) continue;
      worst = worse(worst ?? 'none', suspicionOfAll(own));
    }
    return worst;
  };

  const look = (keys: readonly string[], kind: Address['kind']): Naming => {
    if (keys.every((key) => key === '')) return NOBODY;
    const spelt = kind === 'path' ? keys.flatMap(spellings) : keys;
    const plain = namingBy(({ read }) => [read()], spelt, kind);
    if (isNamedByCaller(plain) || plain.by.has('untrusted')) return { ...plain, unread: null };
    const hidden = namingBy(({ decoded }) => decoded().reads, spelt, kind);
    return {
      by: new Set([...plain.by, ...hidden.by]),
      suspicion: hidden.suspicion,
      unread: hidden.by.size > 0 ? null : unreadIn(),
    };
  };

  const includes = (text: Text, part: string): boolean => {
    const { lower } = text.read();
    searchable -= lower.length;
    return searchable >= 0 && spellings(part).some((spelt) => lower.includes(spelt));
  };

  return {
    hasUntrusted: segments.some(({ trust }) => trust === 'untrusted'),
    naming: ({ kind, keys }) => {
      const name = `${kind} ${keys.join(' ')}`;
      const before = known.get(name);
      if (before !== undefined) return before;
      const naming = look(keys, kind);
      if (known.size < MAX_REMEMBERED) known.set(name, naming);
      return naming;
    },
    quotes: (text) => {
      const part = toLower(text);
      return texts().some((each) => each.segment.trust === 'untrusted' && includes(each, part));
    },
    isSaidByCaller: (text) => {
      const part = toLower(text);
      return texts().some((each) => each.segment.trust === 'user' && includes(each, part));
    },
    holdsBesides: (text, host) => {
      const part = toLower(text);
      const holding = texts().filter((each) => includes(each, part));
      return holding.length > 0 && !holding.some((each) => includes(each, host));
    },
  };
};
