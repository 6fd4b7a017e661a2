import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createClock, guardOf, maskWhole, policyOf, run, scanWhole, textsOf } from './streams.ts';
import { DONE, say } from './transcripts.ts';

const contentOf = (bytes: Buffer): string => textsOf(bytes).get('/choices/0/content') ?? '';
const streamOf = (text: string, size: number): Buffer => Buffer.from([...say(text, { size }), DONE].join(''));
const bytes = (...parts: readonly string[]): Buffer => Buffer.from(parts.join(''));

const piece = fc.constantFrom(
  ...[
    'Project',
    'project',
    'Bluebird',
    'bluebirds',
    'Nachtfalter',
    '蓝鸟',
    '计划',
    'KD-',
    '123456',
    '§file',
    '47',
  ],
  ...[' ', '  ', '\n', '. ', '-', 'x', 'Mu\u0308ller', '\u200b', ' a@mail.com'],
);
const anyText = fc.array(piece, { minLength: 1, maxLength: 14 }).map((pieces) => pieces.join(''));

describe('what the operator’s rules redact', () => {
  it('comes out the same however a text is cut into events', () => {
    let masked = 0;
    fc.assert(
      fc.property(anyText, fc.integer({ min: 1, max: 30 }), (text, size) => {
        const wanted = maskWhole('', text);
        const outcome = run([streamOf(text, size)]);
        expect(contentOf(Buffer.from(outcome.released, 'latin1')), `${size}`).toBe(wanted);
        if (wanted !== text) masked += 1;
      }),
      { numRuns: 1500 },
    );
    expect(masked).toBeGreaterThan(300);
  });
});

const LONG = 'Some prose that says little, and then says it again, about a bluebird. '.repeat(30);

it.each([1, 4, 60])('half a word is no word, wherever a scan begins: pieces of %i', (size) => {
  const text = Array.from(
    { length: 300 },
    (_, at) => `Zwergnachtfalter ${'a'.repeat(((at * at) % 37) + 1)} `,
  ).join('');
  expect(run([streamOf(text, size)]).findings).toEqual([]);
});

describe.each(['shadow', 'advisory'] as const)('%s', (mode) => {
  it.each([1, 9, 999])('holds nothing and finds the same, in pieces of %i', (size) => {
    const text = `${LONG}So the merger with Contoso, KD-123456, by the way. ${LONG}`;
    const guard = guardOf({ policy: policyOf({ mode }) });
    for (const event of say(text, { size })) {
      expect(guard.push(Buffer.from(event)).release.toString()).toBe(event);
      expect(guard.heldUntilMs()).toBeNull();
    }
    guard.push(Buffer.from(DONE));
    guard.end();
    const { findings, verdict } = guard.summary().inspection;
    const places = findings.map(({ ruleId, span }) => [ruleId, span.start, span.end]);
    expect(places.toSorted()).toEqual(
      scanWhole('', text)
        .map(({ ruleId, span }) => [ruleId, span.start, span.end])
        .toSorted(),
    );
    expect(findings.map(({ ruleId }) => ruleId).toSorted()).toEqual([
      'customer-number',
      'no-merger',
      'quiet',
    ]);
    expect(verdict).toMatchObject({ loosest: 'low', threat: { ruleId: 'no-merger', category: 'policy' } });
  });
});

describe('text that may begin a match', () => {
  it('waits no longer than it may', () => {
    const clock = createClock();
    const guard = guardOf({ clock: clock.now, protectedTexts: [] });
    const first = bytes(...say('a merger ', { size: 99 }));
    expect(guard.push(first).release.length).toBe(0);
    expect(guard.heldUntilMs()).toBe(clock.now() + 1500);
    expect(guard.expire().release).toEqual(first);
    const { release, threat } = guard.push(bytes(...say('with Contoso now', { size: 99 })));
    expect([release.length, threat?.ruleId]).toEqual([0, 'no-merger']);
  });

  it('of a pattern without end waits for as much as its rule says', () => {
    const guard = guardOf();
    const text = `§file ${'1'.repeat(400)}`;
    const events = say(text, { size: 10 });
    const released = events.map((event) => guard.push(Buffer.from(event)).release.length);
    expect(released.slice(0, 20)).toEqual(Array(20).fill(0));
  });

  it('does not wait for rules that only record', () => {
    const guard = guardOf({ policy: policyOf({ ruleAction: () => 'detect' }), protectedTexts: [] });
    const event = bytes(...say('by the ', { size: 99 }));
    expect(guard.push(event).release).toEqual(event);
  });
});
