import type { Segment } from '../chat/segment.ts';
import type { SegmentFinding } from '../detection/scan-segments.ts';

/**
 * What is done about a request for an injection in a text that it can do without.
 * `block` the request is refused · `remove` it goes on without that text.
 */
export const INJECTION_ACTIONS = ['block', 'remove'] as const;

/**
 * Texts that a request can do without.
 * `untrusted` what tools return and files say · `earlier` what messages in front of the caller's last one say.
 */
export const REMOVABLE_KINDS = ['untrusted', 'earlier'] as const;
type RemovableKind = (typeof REMOVABLE_KINDS)[number];

export type InjectionSettings = Readonly<
  Partial<Record<RemovableKind, (typeof INJECTION_ACTIONS)[number] | undefined>>
>;

/**
 * What stands in the place of a text that was removed: models read it, so it says what happened and asks for nothing. It is judged with the
 * rest; longer ones, which name what was found, made some neighbours look worse.
 */
export const NOTICE = '[Text removed by a security gateway]';

/** Texts without which a message is one still. Names, arguments of calls and what providers add have to stay what they are. */
const CONTENT = /^\/messages\/(\d+)\/content(?:\/\d+(?:\/text|(?:\/file)?\/file_data)?)?$/;

/** Which message a text is the content of; null where it is none's. */
const messageOf = ({ pointer }: Segment): number | null => {
  const place = CONTENT.exec(pointer)?.[1];
  return place === undefined ? null : Number(place);
};

/** The caller's last message that says something; -1 where there is none. */
const lastAsked = (segments: readonly Segment[]): number =>
  segments.reduce(
    (last, each) => Math.max(last, each.role === 'user' ? (messageOf(each) ?? last) : last),
    -1,
  );

export type RemovableKinds = ReadonlySet<RemovableKind>;

/** Made once for each configuration, not for each request. */
const removableBy = new WeakMap<InjectionSettings, RemovableKinds>();

export const removableKinds = (settings: InjectionSettings): RemovableKinds => {
  const known = removableBy.get(settings);
  if (known !== undefined) return known;
  const made = new Set(REMOVABLE_KINDS.filter((kind) => settings[kind] === 'remove'));
  removableBy.set(settings, made);
  return made;
};

const FILE = /\/file_data$/;

/** A part of a type that nobody knows is judged as strictly, and says what whoever wrote the message says. */
const isOfStrangers = ({ trust, role, pointer }: Segment): boolean =>
  trust === 'untrusted' && (role === 'tool' || role === 'other' || FILE.test(pointer));

const isOfOperator = ({ role }: Segment): boolean => role === 'system' || role === 'developer';

/** Whether a request can do without a text. One under a repeated key is not there in every reading of the body. */
const isRemovable = (segment: Segment, kinds: RemovableKinds, last: number): boolean => {
  const message = messageOf(segment);
  if (message === null || segment.readings !== undefined) return false;
  const isEarlier = message < last && kinds.has('earlier');
  return isOfStrangers(segment) ? isEarlier || kinds.has('untrusted') : isEarlier && !isOfOperator(segment);
};

/**
 * Marks injections in texts that a request can do without.
 *
 * @param segments All of the request.
 * @param kinds Which texts those are; absent: none.
 */
export const markRemovable = (
  findings: readonly SegmentFinding[],
  segments: readonly Segment[],
  kinds: RemovableKinds | undefined,
): readonly SegmentFinding[] => {
  if (kinds === undefined || kinds.size === 0 || findings.length === 0) return findings;
  const last = lastAsked(segments);
  return findings.map((finding) =>
    finding.category === 'prompt_injection' &&
    finding.segment.direction === 'input' &&
    isRemovable(finding.segment, kinds, last)
      ? { ...finding, isRemovable: true }
      : finding,
  );
};

/** A text as it goes on once it is removed. */
export const removedFrom = (segment: Segment): Segment => {
  const { raw: _halves, ...rest } = segment;
  return { ...rest, text: NOTICE };
};
