import { afterAll, beforeAll, it } from 'vitest';
import { type Stack, startStack } from './stack.ts';
import { exchangeRaw } from './wire.ts';
let stack: Stack;
beforeAll(async () => { stack = await startStack({}); });
afterAll(() => stack.stop());
it('x', async () => {
  for (const line of ['POST /v1/x x HTTP/1.1','post /v1/x HTTP/1.1','POST /v1/x HTTP/1.0','CONNECT a:1 HTTP/1.1','GET / HTTP/1.1\r\nx-long: '+'a'.repeat(100_000), 'GET / HTTP/1.1\r\nhost: b', 'GET / HTTP/1.1\r\ncontent-length: x', 'GET / HTTP/1.1\r\ntransfer-encoding: x']) {
    console.log(line.slice(0,40), JSON.stringify(await exchangeRaw(stack.ready.proxyUrl, `${line}\r\nhost: a\r\nconnection: close\r\n\r\n`).catch(e=>String(e))));
  }
});
