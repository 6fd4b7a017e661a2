import { expect, it } from 'vitest';
import { regionOf, titleOf, titleWithin } from '../../../src/dashboard/api/titles.ts';
import { ruleTitle } from '../../../src/dashboard/rule-titles.ts';
import { ENTITY_NAMES } from '../../../src/detection/entities/names.ts';
import { SECRET_KINDS } from '../../../src/policy/entity-names.ts';

it.each([
  ['openai_api_key', 'OpenAI API key', 'OpenAI API key'],
  ['OPENAI_API_KEY', 'OpenAI API key', 'OpenAI API key'],
  ['azure_openai_key', 'Azure OpenAI key', 'Azure OpenAI key'],
  ['aws_access_key_id', 'AWS access key ID', 'AWS access key ID'],
  ['google_oauth_secret', 'Google OAuth secret', 'Google OAuth secret'],
  ['huggingface_token', 'Hugging Face token', 'Hugging Face token'],
  ['npm_token', 'npm token', 'npm token'],
  ['onepassword_token', '1Password token', '1Password token'],
  ['new_relic_key', 'New Relic key', 'New Relic key'],
  ['stripe_key', 'Stripe key', 'Stripe key'],
  ['jwt', 'JWT', 'JWT'],
  ['private_key', 'Private key', 'private key'],
  ['url_password', 'Password in a URL', 'password in a URL'],
  ['IBAN_CODE', 'IBAN', 'IBAN'],
  ['CRYPTO', 'Crypto wallet address', 'crypto wallet address'],
  ['CREDIT_CARD', 'Credit card', 'credit card'],
  ['US_SSN', 'US SSN', 'US SSN'],
  ['US_BANK_NUMBER', 'US bank number', 'US bank number'],
  ['UK_NHS', 'UK NHS number', 'UK NHS number'],
  ['IN_AADHAAR', 'IN Aadhaar', 'IN Aadhaar'],
  ['SG_NRIC_FIN', 'SG NRIC FIN', 'SG NRIC FIN'],
  ['IP_ADDRESS', 'IP address', 'IP address'],
  ['instruction_override', 'Instruction override', 'instruction override'],
  ['system_prompt_extraction', 'System prompt extraction', 'system prompt extraction'],
])('%s is written %s, and within a sentence %s', (name, title, within) => {
  expect(titleOf(name)).toBe(title);
  expect(titleWithin(name)).toBe(within);
});

it('gives every entity and kind of secret a title of its own, whatever the case of its name', () => {
  const names = [...ENTITY_NAMES, ...SECRET_KINDS];
  expect(new Set(names.map(titleOf)).size).toBe(names.length);
  for (const name of SECRET_KINDS) expect(titleOf(name.toUpperCase())).toBe(titleOf(name));
  for (const name of names) {
    expect(titleOf(name)).not.toMatch(/_|\b(?:api|url|id|aws|Api|Url|Aws|Openai|Github)\b/);
  }
});

it('knows which names begin with a country', () => {
  expect(['US_SSN', 'IP_ADDRESS', 'IBAN_CODE', 'openai_api_key', 'NO_FODSELSNUMMER'].map(regionOf)).toEqual([
    'US',
    null,
    null,
    null,
    'NO',
  ]);
});

it.each([
  { category: 'secret', subType: 'openai_api_key', title: 'Secret: OpenAI API key' },
  { category: 'pii', subType: 'US_SSN', title: 'Personal data: US SSN' },
] as const)('names what a rule found: $title', ({ category, subType, title }) => {
  expect(ruleTitle({ ruleId: 'X-1', category, subType }, [])).toBe(title);
});

it.each([
  ['PI-1001', 'instruction_override', 'Wording of instruction override'],
  ['PI-4001', 'system_prompt_extraction', 'Wording of system prompt extraction'],
  ['PI-1001', 'obfuscated_instruction', 'Wording of obfuscated instruction (instruction override)'],
] as const)('names the rule set of %s for %s where it says more', (ruleId, subType, title) => {
  expect(ruleTitle({ ruleId, category: 'prompt_injection', subType }, [])).toBe(title);
});
