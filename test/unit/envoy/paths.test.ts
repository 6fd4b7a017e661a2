import { describe, expect, it } from 'vitest';
import { routeOf, withoutQuery } from '../../../src/envoy/begin/paths.ts';

const PASS = ['GET /v1/models', 'GET /v1/models/*', 'POST /v1/embeddings'];

describe('what becomes of a request', () => {
  it.each([
    { method: 'POST', path: '/v1/chat/completions', route: 'scan' },
    { method: 'POST', path: '/v1/chat/completions?', route: 'scan' },
    { method: 'POST', path: '/v1/chat/completions?api-version=1&x=/v1/models', route: 'scan' },
    { method: 'GET', path: '/v1/models', route: 'pass-through' },
    { method: 'GET', path: '/v1/models?limit=2', route: 'pass-through' },
    { method: 'GET', path: '/v1/models/gpt-4o', route: 'pass-through' },
    { method: 'GET', path: '/v1/models/ft:gpt-4o:org::x1', route: 'pass-through' },
    { method: 'POST', path: '/v1/embeddings', route: 'pass-through' },
    ...[
      ['GET', '/v1/chat/completions'],
      ['post', '/v1/chat/completions'],
      ['PUT', '/v1/chat/completions'],
      ['PATCH', '/v1/chat/completions'],
      ['POST ', '/v1/chat/completions'],
      ['HEAD', '/v1/models'],
      ['get', '/v1/models'],
      ['POST', '/v1/models'],
      ['POST', '/v1/chat/completions/'],
      ['POST', '/v1/chat/completions//'],
      ['POST', '//v1/chat/completions'],
      ['POST', '/v1//chat/completions'],
      ['POST', '/v1/Chat/Completions'],
      ['POST', '/V1/chat/completions'],
      ['POST', '/v1/chat/completions;x=1'],
      ['POST', '/v1/chat;x=1/completions'],
      ['POST', '/v1%2fchat/completions'],
      ['POST', '/v1/chat%2Fcompletions'],
      ['POST', '/v1/chat/completion%73'],
      ['POST', '/v1/chat/completions%20'],
      ['POST', '/v1/chat/completions%00'],
      ['POST', '/v1/chat/completions '],
      ['POST', '/v1/chat/completions%3f'],
      ['POST', '/v1/x/../chat/completions'],
      ['POST', '/v1/./chat/completions'],
      ['POST', '/v1/chat\\completions'],
      ['POST', '/v1/embeddings/../chat/completions'],
      ['POST', '/v1/embeddings#/../chat/completions'],
      ['POST', '/v1/chat/completions#x'],
      ['GET', '/v1/models#x'],
      ['POST', '/v1/embeddings/'],
      ['POST', '/v1/completions'],
      ['POST', '/v1/responses'],
      ['POST', '/chat/completions'],
      ['POST', 'v1/chat/completions'],
      ['POST', 'http://x/v1/chat/completions'],
      ['POST', '/'],
      ['OPTIONS', '*'],
      ['', ''],
      ['GET', '/v1/models/'],
      ['GET', '/v1/models/.'],
      ['GET', '/v1/models/..'],
      ['GET', '/v1/models/a/b'],
      ['GET', '/v1/models/a%2fb'],
      ['GET', '/v1/models/..%2fchat'],
      ['GET', '/v1/models/a\\b'],
      ['GET', '/v1/models/a b'],
      ['GET', '/v1/models/ä'],
      ['GET', `/v1/models/${'x'.repeat(257)}`],
    ].map(([method = '', path = '']) => ({ method, path, route: 'unknown' })),
  ])('$method $path: $route', ({ method, path, route }) => {
    expect(routeOf(method, path, PASS)).toBe(route);
  });

  it('is told by the operator’s list', () => {
    expect(routeOf('GET', '/v1/models', [])).toBe('unknown');
    expect(routeOf('POST', '/v1/chat/completions', ['POST /v1/chat/completions', 'POST /v1/chat/*'])).toBe(
      'scan',
    );
    expect(routeOf('GET', '/v1/files', ['GET /v1/*'])).toBe('pass-through');
    expect(routeOf('GET', '/v1/', ['GET /v1/*'])).toBe('unknown');
    expect(routeOf('GET', '/v1/a/b', ['GET /v1/*'])).toBe('unknown');
  });
});

it('the path without its query', () => {
  expect(withoutQuery('/a?b?c')).toBe('/a');
  expect(withoutQuery('/a#b?c')).toBe('/a');
  expect(withoutQuery('')).toBe('');
});
