import { describe, expect, it } from 'vitest';
import { scan } from '../samples.ts';

const valuesIn = (text: string): string[] =>
  scan(text)
    .filter(({ subType }) => subType === 'PASSPORT_NUMBER')
    .map(({ span }) => text.slice(span.start, span.end));

const PASSPORT = [
  'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<',
  'L898902C36UTO7408122F1204159ZE184226B<<<<<10',
] as const;
const LARGE_CARD = ['I<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<', 'D231458907UTO7408122F1204159<<<<<<<6'] as const;
const VISA = [
  'V<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<',
  'L8988901C4XXX4009078F96121096ZE184226B<<<<<<',
] as const;
const CARD = [
  'I<UTOD231458907<<<<<<<<<<<<<<<',
  '7408122F1204159UTO<<<<<<<<<<<6',
  'ERIKSSON<<ANNA<MARIA<<<<<<<<<<',
] as const;

describe('the lines that machines read', () => {
  it.each([PASSPORT, LARGE_CARD, VISA, CARD])('%s are one finding', (...lines) => {
    for (const breaks of ['\n', '\r\n', ' ', '\n> ', '\\n']) {
      const value = lines.join(breaks);
      expect(valuesIn(`Scan: ${value}, see above`)).toEqual([value]);
    }
  });

  it('are found several times, and without the line of the name', () => {
    const passport = PASSPORT.join('\n');
    expect(valuesIn(`${passport}\n\n${passport}\n\n${CARD.join('\n')}`)).toEqual([
      passport,
      passport,
      CARD.join('\n'),
    ]);
    expect(valuesIn(`number ${PASSPORT[1]} only`)).toEqual([PASSPORT[1]]);
    expect(valuesIn(`${CARD[0]}\n${CARD[1]}\nno name`)).toEqual([`${CARD[0]}\n${CARD[1]}`]);
  });

  it('are none with another digit at any place that a check digit vouches for', () => {
    const [name, data] = PASSPORT;
    for (const place of [...data.matchAll(/\d/g)].map(({ index }) => index)) {
      const other = (Number(data[place]) + 1) % 10;
      expect(valuesIn(`${name}\n${data.slice(0, place)}${other}${data.slice(place + 1)}`)).toEqual([]);
    }
  });
});
