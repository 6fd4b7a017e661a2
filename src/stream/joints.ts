import type { Span } from '../chat/segment.ts';
import type { SseEvent } from '../chat/sse.ts';
import type { StreamPiece } from '../chat/stream-chunk.ts';
import { type Finding, namesValue } from '../detection/findings.ts';
import { isSaidTwice, isToolName, mayGoOn } from '../detection/seams.ts';
import type { Channel } from './channel.ts';

/** What is taken along of the text in front of a border: as much as is looked back for words that announce a value. */
const TAIL_CHARS = 512;
/** Behind a border nothing is followed further than this. */
const LONGEST_CHARS = 8192;

/** What a tool is called is read by itself, and what kind something is of by nobody. */
const isLabel = (pointer: string): boolean =>
  isToolName(pointer) || /\/(?:type|id|format|role|status|signature)$/i.test(pointer);

/** A word that is written like one. */
const WORD = String.raw`(?:\p{Lu}?[\p{Ll}\p{Lo}\p{M}'’]{1,15}|\p{Lu}{1,5})`;
const LONGEST_END = 80;
/**
 * What may be open of a text that is still taken for ended: a few words and a short number. Of anything else a later piece of the
 * same text could make a value whose beginning had left.
 */
const ENDED = new RegExp(
  String.raw`^[\s"'“„(*\x60]*(?:${WORD},?\s){0,3}(?:${WORD}|\d{1,4})?[\s.,;:!?…)"'”*\x60]*$`,
  'u',
);

/** A stretch of one text, and where it stands in the joint one. */
type Part = { readonly channel: Channel; readonly at: number; readonly start: number; length: number };

/** Where a piece stands in a joint text; safe once nothing that crosses its border is open any more. */
export type JointPlace = Readonly<{ isSafe: () => boolean }>;

/** What was found across a border, in each text that holds a part of it, and all of it. */
export type Crossing = Readonly<{ channel: Channel; finding: Finding; value: string }>;

type Joint = {
  readonly channel: Channel;
  readonly parts: Part[];
  /** Where the last text in it begins. */
  border: number;
  /** Whether the text in front of the border came with the same event as that behind it, so that both may go on. */
  isFresh: boolean;
  state: 'open' | 'passed' | 'dissolved';
};

type ChoiceTexts = {
  readonly known: Set<Channel>;
  last: Channel;
  joint: Joint | null;
  /** The last event that had a piece of the choice, and which texts it had one of. */
  event: SseEvent;
  touched: Set<Channel>;
};

const endOf = (channel: Channel): number => {
  const { text, start } = channel.kept();
  return start + text.length;
};

/** How much more text behind the last border is followed. */
const roomIn = ({ channel, border }: Joint): number => Math.max(0, LONGEST_CHARS - (endOf(channel) - border));

const hasEnded = (channel: Channel): boolean => {
  const { text, start } = channel.kept();
  const open = text.slice(Math.max(0, channel.safeUntil() - start));
  return open.length <= LONGEST_END && ENDED.test(open);
};

const overlapOf = ({ channel, at, start, length }: Part, span: Span) => {
  const from = Math.max(span.start, at);
  const to = Math.min(span.end, at + length);
  return from < to ? { channel, span: { start: from - at + start, end: to - at + start } } : null;
};

const isWithin = ({ span }: Finding, { at, length }: Part): boolean =>
  span.start >= at && span.end <= at + length;

/**
 * Joins the texts of each choice where one follows on another: `content` on `reasoning_content`, a tool call on `content`.
 * Whoever shows them all reads on over the border. Texts that grow side by side, as where a server says the same under two
 * names, are not joined, and neither are those of different choices.
 *
 * @param create A text that is scanned like those of the stream.
 */
export const createJoints = (create: (pointer: string) => Channel) => {
  const choices = new Map<number | null, ChoiceTexts>();
  /** Those with a border that something is open across. */
  const open = new Set<ChoiceTexts>();

  const addTo = (joint: Joint, channel: Channel, text: string, start: number): JointPlace => {
    const at = joint.channel.append(text).start;
    const last = joint.parts.at(-1);
    if (last?.channel === channel) last.length += text.length;
    else joint.parts.push({ channel, at, start, length: text.length });
    return {
      isSafe: () => joint.state !== 'open' || at + text.length <= joint.channel.safeUntil(),
    };
  };

  const join = (own: ChoiceTexts): Joint => {
    const { text, start } = own.last.kept();
    const tail = text.slice(-TAIL_CHARS);
    const joint: Joint = {
      channel: create(own.last.segment.pointer),
      parts: [],
      border: 0,
      isFresh: false,
      state: 'open',
    };
    addTo(joint, own.last, tail, start + text.length - tail.length);
    return joint;
  };

  const append = (own: ChoiceTexts, channel: Channel, text: string, start: number): JointPlace | null => {
    const isBeginning = !own.known.has(channel);
    own.known.add(channel);
    if (own.joint !== null && !isBeginning && channel !== own.last) {
      own.joint.state = 'dissolved';
      own.joint = null;
      open.delete(own);
    }
    if (isBeginning) {
      own.joint ??= join(own);
      open.add(own);
      own.joint.border = endOf(own.joint.channel);
      own.joint.isFresh = own.touched.has(own.last);
    }
    own.last = channel;
    own.touched.add(channel);
    if (own.joint === null) return null;
    const room = roomIn(own.joint);
    return room === 0 ? null : addTo(own.joint, channel, text.slice(0, room), start);
  };

  /** What stands in the first text alone needs nothing of its neighbour, which a pattern may have run on into. */
  const isOfOneText = (
    finding: Finding,
    parts: readonly Part[],
    read: (start: number | undefined, end: number) => string,
  ): boolean => {
    const [first, ...others] = parts;
    if (first === undefined) return true;
    const alone = create(first.channel.segment.pointer);
    alone.append(read(first.at, first.at + first.length));
    const isWhole = alone
      .judge(true)
      .some(
        ({ category, subType, span, score }) =>
          span.start + first.at === finding.span.start &&
          category === finding.category &&
          subType === finding.subType &&
          score >= finding.score,
      );
    const begin = read(finding.span.start, first.at + first.length);
    const rest = read(others[0]?.at, finding.span.end);
    return isSaidTwice(begin, rest) || (isWhole && !mayGoOn(finding.category, rest));
  };

  const crossingsOf = ({ channel, parts }: Joint, finding: Finding): readonly Crossing[] => {
    if (parts.some((part) => isWithin(finding, part))) return [];
    const { text, start } = channel.kept();
    const read = (from = 0, to: number): string => text.slice(Math.max(0, from - start), to - start);
    const touched = parts.filter((part) => overlapOf(part, finding.span) !== null);
    if (namesValue(finding.category) && isOfOneText(finding, touched, read)) return [];
    const value = read(finding.span.start, finding.span.end);
    return touched.flatMap((part) => {
      const overlap = overlapOf(part, finding.span);
      return overlap === null
        ? []
        : [{ channel: part.channel, finding: { ...finding, span: overlap.span }, value }];
    });
  };

  /** Texts in front of the last border, once nothing is open across it; not those that may go on. */
  const pass = (own: ChoiceTexts, joint: Joint): readonly Channel[] => {
    if (joint.isFresh) return [];
    joint.state = 'passed';
    own.joint = null;
    open.delete(own);
    return joint.parts.slice(0, -1).flatMap(({ channel }) => (hasEnded(channel) ? [channel] : []));
  };

  const judgeOne = (own: ChoiceTexts, isClosed: boolean, take: (found: readonly Crossing[]) => void) => {
    const { joint } = own;
    if (joint === null) return [];
    const isFull = roomIn(joint) === 0;
    const found = joint.channel.judge(isClosed || isFull);
    take(found.flatMap((finding) => crossingsOf(joint, finding)));
    return joint.channel.safeUntil() >= joint.border || isClosed || isFull ? pass(own, joint) : [];
  };

  return {
    /**
     * To be called with each piece of a choice, as it is added to its own text.
     *
     * @returns Null where the piece is near no border.
     */
    append: (
      { choice, text }: Pick<StreamPiece, 'choice' | 'text'>,
      channel: Channel,
      { start }: Span,
      event: SseEvent,
    ): JointPlace | null => {
      const own = choices.get(choice);
      if (own?.known.has(channel) !== true && isLabel(channel.segment.pointer)) return null;
      if (own === undefined) {
        const known = new Set([channel]);
        choices.set(choice, { known, last: channel, joint: null, event, touched: new Set(known) });
        return null;
      }
      if (own.event !== event) {
        own.event = event;
        own.touched.clear();
        if (own.joint !== null) own.joint.isFresh = false;
      }
      return append(own, channel, text, start);
    },
    /**
     * Scans what became decided of the joint texts. To be called once all texts of an event are added.
     *
     * @returns Texts that another one has followed on, and that nothing is open in across the border.
     */
    judge: (isClosed: boolean, take: (found: readonly Crossing[]) => void): readonly Channel[] => {
      const over: Channel[] = [];
      for (const own of open) over.push(...judgeOne(own, isClosed, take));
      return over;
    },
    /** Whether there is anything to judge. */
    areOpen: (): boolean => open.size > 0,
    chars: (): number => {
      let sum = 0;
      for (const { joint } of open) sum += joint?.channel.chars() ?? 0;
      return sum;
    },
  };
};

export type Joints = ReturnType<typeof createJoints>;
