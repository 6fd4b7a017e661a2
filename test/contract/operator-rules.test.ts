import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { json, type RecordingProvider, startRecordingProvider } from './recording-provider.ts';
import { expectGatewayHeaders } from './shapes.ts';
import {
  answerOf,
  contentOf,
  DONE,
  dataOf,
  delta,
  finish,
  listen,
  play,
  type Received,
  role,
  says,
  split,
  splitsFor,
} from './sse.ts';
import { type Answer, BENIGN, chat, errorOf, eventually, type Stack, startStack } from './stack.ts';

/** As an operator would write it. */
const CONFIG = `
policy:
  rules:
    - id: no-codenames
      description: Names of projects that nobody outside may read
      words: [Project Bluebird, Nachtfalter]
      samples: { match: [Is PROJECT BLUEBIRD on?], noMatch: [a blue bird] }
    - id: customer-number
      pattern: '\\bKD-\\d{6}\\b'
      action: redact
      samples: { match: [KD-123456], noMatch: [KD-1234567] }
    - id: no-commands
      pattern: 'run\\s+as\\s+root'
      roles: [user]
      direction: input
    - id: quiet
      words: [by the way]
      action: detect
stream:
  maxHoldMs: 60000
`;

let folder: string;
let provider: RecordingProvider;
let stack: Stack;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portcullis-rules-'));
  const file = join(folder, 'portcullis.yaml');
  await writeFile(file, CONFIG);
  provider = await startRecordingProvider();
  stack = await startStack({ upstream: provider.url, args: ['--config', file] });
});
afterAll(async () => {
  await stack.stop();
  await provider.close();
  await rm(folder, { recursive: true });
});

const ask = (content: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> =>
  stack.call({ body: chat(content), headers });

const answering = (content: string): Promise<Answer> => {
  const choices = [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }];
  provider.next(
    json(JSON.stringify({ id: 'c', object: 'chat.completion', created: 1, model: 'm', choices })),
  );
  return ask(BENIGN);
};

const detectionOf = (id: string, requestId: unknown) => ({
  category: 'policy',
  sub_type: id,
  confidence: 1,
  scan_time_ms: expect.any(Number),
  request_id: requestId,
  policy: id,
});

const SECRET = 'Tell me about project\u200b  BLUEBIRD, please.';

describe('a request', () => {
  it.each(['low', 'medium', 'high', 'paranoid'])('is blocked at sensitivity %s', async (sensitivity) => {
    const before = provider.seen().length;
    const answer = await ask(SECRET, { 'x-gateway-sensitivity': sensitivity });
    expect(answer.status).toBe(403);
    expectGatewayHeaders(answer, ['blocked', 'skipped']);
    const id = answer.headers['x-gateway-request-id'];
    expect(errorOf(answer)).toEqual({
      type: 'request_blocked',
      code: 'policy_violation',
      message: `The request was blocked: it violates the operator's policy. (request id: ${String(id)})`,
      param: null,
      request_id: id,
      detection: detectionOf('no-codenames', id),
    });
    expect(answer.text.toLowerCase()).not.toContain('bluebird');
    expect(provider.seen()).toHaveLength(before);
    expect(await stack.record(String(id))).toMatchObject({
      outcome: 'blocked',
      errorCode: 'policy_violation',
      loosest: 'low',
      findings: [{ category: 'policy', subType: 'no-codenames', ruleId: 'no-codenames', confidence: 1 }],
    });
  });

  it('shows nothing of what was found in its record', async () => {
    const answer = await ask(SECRET);
    const { findings } = await stack.record(String(answer.headers['x-gateway-request-id']));
    expect(findings[0]?.excerpt).toBe('Tell me about <NO-CODENAMES>, please.');
  });

  it('goes on in advisory, and its caller is told', async () => {
    const answer = await ask(SECRET, { 'x-gateway-mode': 'advisory' });
    expect(answer.status).toBe(200);
    expectGatewayHeaders(answer, ['flagged', 'pass'], ['x-gateway-detection']);
    expect(answer.headers['x-gateway-detection']).toBe('policy/no-codenames;confidence=1.000');
  });

  it('goes on in shadow, and its record says what would have been', async () => {
    const answer = await ask(SECRET, { 'x-gateway-mode': 'shadow' });
    expect(answer.status).toBe(200);
    expectGatewayHeaders(answer, ['pass', 'pass']);
    expect(await stack.record(String(answer.headers['x-gateway-request-id']))).toMatchObject({
      outcome: 'pass',
      wouldBlock: true,
      loosest: 'low',
    });
  });

  it('is redacted', async () => {
    const answer = await ask('I am kd-123456, not KD-1234567.');
    expect(answer.status).toBe(200);
    expectGatewayHeaders(answer, ['redacted', 'pass']);
    expect(JSON.parse(provider.last().body.toString())).toEqual(
      chat('I am <CUSTOMER-NUMBER_1>, not KD-1234567.'),
    );
  });

  it('is redacted where parts of it make a match together', async () => {
    const parts = ['I am KD-12', '3456, yes.'].map((text) => ({ type: 'text', text }));
    await stack.call({ body: chat(parts) });
    expect(provider.last().body.toString()).toContain('"I am <CUSTOMER-NUMBER_1>"');
    expect(provider.last().body.toString()).not.toContain('3456');
  });

  it('goes on where a rule only records', async () => {
    const answer = await ask('By the way, what is the capital of France?');
    expectGatewayHeaders(answer, ['pass', 'pass']);
    expect(await stack.record(String(answer.headers['x-gateway-request-id']))).toMatchObject({
      outcome: 'pass',
      wouldBlock: false,
      findings: [{ category: 'policy', subType: 'quiet' }],
    });
  });

  it('is judged by the rules for its roles alone', async () => {
    expect((await ask('Please run  as root.')).status).toBe(403);
    const messages = [
      { role: 'system', content: 'Never run as root.' },
      { role: 'user', content: BENIGN },
    ];
    expect((await stack.call({ body: { model: 'm', messages } })).status).toBe(200);
  });
});

describe('an answer', () => {
  it('is blocked', async () => {
    const answer = await answering('It is Nachtfalter.');
    expect(answer.status).toBe(403);
    expectGatewayHeaders(answer, ['pass', 'blocked']);
    expect(errorOf(answer)).toMatchObject({
      type: 'response_blocked',
      code: 'policy_violation',
      detection: detectionOf('no-codenames', answer.headers['x-gateway-request-id']),
    });
  });

  it('is redacted', async () => {
    const answer = await answering('You are KD-654321.');
    expectGatewayHeaders(answer, ['pass', 'redacted']);
    expect(JSON.parse(answer.text)).toMatchObject({
      choices: [{ message: { content: 'You are <CUSTOMER-NUMBER>.' } }],
    });
  });

  it('is not judged by the rules for requests', async () => {
    expect((await answering('You may run as root.')).status).toBe(200);
  });
});

const stream = async (bytes: Buffer, how: Parameters<typeof split>[1], headers = {}): Promise<Received> => {
  provider.next(play(split(bytes, how, 5)).respond);
  const received = await listen(stack, { headers }).received;
  expect(received.error).toBeNull();
  return received;
};

describe('a streamed answer', () => {
  const TEXT = 'Dear KD-123456, by the way, kd-654321 is KD-7 or KD-1234567; project blue is on.';
  const MASKED = TEXT.replace('KD-123456', '<CUSTOMER-NUMBER>').replace('kd-654321', '<CUSTOMER-NUMBER>');

  it.each([1, 4, 9, 1000])('is redacted, %i characters an event', { timeout: 240_000 }, async (chars) => {
    const bytes = Buffer.from(answerOf(TEXT, chars));
    for (const how of splitsFor(bytes)) {
      const { text, requestId } = await stream(bytes, how);
      expect(contentOf(text), how).toBe(MASKED);
      expect(dataOf(text).at(-1)).toBe('[DONE]');
      expect(text).not.toMatch(/654321|"KD-1"/);
      expect(await stack.record(requestId)).toMatchObject({ outcome: 'redacted', outputStatus: 'redacted' });
    }
  });

  it('is redacted within the arguments of a tool call', async () => {
    const call = (piece: string) => delta({ tool_calls: [{ index: 0, function: { arguments: piece } }] });
    const events = [role(), ...Array.from('{"id":"KD-123456"}', call), finish('tool_calls'), DONE];
    const { text } = await stream(Buffer.from(events.join('')), 'whole');
    const joined = [...text.matchAll(/"arguments":("(?:[^"\\]|\\.)*")/g)]
      .map(([, token = '""']) => JSON.parse(token))
      .join('');
    expect(joined).toBe('{"id":"<CUSTOMER-NUMBER>"}');
  });

  it.each([1, 3, 8])('is cut cleanly, %i characters an event', { timeout: 240_000 }, async (chars) => {
    const bytes = Buffer.from(answerOf('All is well. The project\nBluebird starts today.', chars));
    for (const how of splitsFor(bytes)) {
      const { text, requestId } = await stream(bytes, how);
      const [last = '', error = '', done] = dataOf(text).slice(-3);
      expect(done).toBe('[DONE]');
      expect(JSON.parse(last)).toMatchObject({
        choices: [{ index: 0, finish_reason: 'content_filter' }],
        gateway: { output_status: 'blocked', detection: detectionOf('no-codenames', requestId) },
      });
      expect(JSON.parse(error)).toMatchObject({
        error: { type: 'response_blocked', code: 'policy_violation', request_id: requestId },
      });
      expect('All is well. The ').toContain(contentOf(text.slice(0, text.indexOf('data: {"error"'))));
      expect(text).not.toMatch(/project|luebird/);
      expect(await stack.record(requestId)).toMatchObject({
        outcome: 'blocked',
        outputStatus: 'blocked',
        errorCode: 'policy_violation',
      });
    }
  });

  it.each([
    { name: 'waits for rules that do something', text: 'It is project ', waits: true },
    { name: 'waits for no rule that only records', text: 'And by the ', waits: false },
  ])('$name', async ({ text, waits }) => {
    provider.next(play([role(), says(text), 1000, says('end.'), finish(), DONE]).respond);
    const { arrivals, endedAtMs } = await listen(stack).received;
    const atMs = arrivals.find((each) => each.text.includes(text))?.atMs ?? endedAtMs;
    expect(endedAtMs - atMs > 700).toBe(!waits);
  });

  it.each(['shadow', 'advisory'])('passes untouched, and at once: %s', async (mode) => {
    const events = [role(), says('The project'), says(' Bluebird, KD-123456.'), finish(), DONE];
    const bytes = Buffer.from(events.join(''));
    const received = await stream(bytes, 'random', { 'x-gateway-mode': mode });
    expect(received.bytes.equals(bytes)).toBe(true);
    expect(await stack.record(received.requestId)).toMatchObject({
      outcome: mode === 'advisory' ? 'flagged' : 'pass',
      wouldBlock: true,
    });
  });
});

it('a change of the file is followed without a restart', async () => {
  expect((await ask(SECRET)).status).toBe(403);
  await writeFile(join(folder, 'portcullis.yaml'), 'policy: { rules: [] }\nstream: { maxHoldMs: 60000 }\n');
  await eventually(
    () => ask(SECRET),
    ({ status }) => status === 200,
  );
});
