import type { Segment, Trust } from '../../../src/chat/segment.ts';
import type { RedactedFinding } from '../../../src/policy/decide.ts';
import type { Replacement } from '../../../src/policy/settings.ts';
import { type ChangedAnswer, changeAnswer } from '../../../src/redaction/answer.ts';
import type { RestoredCounts } from '../../../src/redaction/masks.ts';
import { type RedactedRequest, redactRequest } from '../../../src/redaction/request.ts';
import type { Restorer } from '../../../src/redaction/restorer.ts';
import { atOnce } from '../../../src/steps/steps.ts';
import { findingOf, HASH, segmentOf } from '../envoy/fixtures.ts';

/** A text in which values are marked as `«EMAIL_ADDRESS:ann@example.com»`. */
export type Marked = Readonly<{
  text: string;
  pointer?: string;
  trust?: Trust;
  replacement?: Replacement;
  category?: 'pii' | 'secret' | 'policy';
}>;

const MARK = /«([^:»]+):([^»]+)»/g;

type Read = Readonly<{ segment: Segment; findings: readonly RedactedFinding[] }>;

const read = (marked: Marked, index: number): Read => {
  const spans: { subType: string; start: number; end: number }[] = [];
  let text = '';
  let from = 0;
  for (const match of marked.text.matchAll(MARK)) {
    const [all, subType = '', value = ''] = match;
    text += marked.text.slice(from, match.index);
    spans.push({ subType, start: text.length, end: text.length + value.length });
    text += value;
    from = match.index + all.length;
  }
  text += marked.text.slice(from);
  const segment = segmentOf(text, {
    pointer: marked.pointer ?? `/messages/${index}/content`,
    trust: marked.trust ?? 'user',
    source: { start: index * 1_000_000, end: index * 1_000_000 + 2 },
  });
  const findings = spans.map(({ subType, ...span }) => ({
    ...findingOf(segment, marked.category ?? 'pii', subType, { span }),
    replacement: marked.replacement ?? 'tokenize',
  }));
  return { segment, findings };
};

export type Sent = RedactedRequest &
  Readonly<{
    /** The texts as they go on, in the order in which they were given. */
    texts: readonly string[];
    /** The texts as the caller wrote them. */
    originals: readonly string[];
  }>;

/** Sends a request of marked texts on. */
export const send = (...marked: readonly (Marked | string)[]): Sent => {
  const all = marked.map((each, index) => read(typeof each === 'string' ? { text: each } : each, index));
  const redacted = atOnce(
    redactRequest(
      all.map(({ segment }) => segment),
      all.flatMap(({ findings }) => findings).toReversed(),
      HASH,
    ),
  );
  return {
    ...redacted,
    originals: all.map(({ segment }) => segment.text),
    texts: all.map(
      ({ segment }) => redacted.redactions.find((each) => each.segment === segment)?.text ?? segment.text,
    ),
  };
};

export const CONTENT = '/choices/0/message/content';
export const ARGUMENTS = '/choices/0/message/tool_calls/0/function/arguments';

const answer = (restorer: Restorer | null, text: string, pointer: string): ChangedAnswer =>
  atOnce(
    changeAnswer([segmentOf(text, { pointer, direction: 'output', trust: 'output' })], [], restorer, HASH),
  );

/** An answer as the caller gets it. */
export const restore = (restorer: Restorer | null, text: string, pointer = CONTENT): string =>
  answer(restorer, text, pointer).redactions[0]?.text ?? text;

/** The texts of an answer as the caller gets them. */
export const restoreAll = (
  restorer: Restorer | null,
  texts: readonly string[],
  pointerOf: (index: number) => string,
): readonly string[] => {
  const segments = texts.map((text, index) =>
    segmentOf(text, { pointer: pointerOf(index), direction: 'output', trust: 'output' }),
  );
  const { redactions } = atOnce(changeAnswer(segments, [], restorer, HASH));
  return segments.map((segment) => redactions.find((each) => each.segment === segment)?.text ?? segment.text);
};

/** How many values of each entity are put back into an answer. */
export const countRestored = (restorer: Restorer | null, text: string): RestoredCounts =>
  answer(restorer, text, CONTENT).restored;
