import { describe, expect, it } from 'vitest';
import { isDnsName, parseUpstream } from '../../../src/envoy/configuration/upstream.ts';

describe('the provider’s URL', () => {
  it.each([
    ['https://api.openai.com', false, 'api.openai.com', 443, '/v1/', 'api.openai.com'],
    ['https://api.openai.com/', false, 'api.openai.com', 443, '/v1/', 'api.openai.com'],
    ['https://api.openai.com/v1', false, 'api.openai.com', 443, '/v1/', 'api.openai.com'],
    ['https://api.openai.com/v1/', true, 'api.openai.com', 443, '/v1/', 'api.openai.com'],
    ['HTTPS://API.OpenAI.com:443/v1', false, 'api.openai.com', 443, '/v1/', 'api.openai.com'],
    ['http://localhost:8000', false, 'localhost', 8000, '/v1/', 'localhost:8000'],
    ['http://10.0.0.1', false, '10.0.0.1', 80, '/v1/', '10.0.0.1'],
    ['http://[::1]:9/x', false, '::1', 9, '/x/v1/', '[::1]:9'],
    ['https://host/azure', false, 'host', 443, '/azure/v1/', 'host'],
    ['https://host/azure/v1', false, 'host', 443, '/azure/v1/', 'host'],
    ['https://host/v1beta/openai', false, 'host', 443, '/v1beta/openai/v1/', 'host'],
    ['https://host/v1beta/openai', true, 'host', 443, '/v1beta/openai/', 'host'],
    ['https://host', true, 'host', 443, '/v1/', 'host'],
  ] as const)('%s (base address: %s)', (url, isBase, host, port, pathPrefix, authority) => {
    expect(parseUpstream(url, isBase)).toEqual({
      host,
      port,
      isTls: url.toLowerCase().startsWith('https'),
      pathPrefix,
      authority,
    });
  });

  it.each([
    '',
    'api.openai.com',
    '//host',
    'ftp://host',
    'file:///etc/passwd',
    'https://',
    'https://user@host',
    'https://user:password@host',
    'https://host/?key=1',
    'https://host/#x',
    'https://host/v1/chat/completions',
    'https://host/v1/chat/completions/',
  ])('%s is refused', (url) => {
    expect(() => parseUpstream(url, false)).toThrow(expect.objectContaining({ code: 'CONFIG_INVALID' }));
  });

  it.each([
    ['example.org', true],
    ['localhost', true],
    ['10.0.0.1', false],
    ['::1', false],
  ])('%s is a name to look up: %s', (host, isName) => {
    expect(isDnsName({ host })).toBe(isName);
  });
});
