import type { Span } from '../../chat/segment.ts';
import type { Detector } from '../detector.ts';
import { destinationsIn } from './untrusted-destination.ts';

/** How models begin a call in their text, where it is the client that takes it out and makes it: each family has marks of its own. */
const BEGINS = new RegExp(
  [
    String.raw`<\|?(?:tool[_\u2581]?(?:calls?|use)|function(?:_?calls?|=)|invoke\s|use_mcp_tool|execute_command|python_tag)`,
    String.raw`\[TOOL_CALLS?\]`,
    '```tool_(?:code|call)',
    String.raw`(?<![^\n])[ \t*]{0,4}Action Input\s?:`,
  ].join('|'),
  'giu',
);
const ENDS = new RegExp(
  [
    String.raw`</(?:tool|function|invoke|use_mcp|execute)`,
    String.raw`<\|?/?tool[_\u2581]?(?:calls?|use)[_\u2581](?:section[_\u2581])?end`,
    String.raw`\[/TOOL_CALLS?\]`,
    String.raw`\nObservation\s?:`,
  ].join('|'),
  'giu',
);
/** Longer ones are files that are written, and name their destination first. */
const LONGEST_CALL = 8000;

function* callsIn(text: string): Generator<Span> {
  BEGINS.lastIndex = 0;
  for (let match = BEGINS.exec(text); match !== null; match = BEGINS.exec(text)) {
    const start = match.index + match[0].length;
    const rest = text.slice(start, start + LONGEST_CALL);
    ENDS.lastIndex = 0;
    const end = start + (ENDS.exec(rest)?.index ?? rest.length);
    yield { start, end };
    BEGINS.lastIndex = end;
  }
}

/** The same as `untrustedDestination` of a call that stands in the text of an answer. */
export const calledInText: Detector = {
  id: 'called-in-text',
  readings: 'plain',
  // No call ends without a sign, and one that has not ended is not made.
  sparesPlainWords: true,
  applies: ({ direction, isToolCall, request }) =>
    direction === 'output' && isToolCall !== true && request?.hasUntrusted === true,
  detect: (text, { request }) =>
    request === undefined
      ? []
      : [...callsIn(text)].flatMap(({ start, end }) =>
          destinationsIn(text.slice(start, end), request).map((found) => ({
            ...found,
            span: { start: found.span.start + start, end: found.span.end + start },
          })),
        ),
};
