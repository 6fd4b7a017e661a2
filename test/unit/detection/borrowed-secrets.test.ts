import { rules } from '@secretlint/secretlint-rule-preset-recommend';
import { describe, expect, it } from 'vitest';
import { secrets } from '../../../src/detection/detectors/secrets.ts';
import { readFacts } from '../../../src/detection/facts/text-facts.ts';
import { BORROWED_RULES } from '../../../src/detection/rulesets/secrets/borrowed.ts';
import { findBorrowed } from '../../../src/detection/secrets/secretlint.ts';
import { expectCheap } from '../cost.ts';
import { USER } from './samples.ts';

const find = (text: string) => findBorrowed(readFacts(text));
const samples = BORROWED_RULES.flatMap(({ id, match }) => match.map((sample) => ({ id, sample })));
const named = samples.map(({ id, sample }) => ({ id, sample, name: `${id} ${sample.slice(0, 8)}` }));

/** Rules of the preset that are not asked; `src/README.md` says why, and which of ours take their place. */
const NOT_ASKED = [
  'aws',
  'basicauth',
  'gcp',
  'github',
  'privatekey',
  'database-connection-string',
  'filter-comments',
];

describe('secretlint’s rules', () => {
  it('are asked, or left out on purpose', () => {
    const ids = rules.map(({ meta }: { meta: { id: string } }) =>
      meta.id.replace('@secretlint/secretlint-rule-', ''),
    );
    const asked = new Set([...BORROWED_RULES.map(({ name }) => name), ...NOT_ASKED]);
    expect([...asked].toSorted()).toEqual(ids.toSorted());
  });

  it.each(named)('$name is found where it stands, and nowhere else', ({ id, sample }) => {
    for (const before of ['', 'so: ', 'a\\n', '('.repeat(5000), '👍', '"', 'x_']) {
      for (const after of ['', ' ', '"', '\n', '. And so on.', ' '.repeat(5000)]) {
        const found = find(before + sample + after).filter(({ ruleId }) => ruleId === id);
        expect(found.map(({ span }) => span)).toEqual([
          { start: before.length, end: before.length + sample.length },
        ]);
      }
    }
  });

  it.each(named)('$name is not found within a word, cut short, or as a stand-in', ({ id, sample }) => {
    const texts = [`a${sample}`, sample.slice(0, 14), sample.replaceAll(/[a-z\d]/giu, 'x')];
    const begins = BORROWED_RULES.find((rule) => rule.id === id)?.starts ?? [];
    texts.push(...begins, ...begins.map((start) => start + 'x'.repeat(60)));
    expect(texts.flatMap(find).filter(({ ruleId }) => ruleId === id)).toEqual([]);
  });

  it.each(named)('$name cannot be hidden by a comment', ({ sample }) => {
    const comments = ['secretlint-disable', '// secretlint-disable', '<!-- secretlint-disable -->'];
    for (const comment of [...comments, '/* secretlint-disable-next-line */', '# secretlint-disable-line']) {
      for (const text of [`${comment}\n${sample}`, `${comment} ${sample}`, `${sample} ${comment}`]) {
        const found = secrets.detect(text, USER);
        expect(found.map(({ span }) => text.slice(span.start, span.end))).toEqual([sample]);
      }
    }
  });

  it.each(named)('$name is one finding of all rules together', ({ sample }) => {
    expect(secrets.detect(`password=${sample} `, USER)).toHaveLength(1);
    expect(secrets.detect(`{"token":"${sample}"}`, USER)).toHaveLength(1);
    expect(secrets.detect(`{"token":"${sample}"}`, USER)[0]?.subType).not.toBe('generic_secret');
  });

  it('find both of two values whose stretches of text overlap', () => {
    const [a = '', b = ''] = samples.filter(({ id }) => id === 'SE-2018').map(({ sample }) => sample);
    for (const between of [' ', '\\n', '\\n\\t', ' '.repeat(2500)]) {
      expect(
        find([a, b, a].join(between))
          .map(({ span }) => span.start)
          .toSorted((x, y) => x - y),
      ).toEqual([0, a.length + between.length, a.length + b.length + 2 * between.length]);
    }
  });
});

const LENGTH = 100_000;
const fill = (piece: string): string => piece.repeat(Math.ceil(LENGTH / piece.length)).slice(0, LENGTH);

describe('what secretlint’s rules cost', () => {
  const starts = BORROWED_RULES.flatMap((rule) => rule.starts.map((start) => ({ start })));
  it.each(starts)('stays linear on $start', ({ start }) => {
    const pieces = [
      start,
      `${start} `,
      `${start}a`,
      `${start}${'a'.repeat(40)}`,
      `${start}1_`,
      `${start}1_a.`,
      `${start}a-a-`,
      `${start}a:a`,
      `${start}a:a@`,
      `${start}${'a.'.repeat(50)}`,
      `${start}1_${'a'.repeat(990)}.`,
      `${start}${'ey'.repeat(400)}`,
    ];
    for (const piece of pieces) {
      const facts = readFacts(fill(piece));
      expectCheap(400, () => findBorrowed(facts), piece.slice(0, 40));
    }
  });
});
