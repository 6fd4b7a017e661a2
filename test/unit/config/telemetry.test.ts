import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { loadConfig } from '../../../src/config/load.ts';
import { tracesUrl } from '../../../src/config/telemetry.ts';
import { GatewayError } from '../../../src/errors.ts';

const DEFAULTS = {
  headers: {},
  ratio: 1,
  serviceName: 'portcullis',
  timeoutMs: 10_000,
  queueLength: 4096,
  envoy: false,
};

const tracesOf = (env: Readonly<Record<string, string>>, overrides: object = {}, file?: string) =>
  loadConfig({ env, overrides, ...(file === undefined ? {} : { file }) }).telemetry.traces;

const problemOf = (env: Readonly<Record<string, string>>): string => {
  try {
    tracesOf(env);
  } catch (error) {
    if (error instanceof GatewayError) return error.message;
  }
  return 'no problem';
};

const OTEL = 'OTEL_EXPORTER_OTLP';
const OURS = 'PORTCULLIS_TELEMETRY_TRACES';

describe('where traces go', () => {
  it.each([
    ['http://collector:4318', 'http://collector:4318/v1/traces'],
    ['http://collector:4318/', 'http://collector:4318/v1/traces'],
    ['https://collector/otlp/v1/traces', 'https://collector/otlp/v1/traces'],
    ['https://collector/otlp?tenant=a', 'https://collector/otlp?tenant=a'],
  ])('%s is %s', (endpoint, url) => {
    expect(tracesUrl(endpoint)).toBe(url);
  });

  it('is nowhere by default', () => {
    expect(tracesOf({})).toEqual(DEFAULTS);
  });

  it('is what our own settings say', () => {
    expect(
      tracesOf({
        [`${OURS}_ENDPOINT`]: 'https://c',
        [`${OURS}_HEADERS`]: '{"x-api-key":"k"}',
        [`${OURS}_RATIO`]: '0.1',
      }),
    ).toEqual({ ...DEFAULTS, endpoint: 'https://c', headers: { 'x-api-key': 'k' }, ratio: 0.1 });
  });

  it.each([
    ['no address', { [`${OURS}_ENDPOINT`]: 'collector:4318' }, 'must be an http:// or https:// URL'],
    ['credentials', { [`${OURS}_ENDPOINT`]: 'https://u:p@c' }, 'without credentials'],
    ['a header that is none', { [`${OURS}_HEADERS`]: '{"a b":"c"}' }, 'name of a header'],
    [
      'a header that is too long',
      { [`${OURS}_HEADERS`]: JSON.stringify({ a: 'b'.repeat(8193) }) },
      'headers',
    ],
    ['a header of two lines', { [`${OURS}_HEADERS`]: '{"a":"b\\r\\nc: d"}' }, 'value of a header'],
    ['more than all', { [`${OURS}_RATIO`]: '1.1' }, '<=1'],
    [
      'headers that Envoy would be told',
      { [`${OURS}_ENDPOINT`]: 'https://c', [`${OURS}_HEADERS`]: '{"a":"b"}', [`${OURS}_ENVOY`]: 'true' },
      'must be off where telemetry.traces.headers are set',
    ],
  ])('cannot be %s', (_name, env, problem) => {
    expect(problemOf(env)).toContain(problem);
  });
});

describe('OpenTelemetry’s own variables', () => {
  it.each([
    [
      'one for all signals',
      { [`${OTEL}_ENDPOINT`]: 'http://c:4318' },
      { endpoint: 'http://c:4318/v1/traces' },
    ],
    ['with a path', { [`${OTEL}_ENDPOINT`]: 'http://c/otlp/' }, { endpoint: 'http://c/otlp/v1/traces' }],
    [
      'one for traces',
      { [`${OTEL}_ENDPOINT`]: 'http://c', [`${OTEL}_TRACES_ENDPOINT`]: 'http://t/x' },
      { endpoint: 'http://t/x' },
    ],
    [
      'all that we know',
      {
        [`${OTEL}_ENDPOINT`]: 'http://c',
        [`${OTEL}_HEADERS`]: 'authorization=Bearer%20x, b=1=2,',
        [`${OTEL}_TIMEOUT`]: '500',
        [`${OTEL}_TRACES_PROTOCOL`]: 'http/json',
        OTEL_SERVICE_NAME: 'edge',
      },
      {
        endpoint: 'http://c/v1/traces',
        headers: { authorization: 'Bearer x', b: '1=2' },
        timeoutMs: 500,
        serviceName: 'edge',
      },
    ],
    ['an empty one', { [`${OTEL}_ENDPOINT`]: '' }, {}],
    ['headers alone', { [`${OTEL}_HEADERS`]: 'a=b' }, {}],
    ['switched off', { [`${OTEL}_ENDPOINT`]: 'http://c', OTEL_SDK_DISABLED: 'TRUE' }, {}],
    ['another exporter', { [`${OTEL}_ENDPOINT`]: 'http://c', OTEL_TRACES_EXPORTER: 'none' }, {}],
  ])('count: %s', (_name, env, wanted) => {
    expect(tracesOf(env)).toEqual({ ...DEFAULTS, ...wanted });
  });

  it('do not mix with ours: no collector gets another’s headers', () => {
    const env = { [`${OTEL}_ENDPOINT`]: 'http://theirs', [`${OTEL}_HEADERS`]: 'key=theirs' };
    const ours = { ...DEFAULTS, endpoint: 'http://ours' };
    expect(tracesOf({ ...env, [`${OURS}_ENDPOINT`]: 'http://ours' })).toEqual(ours);
    const folder = mkdtempSync(join(tmpdir(), 'portcullis-config-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, 'c.yaml'), 'telemetry: { traces: { endpoint: "http://ours" } }');
    expect(tracesOf(env, {}, join(folder, 'c.yaml'))).toEqual(ours);
  });

  it('give way to what ours say beside the address', () => {
    const env = { [`${OTEL}_ENDPOINT`]: 'http://c', OTEL_SERVICE_NAME: 'x', [`${OURS}_SERVICE_NAME`]: 'y' };
    expect(tracesOf(env).serviceName).toBe('y');
  });

  it.each([
    ['gRPC', { [`${OTEL}_PROTOCOL`]: 'grpc' }, `${OTEL}_PROTOCOL: grpc is not spoken here`],
    ['broken headers', { [`${OTEL}_HEADERS`]: 'a' }, `${OTEL}_HEADERS: must be name=value`],
    [
      'a broken escape',
      { [`${OTEL}_TRACES_HEADERS`]: 'a=%zz' },
      `${OTEL}_TRACES_HEADERS: must be name=value`,
    ],
    ['no time', { [`${OTEL}_TIMEOUT`]: 'soon' }, `${OTEL}_TIMEOUT: `],
  ])('with %s are told, by their name', (_name, env, problem) => {
    expect(problemOf({ [`${OTEL}_ENDPOINT`]: 'http://c', ...env })).toContain(problem);
  });
});
