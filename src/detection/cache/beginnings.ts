import { randomBytes } from 'node:crypto';
import { type JsonMember, readJson, type Stop } from '../../chat/json.ts';
import type { Beginning, Turn } from '../../chat/request.ts';
import type { Segment, Unjudged } from '../../chat/segment.ts';
import { copyText } from '../../platform/copy-text.ts';
import { GROUP_SEGMENTS, type GroupNames } from './cache.ts';
import { type Digest, digestOf, KEY_BYTES } from './digest.ts';

/** A body is known up to a whole number of so many UTF-16 code units; a shorter one costs less than the looking up. */
export const STEP_CHARS = 4096;
/** What a segment takes beside its text and its place, and a value that is none, counted as characters. */
const SEGMENT_CHARS = 200;
const VALUE_CHARS = 32;
/** What a step takes of which nothing else is known. */
const STEP_COST = 100;
/** One conversation may have this part of the memory. */
const SHARE = 8;
/** Texts are not to lie in memory for days: what nobody has used for so long, or for twice as long, is forgotten. */
const MAX_AGE_MS = 300_000;

export type KnownBeginning = Readonly<{ beginning: Beginning; names: GroupNames }>;

/** A body, as far as it was met before. */
export type Met = Readonly<{
  /** The longest beginning of it that is remembered; null where none is. */
  known: KnownBeginning | null;
  /** To be told what the whole body was; what `known` holds already is not remembered again. */
  remember: (turn: Pick<Turn, 'end' | 'beginningWithin'>, names: GroupNames) => void;
}>;

/** Remembers what bodies began with, by their characters; bounded, what was used longest ago is forgotten first. */
export type Beginnings = Readonly<{
  meet: (text: string) => Met;
  /** Characters, by the count that bounds it. */
  size: () => number;
}>;

type Entry = Readonly<{ known: KnownBeginning | null; cost: number }>;

const UNKNOWN: Entry = { known: null, cost: STEP_COST };
const STRANGER: Met = { known: null, remember: () => undefined };

/** Never between the halves of a character: they would all be one to the hash. */
const stepEnd = (text: string, from: number, chars: number): number => {
  const to = from + chars;
  return to <= text.length && (text.charCodeAt(to - 1) & 0xfc00) === 0xd800 ? to - 1 : to;
};

/** Two generations, of which the old one goes as a whole, as in `lru.ts`, but bounded by what the entries cost, and by time. */
const createMemory = (maxCost: number, clock: () => number) => {
  let young = new Map<Digest, Entry>();
  let old = new Map<Digest, Entry>();
  let cost = 0;
  let oldCost = 0;
  let bornMs = clock();
  const grow = (): void => {
    old = young;
    oldCost = cost;
    young = new Map();
    cost = 0;
    bornMs = clock();
  };
  const set = (name: Digest, entry: Entry): void => {
    const before = young.get(name)?.cost ?? 0;
    if (cost - before + entry.cost > maxCost / 2) grow();
    else cost -= before;
    young.set(name, entry);
    cost += entry.cost;
  };
  return {
    get: (name: Digest): Entry | undefined => {
      const found = young.get(name);
      if (found !== undefined) return found;
      const older = old.get(name);
      if (older !== undefined) set(name, older);
      return older;
    },
    set,
    /** Forgets what is too old. */
    age: (): void => {
      const ageMs = clock() - bornMs;
      if (ageMs < MAX_AGE_MS) return;
      grow();
      if (ageMs >= 2 * MAX_AGE_MS) grow();
    },
    size: () => cost + oldCost,
  };
};

const keepSegment = (segment: Segment): Segment => ({
  ...segment,
  text: copyText(segment.text),
  pointer: copyText(segment.pointer),
});
const keepUnjudged = ({ reason, pointer }: Unjudged): Unjudged => ({ reason, pointer: copyText(pointer) });

/** What stands in front of the messages, read once more from a text that holds nothing else. */
const keepMembers = (text: string, { members, name }: Stop): readonly JsonMember[] => {
  if (members.length === 0) return members;
  const front = readJson(`${copyText(text.slice(0, name.keySource.start))}"":0}`, Number.POSITIVE_INFINITY);
  return front.type === 'object' ? front.members.slice(0, members.length) : members;
};

/** What is known of a longer beginning, with what was kept of the shorter one. */
const lengthen = (
  text: string,
  { stop, segments, unjudged }: Beginning,
  before: Beginning | null,
): Beginning => {
  const [first, firstUnjudged] = [before?.segments ?? [], before?.unjudged ?? []];
  return {
    stop: { ...stop, members: before?.stop.members ?? keepMembers(text, stop) },
    segments: [...first, ...segments.slice(first.length).map(keepSegment)],
    unjudged: [...firstUnjudged, ...unjudged.slice(firstUnjudged.length).map(keepUnjudged)],
  };
};

const costOf = ({ stop, segments, unjudged }: Beginning): number => {
  const { start } = stop.name.keySource;
  let cost = start > SEGMENT_CHARS ? start + VALUE_CHARS * stop.values : 0;
  for (const { text, pointer } of segments) cost += text.length + pointer.length + SEGMENT_CHARS;
  for (const { pointer } of unjudged) cost += pointer.length + SEGMENT_CHARS;
  return cost;
};

/** Of whole groups within these segments; what stands behind them is not known yet. */
const namesWithin = ({ keeps, groups, seams }: GroupNames, { segments }: Beginning): GroupNames => {
  const whole = Math.floor(segments.length / GROUP_SEGMENTS);
  return { keeps, groups: groups.slice(0, whole), seams: seams.slice(0, whole) };
};

/**
 * A conversation comes again in full at every turn. What was read of it is found again by hashes of its characters, each over the one
 * before, under a secret of this process: so nobody can make two beginnings that are taken for one. Of a body that is met for the
 * first time only its first step is remembered, so that one that never comes again costs no more than that.
 *
 * @param maxChars 0 switches it off.
 * @param stepChars At least 2.
 * @param clock Monotonic, in milliseconds.
 */
export const createBeginnings = (
  maxChars: number,
  stepChars = STEP_CHARS,
  clock: () => number = () => performance.now(),
): Beginnings => {
  const secret = randomBytes(KEY_BYTES);
  const memory = createMemory(maxChars, clock);
  const nextStep = (text: string, from: number): number => stepEnd(text, from, stepChars);
  const nameOf = (before: Digest, text: string, from: number, to: number): Digest =>
    digestOf(secret, from, text.slice(from, to), before);

  const meet = (text: string): Met => {
    memory.age();
    let known: KnownBeginning | null = null;
    let name: Digest = '';
    let from = 0;
    let to = nextStep(text, 0);
    let isLastKnown = false;
    for (; to <= text.length; to = nextStep(text, from)) {
      const next = nameOf(name, text, from, to);
      const entry = memory.get(next);
      if (entry === undefined) {
        if (from === 0) memory.set(next, UNKNOWN);
        break;
      }
      isLastKnown = entry.known !== null;
      known = entry.known ?? known;
      name = next;
      from = to;
    }
    if (from === 0) return STRANGER;
    if (isLastKnown && to > text.length) return { known, remember: () => undefined };
    const remember: Met['remember'] = ({ end, beginningWithin }, names) => {
      let [before, at] = [name, from];
      for (let next = nextStep(text, at); next <= end; next = nextStep(text, at)) {
        before = nameOf(before, text, at, next);
        at = next;
        memory.set(before, UNKNOWN);
      }
      const found = beginningWithin(at);
      if (found === null || found.stop.end <= (known?.beginning.stop.end ?? 0)) return;
      const beginning = lengthen(text, found, known?.beginning ?? null);
      const cost = costOf(beginning);
      if (cost > maxChars / SHARE) return;
      memory.set(before, { known: { beginning, names: namesWithin(names, beginning) }, cost });
    };
    return { known, remember };
  };

  return { meet: maxChars === 0 ? () => STRANGER : meet, size: memory.size };
};
