import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NOTICE } from '../../src/policy/removal.ts';
import { type RecordingProvider, startRecordingProvider } from './recording-provider.ts';
import { expectGatewayHeaders } from './shapes.ts';
import { ATTACK, errorOf, type Stack, startStack } from './stack.ts';

let provider: RecordingProvider;
let stack: Stack;
beforeAll(async () => {
  provider = await startRecordingProvider();
  stack = await startStack({
    upstream: provider.url,
    env: { PORTCULLIS_POLICY_INJECTIONS: '{"untrusted":"remove","earlier":"remove"}' },
  });
});
afterAll(async () => {
  await stack.stop();
  await provider.close();
});

const QUESTION = { role: 'user', content: 'When does the harbour office open?' };
const run = (found: string): object => ({
  model: 'gpt-4o',
  messages: [
    QUESTION,
    {
      role: 'assistant',
      tool_calls: [
        { id: 'c1', type: 'function', function: { name: 'fetch', arguments: '{"page":"hours"}' } },
      ],
    },
    { role: 'tool', tool_call_id: 'c1', content: found },
  ],
});

describe('an attack that a request can do without', () => {
  it('never reaches the provider, and the rest does, byte for byte', async () => {
    const answer = await stack.call({ body: run(`Opening hours: 8 to 12. ${ATTACK}`) });
    expect(answer.status).toBe(200);
    expectGatewayHeaders(answer, ['redacted', 'pass']);
    expect(provider.last().body.toString()).toBe(JSON.stringify(run(NOTICE)));
  });

  it('does not end a conversation in which it was said once', async () => {
    const messages = [{ role: 'user', content: ATTACK }];
    const before = provider.seen().length;
    const refused = await stack.call({ body: { model: 'gpt-4o', messages } });
    expect(errorOf(refused)).toMatchObject({ code: 'prompt_injection_detected' });
    expect(provider.seen()).toHaveLength(before);
    const answer = await stack.call({ body: { model: 'gpt-4o', messages: [...messages, QUESTION] } });
    expect(answer.status).toBe(200);
    expectGatewayHeaders(answer, ['redacted', 'pass']);
    expect(JSON.parse(provider.last().body.toString())).toEqual({
      model: 'gpt-4o',
      messages: [{ role: 'user', content: NOTICE }, QUESTION],
    });
  });

  it('stays where the caller asks for a mode that changes nothing', async () => {
    const body = run(ATTACK);
    const answer = await stack.call({ body, headers: { 'x-gateway-mode': 'advisory' } });
    expect(answer.headers['x-gateway-input-status']).toBe('flagged');
    expect(provider.last().body.toString()).toBe(JSON.stringify(body));
  });
});
