import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMasks } from '../../../src/redaction/masks.ts';
import type { Restorer } from '../../../src/redaction/restorer.ts';
import {
  createClock,
  eventsOf,
  guardOf,
  maskWhole,
  type Options,
  policyOf,
  run,
  textsOf,
} from './streams.ts';
import { callTool, DONE, event, finish, role, SIZES, say, TRANSCRIPTS } from './transcripts.ts';

const VALUES: ReadonlyMap<string, string> = new Map([
  ['<PERSON_1>', 'Ann "the Ace" O\\Neill\n'],
  ['<PERSON_12>', 'Bob'],
  ['<EMAIL_ADDRESS_1>', 'ann@mail-company.com'],
]);
const PLACEHOLDER = /<[A-Z_]+\d+>/g;
const OPEN = /<[A-Z_]*\d*$/;

const restorer: Restorer = {
  find: (text) =>
    Array.from(text.matchAll(PLACEHOLDER)).flatMap((match) => {
      const value = VALUES.get(match[0]);
      return value === undefined
        ? []
        : [
            {
              span: { start: match.index, end: match.index + match[0].length },
              value,
              entity: match[0].replace(/<|_\d+>/g, ''),
            },
          ];
    }),
  openFrom: (text) => {
    const at = text.search(OPEN);
    return at === -1 ? text.length : at;
  },
  longest: 24,
  mayFill: () => false,
};

const restore = (text: string): string => text.replaceAll(PLACEHOLDER, (name) => VALUES.get(name) ?? name);
const bytes = (...parts: readonly string[]): Buffer => Buffer.from(parts.join(''));
const textOf = (stream: Buffer, place = '/choices/0/content'): string => textsOf(stream).get(place) ?? '';
const play = (stream: Buffer, options: Options = {}): Buffer =>
  Buffer.from(run([stream], { restorer, ...options }).released, 'latin1');

const TEXT = 'Dear <PERSON_1>, write to <EMAIL_ADDRESS_1> or <PERSON_12>; <PERSON_3> and <b> and 3 < 4 <PERS';

describe.each(SIZES)('placeholders in pieces of %i', (size) => {
  const stream = bytes(role(), ...say(TEXT, { size }), finish(), DONE);

  it.each(['blocking', 'advisory', 'shadow'] as const)('give way to their values: %s', (mode) => {
    const released = play(stream, { policy: policyOf({ mode }) });
    expect(textOf(released)).toBe(restore(TEXT));
    expect(eventsOf(released)).toHaveLength(eventsOf(stream).length);
  });

  it('give way in an answer that is held whole', () => {
    expect(textOf(play(stream, { holdsWhole: true }))).toBe(restore(TEXT));
  });

  it.each([
    { name: 'a function', place: '/choices/0/tool_calls/0/function/arguments', call: callTool },
    {
      name: 'a function of the old kind',
      place: '/choices/0/function_call/arguments',
      call: (text: string) =>
        say(text, { size }).map((each) =>
          each.replace(/"content":("(?:[^"\\]|\\.)*")/, '"function_call":{"arguments":$1}'),
        ),
    },
  ])('become JSON within the arguments of $name', ({ place, call }) => {
    const sent = { to: '<PERSON_1>', copy: ['<PERSON_12>', '<PERSON_3>'] };
    const released = play(bytes(...call(JSON.stringify(sent), { size }), DONE));
    expect(JSON.parse(textOf(released, place))).toEqual({
      to: VALUES.get('<PERSON_1>'),
      copy: ['Bob', '<PERSON_3>'],
    });
    for (const { data } of eventsOf(released)) if (data !== '[DONE]') JSON.parse(data ?? '');
  });

  it('change nothing of what is masked, nor is a value masked again', () => {
    const text = 'Card 4111 1111 1111 1111 of <EMAIL_ADDRESS_1>, not bob@mail-company.com. ';
    const released = play(bytes(...say(text, { size }), DONE));
    expect(textOf(released)).toBe(restore(maskWhole('', text)));
    expect(textOf(released)).toContain('ann@mail-company.com');
    expect(textOf(released)).not.toContain('bob@');
  });
});

describe('a placeholder', () => {
  it('comes out the same, cut in two at any byte', () => {
    const stream = bytes(role(), ...say(TEXT, { size: 5 }), finish(), DONE);
    const outcomes = Array.from(
      stream,
      (_, at) => run([stream.subarray(0, at), stream.subarray(at)], { restorer }).released,
    );
    expect(new Set(outcomes).size).toBe(1);
  });

  it('gives way in any text, in any pieces, in each of two choices', () => {
    const part = fc.constantFrom(...VALUES.keys(), '<PERSON_3>', '<', '<PER', 'SON_1>', ' ', 'b', '\n', '1>');
    const texts = fc.array(part, { maxLength: 8 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(texts, texts, fc.integer({ min: 1, max: 12 }), (left, right, size) => {
        const stream = bytes(...say(left, { size }), ...say(right, { size, index: 1 }), DONE);
        const released = play(stream);
        expect(textOf(released)).toBe(restore(left));
        expect(textOf(released, '/choices/1/content')).toBe(restore(right));
      }),
      { numRuns: 400 },
    );
  });

  it('in a text that stands alone gives way, and in data that is no JSON it does not', () => {
    const stream = bytes(event('{"error":{"message":"no <PERSON_1>"}}'), event('no <PERSON_1>'), DONE);
    const released = play(stream);
    expect(textOf(released, '/error/message')).toBe(restore('no <PERSON_1>'));
    expect(released.toString()).toContain('data: no <PERSON_1>\n\n');
  });

  it('waits while it is incomplete, and no longer than it may', () => {
    for (const mode of ['blocking', 'shadow'] as const) {
      const clock = createClock();
      const guard = guardOf({ clock: clock.now, restorer, policy: policyOf({ mode }) });
      const first = bytes(...say('To <PERS', { size: 99 }));
      expect(guard.push(first).release.length).toBe(0);
      expect(guard.heldUntilMs()).toBe(clock.now() + 1500);
      expect(guard.expire().release).toEqual(first);
      const rest = bytes(...say('ON_1> and <PERSON_12>. ', { size: 99 }));
      expect(textOf(guard.push(rest).release)).toBe('ON_1> and Bob. ');
    }
  });

  it('of no more than its longest holds text', () => {
    const guard = guardOf({ restorer, policy: policyOf({ mode: 'shadow' }) });
    const events = say(`<${'A'.repeat(60)}`, { size: 1 });
    const held = events.map((each) => (guard.push(Buffer.from(each)).release.length > 0 ? 0 : 1));
    expect(held.indexOf(0)).toBe(restorer.longest - 1);
  });

  it('that a threat stands behind has left restored', () => {
    const text = 'Hi <PERSON_12>. A merger with Contoso.';
    const outcome = run([bytes(...say(text, { size: 4 }), DONE)], { restorer });
    expect(outcome.threat?.ruleId).toBe('no-merger');
    expect(textOf(Buffer.from(outcome.released, 'latin1'))).toBe('Hi Bob. ');
  });
});

describe('without any placeholder', () => {
  it.each(TRANSCRIPTS)('all is as it was: $name', ({ bytes: stream }) => {
    const wanted = run([stream]);
    expect(run([stream], { restorer })).toEqual(wanted);
  });
});

describe('masks and restorations', () => {
  it('where they touch, the mask wins, whichever comes first', () => {
    for (const order of [0, 1]) {
      const masks = createMasks();
      const steps = [
        () => masks.add({ start: 3, end: 6 }, '<M>'),
        () => masks.restore({ start: 2, end: 5 }, 'value', 'X'),
      ];
      for (const step of order === 0 ? steps : steps.toReversed()) step();
      masks.restore({ start: 7, end: 9 }, 'other', 'X');
      expect(masks.apply('0123456789', { start: 0, end: 10 })).toBe('012<M>6other9');
    }
  });

  it('what has left stays, and the mask begins behind it', () => {
    const masks = createMasks();
    masks.restore({ start: 1, end: 4 }, 'value', 'X');
    expect(masks.apply('01', { start: 0, end: 2 })).toBe('0value');
    masks.add({ start: 3, end: 6 }, '<M>');
    expect(masks.apply('234567', { start: 2, end: 8 })).toBe('<M>67');
  });

  it('no restoration is cut in two', () => {
    const masks = createMasks();
    masks.restore({ start: 2, end: 5 }, 'value', 'X');
    expect([1, 2, 3, 4, 5, 6].map(masks.wholeUntil)).toEqual([1, 2, 2, 2, 5, 6]);
  });
});
