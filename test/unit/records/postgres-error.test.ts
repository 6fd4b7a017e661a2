import { expect, it } from 'vitest';
import { sqlState } from '../../../src/records/postgres/postgres-error.ts';

it.each([
  { name: 'the server’s', error: Object.assign(new Error('gone'), { code: '57P01' }), state: '57P01' },
  {
    name: 'a socket’s',
    error: Object.assign(new Error('write EPIPE'), { code: 'EPIPE', syscall: 'write' }),
    state: null,
  },
  { name: 'the driver’s', error: new Error('Query read timeout'), state: null },
  { name: 'none', error: 'gone', state: null },
])('the state of an error is that of the server alone: $name', ({ error, state }) => {
  expect(sqlState(error)).toBe(state);
});
