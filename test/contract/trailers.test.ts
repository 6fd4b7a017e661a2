import { once } from 'node:events';
import { connect } from 'node:http2';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ATTACK, BENIGN, chat, type Stack, startStack } from './stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

/** A chat request over HTTP/2, with trailers behind its body. */
const sendWithTrailers = async (text: string): Promise<{ status: number; input: string; body: string }> => {
  const session = connect(stack.ready.proxyUrl);
  try {
    const stream = session.request(
      {
        ':method': 'POST',
        ':path': '/v1/chat/completions',
        authorization: 'Bearer x',
        'x-gateway-key': stack.ready.gatewayKey,
        'content-type': 'application/json',
      },
      { waitForTrailers: true },
    );
    stream.on('wantTrailers', () => stream.sendTrailers({ 'x-checksum': 'abc' }));
    stream.end(JSON.stringify(chat(text)));
    const [headers] = await once(stream, 'response');
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(Buffer.from(chunk));
    return {
      status: Number(headers[':status']),
      input: String(headers['x-gateway-input-status']),
      body: Buffer.concat(chunks).toString(),
    };
  } finally {
    session.close();
  }
};

it('takes a body that trailers follow for the whole one', async () => {
  expect(await sendWithTrailers(BENIGN)).toMatchObject({
    status: 200,
    input: 'pass',
    body: expect.stringContaining('capital of France'),
  });
  expect(await sendWithTrailers(ATTACK)).toMatchObject({ status: 403, input: 'blocked' });
});
