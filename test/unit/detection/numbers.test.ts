import { describe, expect, it } from 'vitest';
import { pii } from '../../../src/detection/detectors/pii.ts';
import { scan, USER } from './samples.ts';

describe('numbers', () => {
  it.each([
    { text: 'call 12 34 56 78 90', found: ['PHONE_NUMBER'] },
    { text: 'the hotel, telefon 12 34 56 78 90', found: ['PHONE_NUMBER'] },
    { text: 'call\n12 34 56 78 90', found: ['PHONE_NUMBER'] },
    { text: 'call me\nor not\n12 34 56 78 90', found: [] },
    { text: `call ${'x'.repeat(65)} 12 34 56 78 90`, found: [] },
    { text: 'sizes 12 34 56 78 90', found: [] },
    { text: 'at 12:34:56 and 2001:db8:85a3::8a2e:370:7334', found: ['IP_ADDRESS'] },
    { text: 'x2001:db8:85a3::8a2e:370:7334', found: [] },
    {
      text: 'a.b-c@x-y.co.uk, -a@b.co é@münchen.de a@b@c.de',
      found: ['EMAIL_ADDRESS', 'EMAIL_ADDRESS', 'EMAIL_ADDRESS', 'EMAIL_ADDRESS'],
    },
    { text: `${'a'.repeat(64)}@b.co`, found: ['EMAIL_ADDRESS'] },
    { text: `${'a'.repeat(65)}@b.co`, found: [] },
  ])('in "$text": $found', ({ text, found }) => {
    expect(pii.detect(text, USER).map(({ subType }) => subType)).toEqual(found);
    expect(scan(text).filter(({ category }) => category === 'pii')).toHaveLength(found.length);
  });
});
