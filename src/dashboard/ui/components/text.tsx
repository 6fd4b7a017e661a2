import { Fragment } from 'react';
import { visibleParts } from '../lib/visible.ts';

/** Text that a stranger wrote: as text alone, with a face for what is invisible. */
export const CallerText = ({ text, isLine = false }: { text: string; isLine?: boolean }) => (
  <span className={isLine ? 'caller-line' : 'caller-text'} dir="auto">
    <Visible text={text} />
  </span>
);

/** With a direction of their own, names of hidden characters say nothing of the text's, which often begins with one. */
const Visible = ({ text }: { text: string }) =>
  visibleParts(text).map((part, at) =>
    part.isHidden ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have no other name
      <span key={at} className="hidden-char" dir="ltr">
        {part.text}
      </span>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have no other name
      <Fragment key={at}>{part.text}</Fragment>
    ),
  );

type Span = Readonly<{ start: number; end: number }>;

/** Overlapping spans as one, in order, within the text. */
const merged = (spans: readonly Span[], length: number): readonly Span[] => {
  const result: { start: number; end: number }[] = [];
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    const from = Math.max(0, Math.min(start, length));
    const to = Math.max(from, Math.min(end, length));
    const last = result.at(-1);
    if (last !== undefined && from <= last.end) last.end = Math.max(last.end, to);
    else if (to > from) result.push({ start: from, end: to });
  }
  return result;
};

/** A stranger's text with the places that count marked. */
export const Highlighted = ({ text, spans }: { text: string; spans: readonly Span[] }) => {
  const marks = merged(spans, text.length);
  return (
    <span className="caller-text" dir="auto">
      {marks.map(({ start, end }, at) => (
        <Fragment key={start}>
          <Visible text={text.slice(marks[at - 1]?.end ?? 0, start)} />
          <mark>
            <Visible text={text.slice(start, end)} />
          </mark>
        </Fragment>
      ))}
      <Visible text={text.slice(marks.at(-1)?.end ?? 0)} />
    </span>
  );
};
