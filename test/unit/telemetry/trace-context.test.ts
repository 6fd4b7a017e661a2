import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createSpanId,
  createTraceId,
  isDrawn,
  parseTraceparent,
} from '../../../src/telemetry/trace-context.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';

describe('traceparent', () => {
  it.each([
    ['sampled', `00-${TRACE}-${SPAN}-01`, true],
    ['not sampled', `00-${TRACE}-${SPAN}-00`, false],
    ['sampled among flags that nobody knows yet', `00-${TRACE}-${SPAN}-ff`, true],
    ['other flags alone', `00-${TRACE}-${SPAN}-02`, false],
    ['a later version', `01-${TRACE}-${SPAN}-01`, true],
    ['a later version with more fields', `cc-${TRACE}-${SPAN}-01-what-the-future-will-be`, true],
  ])('%s is taken', (_name, value, isSampled) => {
    expect(parseTraceparent([value])).toEqual({ traceId: TRACE, spanId: SPAN, isSampled });
  });

  it.each([
    ['nothing', []],
    ['an empty value', ['']],
    ['two of them', [`00-${TRACE}-${SPAN}-01`, `00-${TRACE}-${SPAN}-01`]],
    ['two in one header', [`00-${TRACE}-${SPAN}-01,00-${TRACE}-${SPAN}-01`]],
    ['a trace of zeros', [`00-${'0'.repeat(32)}-${SPAN}-01`]],
    ['a span of zeros', [`00-${TRACE}-${'0'.repeat(16)}-01`]],
    ['version ff', [`ff-${TRACE}-${SPAN}-01`]],
    ['more fields in the first version', [`00-${TRACE}-${SPAN}-01-more`]],
    ['a dash behind the first version', [`00-${TRACE}-${SPAN}-01-`]],
    ['letters in upper case', [`00-${TRACE.toUpperCase()}-${SPAN}-01`]],
    ['a short trace', [`00-${TRACE.slice(1)}-${SPAN}-01`]],
    ['a long trace', [`00-${TRACE}0-${SPAN}-01`]],
    ['a short span', [`00-${TRACE}-${SPAN.slice(1)}-01`]],
    ['flags of one digit', [`00-${TRACE}-${SPAN}-1`]],
    ['flags that run on in a later version', [`01-${TRACE}-${SPAN}-012`]],
    ['letters that are no digits', [`00-${'g'.repeat(32)}-${SPAN}-01`]],
    ['blanks', [` 00-${TRACE}-${SPAN}-01`]],
    ['a line break at its end', [`00-${TRACE}-${SPAN}-01\n`]],
    ['other dashes', [`00–${TRACE}–${SPAN}–01`]],
    ['far too much', [`01-${TRACE}-${SPAN}-01-${'x'.repeat(10_000)}`]],
  ])('%s is none', (_name, values) => {
    expect(parseTraceparent(values)).toBeNull();
  });

  it('is read back from what we would write', () => {
    expect(parseTraceparent([`00-${createTraceId()}-${createSpanId()}-01`])?.isSampled).toBe(true);
  });

  it('never throws, and gives ids that are ids', () => {
    const piece = fc.constantFrom('00', 'ff', '01', '-', TRACE, SPAN, '0'.repeat(32), 'g', ' ', '\u0000');
    fc.assert(
      fc.property(fc.array(fc.array(piece).map((pieces) => pieces.join(''))), (values) => {
        const context = parseTraceparent(values);
        if (context === null) return;
        expect(context.traceId).toMatch(/^(?!0{32})[\da-f]{32}$/);
        expect(context.spanId).toMatch(/^(?!0{16})[\da-f]{16}$/);
      }),
    );
  });
});

describe('the draw', () => {
  it.each([0, 0.1, 0.5, 1])('keeps a share of %d', (ratio) => {
    const kept = Array.from({ length: 4000 }, createTraceId).filter((id) => isDrawn(id, ratio)).length;
    expect(kept / 4000).toBeGreaterThanOrEqual(ratio - 0.05);
    expect(kept / 4000).toBeLessThanOrEqual(ratio + 0.05);
  });

  it('keeps all or nothing at its ends', () => {
    for (const id of [`${'0'.repeat(31)}1`, 'f'.repeat(32)]) {
      expect([isDrawn(id, 0), isDrawn(id, 1)]).toEqual([false, true]);
    }
  });
});
