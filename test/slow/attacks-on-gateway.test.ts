import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RecordingProvider, startRecordingProvider } from '../contract/recording-provider.ts';
import { ATTACK, BENIGN, chat, eventually, type Stack, startStack } from '../contract/stack.ts';
import { exchangeRaw, parseRaw } from '../contract/wire.ts';
import { sendFrames } from './h2-frames.ts';

/**
 * Attacks on the gateway itself, as whoever has a key may try them, on the real Envoy. What stands elsewhere is not here again:
 * spellings of the path, upgrades and override headers in paths.test.ts, encodings and bombs in bodies.test.ts, what a
 * provider makes up in answers-headers.test.ts, credentials in errors.test.ts; the dashboard's in test/unit/dashboard.
 */
const CHAT = '/v1/chat/completions';
const SILENCE_MS = 1500;

let provider: RecordingProvider;
let stack: Stack;
beforeAll(async () => {
  provider = await startRecordingProvider();
  stack = await startStack({ upstream: provider.url });
});
afterAll(async () => {
  await stack.stop();
  await provider.close();
});

const CREDENTIALS = (): string[] => [
  'host: gateway.example',
  'authorization: Bearer sk-raw',
  `x-gateway-key: ${stack.ready.gatewayKey}`,
];

const request = (lines: readonly string[], body: string, line = `POST ${CHAT} HTTP/1.1`): Buffer =>
  Buffer.from(
    `${[line, ...CREDENTIALS(), 'content-type: application/json', ...lines].join('\r\n')}\r\n\r\n${body}`,
    'latin1',
  );

const raw = async (bytes: Buffer) => parseRaw(await exchangeRaw(stack.ready.proxyUrl, bytes, SILENCE_MS));

/** What the provider was asked while `run` ran. */
const askedDuring = async (run: () => Promise<unknown>) => {
  const before = provider.seen().length;
  await run();
  return provider.seen().slice(before);
};

const HARMLESS = JSON.stringify(chat(BENIGN));
const HOSTILE = JSON.stringify(chat(ATTACK));
const chunk = (text: string): string => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
const LAST = '0\r\n\r\n';

describe('a request within a request', () => {
  const HIDDEN = `GET /v1/models HTTP/1.1\r\nhost: x\r\n\r\n`;

  it('would be seen: two requests on one connection are two, each for itself', async () => {
    const length = `content-length: ${HARMLESS.length}`;
    const asked = await askedDuring(() =>
      raw(Buffer.concat([request([length], HARMLESS), request([length, 'connection: close'], HARMLESS)])),
    );
    expect(asked.map(({ url }) => url)).toEqual([CHAT, CHAT]);
  });

  it.each([
    'transfer-encoding: chunked',
    'Transfer-Encoding : chunked',
    'transfer-encoding:\tchunked',
    'transfer-encoding: \x0bchunked',
    'transfer-encoding: chunked\x00',
    'transfer-encoding: "chunked"',
    'transfer-encoding: xchunked',
    'transfer-encoding: chunked, identity',
    'transfer-encoding: identity, chunked',
    'transfer-encoding: gzip, chunked',
    'transfer-encoding: chunked\r\ntransfer-encoding: identity',
    'transfer-encoding: identity\r\ntransfer-encoding: chunked',
    'transfer-encoding:\r\n chunked',
    'x: y\ntransfer-encoding: chunked',
    'x: y\rtransfer-encoding: chunked',
    'transfer_encoding: chunked',
  ])('is not hidden by %j beside a length', async (header) => {
    const forLength = `${chunk(HARMLESS)}${LAST}${HIDDEN}`;
    const forChunks = `${chunk(HIDDEN)}${LAST}`;
    const asked = await askedDuring(async () => {
      await raw(request([header, `content-length: ${forLength.length}`], forLength));
      await raw(request([header, 'content-length: 4'], forChunks));
      await raw(request([`content-length: ${forLength.length}`, header], forLength));
    });
    expect(asked).toEqual([]);
  });

  it.each([
    {
      name: 'two lengths',
      lines: (n: number) => [`content-length: ${n}`, `content-length: ${n + HIDDEN.length}`],
    },
    { name: 'a list of two', lines: (n: number) => [`content-length: ${n}, ${n + HIDDEN.length}`] },
    { name: 'a plus', lines: (n: number) => [`content-length: +${n}`] },
    { name: 'a minus', lines: () => ['content-length: -1'] },
    { name: 'hex', lines: (n: number) => [`content-length: 0x${n.toString(16)}`] },
    { name: 'more than 64 bits hold', lines: (n: number) => [`content-length: ${2n ** 64n + BigInt(n)}`] },
    { name: 'letters', lines: (n: number) => [`content-length: ${n}abc`] },
    {
      name: 'a space in the middle',
      lines: (n: number) => [`content-length: ${String(n)[0]} ${String(n).slice(1)}`],
    },
    { name: 'a space before the colon', lines: (n: number) => [`content-length : ${n}`] },
    { name: 'a folded line', lines: (n: number) => [`content-length:\r\n ${n}`] },
  ])('is not hidden by a length with $name', async ({ lines }) => {
    const asked = await askedDuring(() => raw(request(lines(HARMLESS.length), HARMLESS + HIDDEN)));
    expect(asked.filter(({ url, body }) => url !== CHAT || body.toString() !== HARMLESS)).toEqual([]);
  });

  it('is not hidden in the body of a GET, which some servers do not read', async () => {
    const asked = await askedDuring(async () => {
      const answer = await raw(
        request([`content-length: ${HIDDEN.length}`, 'connection: close'], HIDDEN, 'GET /v1/models HTTP/1.1'),
      );
      expect(answer.status).toBe(400);
      expect(JSON.parse(answer.body).error).toMatchObject({ type: 'invalid_request_error' });
    });
    expect(asked).toEqual([]);
    const plain = await raw(request(['connection: close'], '', 'GET /v1/models HTTP/1.1'));
    expect(plain.status).toBe(200);
    const empty = await raw(
      request(['content-length: 0', 'connection: close'], '', 'GET /v1/models HTTP/1.1'),
    );
    expect(empty.status).toBe(200);
  });
});

describe('chunks', () => {
  const whole = (text: string) => text.length.toString(16);
  const FORMS: readonly (readonly [name: string, body: (text: string) => string])[] = [
    ['an extension', (text) => `${whole(text)};a=b\r\n${text}\r\n${LAST}`],
    [
      'an extension in quotes that holds a line end',
      (text) => `${whole(text)};a="\r\n0\r\n\r\n"\r\n${text}\r\n${LAST}`,
    ],
    ['a long extension', (text) => `${whole(text)};${'a'.repeat(9000)}\r\n${text}\r\n${LAST}`],
    ['leading zeros', (text) => `00000000${whole(text)}\r\n${text}\r\n${LAST}`],
    ['capitals', (text) => `${whole(text).toUpperCase()}\r\n${text}\r\n${LAST}`],
    ['a prefix 0x', (text) => `0x${whole(text)}\r\n${text}\r\n${LAST}`],
    ['bare line feeds', (text) => `${whole(text)}\n${text}\n0\n\n`],
    ['a line feed behind the data', (text) => `${whole(text)}\r\n${text}\n${LAST}`],
    ['nothing behind the data', (text) => `${whole(text)}\r\n${text}${LAST}`],
    [
      'a size of more than 64 bits',
      (text) => `1${'0'.repeat(16 - whole(text).length)}${whole(text)}\r\n${text}\r\n${LAST}`,
    ],
    ['a space before the size', (text) => ` ${whole(text)}\r\n${text}\r\n${LAST}`],
    ['a space behind the size', (text) => `${whole(text)} \r\n${text}\r\n${LAST}`],
    ['a single byte each', (text) => `${[...text].map(chunk).join('')}${LAST}`],
    [
      'a trailer that would change the mode',
      (text) => `${chunk(text)}0\r\nx-gateway-mode: shadow\r\ncontent-length: 1\r\n\r\n`,
    ],
  ];

  it.each(FORMS)('with %s come whole or not at all, and an attack never', async (_name, form) => {
    const lines = ['transfer-encoding: chunked', 'connection: close'];
    const harmless = await askedDuring(() => raw(request(lines, form(HARMLESS))));
    expect(harmless.length).toBeLessThanOrEqual(1);
    for (const { body, headers } of harmless) {
      expect(body.toString()).toBe(HARMLESS);
      const framing = headers.filter(([name]) => name === 'content-length' || name === 'transfer-encoding');
      expect(framing).toHaveLength(1);
      expect(headers.map(([name]) => name)).not.toContain('x-gateway-mode');
    }
    expect(await askedDuring(() => raw(request(lines, form(HOSTILE))))).toEqual([]);
  });
});

describe('headers', () => {
  it.each([
    { name: 'a bare CR', line: 'x-a: b\rx-gateway-mode: shadow' },
    {
      name: 'a bare LF, which ends a line',
      line: 'x-a: b\nx-gateway-mode: shadow\r\nx-gateway-mode: blocking',
    },
    { name: 'a folded line', line: 'x-a: b\r\n x-gateway-mode: shadow' },
    { name: 'NUL in a value', line: 'x-gateway-mode: shadow\0' },
    { name: 'NUL in a name', line: 'x-gateway-mode\0: shadow' },
    { name: 'a space behind the name', line: 'x-gateway-mode : shadow' },
    { name: 'underscores', line: 'x_gateway_mode: shadow' },
    { name: 'a name that begins alike', line: 'x-gateway-modes: shadow' },
    { name: 'a list', line: 'x-gateway-mode: blocking, shadow' },
    { name: 'the mode twice', line: 'x-gateway-mode: blocking\r\nx-gateway-mode: shadow' },
    { name: 'a status of ours', line: 'x-gateway-input-status: pass' },
    { name: 'a request id of ours', line: 'x-gateway-request-id: req_1\r\nx-request-id: req_1' },
    { name: 'hop-by-hop names', line: 'connection: content-encoding, x-gateway-key, x-gateway-mode' },
    {
      name: 'Envoy’s own',
      line: 'x-envoy-internal: true\r\nx-envoy-force-trace: 1\r\nx-envoy-decorator-operation: x',
    },
  ])('with $name take nobody past the scan', async ({ line }) => {
    const asked = await askedDuring(async () => {
      const answer = await raw(request([line, `content-length: ${HOSTILE.length}`], HOSTILE));
      expect([400, 401, 403]).toContain(answer.status);
      if (answer.headers.has('x-gateway-request-id')) {
        expect(answer.headers.get('x-gateway-request-id')).not.toBe('req_1');
      }
    });
    expect(asked).toEqual([]);
  });

  it('that are named hop-by-hop are gone for us and for the provider alike', async () => {
    const lines = ['connection: close, content-encoding', 'content-encoding: gzip'];
    const [asked, ...others] = await askedDuring(() =>
      raw(request([...lines, `content-length: ${HARMLESS.length}`], HARMLESS)),
    );
    const names = asked?.headers.map(([name]) => name) ?? [];
    expect(others).toEqual([]);
    expect(names).toContain('authorization');
    expect(names).not.toContain('content-encoding');
    const coded = gzipSync(HOSTILE).toString('latin1');
    const hidden = askedDuring(() => raw(request([...lines, `content-length: ${coded.length}`], coded)));
    expect(await hidden).toEqual([]);
  });

  it('of any number or size are refused or heard, and never wait for ever', async () => {
    for (const lines of [
      Array.from({ length: 500 }, (_, at) => `x-${at}: y`),
      [`x-a: ${'y'.repeat(200_000)}`],
      Array.from({ length: 200 }, () => 'x-gateway-mode: shadow'),
    ]) {
      const answer = await raw(request([...lines, `content-length: ${HOSTILE.length}`], HOSTILE));
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.status).toBeLessThan(500);
    }
  });
});

describe('HTTP/2 without TLS', () => {
  const headersOf = (body: string, change: readonly (readonly [string, string])[] = []) => {
    const own = [
      [':method', 'POST'],
      [':scheme', 'http'],
      [':path', CHAT],
      [':authority', 'gateway.example'],
      ['authorization', 'Bearer sk-raw'],
      ['x-gateway-key', stack.ready.gatewayKey],
      ['content-type', 'application/json'],
      ['content-length', String(body.length)],
    ] as const;
    const changed = new Set(change.map(([name]) => name));
    const isPseudo = ([name]: readonly [string, string]) => name.startsWith(':');
    const all = [...own.filter(([name]) => !changed.has(name)), ...change];
    return [...all.filter(isPseudo), ...all.filter((each) => !isPseudo(each))];
  };

  it('is heard and scanned like HTTP/1.1', async () => {
    const asked = await askedDuring(() => sendFrames(stack.ready.proxyUrl, headersOf(HARMLESS), HARMLESS));
    expect(asked.map(({ url, body }) => [url, body.toString()])).toEqual([[CHAT, HARMLESS]]);
    expect(await askedDuring(() => sendFrames(stack.ready.proxyUrl, headersOf(HOSTILE), HOSTILE))).toEqual(
      [],
    );
  });

  it.each<{ name: string; change: readonly (readonly [string, string])[] }>([
    { name: 'a length that is too short', change: [['content-length', '5']] },
    { name: 'a length that is too long', change: [['content-length', '5000']] },
    {
      name: 'two lengths',
      change: [
        ['content-length', '5'],
        ['content-length', String(HARMLESS.length)],
      ],
    },
    { name: 'chunks', change: [['transfer-encoding', 'chunked']] },
    { name: 'a header of a connection', change: [['connection', 'close']] },
    { name: 'a request in a value', change: [['x-a', `b\r\n\r\nPOST ${CHAT} HTTP/1.1\r\nhost: x`]] },
    { name: 'a header in a value', change: [['x-a', 'b\r\nx-gateway-mode: shadow']] },
    { name: 'a header in a name', change: [['x-a: b\r\nx-b', 'c']] },
    { name: 'a name in capitals', change: [['X-Gateway-Mode', 'shadow']] },
    { name: 'NUL in a value', change: [['x-a', 'b\0c']] },
    { name: 'a request in the method', change: [[':method', `POST ${CHAT} HTTP/1.1\r\nx: y\r\n\r\nGET`]] },
    { name: 'a request in the path', change: [[':path', `${CHAT} HTTP/1.1\r\nx: y\r\n\r\n`]] },
    { name: 'a request in the authority', change: [[':authority', 'x\r\ny: z']] },
    {
      name: 'two paths',
      change: [
        [':path', CHAT],
        [':path', '/v1/models'],
      ],
    },
    { name: 'no path', change: [[':path', '']] },
  ])('with $name never reaches the provider', async ({ change }) => {
    const asked = await askedDuring(() =>
      sendFrames(stack.ready.proxyUrl, headersOf(HARMLESS, change), HARMLESS),
    );
    expect(asked).toEqual([]);
  });
});

describe('what callers write', () => {
  const HOSTILE_NAMES = [
    'gpt\n{"level":"error","msg":"forged"}',
    '\u001b[2J\u001b]0;title\u0007',
    'gpt",outcome="allowed',
    'gpt-5"} 1\nup{model="other',
    'x'.repeat(100_000),
    '=HYPERLINK("http://evil.example")',
    '<script>alert(1)</script>',
    '__proto__',
  ];

  it('breaks no line of the log and names no series', async () => {
    const seriesOf = async () => {
      const text = await (await fetch(`${stack.ready.metricsUrl}/metrics`)).text();
      const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
      // Node's own say what timers and handles there happen to be.
      return lines.filter((line) => !/^nodejs_active_(?:handles|requests|resources)\{/.test(line));
    };
    await stack.call({ body: chat(BENIGN) });
    const before = await seriesOf();
    let last = '';
    for (const model of HOSTILE_NAMES) {
      const answer = await stack.call({
        body: { ...chat(BENIGN), model, user: model },
        headers: { 'user-agent': `agent ${model.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, 1000)}` },
      });
      expect(answer.status).toBe(200);
      last = String(answer.headers['x-gateway-request-id']);
    }
    const names = (lines: readonly string[]) =>
      lines.map((line) => line.slice(0, line.lastIndexOf(' '))).sort();
    expect(names(await seriesOf())).toEqual(names(before));
    // Lines are written some at a time, in their order.
    const output = await eventually(
      async () => stack.output(),
      (text) => text.includes(last),
    );
    const lines = output.split('\n').filter((line) => line.startsWith('{'));
    expect(lines.filter((line) => line.includes('forged') && JSON.parse(line).msg === 'forged')).toEqual([]);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that none is there is the point
    expect(stack.output()).not.toMatch(/[\u0000-\u0008\u000b-\u001f]\]0;title/);
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(20_000);
  });
});
