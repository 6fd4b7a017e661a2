import type { Span } from '../../chat/segment.ts';

const OVERRIDE = '\u202e';
/** Fewer are the end of a file's name, or a sign that some program has left. */
const LEAST_LETTERS = 12;

/** What is shown from right to left, whatever it is made of: up to what ends that, or the paragraph (Unicode UAX #9). */
const RUN = /\u202e[^\u202c\u2029\r\n]*/gu;
const LATIN = /\p{Script=Latin}/gu;
const WRITTEN_SO = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const WORDS = /\p{L}\s+\p{L}/u;

/**
 * Words in letters of the Latin script that are shown in another order than they are sent: who looks at the text reads
 * something else than the model (CVE-2021-42574). No language needs it.
 *
 * @returns From the first to the last of them, in UTF-16 code units; undefined where there are none.
 */
export const turnedRoundIn = (text: string): Span | undefined => {
  if (!text.includes(OVERRIDE)) return undefined;
  let span: Span | undefined;
  for (const { 0: run, index } of text.matchAll(RUN)) {
    const letters = run.match(LATIN)?.length ?? 0;
    if (letters < LEAST_LETTERS || !WORDS.test(run) || WRITTEN_SO.test(run)) continue;
    span = { start: span?.start ?? index, end: index + run.length };
  }
  return span;
};
