import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createKeySecret,
  displayPrefix,
  hashKey,
  isWellFormed,
  randomBase62,
} from '../../../src/keys/format.ts';

const ALPHABET = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'];

describe('a gateway key', () => {
  it('is pcl_ and 46 characters of base62, and never the same twice', () => {
    const secrets = Array.from({ length: 2000 }, createKeySecret);
    expect(secrets.filter((secret) => !/^pcl_[0-9A-Za-z]{46}$/.test(secret))).toEqual([]);
    expect(secrets.every(isWellFormed)).toBe(true);
    expect(new Set(secrets).size).toBe(2000);
  });

  it('uses every character of the alphabet equally often', () => {
    const counts = new Map(ALPHABET.map((character) => [character, 0]));
    for (const character of randomBase62(124_000)) counts.set(character, (counts.get(character) ?? 0) + 1);
    expect([...counts.keys()]).toEqual(ALPHABET);
    // Mean 2000, standard deviation 45: six of them either way.
    for (const count of counts.values()) expect(Math.abs(count - 2000)).toBeLessThan(270);
  });

  it('is refused after any change of one character', () => {
    const secret = createKeySecret();
    const changed = Array.from(secret, (old, index) =>
      ALPHABET.filter((character) => character !== old).map(
        (character) => secret.slice(0, index) + character + secret.slice(index + 1),
      ),
    ).flat();
    expect(changed).toHaveLength(50 * 61 + 1);
    expect(changed.filter(isWellFormed)).toEqual([]);
  });

  it('is refused after any swap, loss or addition', () => {
    fc.assert(
      fc.property(fc.nat(49), fc.nat(49), fc.constantFrom(...ALPHABET, ' ', '\n', 'é'), (i, j, extra) => {
        const secret = createKeySecret();
        const characters = [...secret];
        [characters[i], characters[j]] = [characters[j] ?? '', characters[i] ?? ''];
        const swapped = characters.join('');
        expect(isWellFormed(swapped)).toBe(swapped === secret);
        expect(isWellFormed(secret.slice(0, i) + secret.slice(i + 1))).toBe(false);
        expect(isWellFormed(secret.slice(0, i) + extra + secret.slice(i))).toBe(false);
      }),
    );
  });

  it.each([
    { name: 'nothing', text: '' },
    { name: 'the prefix', text: 'pcl_' },
    { name: 'a provider key', text: `sk-${'a'.repeat(47)}` },
    { name: 'a line feed at the end', text: `${createKeySecret()}\n` },
    { name: 'very long text', text: 'pcl_'.repeat(1_000_000) },
  ])('is not $name', ({ text }) => {
    expect(isWellFormed(text)).toBe(false);
  });

  it('is stored as its SHA-256 and recognised by four characters', () => {
    expect(hashKey('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    expect(displayPrefix('pcl_AbCdEfGh')).toBe('pcl_AbCd');
  });
});
