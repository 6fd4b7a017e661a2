import { expect, it } from 'vitest';
import { ConfigSchema } from '../../../src/config/schema.ts';
import { createRuleTrial } from '../../../src/scan-lines/rule-trial.ts';
import { HASH } from '../envoy/fixtures.ts';

const { policy } = ConfigSchema.parse({
  policy: {
    entities: { EMAIL_ADDRESS: { input: 'hash', output: 'block' }, IP_ADDRESS: { input: 'off' } },
    rules: [
      { id: 'customer', pattern: '\\bKD-\\d{6}\\b', action: 'tokenize' },
      { id: 'bird', words: ['Blue Bird'], roles: ['tool'] },
    ],
  },
});
const attempt = createRuleTrial({ settings: { ...policy, revision: '' }, hashValue: HASH });
const ask = (text: string, direction: 'input' | 'output' = 'input', role: 'user' | 'tool' = 'user') =>
  attempt({ text, direction, role });

it('tells what is found, what is done about it, and what goes on', () => {
  expect(ask('KD-123456: ann@example.com, 4111 1111 1111 1111, 8.8.4.4')).toEqual({
    verdict: 'redacted',
    text: '<CUSTOMER_1>: <EMAIL_ADDRESS:15>, <CREDIT_CARD_1>, 8.8.4.4',
    findings: expect.arrayContaining([
      expect.objectContaining({ subType: 'customer', action: 'tokenize', start: 0, end: 9 }),
      expect.objectContaining({ subType: 'EMAIL_ADDRESS', action: 'hash', confidence: 0.95 }),
      expect.objectContaining({ subType: 'CREDIT_CARD', action: 'tokenize' }),
    ]),
  });
});

it('knows directions and roles', () => {
  expect(ask('KD-123456 and 4111 1111 1111 1111', 'output').text).toBe('<CUSTOMER> and <CREDIT_CARD>');
  expect(ask('ann@example.com', 'output')).toMatchObject({ verdict: 'blocked', text: null });
  expect(ask('a blue bird')).toEqual({ verdict: 'pass', text: 'a blue bird', findings: [] });
  expect(ask('a blue bird', 'input', 'tool')).toMatchObject({
    verdict: 'blocked',
    findings: [{ category: 'policy', subType: 'bird', action: 'block' }],
  });
});
