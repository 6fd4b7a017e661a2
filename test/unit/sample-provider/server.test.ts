import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync, gzipSync, inflateSync, zstdDecompressSync } from 'node:zlib';
import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type SampleProvider, startSampleProvider } from '../../../src/sample-provider/server.ts';

let provider: SampleProvider;
let openai: OpenAI;

beforeAll(async () => {
  provider = await startSampleProvider({ host: '127.0.0.1', port: 0 });
  openai = new OpenAI({ baseURL: `${provider.url}/v1`, apiKey: 'sk-test', maxRetries: 0 });
});
afterAll(() => provider.close());

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const hello = [{ role: 'user', content: 'Good morning' }] as const;

const Completion = z.object({
  choices: z.array(
    z.object({ message: z.object({ content: z.string().nullable() }), finish_reason: z.string() }),
  ),
});
const ErrorBody = z.object({
  error: z.object({
    message: z.string(),
    type: z.string(),
    param: z.null(),
    code: z.string().nullable(),
  }),
});
const Last = z.object({
  method: z.string(),
  url: z.string(),
  headers: z.array(z.tuple([z.string(), z.string()])),
  bodySha256: z.string(),
  bodyText: z.string(),
});

const post = (
  body: string | Uint8Array<ArrayBuffer>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> =>
  fetch(`${provider.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk-test', 'content-type': 'application/json', ...headers },
    body,
  });

const ask = (headers: Readonly<Record<string, string>> = {}, more: object = {}): Promise<Response> =>
  post(JSON.stringify({ model: 'sample-echo', messages: hello, ...more }), headers);

const contentOf = async (response: Response): Promise<string | null> =>
  Completion.parse(await response.json()).choices[0]?.message.content ?? null;

const weather = {
  type: 'function',
  function: {
    name: 'get_weather',
    parameters: {
      type: 'object',
      properties: { city: { type: 'string' }, days: { type: 'integer' } },
    },
  },
} as const;

describe('through the openai client', () => {
  it('answers with what was said, and counts tokens', async () => {
    const { choices, usage } = await openai.chat.completions.create({
      model: 'sample-echo',
      messages: [{ role: 'user', content: [{ type: 'text', text: 'Good evening' }] }],
      n: 2,
    });
    expect(choices.map(({ message }) => message.content)).toEqual([
      "Hello from Portcullis's sample provider. You said: Good evening",
      "Hello from Portcullis's sample provider. You said: Good evening",
    ]);
    expect(choices[1]?.index).toBe(1);
    expect(usage?.total_tokens).toBe((usage?.prompt_tokens ?? 0) + (usage?.completion_tokens ?? 0));
  });

  it('streams the same text in many chunks, then the usage', async () => {
    const stream = await openai.chat.completions.create({
      model: 'sample-echo',
      messages: [...hello],
      stream: true,
      stream_options: { include_usage: true },
    });
    let text = '';
    let chunks = 0;
    const reasons: Array<string | null> = [];
    let tokens: number | undefined;
    for await (const chunk of stream) {
      chunks += 1;
      text += chunk.choices[0]?.delta.content ?? '';
      const reason = chunk.choices[0]?.finish_reason;
      if (reason) reasons.push(reason);
      tokens = chunk.usage?.total_tokens;
    }
    expect(text).toBe("Hello from Portcullis's sample provider. You said: Good morning");
    expect(chunks).toBeGreaterThan(5);
    expect(reasons).toEqual(['stop']);
    expect(tokens).toBeGreaterThan(0);
  });

  it.each([
    { name: 'tool_choice required', choice: 'required', text: 'Hi', called: true },
    { name: 'the user asks for a tool', choice: 'auto', text: 'Please use a tool.', called: true },
    { name: 'the user names the tool', choice: 'auto', text: 'get_weather of Rome', called: true },
    { name: 'nobody asks', choice: 'auto', text: 'Hi', called: false },
    { name: 'tool_choice none', choice: 'none', text: 'Please use a tool.', called: false },
  ] as const)('calls a tool or not: $name', async ({ choice, text, called }) => {
    const { choices } = await openai.chat.completions.create({
      model: 'sample-echo',
      messages: [{ role: 'user', content: text }],
      tools: [weather],
      tool_choice: choice,
    });
    const call = choices[0]?.message.tool_calls?.[0];
    expect(choices[0]?.finish_reason).toBe(called ? 'tool_calls' : 'stop');
    expect(call).toEqual(
      called
        ? {
            id: expect.any(String),
            type: 'function',
            function: {
              name: 'get_weather',
              arguments: JSON.stringify({ city: text, days: 1 }),
            },
          }
        : undefined,
    );
  });

  it('streams a tool call, and answers its result in words', async () => {
    const stream = openai.chat.completions.stream({
      model: 'sample-echo',
      messages: [{ role: 'user', content: 'Weather, please' }],
      tools: [weather],
      tool_choice: { type: 'function', function: { name: 'get_weather' } },
    });
    const message = await stream.finalMessage();
    const call = message.tool_calls?.[0];
    expect(call).toMatchObject({ function: { name: 'get_weather' } });
    const { choices } = await openai.chat.completions.create({
      model: 'sample-echo',
      messages: [...hello, message, { role: 'tool', tool_call_id: call?.id ?? '', content: 'Sunny' }],
      tools: [weather],
    });
    expect(choices[0]?.message.content).toContain('The tool said: Sunny');
  });

  it('lists models and embeds, in the encoding the client prefers and as numbers', async () => {
    const models = await openai.models.list();
    expect(models.data.map(({ id }) => id)).toContain('sample-echo');
    expect(await openai.models.retrieve('any/model')).toMatchObject({ id: 'any/model', object: 'model' });
    const packed = await openai.embeddings.create({ model: 'sample-embedding', input: ['a', 'b'] });
    const plain = await openai.embeddings.create({
      model: 'sample-embedding',
      input: 'b',
      encoding_format: 'float',
    });
    const [a, b] = packed.data.map(({ embedding }) => embedding.map((value) => value.toFixed(5)));
    expect(b).toEqual(plain.data[0]?.embedding.map((value) => value.toFixed(5)));
    expect(a).not.toEqual(b);
  });

  it('refuses by the model name', async () => {
    const refused = openai.chat.completions.create({ model: 'sample-status-429', messages: [...hello] });
    await expect(refused).rejects.toMatchObject({ status: 429, code: 'rate_limit_exceeded' });
  });
});

describe('errors in OpenAI’s shape', () => {
  const bearer = { authorization: 'Bearer sk-test' };
  it.each([
    { name: 'no bearer', path: '/v1/models', headers: {}, body: null, status: 401 },
    { name: 'unknown path', path: '/v1/nothing', headers: bearer, body: null, status: 404 },
    { name: 'no JSON', path: '/v1/chat/completions', headers: bearer, body: '{"model":', status: 400 },
    {
      name: 'no messages',
      path: '/v1/chat/completions',
      headers: bearer,
      body: '{"model":"m"}',
      status: 400,
    },
    { name: 'no input', path: '/v1/embeddings', headers: bearer, body: '{"model":"m"}', status: 400 },
    { name: 'bad model id', path: '/v1/models/%ff', headers: bearer, body: null, status: 400 },
  ])('$name', async ({ path, headers, body, status }) => {
    const init = body === null ? { headers } : { method: 'POST', headers, body };
    const response = await fetch(`${provider.url}${path}`, init);
    expect(response.status).toBe(status);
    const { error } = ErrorBody.parse(await response.json());
    expect(error.type).toBe('invalid_request_error');
  });

  it.each(['answer', 'status', 'delay-ms', 'headers', 'reset'])('bad x-sample-%s', async (option) => {
    const response = await ask({ [`x-sample-${option}`]: '~' });
    expect(response.status).toBe(400);
    expect(ErrorBody.parse(await response.json()).error.message).toContain(option);
  });
});

describe('what a test can ask for', () => {
  it('any answer, whole and streamed, without splitting a character', async () => {
    const text = 'Ünï😀😀😀code ';
    expect(await contentOf(await ask({ 'x-sample-answer': base64(text) }))).toBe(text);
    const options = { 'x-sample-answer': base64(text), 'x-sample-chunk-chars': '1' };
    const events = await (await ask(options, { stream: true })).text();
    const pieces = [...events.matchAll(/"content":"([^"]*)"/g)].map((match) => match[1]);
    expect(pieces.join('')).toBe(text);
    expect(pieces).toContain('😀');
    expect(events.endsWith('data: [DONE]\n\n')).toBe(true);
  });

  it.each([
    { encoding: 'gzip', decode: gunzipSync },
    { encoding: 'deflate', decode: inflateSync },
    { encoding: 'br', decode: brotliDecompressSync },
    { encoding: 'zstd', decode: zstdDecompressSync },
  ])('an answer in $encoding, in a stream too', async ({ encoding, decode }) => {
    // Not fetch, which would decode it.
    const read = (body: object): Promise<string> =>
      new Promise((resolve, reject) => {
        const sent = request(`${provider.url}/v1/chat/completions`, {
          method: 'POST',
          headers: { authorization: 'Bearer x', 'x-sample-encoding': encoding },
        });
        sent.on('error', reject).on('response', (response) => {
          const chunks: Buffer[] = [];
          expect(response.headers['content-encoding']).toBe(encoding);
          response.on('data', (chunk) => chunks.push(Buffer.from(chunk)));
          response.on('end', () => resolve(decode(Buffer.concat(chunks)).toString()));
        });
        sent.end(JSON.stringify({ model: 'm', messages: hello, ...body }));
      });
    expect(await read({})).toContain('You said: Good morning');
    expect(await read({ stream: true })).toContain('[DONE]');
  });

  it('more headers, duplicates and replaced ones included', async () => {
    const pairs = [
      ['X-Gateway-Input-Status', 'pass'],
      ['X-Gateway-Input-Status', 'blocked'],
      ['Content-Type', 'application/json; charset=latin1'],
    ];
    const response = await ask({ 'x-sample-headers': base64(JSON.stringify(pairs)) });
    expect(response.headers.get('x-gateway-input-status')).toBe('pass, blocked');
    expect(response.headers.get('content-type')).toBe('application/json; charset=latin1');
  });

  it('a raw body of any type and status', async () => {
    const response = await ask({
      'x-sample-raw': base64('<html>'),
      'x-sample-content-type': 'text/html',
      'x-sample-status': '502',
      'x-sample-chunk-chars': '2',
    });
    expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
      502,
      'text/html',
      '<html>',
    ]);
  });

  it.each([
    { at: 'before', stream: false, status: null },
    { at: 'headers', stream: false, status: 200 },
    { at: 'body', stream: false, status: 200 },
    { at: 'body', stream: true, status: 200 },
  ])('a connection that is reset: $at, stream $stream', async ({ at, stream, status }) => {
    const asked = ask({ 'x-sample-reset': at }, { stream });
    if (status === null) {
      await expect(asked).rejects.toThrow('fetch failed');
      return;
    }
    const response = await asked;
    expect(response.status).toBe(status);
    await expect(response.text()).rejects.toThrow('terminated');
  });

  it('a body of a given size, and none that would not fit in memory', async () => {
    expect(await contentOf(await ask({ 'x-sample-body-bytes': '1000000' }))).toHaveLength(1_000_000);
    expect((await ask({ 'x-sample-body-bytes': '60000000' }, { n: 100 })).status).toBe(400);
    expect((await ask({ 'x-sample-body-bytes': '99999999' })).status).toBe(400);
  });

  it('delays, before the answer and between chunks', async () => {
    const startedAt = performance.now();
    const options = {
      'x-sample-delay-ms': '100',
      'x-sample-chunk-delay-ms': '20',
      'x-sample-chunk-chars': '20',
    };
    await (await ask(options, { stream: true })).text();
    expect(performance.now() - startedAt).toBeGreaterThan(180);
    expect((await ask({ 'x-sample-delay-ms': '60001' })).status).toBe(400);
  });

  it('ends its work when the caller goes away', async () => {
    const caller = new AbortController();
    const response = await fetch(`${provider.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: 'Bearer x', 'x-sample-chunk-delay-ms': '60000' },
      body: JSON.stringify({ model: 'm', messages: hello, stream: true }),
      signal: caller.signal,
    });
    caller.abort();
    await expect(response.text()).rejects.toThrow('aborted');
    expect(await contentOf(await ask())).toContain('Good morning');
  });
});

describe('what a test can see afterwards', () => {
  it('the last chat request, with its credentials hidden, and how many there were', async () => {
    const before = provider.requests().chat;
    const body = gzipSync(JSON.stringify({ model: 'm', messages: hello }));
    const sent = Uint8Array.from(body);
    await post(sent, { 'content-encoding': 'gzip', 'X-Gateway-Key': 'gk_secret', 'x-mine': '1' });
    const last = Last.parse(await (await fetch(`${provider.url}/__sample/last`)).json());
    expect(last).toMatchObject({ method: 'POST', url: '/v1/chat/completions' });
    expect(last.bodyText).toContain('Good morning');
    expect(last.bodySha256).toBe(createHash('sha256').update(body).digest('hex'));
    const headers = Object.fromEntries(last.headers);
    expect(headers).toMatchObject({
      authorization: '(14 characters)',
      'X-Gateway-Key': '(9 characters)',
      'x-mine': '1',
    });
    expect(await (await fetch(`${provider.url}/__sample/count`)).json()).toEqual({ chat: before + 1 });
    expect(provider.requests().chat).toBe(before + 1);
  });
});
