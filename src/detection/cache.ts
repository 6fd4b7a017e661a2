import { hash, randomBytes } from 'node:crypto';
import type { DetectionContext, Finding } from './detector.ts';

/** Below this length a scan costs less than the hash that would save it; in UTF-16 code units. */
const MIN_CHARS = 96;
/** A text with more findings than this is not remembered, so that nobody can fill the memory with findings. */
const MAX_FINDINGS = 64;

export type CacheLookup = Readonly<{ key: string; findings: readonly Finding[] | undefined }>;

/** Remembers what was found in a text; bounded, least recently used first out. */
export type SegmentCache = Readonly<{
  /** @returns Null where the cache has nothing to do with such a text. */
  lookup: (text: string, context: DetectionContext) => CacheLookup | null;
  store: (key: string, findings: readonly Finding[]) => void;
  size: () => number;
}>;

/**
 * Keys are SHA-256 over a secret of this process, the pipeline's revision, role, trust and text: nobody outside can
 * compute one, and a new rule set or another role never meets an old verdict. Scores do not hang on sensitivity or
 * mode, so neither is part of the key.
 *
 * @param maxEntries 0 switches the cache off.
 */
export const createSegmentCache = (maxEntries: number, revision: string): SegmentCache => {
  const prefix = `${randomBytes(32).toString('hex')}\0${revision}\0`;
  const entries = new Map<string, readonly Finding[]>();
  return {
    lookup: (text, { direction, role, trust }) => {
      // An answer is judged against its own request's system prompt and never comes again.
      if (maxEntries === 0 || direction === 'output' || text.length < MIN_CHARS) return null;
      const key = hash('sha256', `${prefix}${role}\0${trust}\0${text}`, 'base64');
      const findings = entries.get(key);
      if (findings !== undefined) {
        entries.delete(key);
        entries.set(key, findings);
      }
      return { key, findings };
    },
    store: (key, findings) => {
      if (findings.length > MAX_FINDINGS) return;
      entries.delete(key);
      entries.set(key, findings);
      if (entries.size <= maxEntries) return;
      const oldest = entries.keys().next();
      if (oldest.done !== true) entries.delete(oldest.value);
    },
    size: () => entries.size,
  };
};
