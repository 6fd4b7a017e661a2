import { hash, randomBytes } from 'node:crypto';
import { roleSetOf, type Segment, TRUSTS } from '../../chat/segment.ts';
import { KEEPS_NOTHING, type Keeps, keptFrom } from '../answers/keeping.ts';
import type { DetectionContext } from '../detector.ts';
import type { Finding } from '../findings.ts';
import type { PlacedFinding, SeamState } from '../seams.ts';
import { type Digest, digestAt, digestOf, digestsOf, KEY_BYTES } from './digest.ts';
import { createDigestLru } from './digest-lru.ts';

/** Below this length a scan costs less than the hash that would save it; in UTF-16 code units. */
const MIN_CHARS = 96;
/** A text with more findings than this is not remembered, so that nobody can fill the memory with findings. */
const MAX_FINDINGS = 64;

/** So many neighbouring texts are also remembered together. */
export const GROUP_SEGMENTS = 8;

export type CacheLookup = Readonly<{ key: Digest; findings: readonly Finding[] | undefined }>;
/** `findings` of each of the texts, in their order. */
export type GroupLookup = Readonly<{
  key: Digest;
  /** Of each text, for `lookup`; none where `findings` are known. */
  digests: readonly Digest[];
  findings: readonly (readonly Finding[])[] | undefined;
}>;

/** What groups of texts, and the seams that end in them, are remembered by in bodies that keep the same, as far as it is known. */
export type GroupNames = Readonly<{ keeps: Keeps; groups: readonly Digest[]; seams: readonly Digest[] }>;

/** What the seams said that end within a group of texts, and where those stood that were open behind it. */
export type GroupSeams = Readonly<{
  /** How many of them the cache has to do with. */
  seams: number;
  found: readonly PlacedFinding[];
  state: SeamState;
}>;

export type SeamsLookup = Readonly<{ key: Digest; seams: GroupSeams | undefined }>;

/** Remembers what was found in a text; bounded, what was used longest ago is forgotten first. */
export type SegmentCache = Readonly<{
  /**
   * @param digest Where `lookupGroup` has told it.
   * @returns Null where the cache has nothing to do with such a text.
   */
  lookup: (text: string, context: DetectionContext, digest?: Digest) => CacheLookup | null;
  store: (key: Digest, findings: readonly Finding[]) => void;
  /**
   * A conversation comes again in full at every turn: asked for eight texts at once, its old ones cost an eighth of the
   * look-ups. Texts too short for `lookup` belong to a group like others.
   *
   * @param keeps What the trusted texts of the body keep.
   * @param known The group's key, where the same texts were looked up before.
   * @returns Null where the cache has nothing to do with such texts, or there are more or fewer than `GROUP_SEGMENTS`.
   */
  lookupGroup: (segments: readonly Segment[], keeps: Keeps, known?: Digest) => GroupLookup | null;
  storeGroup: (key: Digest, findings: readonly (readonly Finding[])[]) => void;
  /**
   * @param before The key of the group before this one in the same conversation, or '' for the first group.
   * @param group The group's own key, and whatever else its seams hang on.
   */
  lookupSeams: (before: string, group: string) => SeamsLookup;
  /** The same where the key is known. */
  lookupKnownSeams: (key: Digest) => SeamsLookup;
  storeSeams: (key: Digest, seams: GroupSeams) => void;
  size: () => number;
}>;

/** Whether `lookup` has to do with such a text. */
export const isCached = (text: string): boolean => text.length >= MIN_CHARS;

const NOTHING: readonly Finding[] = [];
const NOTHING_IN_GROUP: readonly (readonly Finding[])[] = Array.from(
  { length: GROUP_SEGMENTS },
  () => NOTHING,
);

/** What digests are of; in the bits above those of roles and trust, and below those of what is kept. */
const TEXT = 0;
const GROUP = 1 << 16;
const SEAMS = 2 << 16;
/** In which less is looked for than in a text that reads the same. */
const CUT_OUT = 3 << 16;
const KEEPS_SHIFT = 18;

const digestsIn = (names: string): readonly Digest[] =>
  Array.from({ length: GROUP_SEGMENTS }, (_, index) => digestAt(names, index));

const TRUST_SHIFT = 12;

type Author = Pick<DetectionContext, 'role' | 'roles' | 'trust'>;

const labelOf = (
  { role, roles = roleSetOf(role), trust }: Author,
  keeps: Keeps,
  kind: number = TEXT,
): number => (keptFrom(trust, keeps) << KEEPS_SHIFT) | kind | (TRUSTS.indexOf(trust) << TRUST_SHIFT) | roles;

/**
 * Keys are hashes under a secret of this process and the pipeline's revision, over roles, trust, kind, what is kept and text: nobody outside can
 * compute one, and a new rule set or another role never meets an old verdict. Scores do not hang on sensitivity or
 * mode, so neither is part of the key.
 *
 * @param maxEntries 0 switches the cache off.
 */
export const createSegmentCache = (maxEntries: number, revision: string): SegmentCache => {
  const named = `${randomBytes(32).toString('hex')}\0${revision}`;
  const secret = hash('sha256', named, 'buffer').subarray(0, KEY_BYTES);
  const groupEntries = Math.ceil(maxEntries / GROUP_SEGMENTS);
  const texts = createDigestLru<readonly Finding[]>(maxEntries);
  const groups = createDigestLru<readonly (readonly Finding[])[]>(groupEntries);
  const seamsOf = createDigestLru<GroupSeams>(groupEntries);
  const digestOfText = (text: string, author: Author, keeps: Keeps, kind: number = TEXT): Digest =>
    digestOf(secret, labelOf(author, keeps, kind), text);
  const namesOf = (segments: readonly Segment[], keeps: Keeps): string => {
    const texts = segments.map(({ text }) => text);
    const names = digestsOf(secret, GROUP, texts, (index) => {
      const segment = segments[index];
      return segment === undefined ? 0 : labelOf(segment, keeps);
    });
    if (names !== null) return names;
    const each = segments.map((segment) => digestOfText(segment.text, segment, keeps)).join('');
    return each + digestOf(secret, GROUP, each);
  };
  return {
    lookup: (text, context, digest) => {
      // An answer is judged against its own request's system prompt and never comes again.
      if (maxEntries === 0 || context.direction === 'output' || !isCached(text)) return null;
      const { keeps = KEEPS_NOTHING } = context;
      const key = digest ?? digestOfText(text, context, keeps, context.isCutOut === true ? CUT_OUT : TEXT);
      return { key, findings: texts.get(key) };
    },
    store: (key, findings) => {
      if (findings.length <= MAX_FINDINGS) texts.set(key, findings.length === 0 ? NOTHING : findings);
    },
    lookupGroup: (segments, keeps, known) => {
      if (maxEntries === 0 || segments.length !== GROUP_SEGMENTS) return null;
      if (known !== undefined) {
        const findings = groups.get(known);
        if (findings !== undefined) return { key: known, digests: [], findings };
      }
      for (const { direction } of segments) if (direction === 'output') return null;
      const names = namesOf(segments, keeps);
      const key = digestAt(names, GROUP_SEGMENTS);
      const findings = groups.get(key);
      return { key, digests: findings === undefined ? digestsIn(names) : [], findings };
    },
    storeGroup: (key, findings) => {
      const count = findings.reduce((sum, { length }) => sum + length, 0);
      if (count <= MAX_FINDINGS) groups.set(key, count === 0 ? NOTHING_IN_GROUP : findings);
    },
    lookupSeams: (before, group) => {
      const key = digestOf(secret, SEAMS, `${before}\0${group}`);
      return { key, seams: seamsOf.get(key) };
    },
    lookupKnownSeams: (key) => ({ key, seams: seamsOf.get(key) }),
    storeSeams: (key, seams) => {
      if (seams.found.length <= MAX_FINDINGS) seamsOf.set(key, seams);
    },
    size: texts.size,
  };
};
