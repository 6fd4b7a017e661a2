import { expect, it } from 'vitest';
import { pii } from '../../../../src/detection/detectors/pii.ts';
import { normalize } from '../../../../src/detection/normalize.ts';
import { USER } from '../samples.ts';

it.each([
  { text: "Write to o'brien@example.ie", address: "o'brien@example.ie" },
  { text: "(O'Neill@example.ie)", address: "O'Neill@example.ie" },
  { text: 'd’angelo@example.it', address: 'd’angelo@example.it' },
  { text: "sinead.o'connor@example.ie", address: "sinead.o'connor@example.ie" },
  { text: "'jo'neill@example.ie'", address: "jo'neill@example.ie" },
  { text: "'anna@example.org' wrote", address: 'anna@example.org' },
  { text: '‘anna@example.org’', address: 'anna@example.org' },
  { text: "user='a@b.com'", address: 'a@b.com' },
  { text: "d'anna@example.org'", address: 'anna@example.org' },
  { text: "f'anna@example.org'", address: 'anna@example.org' },
  { text: "it's'anna@example.org", address: 'anna@example.org' },
])('the address in $text is $address', ({ text, address }) => {
  const { text: view, toSource } = normalize(text);
  const spans = pii.detect(view, USER).map(({ span }) => toSource(span));
  expect(spans.map(({ start, end }) => text.slice(start, end))).toEqual([address]);
});
