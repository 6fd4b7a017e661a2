import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toCef } from '../../../src/telemetry/cef.ts';
import { toSecurityEvent } from '../../../src/telemetry/security-event.ts';
import { sampleFinding, sampleRecord } from '../dashboard/harness.ts';

const cefOf = (over: Parameters<typeof sampleRecord>[0], version = '1.2.3'): string => {
  const event = toSecurityEvent(sampleRecord(over), version);
  if (event === null) throw new Error('nothing is told of it');
  return toCef(event);
};

/** As a receiver reads it: seven headers, then names with values up to the next name. */
const read = (
  cef: string,
): Readonly<{ headers: readonly string[]; fields: Readonly<Record<string, string>> }> => {
  const parts = cef.split(/(?<=(?:^|[^\\])(?:\\\\)*)\|/);
  const unquoted = (text: string): string => text.replace(/\\(.)/g, '$1');
  const extension = parts.slice(7).join('|');
  const pairs = [...extension.matchAll(/(?:^| )(\w+)=((?:\\.|[^\\=])*)(?= \w+=|$)/g)];
  return {
    headers: parts.slice(0, 7).map(unquoted),
    fields: Object.fromEntries(pairs.map(([, name = '', value = '']) => [name, unquoted(value)])),
  };
};

it('is the event in CEF, without any text', () => {
  const secret = 'card 4111 1111 1111 1111';
  const record = sampleRecord({ findings: [sampleFinding({ excerpt: secret })], unjudged: { image: 2 } });
  const { headers, fields } = read(cefOf(record));
  expect(headers).toEqual([
    'CEF:0',
    'Portcullis',
    'Portcullis',
    '1.2.3',
    'PI-1001',
    'prompt_injection/instruction_override',
    '8',
  ]);
  expect(fields).toMatchObject({
    rt: String(record.receivedAtMs),
    externalId: record.requestId,
    act: 'Denied',
    outcome: 'Blocked',
    cat: 'prompt_injection/instruction_override',
    cn1: '97',
    cn1Label: 'confidence',
    cs3: record.mode,
    cs3Label: 'mode',
    cs5: 'PI-1001',
    cs6: 'image:2',
    cs6Label: 'unjudged',
  });
  expect(cefOf(record)).not.toContain('4111');
});

it('names what could not be scanned by its code', () => {
  const { headers, fields } = read(
    cefOf({
      outcome: 'refused',
      wouldBlock: false,
      loosest: null,
      findings: [],
      errorCode: 'unreadable_part',
    }),
  );
  expect([headers[4], fields['reason'], 'cn1' in fields]).toEqual([
    'unreadable_part',
    'unreadable_part',
    false,
  ]);
});

it('stays one line with its fields apart, whatever a caller calls his model', () => {
  const CONTROLS = /[\p{Cc}\u2028\u2029]+/gu;
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.constantFrom('a|b', 'x=1 act=none', 'c\\', 'd\ne')), (model) => {
      const cef = cefOf({ model });
      expect(cef).not.toMatch(CONTROLS);
      const { headers, fields } = read(cef);
      expect(headers[5]).toBe('prompt_injection/instruction_override');
      expect(fields['act']).toBe('Denied');
      if (model.trim() === model && model !== '') expect(fields['cs2']).toBe(model.replace(CONTROLS, ' '));
    }),
  );
});
