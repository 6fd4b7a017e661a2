import { type AddressInfo, createServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { storeOptions } from '../../../src/cli/command.ts';
import type { ConfigOrigin } from '../../../src/config/reload.ts';
import { ConfigSchema } from '../../../src/config/schema.ts';
import { addressOf } from '../../../src/envoy/configuration/options.ts';
import { startGateway } from '../../../src/main.ts';
import { FromGatewaySchema, ToGatewaySchema } from '../../../src/start/gateway-messages.ts';
import { fromOrigin, toOrigin } from '../../../src/start/origin-message.ts';
import { freeOrAny, requireFree } from '../../../src/start/ports.ts';
import { withPort } from '../../../src/start/start.ts';
import { chooseUpstream } from '../../../src/start/upstream-choice.ts';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

const isAddress = (value: AddressInfo | string | null): value is AddressInfo =>
  typeof value === 'object' && value !== null;

const occupy = (): Promise<string> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    closers.push(() => server.close());
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (isAddress(address)) resolve(`127.0.0.1:${address.port}`);
      else reject(new Error('no port'));
    });
  });

describe('addresses', () => {
  it('that are taken are refused, with a hint', async () => {
    const taken = await occupy();
    await expect(requireFree('proxy.address', taken, 'choose another')).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      message: `${taken} is in use: choose another.`,
    });
    await expect(requireFree('proxy.address', '127.0.0.1:0', 'x')).resolves.toMatchObject({ port: 0 });
  });

  it.each(['metrics.address', 'extProc.address'] as const)(
    'that are taken name their setting: %s',
    async (name) => {
      const taken = await occupy();
      const free = { metrics: { address: '127.0.0.1:0' }, extProc: { address: '127.0.0.1:0' } };
      const [section = ''] = name.split('.');
      const config = ConfigSchema.parse({ ...free, [section]: { address: taken } });
      await expect(startGateway(config, 'test')).rejects.toMatchObject({
        code: 'CONFIG_INVALID',
        message: `${taken} is in use: choose another address with ${name}, or end what listens there.`,
      });
    },
  );

  it('give way to any free port only where nobody asked for them', async () => {
    const taken = await occupy();
    expect(await freeOrAny('metrics.address', taken, taken)).toBe('127.0.0.1:0');
    expect(await freeOrAny('metrics.address', taken, '127.0.0.1:9090')).toBe(taken);
    expect(await freeOrAny('metrics.address', '127.0.0.1:0', '127.0.0.1:0')).toBe('127.0.0.1:0');
    expect(await freeOrAny('extProc.address', 'unix:/run/x', 'unix:/run/x')).toBe('unix:/run/x');
  });

  it('that are none name their setting', () => {
    expect(() => addressOf('metrics.address', 'nowhere')).toThrow(
      expect.objectContaining({
        code: 'CONFIG_INVALID',
        message: expect.stringContaining('metrics.address'),
      }),
    );
  });

  it.each([
    ['127.0.0.1:8080', '127.0.0.1:9'],
    ['[::1]:8080', '[::1]:9'],
    ['unix:/run/x', 'unix:/run/x'],
  ])('%s with another port', (address, expected) => {
    expect(withPort(address, 9)).toBe(expected);
  });
});

describe('the provider', () => {
  it.each([
    { name: 'none', configured: undefined, env: {}, expected: null },
    { name: 'an empty variable', configured: undefined, env: { OPENAI_BASE_URL: '' }, expected: null },
    {
      name: 'the SDK’s variable',
      configured: undefined,
      env: { OPENAI_BASE_URL: 'https://host/openai' },
      expected: { host: 'host', pathPrefix: '/openai/' },
    },
    {
      name: 'the configured one before it',
      configured: 'https://mine/openai',
      env: { OPENAI_BASE_URL: 'https://host/openai' },
      expected: { host: 'mine', pathPrefix: '/openai/v1/' },
    },
  ])('$name', ({ configured, env, expected }) => {
    const upstream = chooseUpstream(configured, env);
    if (expected === null) expect(upstream).toBeNull();
    else expect(upstream).toMatchObject(expected);
  });
});

const ORIGIN: ConfigOrigin = {
  sources: {
    env: { PORTCULLIS_REDACTION_HASH_SECRET: 'a-secret-of-many-characters' },
    file: 'portcullis.yaml',
    overrides: { dataDir: '/data' },
    together: ['processor', 'dashboard'],
  },
  started: { dataDir: '/data' },
  layer: { mode: 'shadow' },
};

describe('messages between start and its gateway', () => {
  it('arrive as they were sent', () => {
    const config = ConfigSchema.parse({});
    for (const message of [
      { type: 'start', config, version: '1', origin: null },
      { type: 'start', config, version: '1', origin: toOrigin(ORIGIN) },
      { type: 'envoy', pid: 1 },
      { type: 'stop' },
    ]) {
      expect(ToGatewaySchema.parse(structuredClone(message))).toEqual(message);
    }
    const ready = { type: 'ready', extProcAddress: 'a', metricsUrl: 'b' };
    expect(FromGatewaySchema.parse(ready)).toEqual(ready);
  });

  it('tell where the configuration came from, and nothing of the environment', () => {
    const sent: unknown = JSON.parse(JSON.stringify(toOrigin(ORIGIN)));
    expect(JSON.stringify(sent)).not.toContain('a-secret');
    expect(fromOrigin(toOrigin(ORIGIN), ORIGIN.sources.env)).toEqual(ORIGIN);
    const bare: ConfigOrigin = { sources: { env: {}, overrides: {} }, started: {}, layer: {} };
    expect(fromOrigin(toOrigin(bare), {})).toEqual(bare);
  });

  it.each([{ type: 'envoy', pid: 0 }, { type: 'envoy', pid: -1 }, { type: 'start' }, { type: 'x' }, null])(
    'are refused where they are none: %j',
    (message) => {
      expect(() => ToGatewaySchema.parse(message)).toThrow();
    },
  );
});

it.each([
  { values: {}, words: '' },
  { values: { 'data-dir': '/srv/gate' }, words: ' --data-dir /srv/gate' },
  {
    values: { config: 'my file.yaml', 'data-dir': "it's" },
    words: ` --config 'my file.yaml' --data-dir 'it'\\''s'`,
  },
])('tells other commands where the store is: $words', ({ values, words }) => {
  expect(storeOptions(values)).toBe(words);
});
