import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { pii } from '../../../../src/detection/detectors/pii.ts';
import { CODED_ENTITIES, NUMBER_ENTITIES } from '../../../../src/detection/entities/all.ts';
import { CARD_SAMPLES } from '../../../../src/detection/entities/card-number.ts';
import { WALLET_SAMPLES } from '../../../../src/detection/entities/crypto-wallet.ts';
import { EMAIL_SAMPLES } from '../../../../src/detection/entities/email.ts';
import type { Samples } from '../../../../src/detection/entities/entity.ts';
import { IBAN_SAMPLES } from '../../../../src/detection/entities/iban.ts';
import { IP_SAMPLES, MAC_SAMPLES } from '../../../../src/detection/entities/ip-address.ts';
import { MACHINE_READABLE_SAMPLES } from '../../../../src/detection/entities/machine-readable.ts';
import { ENTITY_NAMES, ruleIdOf } from '../../../../src/detection/entities/names.ts';
import { PHONE_SAMPLES } from '../../../../src/detection/entities/phone-number.ts';
import { QUOTED_EMAIL_SAMPLES } from '../../../../src/detection/entities/quoted-email.ts';
import { WRITTEN_EMAIL_SAMPLES } from '../../../../src/detection/entities/written-email.ts';
import { normalize } from '../../../../src/detection/text/normalize.ts';
import { USER } from '../samples.ts';

type Case = Readonly<{ name: string; samples: Samples }>;

const ENTITIES: readonly Case[] = [
  ...NUMBER_ENTITIES,
  ...CODED_ENTITIES,
  { name: 'CREDIT_CARD', samples: CARD_SAMPLES },
  { name: 'IBAN_CODE', samples: IBAN_SAMPLES },
  { name: 'EMAIL_ADDRESS', samples: EMAIL_SAMPLES },
  { name: 'EMAIL_ADDRESS', samples: WRITTEN_EMAIL_SAMPLES },
  { name: 'EMAIL_ADDRESS', samples: QUOTED_EMAIL_SAMPLES },
  { name: 'PASSPORT_NUMBER', samples: MACHINE_READABLE_SAMPLES },
  { name: 'IP_ADDRESS', samples: IP_SAMPLES },
  { name: 'MAC_ADDRESS', samples: MAC_SAMPLES },
  { name: 'CRYPTO', samples: WALLET_SAMPLES },
  { name: 'PHONE_NUMBER', samples: PHONE_SAMPLES },
];

const namesIn = (text: string): readonly string[] =>
  pii.detect(normalize(text).text, USER).map(({ subType }) => subType);

describe('entities', () => {
  it('stand in their list, and no other does', () => {
    const list = readFileSync(
      new URL('../../../../src/detection/entities/README.md', import.meta.url),
      'utf8',
    );
    const [, ...cells] = list.split(/^\| (?=`)/m).map((row) => row.split(' | ')[0] ?? '');
    const listed = cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name));
    expect(listed.sort()).toEqual([...ENTITY_NAMES].sort());
  });

  it('each have a rule id of their own and samples', () => {
    expect(new Set(ENTITY_NAMES.map(ruleIdOf)).size).toBe(ENTITY_NAMES.length);
    expect(new Set(ENTITIES.map(({ name }) => name))).toEqual(new Set(ENTITY_NAMES));
  });

  it.each(ENTITIES)('$name is found in its samples and in no other', ({ name, samples }) => {
    expect(samples.match.length).toBeGreaterThanOrEqual(3);
    expect(samples.noMatch.length).toBeGreaterThanOrEqual(3);
    expect(samples.match.filter((text) => !namesIn(text).includes(name))).toEqual([]);
    expect(samples.noMatch.filter((text) => namesIn(text).includes(name))).toEqual([]);
  });
});
