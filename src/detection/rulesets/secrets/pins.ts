import type { Rule } from '../ruleset.ts';

/** `PIN code`, `PIN-Nr.`, in quotes, in bold. */
const NAME_END = String.raw`(?:[\x20_-]?(?:code|number|nummer|nr|no)\.?)?(?:\\{0,7}["'\x60])?(?:\*\*|__)?`;
const IS = String.raw`(?:\s{0,3}[:=](?:\*\*|__)?\s{0,3}|\s(?:is|ist|lautet|est|es|é|è|jest|är|er|on)(?:\snow|\sjetzt|\s?:)?\s{1,3}|\s?[是は：]\s?)(?:\\{0,7}["'\x60])?`;
/**
 * No longer number, no date, version or range. What goes on with a word is a measure, a count or an address, as in `pin: 1200 Market
 * Street`, unless the sentence or the next field begins with it.
 */
const ENDS = String.raw`(?![\w\p{L}])(?![.,:/-]\d)(?!-[a-z])(?!\x20(?!(?:and|or|for|is|but|if|when|please|thanks|und|oder|für|bitte|et|ou|pour|y|o|para|e|и|или|для|user|login|puk|pin|cvv|cvc|exp|card|password)(?![\p{L}\d]))\p{L})`;

/** Digits in their order, or all the same: documentation has them in place of any. */
const IN_ORDER = '01234567890 09876543210';
const isPin = (value: string): boolean => !IN_ORDER.includes(value) && !/^(\d)\1+$/u.test(value);

/** Numbers that somebody has to know to use a card, a telephone or a door. */
export const PINS: readonly Rule[] = [
  {
    // Four digits, or the eight of a PUK: six are a place in India, one to three the contact of a chip.
    id: 'SE-1383',
    score: 0.85,
    starts: [
      'pin',
      'pincode',
      'puk',
      'geheimzahl',
      'geheimnummer',
      'code pin',
      'code secret',
      'clave pin',
      'пин',
      'пин-код',
      'пинкод',
    ],
    rest: `${NAME_END}${IS}(\\d{4}(?:\\d{4})?)${ENDS}`,
    verify: isPin,
    match: [
      'pin=4821',
      'Your card PIN: 7392',
      'the PIN is 9037',
      'PIN-Nr.: 8820',
      'Meine PIN lautet 4821',
      '"pin": "7392"',
      'puk: 48392017',
      'card_pin = 9037',
      'code PIN : 7392',
      'пин-код: 4821',
      '**PIN:** 4829',
      'PIN: 4829 and PUK 48392017',
    ],
    noMatch: [
      'pin: 1234',
      'PIN: 0000',
      'GPIO pin=22',
      'PIN code: 560001',
      'the PIN is 4 digits long',
      'pin: 2024.1.3',
      'pin: 4821 mm',
      'pin=4821px',
      'hairpin: 4821',
      'spin=4821',
      'pin_count=4821',
      'pin: 4821 items',
      'Drop pin: 5012 Main St',
      'pin: 1200 Market Street',
      'PIN: 4821-B',
      'pinned: 4821',
    ],
  },
  {
    id: 'SE-1384',
    score: 0.85,
    starts: [
      'card pin',
      'sim pin',
      'atm pin',
      'upi pin',
      'bank pin',
      'banking pin',
      'login pin',
      'door pin',
      'alarm pin',
      'ec-karten-pin',
      'mpin',
    ],
    rest: `${NAME_END}${IS}(\\d{4,8})${ENDS}`,
    verify: isPin,
    match: ['my UPI PIN is 482193', 'door PIN: 58213', 'mPIN: 739214', 'SIM PIN: 839201'],
    noMatch: ['my UPI PIN is 123456', 'bank PIN: 6 digits', 'card pin: 12'],
  },
];
