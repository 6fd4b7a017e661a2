import { describe, expect, it } from 'vitest';
import { secrets } from '../../../src/detection/detectors/secrets.ts';
import { createPipeline } from '../../../src/detection/pipeline.ts';
import { USER } from './samples.ts';

const pipeline = createPipeline([secrets]);
const foundIn = (text: string): string[] =>
  [...pipeline.scan(text, USER)].flat().map(({ span }) => text.slice(span.start, span.end));

/** Of the word `hunter2x`, as tools write them. */
const HASHES = [
  '$2b$10$Xk9mQ2vL7pRtYbNmZt4Vbu0OSNqVK6AdEBRnNtYeaqzSPmsADVHFC',
  '$y$j9T$Xk9mQ2vL7pRtYbNm$Pq7lZMvrNZBGeV/G4F4bBXwgwl5ZDYBhNpDnejUDZH5',
  '$6$Xk9mQ2vL$VdZUHu0/0zfeSqHJ5.ry9fi1Pkd7eURbOQ5PXTRpcSKl8Gfksnv.3qx5DWy9DcutUm3bzdc0yxVtGBhcE0xSm1',
  '$5$Xk9mQ2vL$om2F.h7IDkxJrjiHsCFbaZ2j/QgId28MjC7WgBLN6ZD',
  '$1$Xk9mQ2vL$cFgowgOfEc0xby2DzfTuq1',
  '$apr1$Xk9mQ2vL$vfMZHctB3Jti5mvaxaG67.',
  'pbkdf2_sha256$600000$Xk9mQ2vL7pRt$VlLfHV+cxgmh5XCHu3CPHPMG60u2DcguNgHwKXqqjqk=',
  `scrypt:32768:8:1$Xk9mQ2vL7pRtYbNm$${'1fa52e6f7c7376d9142e0bef0ab6550e'.repeat(4)}`,
  '{SSHA}C0vsasKLFkRXcSPbwhrK7Umx/AJzYWx0c2FsdA==',
  '{SHA}uH8Wlwy6s68npaooa5lZF9FgkK8=',
];

describe('what a password is kept as', () => {
  it.each(HASHES)('is found wherever it stands: %s', (hash) => {
    for (const text of [
      hash,
      `root:${hash}:19700:0:99999:7:::\n`,
      `anna:${hash}\nbo:x`,
      `userPassword: ${hash}`,
      `{"password_hash":"${hash}","n":1}`,
      `INSERT INTO users VALUES (1, 'anna', '${hash}');`,
      `why does compare('hunter', '${hash}') return false?`,
    ])
      expect(foundIn(text), text).toContain(hash);
  });

  it('is found in every line of a file', () => {
    const lines = HASHES.map((hash, i) => `user${i}:${hash}`);
    expect(foundIn(`${lines.join('\n')}\n`)).toEqual(HASHES);
  });
});

/** Of `s3cr3tPw`, `hunter22` and `passw0rd1`, as `crypt` made them first. */
const OLD_HASHES = ['abYEB4ZT8s9kw', 'Zkf5I6pSX8i0U', 'x91opqEjWMrx.'];

describe('what the oldest systems keep a password as', () => {
  it.each(OLD_HASHES)('is found behind a name: %s', (hash) => {
    for (const text of [
      `anna:${hash}`,
      `anna:${hash}\r\nbo:x\r\n`,
      `The file:\n\n  deploy@corp.dev:${hash}\n`,
      `root:x:0:0\nanna:${hash}:1001:1001:Anna:/home/anna:/bin/sh\n`,
    ])
      expect(foundIn(text), text).toEqual([hash]);
  });

  it('is found in every line of a file', () => {
    expect(foundIn(OLD_HASHES.map((hash, i) => `user${i}:${hash}\n`).join(''))).toEqual(OLD_HASHES);
  });

  it.each([
    'anna:abYEB4ZT8s9kx',
    'anna:abYEB4ZT8s9kww',
    'anna:abYEB4ZT8s9k',
    'anna: abYEB4ZT8s9kw',
    'see anna:abYEB4ZT8s9kw',
    'anna:abYEB4ZT8s9kw, and so on',
    'release:2026.11.29.02',
    'module:helloWorldsABc',
    `${'a'.repeat(90)}:abYEB4ZT8s9kw`,
  ])('is nothing else: %s', (text) => {
    expect(foundIn(text)).toEqual([]);
  });
});

it.each([
  'Hashes of bcrypt begin with $2b$12$ and have 60 characters.',
  '$2b$12$saltsaltsaltsaltsaltsa',
  `$2b$12$${'.'.repeat(53)}`,
  "text.replace(/(a)(b)/u, '$1$2') and '$6$5$' in sed 's/(.)(.)/$5$6/'",
  'root:$6$salt$hash:19700:0:99999:7:::',
  'root:!:19700:0:99999:7:::\nbin:*:19700::::::',
  'https://cdn.corp.dev/{SHA}/a.js and {SHA256}.tar.gz',
  '{SHA}0123456789abcdef0123456789abcdef01234567',
  '{MD5}checksum of the whole archive',
  'scrypt:32768:8:1 are the parameters, pbkdf2:sha256:600000 the others',
  '$argon2id$v=19$m=65536,t=3,p=4$<salt>$<hash>',
  'PBKDF2-HMAC-SHA256 with SCRAM-SHA-256$4096 rounds',
  '$P$, $H$ and $S$ mark the hashes of WordPress and Drupal 7',
  'md5sum -c: d41d8cd98f00b204e9800998ecf8427e  a.txt',
])('is none: %s', (text) => {
  expect(foundIn(text)).toEqual([]);
});
