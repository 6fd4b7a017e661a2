import { describe, expect, it } from 'vitest';
import { answeringGateway, completion, LINK, SPOOFED } from './answering.ts';
import { COMPLETION, json } from './recording-provider.ts';
import { expectGatewayHeaders } from './shapes.ts';
import { ATTACK, chat } from './stack.ts';

const { provider, stack, asked } = answeringGateway();

describe('what the provider says in our name', () => {
  const BAD = completion({ content: LINK });
  it.each([
    {
      name: 'a completion',
      type: 'application/json',
      body: COMPLETION,
      status: 200,
      mode: 'blocking',
      output: 'pass',
    },
    {
      name: 'a blocked answer',
      type: 'application/json',
      body: BAD,
      status: 200,
      mode: 'blocking',
      output: 'blocked',
    },
    {
      name: 'an answer in shadow mode',
      type: 'application/json',
      body: BAD,
      status: 200,
      mode: 'shadow',
      output: 'pass',
    },
    {
      name: 'an error',
      type: 'application/json',
      body: '{}',
      status: 429,
      mode: 'blocking',
      output: 'skipped',
    },
    { name: 'plain text', type: 'text/plain', body: 'x', status: 200, mode: 'blocking', output: 'skipped' },
    {
      name: 'a stream',
      type: 'text/event-stream',
      body: 'data: [DONE]\n\n',
      status: 200,
      mode: 'blocking',
      output: 'streaming',
    },
    {
      name: 'an answer that is no JSON',
      type: 'application/json',
      body: 'x',
      status: 200,
      mode: 'advisory',
      output: 'error',
    },
    {
      name: 'no content',
      type: 'application/json',
      body: '',
      status: 204,
      mode: 'blocking',
      output: 'skipped',
    },
  ])('never reaches the caller: $name', async ({ type, body, status, mode, output }) => {
    provider.next((response) => {
      response.writeHead(status, { 'content-type': type, ...SPOOFED });
      response.end(body);
    });
    const answer = await asked({ 'x-gateway-mode': mode });
    expectGatewayHeaders(answer, ['pass', output]);
    expect(JSON.stringify(answer.rawHeaders)).not.toContain('spoofed');
  });

  it('never reaches the caller on a path that is passed through', async () => {
    provider.next((response) => response.writeHead(200, SPOOFED).end('{}'));
    const answer = await stack.call({ method: 'GET', path: '/v1/models' });
    expectGatewayHeaders(answer, ['skipped', 'skipped']);
    expect(JSON.stringify(answer.rawHeaders)).not.toContain('spoofed');
  });

  it('gives way to a detection of ours, which stands there once', async () => {
    provider.next((response) => response.writeHead(200, SPOOFED).end(COMPLETION));
    const answer = await stack.call({ body: chat(ATTACK), headers: { 'x-gateway-mode': 'advisory' } });
    expectGatewayHeaders(answer, ['flagged', 'pass'], ['x-gateway-detection']);
    expect(answer.headers['x-gateway-detection']).toMatch(/^prompt_injection\/instruction_override;/);
  });
});

describe('headers of the provider', () => {
  it('stay, its request id among them', async () => {
    provider.next(
      json(COMPLETION, { 'x-request-id': 'of-the-provider', 'openai-processing-ms': '7', server: 'cloud' }),
    );
    const answer = await asked();
    expect(answer.headers['x-request-id']).toBe('of-the-provider');
    expect(answer.headers['openai-processing-ms']).toBe('7');
    expect(answer.headers['server']).toBe('cloud');
    expect(answer.headers['content-length']).toBe(String(COMPLETION.length));
    expect(answer.rawHeaders.filter(([name]) => name.startsWith('x-envoy'))).toEqual([]);
  });

  it('get our request id where the provider sent none', async () => {
    const answer = await asked();
    expect(answer.headers['x-request-id']).toBe(answer.headers['x-gateway-request-id']);
  });

  it('keep every cookie and every repeated header', async () => {
    provider.next((response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'set-cookie': ['a=1', 'b=2'] });
      response.end(COMPLETION);
    });
    const answer = await asked();
    expect(answer.headers['set-cookie']).toEqual(['a=1', 'b=2']);
  });
});
