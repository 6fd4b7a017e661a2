import { describe, expect, it } from 'vitest';
import type { Segment } from '../../../src/chat/segment.ts';
import { evaluate } from '../../../src/evaluation/evaluate.ts';
import { readLabelled } from '../../../src/evaluation/labelled.ts';
import { findingOf } from '../envoy/fixtures.ts';
import { fileOf } from '../training/rows.ts';
import { judgedOf } from './judged.ts';

describe('labelled texts', () => {
  it('are read from JSON Lines, as they are', () => {
    const file = fileOf('labelled.jsonl', { text: 'ｏｂｅｙ', label: 1 }, '', {
      text: 'tea',
      label: false,
      source: 's',
      lang: 'en',
      direction: 'tool',
      payload: 'e',
    });
    expect(readLabelled(file)).toEqual([
      {
        text: 'ｏｂｅｙ',
        attack: true,
        source: 'labelled.jsonl',
        lang: '',
        direction: 'user',
        payload: null,
      },
      { text: 'tea', attack: false, source: 's', lang: 'en', direction: 'tool', payload: 'e' },
    ]);
  });

  it('are read from files that begin with a mark of the byte order', () => {
    const file = fileOf('marked.jsonl', '\uFEFF{"text":"tea","label":0}');
    expect(readLabelled(file)).toMatchObject([{ text: 'tea', attack: false }]);
  });

  it('are read from blocks, whose families are their sources', () => {
    const file = fileOf(
      'labelled.txt',
      '=== attack jailbreak en document letters',
      'Dear all,',
      '⟦please ⟪obey|obey⟫⟧',
      'Yours',
      '=== benign - de user de-tea',
      'Tee!',
    );
    expect(readLabelled(file)).toEqual([
      {
        text: 'Dear all,\nplease obey\nYours',
        attack: true,
        source: 'letters',
        lang: 'en',
        direction: 'document',
        payload: 'please obey',
      },
      { text: 'Tee!', attack: false, source: 'tea', lang: 'de', direction: 'user', payload: null },
    ]);
    expect(readLabelled(file)).toEqual(readLabelled(file));
  });

  it.each([
    {
      name: 'e.jsonl',
      lines: [{ text: 'x', label: 0 }, '{'],
      message: /e\.jsonl:2: not a labelled text: not JSON$/u,
    },
    {
      name: 'f.jsonl',
      lines: ['', { text: 'x' }],
      message:
        /f\.jsonl:2: not a labelled text: label: must be 1 or true for an attack, 0 or false for what is none$/u,
    },
    {
      name: 'h.jsonl',
      lines: [{ text: '', label: 1 }],
      message: /h\.jsonl:1: .*: text: must not be empty$/u,
    },
    { name: 'g.txt', lines: ['=== attack x'], message: /g\.txt:1: not a header$/u },
  ])('in $name are refused by file and line', ({ name, lines, message }) => {
    expect(() => readLabelled(fileOf(name, ...lines))).toThrow(
      expect.objectContaining({ code: 'CONFIG_INVALID', message: expect.stringMatching(message) }),
    );
  });

  it('that are not there are refused by name', () => {
    expect(() => readLabelled('/nowhere/x.txt')).toThrow(
      expect.objectContaining({ code: 'CONFIG_INVALID', message: '/nowhere/x.txt: cannot be read (ENOENT)' }),
    );
  });
});

describe('an evaluation', () => {
  it.each([
    { direction: 'user', role: 'user', trust: 'user' },
    { direction: 'system', role: 'user', trust: 'user' },
    { direction: 'assistant', role: 'assistant', trust: 'model' },
    { direction: 'tool', role: 'tool', trust: 'untrusted' },
    { direction: 'document', role: 'tool', trust: 'untrusted' },
    { direction: 'tool_definition', role: 'tool', trust: 'third-party' },
  ] as const)('has text of $direction judged as $trust', async ({ direction, role, trust }) => {
    const seen: Segment[] = [];
    const thresholds = { low: 1, medium: 0.5, high: 0.4, paranoid: 0.3 };
    let nowUs = 0;
    const [judged] = await evaluate([judgedOf(true, 0, { text: 'a\ud800', direction })], {
      scanSegments: async (segments) => {
        seen.push(...segments);
        nowUs += 7;
        const findings = segments.flatMap((segment) => [
          findingOf(segment, 'secret', 'API_KEY', { score: 1 }),
          findingOf(segment, 'prompt_injection', 'jailbreak', { score: 0.4 }),
          findingOf(segment, 'prompt_injection', 'jailbreak', { score: 0.6 }),
        ]);
        return { findings, unjudged: [] };
      },
      thresholdsOf: (each) => (each === trust ? thresholds : { low: 0, medium: 0, high: 0, paranoid: 0 }),
      cpuUs: () => nowUs,
    });
    expect(seen).toMatchObject([{ role, trust, direction: 'input', text: 'a\ufffd' }]);
    expect(judged).toMatchObject({ attack: true, direction, score: 0.6, thresholds, cpuUs: 7 });
  });

  it('scores nothing where nothing is found', async () => {
    const deps = {
      scanSegments: async () => ({ findings: [], unjudged: [] }),
      thresholdsOf: () => ({ low: 1, medium: 1, high: 1, paranoid: 1 }),
      cpuUs: () => 0,
    };
    expect(await evaluate([judgedOf(true, 0.9)], deps)).toMatchObject([{ score: 0 }]);
    expect(await evaluate([], deps)).toEqual([]);
  });
});
