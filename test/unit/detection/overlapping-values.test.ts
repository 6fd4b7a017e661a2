import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Detector } from '../../../src/detection/detector.ts';
import { secrets } from '../../../src/detection/detectors/secrets.ts';
import { readFacts } from '../../../src/detection/facts/text-facts.ts';
import { type Finding, isEntity } from '../../../src/detection/findings.ts';
import { matchRules, type RawFinding } from '../../../src/detection/matching/matcher.ts';
import { createRulePipeline } from '../../../src/detection/operator-rules/rules.ts';
import { createPipeline } from '../../../src/detection/pipeline.ts';
import { BORROWED_RULES } from '../../../src/detection/rulesets/secrets/borrowed.ts';
import { mixed } from '../../../src/detection/rulesets/secrets/tokens.ts';
import { SECRETS } from '../../../src/detection/rulesets/secrets.ts';
import { findBorrowed } from '../../../src/detection/secrets/secretlint.ts';
import { normalize } from '../../../src/detection/text/normalize.ts';
import { redactRequest } from '../../../src/redaction/request.ts';
import { atOnce } from '../../../src/steps/steps.ts';
import { expectCheap } from '../cost.ts';
import { HASH, segmentOf } from '../envoy/fixtures.ts';
import { restore } from '../redaction/requests.ts';
import { WRITTEN } from './entities/generators.ts';
import { scan, USER } from './samples.ts';

type Spanned = Pick<Finding, 'span'>;

/** What of some findings stands in none of others. */
const leftOf = (text: string, some: readonly Spanned[], others: readonly Spanned[]): string => {
  const covered = new Uint8Array(text.length);
  for (const { span } of others) covered.fill(1, span.start, span.end);
  return some
    .flatMap(({ span }) =>
      Array.from(covered.subarray(span.start, span.end), (is, i) => [is, span.start + i]),
    )
    .map(([is, at = 0]) => (is === 1 ? '' : text.charAt(at)))
    .join('');
};

/** What a text's rules find where each is asked at one place only, so that none knows of what another one took. */
const foundOneByOne = (text: string): readonly RawFinding[] => {
  const facts = readFacts(text);
  matchRules(text, SECRETS, facts);
  return (facts.candidates?.get(SECRETS) ?? []).flatMap((candidate) => {
    const alone = new Map([[SECRETS, [candidate]]]);
    return matchRules(text, SECRETS, { ...facts, candidates: alone });
  });
};

const SEPARATORS = ['', ' ', ',', ';', '"', ':', '=', '&', '/', '.', '-', '_', '\n', '@', '|', '"}'] as const;
const KEY = `sk-ant-api03-${mixed(80)}`;
const KEYS = SECRETS.rules.map(({ match }) => match.filter(({ length }) => length < 300));

/** Values of one rule, each perhaps cut short, with some sign between them. */
const sameKind = fc
  .constantFrom(...KEYS.filter(({ length }) => length > 0))
  .chain((samples) =>
    fc.array(
      fc.record({
        sample: fc.constantFrom(...samples),
        part: fc.constantFrom(1, 1, 0.8, 0.6, 0.4, 0.2),
        separator: fc.constantFrom(...SEPARATORS),
      }),
      { minLength: 2, maxLength: 3 },
    ),
  )
  .map((parts) =>
    parts
      .map(({ sample, part, separator }) => sample.slice(0, Math.ceil(sample.length * part)) + separator)
      .join(''),
  );

describe('secrets of one kind beside each other', () => {
  it('leave nothing of themselves, though the pattern of the one runs on into the other', () => {
    fc.assert(
      fc.property(sameKind, (raw) => {
        const { text } = normalize(raw);
        expect(leftOf(text, foundOneByOne(text), secrets.detect(text, USER)), text).toBe('');
      }),
      { numRuns: 4000, seed: 20261129 },
    );
  });

  it.each([
    { text: `${KEY}-${KEY}`, seen: '' },
    { text: `${KEY}_${KEY}-${KEY}`, seen: '' },
    { text: 'Password: Sommer2024!Password: Sommer2024!', seen: 'Password:  ' },
    { text: 'creds: anna:Hunter2!x9:creds: anna:Hunter2!x9', seen: 'creds: anna: anna:' },
    { text: 'sshpass -p Xk9mQ-sshpass -p Xk9mQ2vL7pR ssh root@h', seen: 'sshpass -p  -p  ssh root@h' },
  ])('show of $text only $seen', ({ text, seen }) => {
    expect(
      leftOf(
        text,
        [{ span: { start: 0, end: text.length } }],
        scan(text, USER).filter(({ category }) => category === 'secret'),
      ),
    ).toBe(seen);
  });

  it.each(BORROWED_RULES.flatMap(({ id, match }) => match.map((sample) => ({ id, sample }))))(
    'leave nothing where secretlint’s rules are asked: $id $sample',
    ({ id, sample }) => {
      for (const between of ['-', '_', '.', '/', ':', ' ']) {
        const text = [sample, sample, sample].join(between);
        const places = [0, 1, 2].map((i) => i * (sample.length + between.length));
        const alone = places.flatMap((at) =>
          findBorrowed(readFacts(text.slice(at, at + sample.length)))
            .filter(({ ruleId }) => ruleId === id)
            .map(({ span }) => ({ span: { start: at + span.start, end: at + span.end } })),
        );
        expect(leftOf(text, alone, secrets.detect(text, USER)), text).toBe('');
      }
    },
  );

  it('cost no more the more of them there are', () => {
    for (const piece of [`${KEY}-`, 'sk-ant-api03-', `sk-ant-api03-${mixed(9)}-`, 'Password: Sommer2024!']) {
      const text = piece.repeat(Math.ceil(100_000 / piece.length));
      expectCheap(800, () => secrets.detect(text, USER, readFacts(text)), piece.slice(0, 40));
    }
  });
});

const found = (start: number, end: number, score: number): RawFinding => ({
  ...{ ruleId: 'SE-1', category: 'secret', subType: 'generic_secret', score },
  span: { start, end },
});

/** What is reported of such findings of one rule. */
const reported = (...list: readonly RawFinding[]): readonly string[] => {
  const detector: Detector = { id: 'all', readings: 'plain', applies: () => true, detect: () => list };
  return [...createPipeline([detector]).scan('x'.repeat(60), USER)]
    .flat()
    .map(({ span, score }) => `${span.start}-${span.end} ${score}`);
};

describe('findings of one rule', () => {
  it.each([
    {
      name: 'that overlap in part both stay',
      list: [found(0, 20, 0.9), found(15, 40, 0.9)],
      all: ['0-20 0.9', '15-40 0.9'],
    },
    {
      name: 'that overlap in part both stay, the second being surer',
      list: [found(0, 20, 0.8), found(15, 40, 0.9)],
      all: ['0-20 0.8', '15-40 0.9'],
    },
    {
      name: 'are one where the first holds the other',
      list: [found(0, 20, 0.9), found(5, 20, 0.9)],
      all: ['0-20 0.9'],
    },
    {
      name: 'are one where the second holds the other',
      list: [found(5, 20, 0.9), found(0, 20, 0.9)],
      all: ['0-20 0.9'],
    },
    {
      name: 'are two where the shorter one is surer',
      list: [found(0, 20, 0.8), found(5, 20, 0.9)],
      all: ['0-20 0.8', '5-20 0.9'],
    },
    {
      name: 'are told once, whatever they overlap',
      list: [found(0, 20, 0.9), found(15, 40, 0.9), found(15, 40, 0.9), found(16, 30, 0.8)],
      all: ['0-20 0.9', '15-40 0.9'],
    },
  ])('$name', ({ list, all }) => {
    expect(reported(...list)).toEqual(all);
  });
});

it('no string that stands behind a value in a program is taken for its end', () => {
  const text = 'email = build("foo@example.com", "foo", "example.com")';
  const values = scan(text, USER).filter(({ category }) => isEntity(category));
  expect(values.map(({ span }) => text.slice(span.start, span.end))).toEqual(['foo@example.com']);
});

it('phrases of an operator’s rule that share a word are both found', () => {
  const words = ['red fox', 'fox hunt'];
  const rule = { id: 'names', words, caseSensitive: false, direction: 'both', maxChars: 100 } as const;
  const text = 'the red fox hunt began';
  const all = [...createRulePipeline([], [rule]).scan(text, USER)].flat();
  expect(all.map(({ span }) => text.slice(span.start, span.end))).toEqual(words);
});

const values = fc.oneof(
  fc.oneof(...WRITTEN).map(({ text }) => text),
  fc.constantFrom(...KEYS.flat()),
);
/** Values side by side, and such that end as the next one begins. */
const beside = fc
  .array(fc.tuple(values, fc.constantFrom(...SEPARATORS), fc.nat({ max: 3 })), { minLength: 2, maxLength: 4 })
  .map((parts) =>
    parts.map(([value, separator, cut]) => value.slice(cut === 3 ? 1 : 0) + separator).join(''),
  );

it('whatever stands beside each other, what is found is replaced and comes back exactly', () => {
  fc.assert(
    fc.property(beside, (text) => {
      const segment = segmentOf(text);
      const findings = scan(text, USER)
        .filter(({ category }) => isEntity(category))
        .map((finding) => ({ ...finding, segment, replacement: 'tokenize' as const }));
      const { redactions, restorer } = atOnce(redactRequest([segment], findings, HASH));
      const redacted = redactions[0]?.text ?? text;
      expect(restore(restorer, redacted)).toBe(text);
      const seen = leftOf(text, [{ span: { start: 0, end: text.length } }], findings);
      expect(redacted.replaceAll(/<[A-Z\d_-]+_\d+>/g, '')).toBe(seen);
    }),
    { numRuns: 1500, seed: 20261129 },
  );
});
