import { describe, expect, it } from 'vitest';
import {
  type AdmissionCall,
  type AdmissionDeps,
  admit as admitBy,
  RateLimitError,
} from '../../../src/envoy/begin/admission.ts';
import type { RequestHead } from '../../../src/envoy/begin/headers.ts';
import { createRequestId } from '../../../src/envoy/begin/request-id.ts';
import type { KeyLookup } from '../../../src/keys/directory.ts';
import { createKeySecret } from '../../../src/keys/format.ts';
import { NO_EXCLUSIONS } from '../../../src/policy/exclusions.ts';
import type { StoredKey } from '../../../src/records/store.ts';
import { requestHead, SETTINGS } from './fixtures.ts';

const KEY: StoredKey = {
  id: 'key_1',
  name: 'app',
  sha256: '',
  displayPrefix: 'pcl_abcd',
  createdAtMs: 0,
  expiresAtMs: null,
  revokedAtMs: null,
  lastUsedAtMs: null,
  mode: null,
  sensitivity: null,
  override: 'allow',
  rateLimitPerMinute: null,
  entities: null,
  rolloutPercent: 100,
  origin: 'cli',
};

const CALL: AdmissionCall = {
  requestId: 'req_01TEST',
  isShed: false,
  inForce: { settings: { ...SETTINGS, passThrough: ['GET /v1/models'] }, exclusions: NO_EXCLUSIONS },
};

const admit = (request: RequestHead, deps: AdmissionDeps, call = CALL) => admitBy(request, deps, call);

const valid = (rest: Partial<StoredKey> = {}): KeyLookup => ({ status: 'valid', key: { ...KEY, ...rest } });

const depsOf = (lookup: KeyLookup, rest: Partial<AdmissionDeps> = {}) => {
  const asked: string[] = [];
  const taken: [string, number][] = [];
  const deps: AdmissionDeps = {
    findKey: (secret) => {
      asked.push(secret);
      return lookup;
    },
    takeToken: (id, limit) => {
      taken.push([id, limit]);
      return { allowed: true };
    },
    streamOnBlock: 'error',
    ...rest,
  };
  return { deps, asked, taken };
};

const head = (gateway: Record<string, string | readonly string[]>, rest: Partial<RequestHead> = {}) =>
  requestHead({
    gateway: new Map(
      Object.entries({ 'x-gateway-key': 'pcl_secret', ...gateway }).map(([name, value]) => [
        name,
        typeof value === 'string' ? [value] : value,
      ]),
    ),
    ...rest,
  });

const codeOf = async (request: RequestHead, lookup: KeyLookup = valid()) => {
  const admission = await admit(request, depsOf(lookup).deps);
  return admission.type === 'refused'
    ? { code: admission.error.code, param: admission.error.param, keyId: admission.keyId }
    : admission.route;
};

describe('credentials and gateway headers', () => {
  it.each([
    { name: 'no key', request: head({ 'x-gateway-key': [] }), code: 'MISSING_GATEWAY_KEY' },
    { name: 'an empty key', request: head({ 'x-gateway-key': '' }), code: 'MISSING_GATEWAY_KEY' },
    {
      name: 'a repeated key',
      request: head({ 'x-gateway-key': ['pcl_secret', 'pcl_secret'] }),
      code: 'REPEATED_GATEWAY_HEADER',
    },
    {
      name: 'a repeated mode',
      request: head({ 'x-gateway-mode': ['blocking', 'shadow'] }),
      code: 'REPEATED_GATEWAY_HEADER',
    },
    {
      name: 'a repeated header that is none of ours',
      request: head({ 'x-gateway-other': ['1', '2'] }),
      code: 'REPEATED_GATEWAY_HEADER',
    },
    { name: 'no authorization', request: head({}, { authorization: null }), code: 'MISSING_PROVIDER_KEY' },
    ...['', 'Bearer', 'Bearer ', 'Bearer\t', 'Basic abc', 'sk-123', 'Bearersk', 'xBearer sk'].map(
      (authorization) => ({
        name: `authorization "${authorization}"`,
        request: head({}, { authorization }),
        code: 'MISSING_PROVIDER_KEY',
      }),
    ),
    ...['', ' '].map((blanks) => ({
      name: `a gateway key that would go on to the provider, with "${blanks}" behind it`,
      request: head({}, { authorization: `bearer  ${createKeySecret()}${blanks}` }),
      code: 'MISSING_PROVIDER_KEY',
    })),
    { name: 'a mode of four', request: head({ 'x-gateway-mode': 'off' }), code: 'INVALID_GATEWAY_MODE' },
    { name: 'an empty mode', request: head({ 'x-gateway-mode': '' }), code: 'INVALID_GATEWAY_MODE' },
    {
      name: 'two modes in one line',
      request: head({ 'x-gateway-mode': 'shadow, blocking' }),
      code: 'INVALID_GATEWAY_MODE',
    },
    {
      name: 'a sensitivity of none',
      request: head({ 'x-gateway-sensitivity': 'extreme' }),
      code: 'INVALID_GATEWAY_SENSITIVITY',
    },
    { name: 'another path', request: head({}, { path: '/v1/responses' }), code: 'UNKNOWN_PATH' },
    {
      name: 'a body that nobody scans and some servers leave on the connection',
      request: head({}, { method: 'GET', path: '/v1/models', contentType: null }),
      code: 'INVALID_CHAT_REQUEST',
    },
    { name: 'no content type', request: head({}, { contentType: null }), code: 'UNSUPPORTED_CONTENT_TYPE' },
    {
      name: 'a form',
      request: head({}, { contentType: 'multipart/form-data; boundary=x' }),
      code: 'UNSUPPORTED_CONTENT_TYPE',
    },
    {
      name: 'JSON in another charset',
      request: head({}, { contentType: 'application/json; charset=utf-7' }),
      code: 'UNSUPPORTED_CONTENT_TYPE',
    },
  ])('$name is $code', async ({ request, code }) => {
    expect(await codeOf(request)).toMatchObject({ code });
  });

  it.each([
    ['unknown', 'INVALID_GATEWAY_KEY'],
    ['malformed', 'INVALID_GATEWAY_KEY'],
    ['revoked', 'REVOKED_GATEWAY_KEY'],
    ['expired', 'EXPIRED_GATEWAY_KEY'],
  ] as const)('a key that is %s is %s', async (status, code) => {
    expect(await codeOf(head({}), { status })).toEqual({ code, param: 'X-Gateway-Key', keyId: null });
  });

  it.each([
    ['the plain form', 'scan', head({})],
    ['any case of the scheme', 'scan', head({}, { authorization: 'bearer  sk' })],
    ['a content type with parameters', 'scan', head({}, { contentType: 'Application/JSON; charset=utf-8' })],
    ['a mode in capitals', 'scan', head({ 'x-gateway-mode': ' Blocking ' })],
    [
      'a path that is passed through, with any content type',
      'pass-through',
      head({}, { method: 'GET', path: '/v1/models', contentType: null, endOfStream: true }),
    ],
    [
      'any content type in shadow',
      'scan',
      head({ 'x-gateway-mode': 'shadow' }, { contentType: 'text/plain' }),
    ],
  ])('%s is let in (%s)', async (_name, route, request) => {
    expect(await codeOf(request)).toBe(route);
  });

  it.each([
    { sent: {}, wants: false },
    { sent: { 'x-gateway-stream-status': 'include' }, wants: true },
    { sent: { 'x-gateway-stream-status': '' }, wants: false },
    { sent: { 'x-gateway-stream-status': 'exclude' }, wants: false },
    { sent: { 'x-gateway-stream-status': 'include, include' }, wants: false },
  ])('$sent asks for the status of a stream: $wants', async ({ sent, wants }) => {
    expect(await admit(head(sent), depsOf(valid()).deps)).toMatchObject({
      type: 'admitted',
      wantsStreamStatus: wants,
    });
  });

  it('may ask for the status of a stream once only', async () => {
    const request = head({ 'x-gateway-stream-status': ['include', 'include'] });
    expect(await codeOf(request)).toMatchObject({ code: 'REPEATED_GATEWAY_HEADER' });
  });

  it.each(['error', 'content_filter'] as const)('learn how a cut stream ends: %s', async (streamOnBlock) => {
    const { deps } = depsOf(valid(), { streamOnBlock });
    expect(await admit(head({}), deps)).toMatchObject({ type: 'admitted', streamOnBlock });
  });

  it('are asked in this order, and each answer keeps what was known by then', async () => {
    const everything = head(
      { 'x-gateway-key': ['a', 'b'], 'x-gateway-mode': 'x', 'x-gateway-sensitivity': 'x' },
      { authorization: null, path: '/x', contentType: null },
    );
    const set = (request: RequestHead, name: string, value: string): RequestHead => ({
      ...request,
      gateway: new Map([...request.gateway, [name, [value]]]),
    });
    const noRepeat = set(everything, 'x-gateway-key', '');
    const withKey = set(everything, 'x-gateway-key', 'pcl_secret');
    const withProvider = { ...withKey, authorization: 'Bearer sk' };
    const withMode = set(withProvider, 'x-gateway-mode', 'blocking');
    const withSensitivity = set(withMode, 'x-gateway-sensitivity', 'low');
    const withPath = { ...withSensitivity, path: '/v1/chat/completions' };
    const limited = depsOf(valid({ rateLimitPerMinute: 3 }), {
      takeToken: () => ({ allowed: false, retryAfterMs: 1500 }),
    }).deps;
    expect(await codeOf(everything)).toMatchObject({ code: 'REPEATED_GATEWAY_HEADER', keyId: null });
    expect(await codeOf(noRepeat)).toMatchObject({ code: 'MISSING_GATEWAY_KEY', keyId: null });
    expect(await codeOf(withKey, { status: 'revoked' })).toMatchObject({ code: 'REVOKED_GATEWAY_KEY' });
    expect(await codeOf(withKey)).toMatchObject({ code: 'MISSING_PROVIDER_KEY' });
    expect(await codeOf(withProvider)).toMatchObject({ code: 'INVALID_GATEWAY_MODE', keyId: 'key_1' });
    expect(await codeOf(withMode)).toMatchObject({ code: 'INVALID_GATEWAY_SENSITIVITY', keyId: 'key_1' });
    const refused = await admit(withSensitivity, limited);
    expect(refused).toMatchObject({
      keyId: 'key_1',
      policy: { mode: 'blocking', sensitivity: 'low' },
      error: { code: 'RATE_LIMIT_EXCEEDED', retryAfterMs: 1500 },
    });
    expect(refused.type === 'refused' && refused.error).toBeInstanceOf(RateLimitError);
    expect(await codeOf(withSensitivity)).toMatchObject({ code: 'UNKNOWN_PATH' });
    expect(await codeOf(withPath)).toMatchObject({ code: 'UNSUPPORTED_CONTENT_TYPE' });
  });

  it('a refusal for credentials takes nothing off the rate, and no key is asked for twice', async () => {
    const { deps, asked, taken } = depsOf(valid({ rateLimitPerMinute: 3 }));
    await admit(head({}, { authorization: null }), deps);
    await admit(head({ 'x-gateway-mode': 'x' }), deps);
    expect(taken).toEqual([]);
    await admit(head({}), deps);
    expect(taken).toEqual([['key_1', 3]]);
    expect(asked).toEqual(['pcl_secret', 'pcl_secret', 'pcl_secret']);
  });

  it.each([
    { name: 'turned away for want of time', request: head({}), takes: false },
    { name: 'sent on unscanned', request: head({ 'x-gateway-mode': 'shadow' }), takes: true },
    { name: 'not to be scanned', request: head({}, { method: 'GET', path: '/v1/models' }), takes: true },
    { name: 'for a path that is none', request: head({}, { path: '/v1/other' }), takes: true },
  ])('under overload a request $name counts towards the rate: $takes', async ({ request, takes }) => {
    const { deps, taken } = depsOf(valid({ rateLimitPerMinute: 3 }));
    await admit(request, deps, { ...CALL, isShed: true });
    expect(taken).toEqual(takes ? [['key_1', 3]] : []);
  });

  it('no refusal repeats a key', async () => {
    for (const lookup of [{ status: 'unknown' }, { status: 'expired' }, valid()] as const) {
      const admission = await admit(
        head({}, { authorization: 'Basic sk-provider-secret' }),
        depsOf(lookup).deps,
      );
      expect(JSON.stringify(admission)).not.toMatch(/pcl_secret|sk-provider/);
      expect(admission.type === 'refused' && admission.error.message).not.toMatch(/pcl_secret|sk-provider/);
    }
  });

  it('a fault of ours is passed on', async () => {
    const { deps } = depsOf(valid(), { findKey: () => Promise.reject(new TypeError('broken')) });
    await expect(admit(head({}), deps)).rejects.toThrow('broken');
  });
});

describe('of a key’s requests', () => {
  const modeOf = async (
    requestId: string,
    key: Partial<StoredKey>,
    sent: Record<string, string> = {},
  ): Promise<string | undefined> => {
    const admission = await admit(head(sent), depsOf(valid(key)).deps, { ...CALL, requestId });
    return admission.policy?.mode;
  };
  const ids = Array.from({ length: 2000 }, (_, index) => createRequestId(1_800_000_000_000 + index));
  const enforced = async (key: Partial<StoredKey>, sent: Record<string, string> = {}): Promise<number> => {
    const modes = await Promise.all(ids.map((id) => modeOf(id, key, sent)));
    return modes.filter((mode) => mode === 'blocking').length;
  };

  it('a share is enforced, and the rest goes by advisory', async () => {
    const modes = await Promise.all(ids.map((id) => modeOf(id, { rolloutPercent: 30 })));
    const count = modes.filter((mode) => mode === 'blocking').length;
    expect(count).toBeGreaterThan(500);
    expect(count).toBeLessThan(700);
    expect(new Set(modes)).toEqual(new Set(['blocking', 'advisory']));
    // The same for one request, whoever asks.
    expect(await Promise.all(ids.map((id) => modeOf(id, { rolloutPercent: 30 })))).toEqual(modes);
    // More of them are enforced, never others.
    const more = await Promise.all(ids.map((id) => modeOf(id, { rolloutPercent: 60 })));
    expect(modes.every((mode, at) => mode === 'advisory' || more[at] === 'blocking')).toBe(true);
  });

  it.each<{ name: string; key: Partial<StoredKey>; sent?: Record<string, string>; expected: number }>([
    { name: 'all at 100', key: { rolloutPercent: 100 }, expected: 2000 },
    { name: 'none at 0', key: { rolloutPercent: 0 }, expected: 0 },
    {
      name: 'all that ask for it themselves',
      key: { rolloutPercent: 0 },
      sent: { 'x-gateway-mode': 'blocking' },
      expected: 2000,
    },
    {
      name: 'none that may not ask',
      key: { rolloutPercent: 0, override: 'ignore' },
      sent: { 'x-gateway-mode': 'blocking' },
      expected: 0,
    },
    {
      name: 'none that may not loosen',
      key: { rolloutPercent: 0, override: 'tighten' },
      sent: { 'x-gateway-mode': 'shadow' },
      expected: 0,
    },
  ])('$name are enforced', async ({ key, sent, expected }) => {
    expect(await enforced(key, sent)).toBe(expected);
  });

  it('those in a looser mode stay there', async () => {
    expect(await modeOf('req_1', { rolloutPercent: 0, mode: 'shadow' })).toBe('shadow');
    expect(await modeOf('req_1', { rolloutPercent: 0 }, { 'x-gateway-mode': 'shadow' })).toBe('shadow');
  });

  it('those that are not enforced are not refused for a failed scan', async () => {
    const admission = await admit(head({}), depsOf(valid({ rolloutPercent: 0 })).deps);
    expect(admission.policy).toMatchObject({ mode: 'advisory', onScanError: { input: 'allow' } });
  });
});

it.each([
  { path: '/v1/chat/completions', method: 'POST', isShed: true },
  { path: '/v1/models', method: 'GET', isShed: false },
])('spares $method $path a scan that there is no time for: $isShed', async ({ path, method, isShed }) => {
  const request = head({ 'x-gateway-key': 'pcl_x' }, { path, method, endOfStream: method === 'GET' });
  const { deps } = depsOf(valid());
  expect(await admit(request, deps, { ...CALL, isShed: true })).toMatchObject({ type: 'admitted', isShed });
  expect(await admit(request, deps)).toMatchObject({ type: 'admitted', isShed: false });
});

it('refuses bad credentials as such however much there is to do', async () => {
  const { deps } = depsOf({ status: 'unknown' });
  expect(await admit(head({ 'x-gateway-key': 'pcl_x' }), deps, { ...CALL, isShed: true })).toMatchObject({
    type: 'refused',
    error: { code: 'INVALID_GATEWAY_KEY' },
  });
});
