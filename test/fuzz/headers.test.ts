import { MIMEType } from 'node:util';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isUtf8Json, mediaType, readRequestHead, readResponseHead } from '../../src/envoy/begin/headers.ts';
import { routeOf, withoutQuery } from '../../src/envoy/begin/paths.ts';
import { corpus, mutated } from './corpus.ts';
import { options, testMs } from './options.ts';

const CHAT = '/v1/chat/completions';
const PASS_THROUGH = ['GET /v1/models', 'GET /v1/models/*', 'POST /v1/embeddings'];

const lines = (target: string): Buffer[] =>
  corpus(target).flatMap((bytes) =>
    bytes
      .toString('latin1')
      .split('\n')
      .filter(Boolean)
      .map((line) => Buffer.from(line, 'latin1')),
  );
const texts = (target: string, tokens: readonly string[]): fc.Arbitrary<string> =>
  mutated(lines(target), tokens).map((bytes) => bytes.toString('latin1'));

const contentType = texts('content-types', [
  'charset=',
  'utf-8',
  'utf-7',
  ';',
  ',',
  '"',
  '=',
  ' ',
  '\t',
  '*=',
  'application/json',
]);

/** What a server makes of it by the rules of the WHATWG; null where it is none. */
const parsed = (header: string): MIMEType | null => {
  try {
    return new MIMEType(header);
  } catch {
    return null;
  }
};

it(
  'a content type that is taken for JSON in UTF-8 is that to everybody else',
  () => {
    fc.assert(
      fc.property(contentType, (header) => {
        if (!isUtf8Json(header)) return;
        const type = parsed(header);
        expect(type?.essence).toBe('application/json');
        expect(type?.params.get('charset') ?? 'utf-8').toMatch(/^utf-?8$/i);
        expect(header).not.toContain(',');
        // Some servers search for it instead of parsing.
        for (const [, charset] of header.matchAll(/charset\s*=?\s*"?([^";]*)/gi))
          expect(charset).toMatch(/^utf-?8$/i);
      }),
      options,
    );
  },
  testMs(),
);

it(
  'a path goes through unscanned only if nobody can read it as another one',
  () => {
    const path = texts('paths', [
      '/',
      '//',
      '..',
      '/../',
      '%2e',
      '%2f',
      '%5c',
      '\\',
      ';',
      '?',
      '#',
      '%00',
      'chat',
      'models',
      '.',
      '%',
    ]);
    fc.assert(
      fc.property(path, fc.constantFrom('GET', 'POST', 'get', 'HEAD'), (sent, method) => {
        const route = routeOf(method, sent, PASS_THROUGH);
        const bare = withoutQuery(sent);
        expect(route === 'scan').toBe(method === 'POST' && bare === CHAT && !sent.includes('#'));
        if (route !== 'pass-through') return;
        expect(new URL(bare, 'http://x').pathname).toBe(bare);
        expect(decodeURIComponent(bare)).toBe(bare);
        expect(bare).toMatch(/^\/v1\/(?:models(?:\/[^/]+)?|embeddings)$/);
      }),
      options,
    );
  },
  testMs(),
);

it(
  'headers give every value of ours, and a status that is a number or none',
  () => {
    const name = fc.oneof(
      fc.constantFrom(
        ':status',
        ':method',
        ':path',
        'content-type',
        'Content-Encoding',
        'authorization',
        '__proto__',
        'constructor',
      ),
      fc.constantFrom('x-gateway-mode', 'X-Gateway-Key', 'x-gateway-', 'x-gateway-__proto__'),
      fc.string({ maxLength: 10 }),
    );
    const header = fc.record({
      key: name,
      raw_value: fc.uint8Array({ maxLength: 12 }).map((bytes) => Buffer.from(bytes)),
    });
    fc.assert(
      fc.property(fc.array(header, { maxLength: 12 }), (headers) => {
        const message = { headers: { headers }, end_of_stream: false };
        const { gateway, contentType: type } = readRequestHead(message, {});
        const ours = headers.filter(({ key }) => key.toLowerCase().startsWith('x-gateway-'));
        expect([...gateway.values()].flat()).toHaveLength(ours.length);
        expect(typeof mediaType(type)).toBe('string');
        const { spoofed } = readResponseHead(message);
        expect(new Set(spoofed)).toEqual(new Set(ours.map(({ key }) => key.toLowerCase())));
      }),
      options,
    );
  },
  testMs(),
);
