import { describe, expect, it } from 'vitest';
import {
  effectivePolicy,
  type KeyPolicy,
  parseMode,
  parseSensitivity,
} from '../../../src/policy/effective.ts';
import {
  type EntityAction,
  MODES,
  type Mode,
  type Override,
  type Replacement,
  RULE_THRESHOLDS,
  replacementBy,
  SENSITIVITIES,
  thresholdsFor,
} from '../../../src/policy/settings.ts';
import { SETTINGS } from '../envoy/fixtures.ts';

const indexOf = (mode: Mode): number => MODES.indexOf(mode);

describe('the mode in force', () => {
  it.each<{ settings: Mode; key: Mode | null; override: Override; asked: Mode | null; mode: Mode }>([
    { settings: 'blocking', key: null, override: 'allow', asked: null, mode: 'blocking' },
    { settings: 'blocking', key: 'shadow', override: 'allow', asked: null, mode: 'shadow' },
    { settings: 'shadow', key: 'blocking', override: 'allow', asked: null, mode: 'blocking' },
    { settings: 'blocking', key: null, override: 'allow', asked: 'shadow', mode: 'shadow' },
    { settings: 'shadow', key: null, override: 'allow', asked: 'blocking', mode: 'blocking' },
    { settings: 'blocking', key: null, override: 'tighten', asked: 'shadow', mode: 'blocking' },
    { settings: 'shadow', key: null, override: 'tighten', asked: 'advisory', mode: 'advisory' },
    { settings: 'blocking', key: 'advisory', override: 'tighten', asked: 'shadow', mode: 'advisory' },
    { settings: 'shadow', key: null, override: 'ignore', asked: 'blocking', mode: 'shadow' },
    { settings: 'shadow', key: 'advisory', override: 'ignore', asked: 'blocking', mode: 'advisory' },
  ])('$settings, key $key, $override, asked $asked: $mode', ({ settings, key, override, asked, mode }) => {
    const policy = effectivePolicy(
      { ...SETTINGS, mode: settings },
      { mode: key, sensitivity: null, override },
      { mode: asked, sensitivity: null },
    );
    expect(policy.mode).toBe(mode);
  });

  it('and the sensitivity are never loosened where the key says tighten', () => {
    for (const standing of SENSITIVITIES) {
      for (const asked of SENSITIVITIES) {
        const { sensitivity } = effectivePolicy(
          { ...SETTINGS, sensitivity: standing },
          { mode: null, sensitivity: null, override: 'tighten' },
          { mode: null, sensitivity: asked },
        );
        const stricter = Math.max(SENSITIVITIES.indexOf(standing), SENSITIVITIES.indexOf(asked));
        expect(sensitivity).toBe(SENSITIVITIES[stricter]);
      }
    }
    expect(indexOf('shadow')).toBeLessThan(indexOf('blocking'));
  });
});

it.each(MODES.flatMap((mode) => (['auto', 'block', 'allow'] as const).map((choice) => ({ mode, choice }))))(
  'a failed scan in $mode with $choice',
  ({ mode, choice }) => {
    const { onScanError } = effectivePolicy(
      { ...SETTINGS, mode, onInputScanError: choice, onOutputScanError: 'auto' },
      { mode: null, sensitivity: null, override: 'allow' },
      { mode: null, sensitivity: null },
    );
    const auto = mode === 'blocking' ? 'block' : 'allow';
    expect(onScanError.output).toBe(auto);
    expect(onScanError.input).toBe(mode === 'shadow' ? 'allow' : choice === 'auto' ? auto : choice);
  },
);

it('an entity that nobody set is only detected where the operator wants no defaults', () => {
  const { entityAction } = effectivePolicy(
    { ...SETTINGS, entityDefaults: 'detect', entities: { EMAIL_ADDRESS: { input: 'block' } } },
    { mode: null, sensitivity: null, override: 'allow' },
    { mode: null, sensitivity: null },
  );
  expect(entityAction('EMAIL_ADDRESS', 'input')).toBe('block');
  expect(entityAction('EMAIL_ADDRESS', 'output')).toBe('detect');
  for (const name of ['US_SSN', 'constructor', '__proto__', 'toString']) {
    expect(entityAction(name, 'input')).toBe('detect');
  }
});

it('finds secret kinds, which findings write in small letters and settings in capitals', () => {
  const settings = { ...SETTINGS, entities: { OPENAI_API_KEY: { output: 'block' } } } as const;
  const none = { mode: null, sensitivity: null };
  const { entityAction } = effectivePolicy(settings, { ...none, override: 'ignore' }, none);
  expect(entityAction('openai_api_key', 'output')).toBe('block');
  expect(entityAction('openai_api_key', 'input')).toBe('mask');
});

it('the words of the headers', () => {
  for (const mode of MODES) expect(parseMode(` ${mode.toUpperCase()}\t`)).toBe(mode);
  for (const each of SENSITIVITIES) expect(parseSensitivity(each)).toBe(each);
  for (const wrong of ['', 'block', 'blocking,shadow', 'medium2', 'null', '__proto__']) {
    expect(() => parseMode(wrong)).toThrow(
      expect.objectContaining({ code: 'INVALID_GATEWAY_MODE', param: 'X-Gateway-Mode' }),
    );
    expect(() => parseSensitivity(wrong)).toThrow(
      expect.objectContaining({ code: 'INVALID_GATEWAY_SENSITIVITY', param: 'X-Gateway-Sensitivity' }),
    );
  }
});

describe('entities that nobody set', () => {
  const none = { mode: null, sensitivity: null };
  const inForce = (rest: Partial<typeof SETTINGS>, key: Partial<KeyPolicy> = {}) =>
    effectivePolicy({ ...SETTINGS, entities: {}, ...rest }, { ...none, override: 'ignore', ...key }, none);

  it.each<[entity: string, input: EntityAction, output: EntityAction]>([
    ['CREDIT_CARD', 'tokenize', 'mask'],
    ['IBAN_CODE', 'tokenize', 'mask'],
    ['US_SSN', 'tokenize', 'mask'],
    ['BR_CPF', 'tokenize', 'mask'],
    ['EMAIL_ADDRESS', 'detect', 'detect'],
    ['IP_ADDRESS', 'detect', 'detect'],
    ['NEW_ENTITY', 'detect', 'detect'],
    ['PERSON', 'off', 'off'],
    ['URL', 'off', 'off'],
    ['github_token', 'mask', 'mask'],
  ])('%s: %s in requests, %s in answers', (entity, input, output) => {
    const { entityAction, enforcesEntities } = inForce({});
    expect(entityAction(entity, 'input')).toBe(input);
    expect(entityAction(entity, 'output')).toBe(output);
    expect([enforcesEntities('input'), enforcesEntities('output')]).toEqual([true, true]);
  });

  it.each(SENSITIVITIES)('are replaced only where they are certain at %s', (sensitivity) => {
    const { entityAction } = inForce({ sensitivity });
    const threshold = thresholdsFor('pii', 'user', RULE_THRESHOLDS)[sensitivity];
    expect(entityAction('US_SSN', 'input', threshold)).toBe('tokenize');
    expect(entityAction('US_SSN', 'input', threshold - 0.001)).toBe('detect');
    expect(entityAction('PERSON', 'input', 0)).toBe('off');
    // Once it is set, whatever is found.
    const set = inForce({ sensitivity, entities: { US_SSN: { input: 'mask' } } });
    expect(set.entityAction('US_SSN', 'input', 0.35)).toBe('mask');
    expect(set.entityAction('US_SSN', 'output', 0.35)).toBe(sensitivity === 'paranoid' ? 'mask' : 'detect');
  });

  it('are only detected, and wait for nothing, where the operator wants no defaults', () => {
    const { entityAction, enforcesEntities } = inForce({ entityDefaults: 'detect' });
    expect(['CREDIT_CARD', 'PERSON', 'github_token'].map((each) => entityAction(each, 'input'))).toEqual(
      Array(3).fill('detect'),
    );
    expect(enforcesEntities('output')).toBe(false);
  });

  it('go by the key first, then by the settings', () => {
    const entities = { EMAIL_ADDRESS: { input: 'mask', output: 'block' } } as const;
    const own = { EMAIL_ADDRESS: { input: 'detect' }, CREDIT_CARD: { output: 'off' } } as const;
    const { entityAction } = inForce({ entities }, { entities: own });
    expect(entityAction('EMAIL_ADDRESS', 'input')).toBe('detect');
    expect(entityAction('EMAIL_ADDRESS', 'output')).toBe('block');
    expect(entityAction('CREDIT_CARD', 'output')).toBe('off');
    expect(entityAction('CREDIT_CARD', 'input')).toBe('tokenize');
    const quiet = inForce({ entityDefaults: 'detect' }, { entities: { X1: { output: 'hash' } } });
    expect([quiet.enforcesEntities('input'), quiet.enforcesEntities('output')]).toEqual([false, true]);
  });
});

it.each<[EntityAction, Replacement | null, Replacement | null]>([
  ['off', null, null],
  ['detect', null, null],
  ['mask', 'mask', 'mask'],
  ['hash', 'hash', 'hash'],
  ['tokenize', 'tokenize', 'mask'],
  ['redact', 'tokenize', 'mask'],
  ['block', null, null],
])('%s puts %s into requests and %s into answers', (action, input, output) => {
  expect(replacementBy(action, 'input')).toBe(input);
  expect(replacementBy(action, 'output')).toBe(output);
});
