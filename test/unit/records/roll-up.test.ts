import fc from 'fast-check';
import { expect, it } from 'vitest';
import { rollUp } from '../../../src/records/roll-up.ts';
import { toRequestRow } from '../../../src/records/rows.ts';
import { START_MS, sampleFinding, sampleRecord } from './samples.ts';

const change = fc.record({
  receivedAtMs: fc.nat(3 * 86_400_000).map((ms) => START_MS + ms),
  keyId: fc.constantFrom(null, 'key_a', 'key_b'),
  model: fc.constantFrom(null, 'gpt-4o', 'other'),
  outcome: fc.constantFrom('pass', 'blocked', 'refused'),
  loosest: fc.constantFrom(null, 'low', 'high'),
  findings: fc.constantFrom([], [sampleFinding]),
  inputScanUs: fc.nat(5000),
  addedUs: fc.option(fc.nat(5000)),
});

const KEYS = ['span_ms', 'key_id', 'kind', 'at_ms', 'value', 'bucket'];

type Row = Readonly<Record<string, unknown>>;

/** Rows by what they are of, with their counts added up. */
const addUp = (rows: readonly Row[]): Readonly<Record<string, Record<string, number>>> => {
  const sums: Record<string, Record<string, number>> = {};
  for (const row of rows) {
    const key = KEYS.map((name) => row[name]).join(' ');
    const sum = sums[key] ?? {};
    sums[key] = sum;
    for (const [name, value] of Object.entries(row))
      if (!KEYS.includes(name)) sum[name] = (sum[name] ?? 0) + Number(value);
  }
  return sums;
};

it('counts many requests as it counts each of them, each row once, in one order', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 40 }), (changes) => {
      const rows = changes.map((each, index) => toRequestRow(sampleRecord(index, each)));
      const together = rollUp(rows);
      const alone = rows.map((row) => rollUp([row]));
      for (const table of ['traffic', 'values', 'latency'] as const) {
        expect(addUp(together[table])).toEqual(addUp(alone.flatMap((each): readonly Row[] => each[table])));
        expect(Object.keys(addUp(together[table]))).toHaveLength(together[table].length);
        expect(JSON.stringify(rollUp(rows.toReversed())[table])).toBe(JSON.stringify(together[table]));
      }
    }),
  );
});

it('counts a request in spans of each length, for its key and for all', () => {
  const [row] = [toRequestRow(sampleRecord(90_000))];
  const { traffic, values, latency } = rollUp([row]);
  const minuteMs = START_MS + 60_000;
  expect(
    traffic.map(({ span_ms, key_id, at_ms, requests, blocked }) => [
      span_ms,
      key_id,
      at_ms,
      requests,
      blocked,
    ]),
  ).toContainEqual([60_000, 'key_a', minuteMs, 1, 1]);
  expect(traffic).toHaveLength(6);
  // A model, a sub-type and an error code.
  expect(values).toHaveLength(9);
  expect(latency).toHaveLength(10);
});

const none = { loosest: null, wouldBlock: false, redactions: [], outcome: 'pass' } as const;
const email = { ...sampleFinding, category: 'pii', subType: 'EMAIL_ADDRESS' } as const;
const removed = [{ direction: 'input', entity: 'instruction_override', action: 'remove', count: 1 }] as const;
const replaced = [{ direction: 'input', entity: 'EMAIL_ADDRESS', action: 'mask', count: 1 }] as const;

it.each([
  { name: 'an attack', change: {}, threats: ['prompt_injection/instruction_override'] },
  {
    name: 'an attack at another sensitivity',
    change: { ...none, loosest: 'paranoid' },
    threats: ['prompt_injection/instruction_override'],
  },
  { name: 'a value that is only noted', change: { ...none, findings: [email] }, threats: [] },
  {
    name: 'what is excluded',
    change: { ...none, findings: [{ ...sampleFinding, exclusionId: 'exc_1' }] },
    threats: [],
  },
  {
    name: 'a replaced value beside an attack at another sensitivity',
    change: { ...none, loosest: 'paranoid', findings: [email, sampleFinding], redactions: replaced },
    threats: [],
  },
  {
    name: 'an attack that was removed',
    change: { ...none, loosest: 'low', outcome: 'redacted', redactions: removed },
    threats: ['prompt_injection/instruction_override'],
  },
] as const)('counts as a threat, or not: $name', ({ change: what, threats }) => {
  const { values } = rollUp([toRequestRow(sampleRecord(1, what))]);
  const named = values.filter(({ kind }) => kind === 'sub_type').map(({ value }) => value);
  expect([...new Set(named)]).toEqual(threats);
});
