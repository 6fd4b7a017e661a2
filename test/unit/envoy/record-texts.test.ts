import { createHmac, createSecretKey } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readChatRequest } from '../../../src/chat/request.ts';
import { conversationOf, joinedTexts, textsOf } from '../../../src/envoy/report/record-texts.ts';
import type { Leg } from '../../../src/envoy/session/session-types.ts';
import type { Inspection } from '../../../src/inspect.ts';
import { findingOf, inspectionOf, policyOf, segmentOf } from './fixtures.ts';

const SECRET = createSecretKey(Buffer.from('secret'));
const LIMITS = { maxDepth: 20, maxSegments: 1000, maxTextChars: 10_000 };

const read = (messages: readonly object[], rest: object = {}): Inspection => ({
  ...inspectionOf(policyOf('blocking'), 'input', 'nothing'),
  ...readChatRequest(JSON.stringify({ model: 'm', messages, ...rest }), LIMITS),
});

const system = { role: 'system', content: 'You help customers of a bank.' };
const hello = { role: 'user', content: 'Hello, I need help.' };
const reply = { role: 'assistant', content: 'With what?' };

const of = (messages: readonly object[], rest: object = {}, keyId: string | null = 'key_1') =>
  conversationOf(read(messages, rest), keyId, SECRET);

describe('a conversation', () => {
  it('has the same name at every turn', () => {
    const first = of([system, hello]);
    expect(first).toMatch(/^[\da-f]{32}$/);
    expect(of([system, hello, reply, { role: 'user', content: 'With my card.' }])).toBe(first);
    const tools = [{ type: 'function', function: { name: 'f', description: 'Looks something up.' } }];
    expect(of([system, hello, reply, { role: 'tool', content: '{}', tool_call_id: 'c' }], { tools })).toBe(
      first,
    );
    expect(of([system, { role: 'user', content: [{ type: 'text', text: hello.content }] }])).toBe(first);
  });

  it.each([
    { name: 'another first text', messages: [system, { role: 'user', content: 'Hi.' }] },
    { name: 'another system text', messages: [{ ...system, content: 'You are a pirate.' }, hello] },
    { name: 'no system text', messages: [hello] },
    {
      name: 'more in its first message',
      messages: [
        system,
        {
          role: 'user',
          content: [
            { type: 'text', text: hello.content },
            { type: 'text', text: 'More.' },
          ],
        },
      ],
    },
  ])('with $name is another one', ({ messages }) => {
    expect(of(messages)).not.toBe(of([system, hello]));
  });

  it('is each key’s own, and only with the secret', () => {
    const first = of([system, hello]);
    expect(of([system, hello], {}, 'key_2')).not.toBe(first);
    expect(conversationOf(read([system, hello]), 'key_1', createSecretKey(Buffer.from('another')))).not.toBe(
      first,
    );
  });

  it('is none without a user’s text', () => {
    expect(of([system])).toBeNull();
    expect(conversationOf(null, null, SECRET)).toBeNull();
  });
});

describe('kept texts', () => {
  const legOf = (inspection: Inspection): Leg => ({
    ...{ status: 'pass', unjudged: [], scanMs: 0, failure: null },
    inspection,
  });

  it('are raw, in their order, with role and place', () => {
    const texts = textsOf([legOf(read([system, hello]))], (pointer) => pointer);
    expect(texts).toEqual([
      { direction: 'input', pointer: '/messages/0/content', role: 'system', text: system.content },
      { direction: 'input', pointer: '/messages/1/content', role: 'user', text: hello.content },
    ]);
  });

  it('are bounded: those with findings come first, then the newest', () => {
    const long = 'x'.repeat(300_000);
    const segments = ['a', 'b', 'c', 'd'].map((letter, at) =>
      segmentOf(letter + long, { pointer: `/messages/${at}/content` }),
    );
    const [first] = segments;
    const inspection: Inspection = {
      ...read([hello]),
      segments,
      findings: first === undefined ? [] : [findingOf(first, 'prompt_injection', 'jailbreak')],
    };
    const texts = textsOf([legOf(inspection)], (pointer) => pointer);
    expect(texts.map(({ text }) => [text[0], text.length])).toEqual([
      ['a', 300_001],
      ['d', 224_287],
    ]);
  });
});

it('hashes joined texts as it would hash them one after the other', () => {
  const text = fc.string({ unit: 'binary', maxLength: 20 });
  fc.assert(
    fc.property(fc.array(text, { maxLength: 8 }), (texts) => {
      const segments = texts.map((each) => segmentOf(each));
      const hmac = createHmac('sha256', SECRET);
      for (const { role, text: each } of segments)
        hmac.update(role).update('\0').update(String(each.length)).update('\0').update(each);
      const joined = createHmac('sha256', SECRET).update(joinedTexts(segments));
      expect(joined.digest('hex')).toBe(hmac.digest('hex'));
    }),
  );
});
