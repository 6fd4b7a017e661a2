import { describe, expect, it } from 'vitest';
import { effectivePolicy, parseMode, parseSensitivity } from '../../../src/policy/effective.ts';
import { MODES, type Mode, type Override, SENSITIVITIES } from '../../../src/policy/settings.ts';
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

it('an entity that nobody set is only detected', () => {
  const { entityAction } = effectivePolicy(
    { ...SETTINGS, entities: { EMAIL_ADDRESS: { input: 'block' } } },
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
  expect(entityAction('openai_api_key', 'input')).toBe('detect');
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
