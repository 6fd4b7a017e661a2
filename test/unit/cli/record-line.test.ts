import { expect, it } from 'vitest';
import { recordLine } from '../../../src/cli/record-line.ts';
import type { ScanRecord } from '../../../src/records/store.ts';
import { sampleRecord } from '../records/samples.ts';

const removed = { direction: 'input', entity: 'instruction_override', action: 'remove', count: 1 } as const;
const passed = { outcome: 'pass', httpStatus: 200, errorCode: null, findings: [], unjudged: {} } as const;

it.each<{ name: string; change: Partial<ScanRecord>; ends: string }>([
  {
    name: 'an attack',
    change: { unjudged: {} },
    ends: 'gpt-4o  prompt_injection/instruction_override 0.973',
  },
  {
    name: 'an attack that was removed',
    change: { outcome: 'redacted', httpStatus: 200, errorCode: null, unjudged: {}, redactions: [removed] },
    ends: 'prompt_injection/instruction_override 0.973  attack removed',
  },
  {
    name: 'an attack that would be removed',
    change: {
      ...{ outcome: 'pass', mode: 'shadow', errorCode: null, unjudged: {} },
      redactions: [removed],
      wouldRedact: true,
    },
    ends: 'prompt_injection/instruction_override 0.973  attack would be removed',
  },
  { name: 'what passed', change: passed, ends: 'pass      200  blocking  gpt-4o' },
  {
    name: 'what was let by unscanned',
    change: { ...passed, model: null, path: '/v1/models', unjudged: { pass_through: 1 } },
    ends: 'pass      200  blocking  -  unscanned /v1/models',
  },
  {
    name: 'what could not be read',
    change: { ...passed, unjudged: { image: 2, timeout: 1 } },
    ends: 'gpt-4o  unjudged image=2,timeout=1',
  },
  {
    name: 'a path that a terminal would act on',
    change: { ...passed, path: '/v1/models/\u001b[2J', unjudged: { pass_through: 1 } },
    ends: 'unscanned /v1/models/?[2J',
  },
])('tells in one line of $name', ({ change, ends }) => {
  const line = recordLine(sampleRecord(1, change));
  expect(line.slice(-ends.length)).toBe(ends);
  expect(line).toMatch(/^2027-01-15T08:00:00\.001Z {2}req_/);
});
