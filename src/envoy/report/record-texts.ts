import type { KeyObject } from 'node:crypto';
import type { Segment } from '../../chat/segment.ts';
import type { Inspection } from '../../inspect.ts';
import { copyText } from '../../platform/copy-text.ts';
import { keyedHash } from '../../platform/keyed-hash.ts';
import type { RecordedText } from '../../records/store.ts';
import type { Leg } from '../session/session-types.ts';

/** Most text of one record, in UTF-16 code units: as much as the longest contexts have of ordinary words. */
const MAX_KEPT_CHARS = 524_288;
const DIGITS = 32;
const MESSAGE = /^\/messages\/\d{1,9}(?=\/|$)/i;

const messageOf = ({ pointer }: Segment): string | null => MESSAGE.exec(pointer)?.[0] ?? null;

/** Texts as they are hashed, in one piece: to hand them over one by one took longer than to hash them. */
export const joinedTexts = (segments: readonly Segment[]): string => {
  let joined = '';
  for (const { role, text } of segments) joined += `${role}\0${text.length}\0${text}`;
  return joined;
};

/** What stays the same while a conversation grows: the operator's texts in front of the first user message, and that. */
const beginningOf = (segments: readonly Segment[]): readonly Segment[] => {
  const beginning: Segment[] = [];
  let user: string | null = null;
  for (const segment of segments) {
    const isUser = segment.role === 'user';
    if (!isUser && (user !== null || (segment.role !== 'system' && segment.role !== 'developer'))) continue;
    const message = messageOf(segment);
    if (message === null || (user !== null && message !== user)) continue;
    if (isUser) user = message;
    beginning.push(segment);
  }
  return user === null ? [] : beginning;
};

/** Keyed hash of a conversation's beginning, the same at each of its turns; each key's conversations are its own. */
export const conversationOf = (
  inspection: Inspection | null,
  keyId: string | null,
  secret: KeyObject,
): string | null => {
  const segments = beginningOf(inspection?.segments ?? []);
  if (segments.length === 0) return null;
  const text = `conversation\0${keyId ?? ''}\0${joinedTexts(segments)}`;
  return keyedHash(secret, text).slice(0, DIGITS);
};

/** Texts with findings first, then the newest: a conversation's beginning was in the turns before. */
const byWeight = (segments: readonly Segment[], found: ReadonlySet<Segment>): readonly Segment[] => {
  const newest = segments.toReversed();
  return [...newest.filter((each) => found.has(each)), ...newest.filter((each) => !found.has(each))];
};

/**
 * The texts themselves, raw, in their order; cut where they are more than a record may hold. They are for the store
 * alone, which encrypts them: never for a log line or a metric.
 */
export const textsOf = (
  legs: readonly Leg[],
  toPlace: (pointer: string) => string,
): readonly RecordedText[] => {
  const inspections = legs.flatMap(({ inspection }) => (inspection === null ? [] : [inspection]));
  const segments = inspections.flatMap((inspection) => inspection.segments);
  const found = new Set(inspections.flatMap(({ findings }) => findings.map(({ segment }) => segment)));
  const kept = new Map<Segment, string>();
  let left = MAX_KEPT_CHARS;
  for (const segment of byWeight(segments, found)) {
    if (left === 0) break;
    const text = copyText(segment.text.slice(0, left));
    kept.set(segment, text);
    left -= text.length;
  }
  return segments.flatMap((segment) => {
    const text = kept.get(segment);
    const { direction, pointer, role } = segment;
    return text === undefined ? [] : [{ direction, pointer: toPlace(pointer), role, text }];
  });
};
