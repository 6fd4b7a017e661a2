import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { thorough } from '../thorough.ts';
import {
  eventsOf,
  maskWhole,
  type Outcome,
  policyOf,
  run,
  scanWhole,
  textsOf,
  UNLIMITED,
} from './streams.ts';
import {
  ATTACKS,
  callTool,
  DONE,
  finish,
  role,
  SIZES,
  say,
  TRANSCRIPTS,
  type Transcript,
} from './transcripts.ts';

/** A prime, so that the cuts fall on all places of what repeats. */
const STEP_IN_HASTE = 7;

const piecesAt = (bytes: Buffer, cuts: readonly number[]): Buffer[] => {
  const places = [0, ...cuts.toSorted((a, b) => a - b), bytes.length];
  return places.slice(1).map((end, i) => bytes.subarray(places[i], end));
};

const play = (bytes: Buffer, cuts: readonly number[] = []): Outcome => run(piecesAt(bytes, cuts));
const bytesOf = ({ released }: Outcome): Buffer => Buffer.from(released, 'latin1');

const isJson = (data: string): boolean => {
  try {
    JSON.parse(data);
    return true;
  } catch {
    return false;
  }
};

/** Comments overtake what is held. */
const COMMENT = /^:.*\n\n/gm;

const expectClean = ({ bytes }: Transcript, outcome: Outcome): void => {
  expect(outcome.threat).toBeNull();
  const [sent, got] = [bytes, bytesOf(outcome)].map((each) => each.toString().replace(COMMENT, ''));
  expect(got).toBe(sent);
  expect(outcome.released.length).toBe(bytes.length);
};

const expectMasked = ({ bytes, hidden }: Transcript, outcome: Outcome): void => {
  expect(outcome.threat).toBeNull();
  const released = bytesOf(outcome);
  const wanted = [...textsOf(bytes)].map(([place, text]): [string, string] => [
    place,
    maskWhole(place, text),
  ]);
  expect([...textsOf(released)].filter(([, text]) => text !== '')).toEqual(
    wanted.filter(([, text]) => text !== ''),
  );
  expect(wanted).not.toEqual([...textsOf(bytes)]);
  const [sent, got] = [eventsOf(bytes), eventsOf(released)];
  expect(got.length).toBe(sent.length);
  got.forEach(({ data }, i) => {
    expect(isJson(data ?? '')).toBe(isJson(sent[i]?.data ?? ''));
  });
  for (const text of hidden) expect(released.toString()).not.toContain(text);
};

const expectCut = ({ bytes, expected, hidden }: Transcript, outcome: Outcome): void => {
  expect([outcome.threat?.ruleId, outcome.threat?.subType]).toEqual(expected);
  const released = bytesOf(outcome);
  const sent = textsOf(bytes);
  for (const [place, text] of textsOf(released)) {
    const start = place === outcome.threat?.at ? outcome.threat.start : Infinity;
    expect(maskWhole(place, (sent.get(place) ?? '').slice(0, start)).startsWith(text), place).toBe(true);
  }
  for (const text of hidden) expect(released.toString()).not.toContain(text);
  expect(released.toString()).not.toContain('[DONE]');
};

const expectAsSaid = (transcript: Transcript, outcome: Outcome): void => {
  if (transcript.expected === 'clean') expectClean(transcript, outcome);
  else if (transcript.expected === 'masked') expectMasked(transcript, outcome);
  else expectCut(transcript, outcome);
};

it('has a table worth its name', () => {
  expect(TRANSCRIPTS.length).toBeGreaterThanOrEqual(60);
  expect(new Set(TRANSCRIPTS.map(({ name }) => name)).size).toBe(TRANSCRIPTS.length);
});

describe.each(TRANSCRIPTS)('$name', (transcript) => {
  const { bytes } = transcript;
  const whole = play(bytes);

  it('comes out as it should', () => {
    expectAsSaid(transcript, whole);
  });

  it('comes out the same, cut in two anywhere', () => {
    const wanted = JSON.stringify(whole);
    const step = thorough(1, STEP_IN_HASTE);
    const other = Array.from({ length: bytes.length }, (_, at) => at).filter(
      (at) => at % step === bytes.length % step && JSON.stringify(play(bytes, [at])) !== wanted,
    );
    expect(other).toEqual([]);
  });

  it('comes out the same in single bytes and in any pieces', () => {
    expect(
      play(
        bytes,
        Array.from(bytes, (_, at) => at),
      ),
    ).toEqual(whole);
    const cuts = fc.array(fc.nat({ max: bytes.length }), { maxLength: 12 });
    fc.assert(
      fc.property(cuts, (places) => {
        expect(play(bytes, places)).toEqual(whole);
      }),
      { numRuns: 30 },
    );
  });
});

describe('however a text is cut into events', () => {
  const manners = [
    { name: 'a content', parts: (text: string, size: number) => say(text, { size }) },
    { name: 'arguments of a tool', parts: (text: string, size: number) => callTool(text, { size }) },
  ];
  const cases = ATTACKS.flatMap((attack) =>
    manners.map((manner) => ({ ...attack, manner: manner.name, parts: manner.parts })),
  );

  it.each(cases)('$name in $manner is cut', ({ text, bad, expected, parts }) => {
    const outcomes = SIZES.map((size) =>
      run([Buffer.from([role(), ...parts(text, size), finish(), DONE].join(''))]),
    );
    for (const outcome of outcomes) {
      expect([outcome.threat?.ruleId, outcome.threat?.subType]).toEqual(expected);
      expect([outcome.threat?.start, outcome.threat?.end]).toEqual([
        outcomes[0]?.threat?.start,
        outcomes[0]?.threat?.end,
      ]);
      const delivered = [...textsOf(bytesOf(outcome)).values()].join('');
      expect(text.slice(0, outcome.threat?.start)).toContain(delivered);
      expect(delivered).not.toContain(bad);
    }
  });

  it.each(cases)('$name in $manner is noted where nothing is held', ({ text, expected, parts }) => {
    for (const size of SIZES) {
      const bytes = Buffer.from([role(), ...parts(text, size), finish(), DONE].join(''));
      const outcome = run([bytes], { policy: policyOf({ mode: 'shadow' }) });
      expect(bytesOf(outcome)).toEqual(bytes);
      expect(outcome.findings.map(({ ruleId }) => ruleId)).toContain(expected[0]);
    }
  });

  it('masked text is the same', () => {
    const masked = TRANSCRIPTS.filter(({ expected }) => expected === 'masked');
    for (const { bytes } of masked) {
      for (const [place, text] of textsOf(bytes)) {
        const outcomes = SIZES.map((size) =>
          textsOf(bytesOf(run([Buffer.from([...say(text, { size }), DONE].join(''))]))).get(
            '/choices/0/content',
          ),
        );
        expect(new Set(outcomes).size, place).toBe(1);
        expect(outcomes[0]).toBe(maskWhole(place, text));
      }
    }
  });
});

it.each(SIZES)('notes an entity once where it is only detected, in pieces of %i', (size) => {
  const text = 'To anna.schmidt@mail-company.com or bob@mail.co, card 4111 1111 1111 1111. ';
  const policy = policyOf({ entityAction: () => 'detect', enforcesEntities: () => false });
  const { findings } = run([Buffer.from([...say(text, { size }), DONE].join(''))], { policy });
  const whole = scanWhole('', text).map(({ ruleId, span }) => [ruleId, span.start, span.end]);
  const found = findings.map(({ ruleId, start, end }) => [ruleId, start, end]);
  expect(found.toSorted()).toEqual(whole.toSorted());
});

it('finds in a growing text what it finds in the whole', () => {
  const piece = fc.constantFrom(
    ...ATTACKS.map(({ text }) => text),
    'Some prose, then. ',
    ' \n\n',
    '这是一个',
    ' 12 ',
    'a@mail.com ',
  );
  fc.assert(
    fc.property(
      fc.array(piece, { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 1, max: 40 }),
      (pieces, size) => {
        const text = pieces.join('');
        const bytes = Buffer.from([...say(text, { size }), DONE].join(''));
        const { findings } = run([bytes], { policy: policyOf({ mode: 'shadow' }), budget: UNLIMITED() });
        const whole = scanWhole('', text).filter(({ score }) => score >= 0.8);
        for (const { ruleId, span } of whole) {
          expect(
            findings.some((each) => each.ruleId === ruleId && each.start < span.end && span.start < each.end),
          ).toBe(true);
        }
      },
    ),
    { numRuns: 60 },
  );
});
