import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type ConfigSources, loadConfig } from '../../../src/config/load.ts';
import { GatewayError } from '../../../src/errors.ts';
import { expectCheap } from '../cost.ts';

const write = (content: string | Uint8Array, name = 'portcullis.yaml'): string => {
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-config-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, name);
  writeFileSync(file, content);
  return file;
};

const load = (yaml: string, sources: Partial<ConfigSources> = {}) =>
  loadConfig({ file: write(yaml), env: {}, ...sources });

/** The message of the error, without the folder that the file is in. */
const problemsOf = (action: () => unknown): string => {
  try {
    action();
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    expect(error.code).toBe('CONFIG_INVALID');
    return error.message.replaceAll(/\/\S*\/(?=portcullis\.yaml)/g, '');
  }
  return 'no problem';
};

describe('the configuration', () => {
  it.each(['', '# nothing\n', '{}', '---\n', 'scan:\npolicy:\n  mode:\n'])(
    'of the file %j is the default',
    (yaml) => {
      const config = load(yaml);
      expect(config).toEqual(loadConfig({ env: {} }));
      expect(config.policy).toMatchObject({ mode: 'blocking', sensitivity: 'medium' });
      expect(config.extProc.address).toBe('127.0.0.1:9000');
    },
  );

  it('can’t be changed afterwards, at any depth', () => {
    const config = load('policy: { passThrough: ["GET /x"], entities: { PERSON: { input: block } } }');
    for (const part of [config, config.policy, config.policy.passThrough, config.policy.entities['PERSON']]) {
      expect(Object.isFrozen(part)).toBe(true);
    }
  });

  it('reads JSON too, and anchors', () => {
    expect(load('{"scan": {"timeoutMs": 7}}').scan.timeoutMs).toBe(7);
    const anchors = 'policy: { entities: { US_SSN: &x { input: redact }, UK_NHS: *x } }';
    expect(load(anchors).policy.entities).toEqual({
      US_SSN: { input: 'redact' },
      UK_NHS: { input: 'redact' },
    });
  });

  it('takes the command line over the environment over the file over the defaults', () => {
    const yaml = 'scan: { timeoutMs: 11, sliceMs: 12, maxDepth: 13 }';
    const env = { PORTCULLIS_SCAN_TIMEOUT_MS: '21', PORTCULLIS_SCAN_SLICE_MS: '22' };
    const overrides = { scan: { timeoutMs: 31, sliceMs: undefined }, proxy: undefined };
    expect(load(yaml, { env, overrides }).scan).toMatchObject({
      timeoutMs: 31,
      sliceMs: 22,
      maxDepth: 13,
      maxSegments: 50_000,
    });
  });

  it('replaces lists and mappings of entities as a whole', () => {
    const yaml = 'policy: { passThrough: ["GET /a", "GET /b"], entities: { PERSON: { input: block } } }';
    const env = {
      PORTCULLIS_POLICY_PASS_THROUGH: 'GET /c',
      PORTCULLIS_POLICY_ENTITIES: '{"IBAN_CODE":{"output":"redact"}}',
    };
    expect(load(yaml, { env }).policy).toMatchObject({
      passThrough: ['GET /c'],
      entities: { IBAN_CODE: { output: 'redact' } },
    });
    expect(Object.keys(load(yaml, { env }).policy.entities)).toEqual(['IBAN_CODE']);
  });
});

describe('the operator’s rules', () => {
  const YAML =
    'policy:\n  rules:\n    - id: ok\n      pattern: x\n    - id: no-end\n      pattern: "(secret"\n';

  it('are told by their line, and never by what they say', () => {
    const problems = problemsOf(() => load(YAML));
    expect(problems).toContain('portcullis.yaml:6: policy.rules.1.pattern: is not valid RE2 syntax');
    expect(problems).not.toContain('secret');
  });

  it('may stand in the environment', () => {
    const env = { PORTCULLIS_POLICY_RULES: '[{"id":"no-bird","words":["bird"]}]' };
    expect(load(YAML.replace('(', ''), { env }).policy.rules).toMatchObject([{ id: 'no-bird' }]);
  });
});

describe('the environment', () => {
  it.each([
    { variable: 'PORTCULLIS_SCAN_TIMEOUT_MS', text: ' 7 ', path: ['scan', 'timeoutMs'], value: 7 },
    { variable: 'PORTCULLIS_SEGMENT_CACHE', text: '0', path: ['segmentCache'], value: 0 },
    {
      variable: 'PORTCULLIS_EXT_PROC_ADDRESS',
      text: 'unix:/tmp/x',
      path: ['extProc', 'address'],
      value: 'unix:/tmp/x',
    },
    { variable: 'PORTCULLIS_LOG_LEVEL', text: 'debug', path: ['log', 'level'], value: 'debug' },
    {
      variable: 'PORTCULLIS_POLICY_PASS_THROUGH',
      text: 'GET /a , POST /b,',
      path: ['policy', 'passThrough'],
      value: ['GET /a', 'POST /b'],
    },
    {
      variable: 'PORTCULLIS_POLICY_PASS_THROUGH',
      text: '["GET /a"]',
      path: ['policy', 'passThrough'],
      value: ['GET /a'],
    },
    {
      variable: 'PORTCULLIS_PROXY_UPSTREAM_CA_FILE',
      text: '/etc/ca.pem',
      path: ['proxy', 'upstreamCaFile'],
      value: '/etc/ca.pem',
    },
  ])('sets $path by $variable=$text', ({ variable, text, path, value }) => {
    const config: unknown = loadConfig({ env: { [variable]: text } });
    expect(config).toHaveProperty(path, value);
  });

  it('reads a value from a file', () => {
    const file = write('https://example.com/v1\n', 'secret');
    expect(loadConfig({ env: { PORTCULLIS_PROXY_UPSTREAM_FILE: file } }).proxy.upstream).toBe(
      'https://example.com/v1',
    );
  });

  it.each([
    'PORTCULLIS_FUZZ_SECONDS',
    'PORTCULLIS_CACHE_DIR',
    'PORTCULLIS_TEST_ANYTHING',
    'PORTCULLIS_SERVICE_HOST',
    'PORTCULLIS_SERVICE_PORT',
    'PORTCULLIS_SERVICE_PORT_GRPC',
    'PORTCULLIS_PORT',
    'PORTCULLIS_PORT_9000_TCP',
    'PORTCULLIS_PORT_9000_TCP_ADDR',
    'PORTCULLIS_DASHBOARD_SERVICE_HOST',
    'PORTCULLIS_DASHBOARD_PORT_3000_TCP_PROTO',
    'PATH',
  ])('may hold %s', (variable) => {
    expect(loadConfig({ env: { [variable]: 'tcp://10.0.0.1:9000' } })).toEqual(loadConfig({ env: {} }));
  });

  it('keeps the second tier out for measurements, whatever else is set', () => {
    const secondTier = (env: NodeJS.ProcessEnv): string =>
      load('scan: { secondTier: on }', { env }).scan.secondTier;
    expect(secondTier({ PORTCULLIS_MODEL_TIERS: '1' })).toBe('off');
    expect(secondTier({ PORTCULLIS_MODEL_TIERS: '1', PORTCULLIS_SCAN_SECOND_TIER: 'auto' })).toBe('off');
    expect(secondTier({ PORTCULLIS_MODEL_TIERS: '2' })).toBe('on');
    expect(secondTier({ PORTCULLIS_MODEL_TIERS: '' })).toBe('on');
    expect(problemsOf(() => load('', { env: { PORTCULLIS_MODEL_TIERS: 'first' } }))).toContain(
      'PORTCULLIS_MODEL_TIERS: must be 1 or 2',
    );
  });

  it('counts an empty variable as not set', () => {
    const env = {
      PORTCULLIS_PROXY_UPSTREAM: '',
      PORTCULLIS_NONSENSE: '',
      PORTCULLIS_PROXY_UPSTREAM_FILE: '',
    };
    expect(loadConfig({ env })).toEqual(loadConfig({ env: {} }));
  });

  it.each([
    { variable: 'PORTCULLIS_SCAN_TIMOUT_MS', text: '1', says: /unknown.*mean PORTCULLIS_SCAN_TIMEOUT_MS\?/ },
    { variable: 'PORTCULLIS_SCAN_TIMEOUTMS', text: '1', says: /unknown.*mean PORTCULLIS_SCAN_TIMEOUT_MS\?/ },
    { variable: 'PORTCULLIS_XYZZY', text: '1', says: /PORTCULLIS_XYZZY: unknown variable$/ },
    { variable: 'PORTCULLIS_SCAN_TIMEOUT_MS', text: 'soon', says: /SCAN_TIMEOUT_MS: expected number/ },
    { variable: 'PORTCULLIS_SCAN_TIMEOUT_MS', text: '1e3', says: /SCAN_TIMEOUT_MS: expected number/ },
    { variable: 'PORTCULLIS_SCAN_TIMEOUT_MS', text: '1.5', says: /SCAN_TIMEOUT_MS: expected int/ },
    { variable: 'PORTCULLIS_SCAN_TIMEOUT_MS', text: '-1', says: /SCAN_TIMEOUT_MS: Too small/ },
    {
      variable: 'PORTCULLIS_STREAM_WHOLE_ANSWER',
      text: 'yes',
      says: /WHOLE_ANSWER: expected true or false$/,
    },
    { variable: 'PORTCULLIS_POLICY_ENTITIES', text: '{', says: /POLICY_ENTITIES: is not valid JSON/ },
    {
      variable: 'PORTCULLIS_POLICY_ENTITIES',
      text: '{"PERSON":{"input":"eat"}}',
      says: /POLICY_ENTITIES: policy\.entities\.PERSON\.input: /,
    },
    { variable: 'PORTCULLIS_POLICY_PASS_THROUGH', text: '[1', says: /PASS_THROUGH: is not valid JSON/ },
    { variable: 'PORTCULLIS_PROXY_UPSTREAM_FILE', text: '/none', says: /UPSTREAM_FILE: can't read .*ENOENT/ },
    {
      variable: 'PORTCULLIS_PROXY_ADMIN_ADDRESS',
      text: '0.0.0.0:9901',
      says: /ADMIN_ADDRESS: must be an address of/,
    },
  ])('refuses $variable=$text', ({ variable, text, says }) => {
    expect(problemsOf(() => loadConfig({ env: { [variable]: text } }))).toMatch(says);
  });

  it('refuses a value and a file for the same key', () => {
    const env = { PORTCULLIS_PROXY_UPSTREAM: 'http://a', PORTCULLIS_PROXY_UPSTREAM_FILE: '/x' };
    expect(problemsOf(() => loadConfig({ env }))).toContain('PORTCULLIS_PROXY_UPSTREAM is set as well');
  });
});

describe('a mistake in the file', () => {
  it.each([
    {
      name: 'a misspelt key',
      yaml: 'scan:\n  timeoutMS: 5',
      says: 'portcullis.yaml:2: scan.timeoutMS: unknown key; did you mean scan.timeoutMs?',
    },
    {
      name: 'a misspelt section',
      yaml: '\nscn: {}',
      says: 'portcullis.yaml:2: scn: unknown key; did you mean scan?',
    },
    { name: 'a key in the wrong place', yaml: 'retentionDays: 3', says: 'did you mean store.retentionDays?' },
    {
      name: 'a key in the wrong place that is like a section',
      yaml: 'upstream: https://api.example.com',
      says: 'portcullis.yaml:1: upstream: unknown key; did you mean proxy.upstream?',
    },
    {
      name: 'an unknown key without a value',
      yaml: 'nonsense:',
      says: 'portcullis.yaml:1: nonsense: unknown key',
    },
    {
      name: 'a key twice',
      yaml: 'scan: {}\nlog: {}\nscan: {}',
      says: 'portcullis.yaml:3: Map keys must be unique',
    },
    {
      name: 'a number beyond all bounds, once',
      yaml: 'scan: { maxBodyBytes: 1e99 }',
      says: 'has a problem:\n  - portcullis.yaml:1: scan.maxBodyBytes: Too big: expected number to be <=1073741824',
    },
    { name: 'no YAML', yaml: 'scan:\n  - [', says: 'portcullis.yaml:2' },
    { name: 'a tab for indentation', yaml: 'scan:\n\ttimeoutMs: 5', says: 'portcullis.yaml:2' },
    { name: 'a list', yaml: '- scan', says: 'portcullis.yaml:1: must hold keys and values' },
    { name: 'a text', yaml: 'hello', says: 'portcullis.yaml:1: must hold keys and values' },
    { name: 'two documents', yaml: 'log: {}\n---\nlog: {}', says: 'portcullis.yaml:2' },
    { name: 'an unknown tag', yaml: 'dataDir: !secret x', says: 'portcullis.yaml:1' },
    {
      name: 'a value where a section belongs',
      yaml: 'scan: 5',
      says: 'portcullis.yaml:1: scan: expected object',
    },
    { name: 'a text for a number', yaml: 'scan: {timeoutMs: "5"}', says: 'scan.timeoutMs: expected number' },
    { name: 'a number out of bounds', yaml: 'scan: {maxDepth: 1}', says: 'scan.maxDepth: Too small' },
    { name: 'an unknown word', yaml: 'policy: {mode: blok}', says: 'policy.mode: Invalid option' },
    {
      name: 'an entity in small letters',
      yaml: 'policy: {entities: {person: {}}}',
      says: 'policy.entities.person: not a name',
    },
    ...[
      'securityEvents: {otlp: "https://u:hunter2@siem.example"}',
      'securityEvents: {syslog: "tcp://u:hunter2@siem.example:601"}',
      'dashboard: {publicUrl: "https://u:hunter2@guard.example"}',
      'dashboard: {oidc: {issuer: "https://u:hunter2@id.example"}}',
    ].map((yaml) => ({
      name: `credentials in ${yaml.split('"')[0]}`,
      yaml,
      says: 'must be a URL without credentials',
    })),
    {
      name: 'a header that is none',
      yaml: 'securityEvents: {otlpHeaders: {"a b": c}}',
      says: 'securityEvents.otlpHeaders.a b: ',
    },
    {
      name: 'a misspelt entity',
      yaml: 'policy: {entities: {EMAIL_ADDRES: {input: mask}}}',
      says: 'portcullis.yaml:1: policy.entities.EMAIL_ADDRES: nothing is found by this name; did you mean EMAIL_ADDRESS?',
    },
    {
      name: 'a misspelt secret',
      yaml: 'policy: {entities: {OPENAI_API_KEI: {input: mask}}}',
      says: 'policy.entities.OPENAI_API_KEI: nothing is found by this name; did you mean OPENAI_API_KEY?',
    },
    {
      name: 'a misspelt entity with values that are none',
      yaml: 'policy: {allow: {EMAIL_ADDRES: [a@b.co]}}',
      says: 'policy.allow.EMAIL_ADDRES: nothing is found by this name; did you mean EMAIL_ADDRESS?',
    },
    {
      name: 'the operator’s own rule as an entity, where nobody would ask for it',
      yaml: 'policy: {rules: [{id: badge, words: [badge]}], entities: {BADGE: {input: mask}}}',
      says: 'policy.entities.BADGE: nothing is found by this name',
    },
    {
      name: 'an unknown direction',
      yaml: 'policy: {entities: {PERSON: {both: off}}}',
      says: 'policy.entities.PERSON.both: unknown key',
    },
    {
      name: 'a bad pass-through',
      yaml: 'policy: {passThrough: ["/v1/x"]}',
      says: 'policy.passThrough.0: must be `METHOD /path`',
    },
    {
      name: 'a pass-through of what is always scanned',
      yaml: 'policy: {passThrough: ["GET /v1/models", "POST /v1/chat/completions"]}',
      says: 'policy.passThrough.1: this path is always scanned',
    },
    {
      name: 'a provider for sign-in without a client',
      yaml: 'dashboard: {oidc: {issuer: "https://id.example"}}',
      says: 'dashboard.oidc.clientId: must be set beside dashboard.oidc.issuer',
    },
    {
      name: 'a client for sign-in without a provider',
      yaml: 'dashboard: {oidc: {clientId: portcullis}}',
      says: 'dashboard.oidc.issuer: must be set beside dashboard.oidc.clientId',
    },
    {
      name: 'a bad address',
      yaml: 'extProc: {address: "9000"}',
      says: 'extProc.address: must be `host:port`',
    },
    {
      name: 'a port that there is not',
      yaml: 'metrics: {address: "127.0.0.1:213001"}',
      says: 'metrics.address: its port is 213001, and the last one is 65535',
    },
    {
      name: 'a port that there is not, of the dashboard',
      yaml: 'dashboard: {address: "[::1]:65536"}',
      says: 'dashboard.address: its port is 65536, and the last one is 65535',
    },
    {
      name: 'a public admin address',
      yaml: 'proxy: {adminAddress: "[::]:1"}',
      says: 'proxy.adminAddress: must be an address of this machine',
    },
    {
      name: 'an upstream that is no URL',
      yaml: 'proxy: {upstream: "ftp://x"}',
      says: 'proxy.upstream: must be an http',
    },
    {
      name: 'a scan longer than Envoy waits',
      yaml: 'scan: {timeoutMs: 5000}',
      says: 'portcullis.yaml:1: scan.timeoutMs: must be below extProc.messageTimeoutMs',
    },
    {
      name: 'a silence shorter than the gateway may take',
      yaml: 'proxy: {idleTimeoutMs: 4999}',
      says: 'portcullis.yaml:1: proxy.idleTimeoutMs: must not be below extProc.messageTimeoutMs',
    },
    {
      name: 'a store that is no PostgreSQL',
      yaml: 'store: {url: "mysql://x/y"}',
      says: 'store.url: must be postgres://user:password@host:port/database',
    },
    {
      name: 'full text without a key',
      yaml: 'store: {fullText: threats}',
      says: 'store.textKeys: must hold a key where store.fullText is not off',
    },
    {
      name: 'a key of texts that is too short',
      yaml: 'store: {textKeys: ["a:c2hvcnQ="]}',
      says: 'store.textKeys.0: must be `id:base64 of 32 bytes`',
    },
    {
      name: 'the key __proto__',
      yaml: '__proto__: {policy: {mode: shadow}}',
      says: '__proto__: unknown key',
    },
    {
      name: 'an alias to itself',
      yaml: 'policy: &a {entities: *a}',
      says: 'portcullis.yaml: an alias (*) stands within what it refers to',
    },
    {
      name: 'a second document',
      yaml: 'policy: {mode: shadow}\n---\npolicy: {mode: blocking}\n',
      says: 'portcullis.yaml:2: a second document begins',
    },
  ])('is told with its line: $name', ({ yaml, says }) => {
    expect(problemsOf(() => load(yaml))).toContain(says);
  });

  it('is told of a bomb of aliases, in no time', () => {
    const lines = Array.from(
      { length: 20 },
      (_, index) => `a${index + 1}: &a${index + 1} [*a${index}, *a${index}]`,
    );
    expectCheap(5000, () =>
      expect(problemsOf(() => load(['a0: &a0 [x]', ...lines].join('\n')))).toContain('portcullis.yaml'),
    );
  });

  it('is refused where it is a pipe, which gives its text only once', () => {
    const file = write('');
    rmSync(file);
    execFileSync('sh', ['-c', 'mkfifo "$0"', file]);
    expect(problemsOf(() => loadConfig({ file, env: {} }))).toMatch(/portcullis\.yaml: is a pipe/);
  });

  it.each([
    { name: 'is missing', file: '/none/portcullis.yaml', says: /portcullis\.yaml: can't be read \(ENOENT\)/ },
    { name: 'is a folder', file: tmpdir(), says: /can't be read \(EISDIR\)/ },
  ])('is that it $name', ({ file, says }) => {
    expect(problemsOf(() => loadConfig({ file, env: {} }))).toMatch(says);
  });

  it.each([
    {
      name: 'UTF-16, as an editor of Windows writes it',
      bytes: Buffer.concat([Buffer.of(0xff, 0xfe), Buffer.from('policy: {mode: shadow}', 'utf16le')]),
      says: 'portcullis.yaml: is UTF-16; save it as UTF-8',
    },
    {
      name: 'Latin-1',
      bytes: Buffer.from('policy:\n  allow: {PERSON: [Zoë]}\n', 'latin1'),
      says: 'portcullis.yaml:2: is not UTF-8; save the file as UTF-8',
    },
  ])('is told of a file in $name', ({ bytes, says }) => {
    expect(problemsOf(() => loadConfig({ file: write(bytes), env: {} }))).toContain(says);
  });

  it('is none where a file begins with a byte order mark, and its lines end as those of Windows', () => {
    expect(load('\u{feff}policy:\r\n  mode: shadow\r\n').policy.mode).toBe('shadow');
  });

  it('does not stay hidden behind a higher layer', () => {
    const env = { PORTCULLIS_SCAN_TIMEOUT_MS: '7' };
    expect(problemsOf(() => load('scan: 5', { env }))).toContain('scan: expected object');
  });
});

it('takes no key from elsewhere for one of an item in a list', () => {
  const message = problemsOf(() => load('policy: {rules: [{id: a, name: b, pattern: c}]}'));
  expect(message).toMatch(/policy\.rules\.0\.name: unknown key$/m);
});

it('tells all problems of all sources at once, each with its place', () => {
  const yaml = 'scan:\n  timeoutMs: 9000\n  slice: 1\npolicy: { mode: x }\n';
  const env = {
    PORTCULLIS_LOG_LEVEL: 'loud',
    PORTCULLIS_LOGLEVEL: 'x',
    PORTCULLIS_UPSTREAM: 'x',
    PORTCULLIS_POLICY_ENTITIES: '-',
  };
  const overrides = { proxy: { address: 'nowhere' } };
  const message = problemsOf(() => load(yaml, { env, overrides }));
  expect(message.split('\n')[0]).toBe('8 problems:');
  for (const place of [
    'PORTCULLIS_LOG_LEVEL: Invalid option',
    'PORTCULLIS_LOGLEVEL: unknown variable; did you mean PORTCULLIS_LOG_LEVEL?',
    'PORTCULLIS_UPSTREAM: unknown variable; did you mean PORTCULLIS_PROXY_UPSTREAM?',
    'PORTCULLIS_POLICY_ENTITIES: is not valid JSON',
    'portcullis.yaml:2: scan.timeoutMs: must be below',
    'portcullis.yaml:3: scan.slice: unknown key',
    'portcullis.yaml:4: policy.mode: Invalid option',
    'command line: proxy.address: must be',
  ]) {
    expect(message).toContain(`  - ${place}`);
  }
});

it('reads where the store is and the keys of its texts from the environment', () => {
  const key = (id: string, byte: number): string => `${id}:${Buffer.alloc(32, byte).toString('base64')}`;
  const { store } = load('store: { fullText: all }', {
    env: {
      PORTCULLIS_STORE_URL: 'postgres://portcullis:x@db.example.com:5432/portcullis?sslmode=require',
      PORTCULLIS_STORE_TEXT_KEYS: `${key('new', 1)}, ${key('old', 2)}`,
    },
  });
  expect(store).toMatchObject({ textKeys: [key('new', 1), key('old', 2)], fullText: 'all' });
  expect(store.url).toContain('db.example.com');
  const twice = { PORTCULLIS_STORE_TEXT_KEYS: `${key('a', 1)},${key('a', 2)}` };
  expect(problemsOf(() => load('', { env: twice }))).toContain('two keys have the same id');
});

it('never repeats a value, which may be a secret', () => {
  const env = {
    PORTCULLIS_PROXY_UPSTREAM: 'user:hunter2@x',
    PORTCULLIS_POLICY_ENTITIES: '{hunter2',
    PORTCULLIS_STORE_URL: 'postgres:/user:hunter2@x/y',
    PORTCULLIS_STORE_TEXT_KEYS: 'hunter2,a:hunter2',
  };
  expect(problemsOf(() => load('log: { level: hunter2 }', { env }))).not.toContain('hunter2');
});

describe('listeners at one port', () => {
  it.each([
    {
      name: 'metrics and processor',
      yaml: 'metrics: { address: 127.0.0.1:9001 }\nextProc: { address: 127.0.0.1:9001 }\n',
      problem: 'portcullis.yaml:1: metrics.address: extProc.address listens there already',
    },
    {
      name: 'one of them on every address',
      yaml: 'metrics: { address: 0.0.0.0:9001 }\ndashboard: { address: 127.0.0.1:9001 }\n',
      problem: 'portcullis.yaml:2: dashboard.address: metrics.address listens there already',
    },
  ])('are refused: $name', ({ yaml, problem }) => {
    expect(problemsOf(() => load(yaml))).toContain(problem);
  });

  it.each([
    'metrics: { address: 127.0.0.1:0 }\nextProc: { address: 127.0.0.1:0 }\n',
    'metrics: { address: 127.0.0.1:9001 }\nextProc: { address: 127.0.0.2:9001 }\n',
    // Where Envoy runs elsewhere its port is free, and nobody set it.
    'dashboard: { address: 0.0.0.0:8080 }\n',
  ])('are fine where they do not meet: %s', (yaml) => {
    expect(() => load(yaml)).not.toThrow();
  });

  const ENVOY_AND_DASHBOARD = 'dashboard: { address: 0.0.0.0:8443 }\nproxy: { address: 0.0.0.0:8443 }\n';
  const ALL_OF_ENVOY = 'proxy:\n  address: 0.0.0.0:8080\n  statusAddress: 0.0.0.0:8080\n';
  it.each([
    { yaml: ENVOY_AND_DASHBOARD, together: ['processor', 'dashboard', 'envoy'], isRefused: true },
    { yaml: ENVOY_AND_DASHBOARD, together: ['dashboard', 'envoy'], isRefused: true },
    { yaml: ENVOY_AND_DASHBOARD, together: ['processor', 'dashboard'], isRefused: false },
    { yaml: ENVOY_AND_DASHBOARD, together: ['processor', 'envoy'], isRefused: false },
    { yaml: ENVOY_AND_DASHBOARD, together: [], isRefused: false },
    {
      yaml: 'metrics: { address: 0.0.0.0:9090 }\ndashboard: { address: 0.0.0.0:9090 }\n',
      together: ['dashboard'],
      isRefused: false,
    },
    // One part is in one place, whoever else is there.
    { yaml: ALL_OF_ENVOY, together: [], isRefused: true },
    {
      yaml: 'metrics: { address: 127.0.0.1:9001 }\nextProc: { address: 127.0.0.1:9001 }\n',
      together: [],
      isRefused: true,
    },
  ] as const)(
    'are refused where the parts run in one place ($together): $yaml',
    ({ yaml, together, isRefused }) => {
      const read = () => load(yaml, { together });
      if (isRefused) expect(read).toThrow(/listens there already/);
      else expect(read).not.toThrow();
    },
  );
});
