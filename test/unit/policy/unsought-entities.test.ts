import { describe, expect, it } from 'vitest';
import { ConfigSchema } from '../../../src/config/schema.ts';
import type { SegmentFinding } from '../../../src/detection/scan-segments.ts';
import { replacementOf } from '../../../src/policy/decide.ts';
import { effectivePolicy } from '../../../src/policy/effective.ts';
import { RESERVED_ENTITIES } from '../../../src/policy/entity-defaults.ts';
import { SETTABLE_ENTITIES, unsoughtEntities } from '../../../src/policy/entity-names.ts';

describe('entities that nothing looks for', () => {
  it('are those whose names are reserved', () => {
    const all = Object.fromEntries([...SETTABLE_ENTITIES].map((name) => [name, { input: 'mask' } as const]));
    expect(unsoughtEntities(all)).toEqual(RESERVED_ENTITIES);
  });

  it.each([
    ['an action in answers', { PERSON: { output: 'hash' } }, ['PERSON']],
    ['detect, which would record what is found', { NRP: { input: 'detect' } }, ['NRP']],
    ['off in one direction alone', { URL: { input: 'off', output: 'block' } }, ['URL']],
    ['off, which is what happens', { PERSON: { input: 'off', output: 'off' } }, []],
    ['nothing', { PERSON: {} }, []],
    ['what an older version knew', { OLD_NAME: { input: 'mask' } }, ['OLD_NAME']],
  ] as const)('are told of by what is set: %s', (_, entities, expected) => {
    expect(unsoughtEntities(entities)).toEqual(expected);
  });

  it('are not found by an own rule of such a name either: what is done about that stands in the rule', () => {
    const { policy } = ConfigSchema.parse({
      policy: {
        entities: { PERSON: { input: 'block', output: 'block' } },
        rules: [{ id: 'person', words: ['Ada Lovelace'], action: 'detect' }],
      },
    });
    const inForce = effectivePolicy(
      { ...policy, revision: '' },
      { mode: null, sensitivity: null, override: 'ignore' },
      { mode: null, sensitivity: null },
    );
    const finding = {
      ...{ category: 'policy', subType: 'person', ruleId: 'person', score: 1, span: { start: 0, end: 3 } },
      segment: { direction: 'input', trust: 'user', text: 'Ada' },
    } as SegmentFinding;
    expect(replacementOf(finding, inForce)).toBeNull();
    expect(unsoughtEntities(policy.entities)).toEqual(['PERSON']);
  });
});
