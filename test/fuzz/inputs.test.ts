import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PERMISSIONS } from '../../src/dashboard/routes/permissions.ts';
import { mayConnect } from '../../src/dashboard/webhooks/guard.ts';
import { GatewayError } from '../../src/errors.ts';
import { readLabelled } from '../../src/evaluation/labelled.ts';
import { createKeySecret, isWellFormed } from '../../src/keys/format.ts';
import { importKey } from '../../src/keys/service.ts';
import { parseCursor, toCursor } from '../../src/records/cursor.ts';
import { createTestDashboard, ORIGIN, type TestDashboard } from '../unit/dashboard/harness.ts';
import { createFakeKeyStore } from '../unit/keys/fake-key-store.ts';
import { corpus, mutated } from './corpus.ts';
import { options, testMs } from './options.ts';

describe('the dashboard’s API', () => {
  let dashboard: TestDashboard;
  let cookie = '';
  beforeAll(async () => {
    dashboard = await createTestDashboard();
    cookie = await dashboard.cookieOf('owner');
  });

  /** Streams without an end, and what would take away the session that asks. */
  const LEFT_OUT = new Set([
    'GET /events',
    'DELETE /session',
    'DELETE /sessions',
    'DELETE /sessions/{id}',
    'POST /password',
  ]);
  const routes = Object.keys(PERMISSIONS).filter((name) => !LEFT_OUT.has(name) && !name.includes('/users'));
  const piece = fc.constantFrom(
    '0',
    '1~a',
    '%00',
    '%F0',
    '..',
    'null',
    'blocked',
    'a b',
    '-1',
    '1e9',
    '99999999999999999',
    '"',
    '[]',
    '💥',
  );
  const query = fc
    .array(
      fc.tuple(
        fc.constantFrom(
          'cursor',
          'limit',
          'fromMs',
          'toMs',
          'outcome',
          'search',
          'format',
          '__proto__',
          'keyId',
        ),
        piece,
      ),
      { maxLength: 4 },
    )
    .map((pairs) => pairs.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&'));
  const body = mutated(corpus('api'), [
    '"__proto__":',
    'null',
    '[',
    '{',
    '1e999',
    '\\ud800',
    '\\u0000',
    '-1',
    '""',
    'true',
  ]);

  it(
    'answers any query and any body with something else than a fault of ours',
    async () => {
      const seen = new Set<number>();
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...routes), piece, query, body, async (name, id, asked, bytes) => {
          const [method = '', path = ''] = name.split(' ');
          const where = `${path.replaceAll(/\{\w+\}/g, encodeURIComponent(id))}?${asked}`;
          const headers = { 'content-type': 'application/json', origin: ORIGIN };
          const hasBody = method !== 'GET' && method !== 'DELETE';
          const answer = await dashboard.ask(where, {
            method,
            cookie,
            headers,
            ...(hasBody ? { body: bytes.toString() } : {}),
          });
          seen.add(answer.status);
          // The fake store has no sign-in provider behind it: 503 is its own word for that.
          if (!path.startsWith('/oidc')) expect(answer.status, `${name} ${where} ${bytes}`).toBeLessThan(500);
          expect(answer.headers.get('cache-control')).toContain('no-store');
        }),
        options,
      );
      expect([...seen]).toEqual(expect.arrayContaining([200, 404, 422]));
    },
    testMs(),
  );
});

it(
  'a cursor comes back as it was, and any other text is none',
  () => {
    const id = fc.stringMatching(/^[\w.:-]{0,128}$/);
    fc.assert(
      fc.property(fc.nat({ max: 2 ** 50 }), id, fc.string({ maxLength: 40 }), (atMs, each, noise) => {
        expect(parseCursor(toCursor({ atMs, id: each }))).toEqual({ atMs, id: each });
        const read = parseCursor(noise);
        if (read !== null) expect(Number.isSafeInteger(read.atMs) || read.atMs < 1e16).toBe(true);
      }),
      options,
    );
  },
  testMs(),
);

it(
  'a key is imported whole or not at all',
  async () => {
    const secret = createKeySecret();
    const other = mutated([Buffer.from(secret), Buffer.from('pcl_'), Buffer.from(`${secret}\n`)]);
    await fc.assert(
      fc.asyncProperty(other, async (bytes) => {
        const text = bytes.toString();
        const { store } = createFakeKeyStore();
        const imported = await importKey(store, text, { name: 'x', origin: 'cli' }, 1).catch(
          (error: unknown) => {
            if (!(error instanceof GatewayError)) throw error;
            expect(error.message).not.toContain(text.length > 8 ? text : 'pcl_x');
            return null;
          },
        );
        expect(imported !== null).toBe(isWellFormed(text));
      }),
      options,
    );
  },
  testMs(),
);

describe('labelled texts', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'portcullis-fuzz-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(['rows.jsonl', 'blocks.txt'])(
    'in %s are read, or the line is named',
    (name) => {
      const file = join(folder, name);
      fc.assert(
        fc.property(
          mutated(corpus('lines'), [
            '{',
            '"text":',
            '"label":1',
            '\n',
            '\r\n',
            '⟦',
            '⟧',
            '#',
            '---',
            '[a|b]',
            '\0',
          ]),
          (bytes) => {
            writeFileSync(file, bytes);
            try {
              for (const { text, attack } of readLabelled(file))
                expect([typeof text, typeof attack]).toEqual(['string', 'boolean']);
            } catch (error) {
              if (!(error instanceof GatewayError)) throw error;
              expect(error.message).toContain(name);
            }
          },
        ),
        options,
      );
    },
    testMs(),
  );
});

describe('the address of a webhook', () => {
  const octets = (a: number, b: fc.Arbitrary<number>) =>
    fc.tuple(fc.constant(a), b, fc.nat(255), fc.nat(255));
  const forbidden = fc.oneof(
    octets(127, fc.nat(255)),
    octets(10, fc.nat(255)),
    octets(172, fc.integer({ min: 16, max: 31 })),
    octets(192, fc.constant(168)),
    octets(169, fc.constant(254)),
    octets(0, fc.nat(255)),
  );
  const hex = (value: number): string => value.toString(16);
  const SPELLINGS: readonly ((ip: readonly [number, number, number, number]) => string)[] = [
    (ip) => ip.join('.'),
    ([a, b, c, d]) => String(((a * 256 + b) * 256 + c) * 256 + d),
    ([a, b, c, d]) => `0x${hex(((a * 256 + b) * 256 + c) * 256 + d)}`,
    (ip) => ip.map((each) => `0${each.toString(8)}`).join('.'),
    (ip) => ip.map((each) => `0x${hex(each)}`).join('.'),
    ([a, b, c, d]) => `${a}.${(b * 256 + c) * 256 + d}`,
    ([a, b, c, d]) => `${a}.${b}.${c * 256 + d}.`,
    (ip) => ip.join('。'),
    (ip) => ip.join('.').replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
    (ip) => `[::ffff:${ip.join('.')}]`,
    ([a, b, c, d]) => `[0:0:0:0:0:ffff:${hex(a * 256 + b)}:${hex(c * 256 + d)}]`,
    ([a, b, c, d]) => `[64:ff9b::${hex(a * 256 + b)}:${hex(c * 256 + d)}]`,
    ([a, b, c, d]) => `[2002:${hex(a * 256 + b)}:${hex(c * 256 + d)}::1]`,
    ([a, b, c, d]) => `[::ffff:0:${hex(a * 256 + b)}:${hex(c * 256 + d)}]`,
  ];

  it(
    'is not connected to where it is inside, however it is spelt',
    () => {
      fc.assert(
        fc.property(forbidden, fc.constantFrom(...SPELLINGS), (ip, spell) => {
          const { hostname } = new URL(`http://${spell(ip)}/`);
          expect(mayConnect(hostname.replaceAll(/[[\]]/g, ''), false), `${spell(ip)} is ${hostname}`).toBe(
            false,
          );
        }),
        options,
      );
    },
    testMs(),
  );

  it(
    'is looked at in any text without an error',
    () => {
      fc.assert(
        fc.property(
          mutated(corpus('urls'), [':', '::', '.', '[', ']', '%', '@', 'ffff', '0x7f']),
          (bytes) => {
            expect(typeof mayConnect(bytes.toString(), true)).toBe('boolean');
          },
        ),
        options,
      );
    },
    testMs(),
  );
});
