import { describe, expect, it } from 'vitest';
import { effectivePolicyDocument } from '../../../src/config/policy-layer.ts';
import { unknownEntities } from '../../../src/config/unknown-entities.ts';
import { ENTITY_NAMES } from '../../../src/detection/entities/names.ts';
import { SECRET_KINDS } from '../../../src/policy/entity-names.ts';

const names = (document: object, before?: object) =>
  unknownEntities(document, before).map(({ path }) => path.join('.'));

describe('names that nothing is found by', () => {
  it.each([
    ['entities', { entities: { EMAIL_ADRESS: {} } }, ['entities.EMAIL_ADRESS']],
    ['values that are none', { allow: { EMAIL_ADRESS: [] } }, ['allow.EMAIL_ADRESS']],
    ['a secret by small letters', { entities: { openai_api_key: {} } }, ['entities.openai_api_key']],
    ['nothing', {}, []],
    ['another shape', { entities: ['A'], allow: 'B' }, []],
    ['names that other products know', { entities: { PERSON: {}, LOCATION: {}, NRP: {} } }, []],
  ] as const)('are told of: %s', (_, document, expected) => {
    expect(names(document)).toEqual(expected);
  });

  it('are none of ours', () => {
    const all = [...ENTITY_NAMES, ...SECRET_KINDS.map((kind) => kind.toUpperCase())];
    expect(names({ entities: Object.fromEntries(all.map((name) => [name, {}])) })).toEqual([]);
  });

  it('may stay where they stand already, and are read there', () => {
    const old = { entities: { OLD_NAME: { input: 'mask' } } };
    expect(names({ entities: { ...old.entities, NEW_NAME: {} } }, old)).toEqual(['entities.NEW_NAME']);
    expect(names({ allow: { OLD_NAME: [] } }, old)).toEqual(['allow.OLD_NAME']);
    expect(effectivePolicyDocument(old, {})).toMatchObject({ ok: true, policy: old });
  });
});
