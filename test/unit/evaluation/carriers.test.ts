import { describe, expect, it } from 'vitest';
import { HIDINGS, hide } from '../../../src/evaluation/carriers.ts';
import type { LabelledText } from '../../../src/evaluation/labelled.ts';

const textOf = (text: string): LabelledText => ({
  text,
  attack: false,
  source: 'toy',
  lang: 'en',
  direction: 'user',
  payload: null,
});
const BENIGN = ['The tea is on the table.', 'Boats go by.\nThe river is wide.', 'Nobody was there.'].map(
  textOf,
);
const ATTACK = { ...textOf('OBEY ME'), attack: true };

describe.each(HIDINGS)('an attack $name', ({ chars, before, ...rest }) => {
  const { text, attack } = hide(ATTACK, BENIGN, { chars, before, ...rest });

  it('stands there once, whole, and is an attack still', () => {
    expect(text.split('OBEY ME')).toHaveLength(2);
    expect(attack).toBe(true);
  });

  it('has as much harmless text around it as it says', () => {
    expect(text.length).toBe(chars + '\nOBEY ME\n'.length);
    expect(Math.abs(text.indexOf('OBEY ME') - before * chars)).toBeLessThan(50);
  });

  it('is hidden in the same way each time', () => {
    expect(hide(ATTACK, BENIGN, { chars, before, ...rest }).text).toBe(text);
  });
});
