import { describe, expect, it } from 'vitest';
import { formatAddress, isLoopback, parseAddress } from '../../../src/config/address.ts';

describe('an address', () => {
  it.each([
    ['127.0.0.1:9000', { kind: 'tcp', host: '127.0.0.1', port: 9000 }],
    ['0.0.0.0:0', { kind: 'tcp', host: '0.0.0.0', port: 0 }],
    ['localhost:65535', { kind: 'tcp', host: 'localhost', port: 65_535 }],
    [
      'gateway.my-ns.svc.cluster.local:9000',
      { kind: 'tcp', host: 'gateway.my-ns.svc.cluster.local', port: 9000 },
    ],
    ['[::1]:9000', { kind: 'tcp', host: '::1', port: 9000 }],
    ['[::]:80', { kind: 'tcp', host: '::', port: 80 }],
    ['[::ffff:127.0.0.1]:80', { kind: 'tcp', host: '::ffff:127.0.0.1', port: 80 }],
    ['unix:/run/portcullis.sock', { kind: 'unix', path: '/run/portcullis.sock' }],
    ['unix:/with space', { kind: 'unix', path: '/with space' }],
  ])('%s is read, and written the same way', (text, address) => {
    const parsed = parseAddress(text);
    expect(parsed).toEqual(address);
    expect(parsed === null ? null : formatAddress(parsed)).toBe(text);
  });

  it.each([
    '',
    '9000',
    ':9000',
    '127.0.0.1',
    '127.0.0.1:',
    '127.0.0.1:65536',
    '127.0.0.1:-1',
    '127.0.0.1:9000 ',
    '127.0.0.1:9000/x',
    '127.0.0.256:9000',
    '127.0.1:9000',
    '1234:9000',
    '::1:9000',
    '[127.0.0.1]:9000',
    '[::g]:9000',
    '[::1]',
    'http://localhost:9000',
    '-a:1',
    'a-:1',
    'a..b:1',
    `${'a'.repeat(64)}:1`,
    '*:9000',
    'unix:',
    'unix:/',
    'unix:relative',
    'unix:/nul\0',
    `unix:/${'x'.repeat(107)}`,
    `${'a'.repeat(100_000)}:1`,
  ])('%j is refused', (text) => {
    expect(parseAddress(text)).toBeNull();
  });

  it.each([
    ['127.0.0.1:1', true],
    ['127.9.9.9:1', true],
    ['localhost:1', true],
    ['[::1]:1', true],
    ['[::ffff:127.0.0.1]:1', true],
    ['unix:/x', true],
    ['0.0.0.0:1', false],
    ['[::]:1', false],
    ['10.0.0.1:1', false],
    ['localhost.example.com:1', false],
    ['nonsense', false],
  ])('%s is of this machine alone: %s', (text, expected) => {
    expect(isLoopback(parseAddress(text))).toBe(expected);
  });
});
