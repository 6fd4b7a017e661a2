import { hash, randomBytes } from 'node:crypto';
import type { Segment } from '../chat/segment.ts';
import type { DetectionContext, Finding } from './detector.ts';
import { createLru } from './lru.ts';
import type { PlacedFinding, SeamState } from './seams.ts';

/** Below this length a scan costs less than the hash that would save it; in UTF-16 code units. */
const MIN_CHARS = 96;
/** A text with more findings than this is not remembered, so that nobody can fill the memory with findings. */
const MAX_FINDINGS = 64;

/** So many neighbouring texts are also remembered together. */
export const GROUP_SEGMENTS = 8;

export type CacheLookup = Readonly<{ key: string; findings: readonly Finding[] | undefined }>;
/** `findings` of each of the texts, in their order. */
export type GroupLookup = Readonly<{
  key: string;
  findings: readonly (readonly Finding[])[] | undefined;
}>;

/** What the seams said that end within a group of texts, and where those stood that were open behind it. */
export type GroupSeams = Readonly<{
  /** How many of them the cache has to do with. */
  seams: number;
  found: readonly PlacedFinding[];
  state: SeamState;
}>;

/** Remembers what was found in a text; bounded, what was used longest ago is forgotten first. */
export type SegmentCache = Readonly<{
  /** @returns Null where the cache has nothing to do with such a text. */
  lookup: (text: string, context: DetectionContext) => CacheLookup | null;
  store: (key: string, findings: readonly Finding[]) => void;
  /**
   * A conversation comes again in full at every turn: asked for eight texts at once, its old ones cost an eighth of the
   * hashes. Texts too short for `lookup` belong to a group like others.
   *
   * @returns Null where the cache has nothing to do with such texts, or there are more or fewer than `GROUP_SEGMENTS`.
   */
  lookupGroup: (segments: readonly Segment[]) => GroupLookup | null;
  storeGroup: (key: string, findings: readonly (readonly Finding[])[]) => void;
  /**
   * @param before The key of the group before this one in the same conversation, or '' for the first group.
   * @param group The group's own key, and whatever else its seams hang on.
   */
  lookupSeams: (before: string, group: string) => Readonly<{ key: string; seams: GroupSeams | undefined }>;
  storeSeams: (key: string, seams: GroupSeams) => void;
  size: () => number;
}>;

/** Whether `lookup` has to do with such a text. */
export const isCached = (text: string): boolean => text.length >= MIN_CHARS;

/**
 * Keys are SHA-256 over a secret of this process, the pipeline's revision, role, trust and text: nobody outside can
 * compute one, and a new rule set or another role never meets an old verdict. Scores do not hang on sensitivity or
 * mode, so neither is part of the key.
 *
 * @param maxEntries 0 switches the cache off.
 */
export const createSegmentCache = (maxEntries: number, revision: string): SegmentCache => {
  const prefix = `${randomBytes(32).toString('hex')}\0${revision}\0`;
  const texts = createLru<readonly Finding[]>(maxEntries);
  const groups = createLru<readonly (readonly Finding[])[]>(Math.ceil(maxEntries / GROUP_SEGMENTS));
  const seamsOf = createLru<GroupSeams>(Math.ceil(maxEntries / GROUP_SEGMENTS));
  return {
    lookup: (text, { direction, role, trust }) => {
      // An answer is judged against its own request's system prompt and never comes again.
      if (maxEntries === 0 || direction === 'output' || !isCached(text)) return null;
      const key = hash('sha256', `${prefix}${role}\0${trust}\0${text}`, 'base64');
      return { key, findings: texts.get(key) };
    },
    store: (key, findings) => {
      if (findings.length <= MAX_FINDINGS) texts.set(key, findings);
    },
    lookupGroup: (segments) => {
      if (maxEntries === 0 || segments.length !== GROUP_SEGMENTS) return null;
      // No role is called so. With its length before each text no other texts look the same when they are joined.
      let joined = `${prefix}group\0`;
      for (const { text, role, trust, direction } of segments) {
        if (direction === 'output') return null;
        joined += `${role}\0${trust}\0${text.length}\0${text}`;
      }
      const key = hash('sha256', joined, 'base64');
      return { key, findings: groups.get(key) };
    },
    storeGroup: (key, findings) => {
      if (findings.reduce((sum, { length }) => sum + length, 0) <= MAX_FINDINGS) groups.set(key, findings);
    },
    lookupSeams: (before, group) => {
      const key = hash('sha256', `${prefix}seams\0${before}\0${group}`, 'base64');
      return { key, seams: seamsOf.get(key) };
    },
    storeSeams: (key, seams) => {
      if (seams.found.length <= MAX_FINDINGS) seamsOf.set(key, seams);
    },
    size: texts.size,
  };
};
