import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as readAll } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { findEnvoy } from '../../src/envoy/binary.ts';
import { thorough } from '../unit/thorough.ts';
import { LAUNCHER, portcullis } from './program.ts';
import { ATTACK, BENIGN } from './stack.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portcullis-cli-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const parseLines = (text: string): Record<string, unknown>[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

describe('scan', () => {
  const LINES = thorough(10_000, 2000);
  const lineOf = (index: number): string => {
    switch (index % 5) {
      case 0:
        return JSON.stringify({ id: `row-${index}`, text: `${BENIGN} (${index})` });
      case 1:
        return JSON.stringify({ id: index, text: `${ATTACK} ${index}`, role: 'tool' });
      case 2:
        return '{"id": "broken';
      case 3:
        return JSON.stringify({ id: `b${index}`, body: { messages: [{ role: 'user', content: ATTACK }] } });
      default:
        return JSON.stringify({ id: `t${index}`, text: 7 });
    }
  };

  it.each([1, 2])(`answers ${LINES} lines in order, bad ones included, with --jobs %i`, async (jobs) => {
    const input = `${Array.from({ length: LINES }, (_, index) => lineOf(index)).join('\n')}\n`;
    const { code, stdout, stderr } = await portcullis(['scan', '--jobs', String(jobs)], { input });
    expect(stderr).toBe(
      `portcullis: ${(2 * LINES) / 5} of ${LINES} lines could not be scanned; the error in its answer says why.\n`,
    );
    expect(code).toBe(0);
    const answers = parseLines(stdout);
    expect(answers).toHaveLength(LINES);
    for (const [index, answer] of answers.entries()) {
      const wanted = [`row-${index}`, index, null, `b${index}`, `t${index}`][index % 5];
      expect(answer['id'], `line ${index}`).toBe(wanted);
      const isBad = index % 5 === 2 || index % 5 === 4;
      if (isBad) expect(answer, `line ${index}`).toHaveProperty('error.line', index + 1);
      expect('error' in answer, `line ${index}`).toBe(isBad);
    }
  });

  it.each([
    { lines: [1, 3], wanted: 0 },
    { lines: [1, 2, 3], wanted: 3 },
  ])('with --strict ends lines $lines with exit code $wanted', async ({ lines, wanted }) => {
    const { code, stdout } = await portcullis(['scan', '--strict'], { input: lines.map(lineOf).join('\n') });
    expect(code).toBe(wanted);
    expect(parseLines(stdout)).toHaveLength(lines.length);
  });

  it('answers in the shape that scripts rely on', async () => {
    const { stdout, stderr, code } = await portcullis(['scan'], {
      input: `${JSON.stringify({ id: 'a', text: ATTACK })}\n\n${JSON.stringify({ text: BENIGN })}`,
    });
    expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
    const [attack, benign] = parseLines(stdout);
    expect(attack).toMatchObject({
      id: 'a',
      category: 'prompt_injection',
      sub_type: 'instruction_override',
      verdict: { low: 'blocked', medium: 'blocked', high: 'blocked', paranoid: 'blocked' },
      unjudged: [],
      scan_us: expect.any(Number),
    });
    expect(attack?.['score']).toBeGreaterThan(0.9);
    expect(attack).toHaveProperty('findings.0', {
      category: 'prompt_injection',
      sub_type: 'instruction_override',
      confidence: expect.any(Number),
      rule: expect.any(String),
      start: expect.any(Number),
      end: expect.any(Number),
      view: 'raw',
      pointer: '/text',
    });
    expect(benign).toMatchObject({
      id: null,
      score: expect.closeTo(0, 0),
      category: null,
      sub_type: null,
      verdict: { low: 'pass', medium: 'pass', high: 'pass', paranoid: 'pass' },
      findings: [],
    });
  });

  it('scans every occurrence of a repeated key inside a body', async () => {
    const input = `{"id":1,"body":{"messages":[{"role":"user","content":"${ATTACK}","content":"${BENIGN}"}]}}`;
    const [answer] = parseLines((await portcullis(['scan'], { input })).stdout);
    expect(answer).toHaveProperty('verdict.medium', 'blocked');
  });

  it('tells nobody about models or machine: what runs the second tier keeps no identity of this machine', async () => {
    const home = join(folder, 'home');
    await mkdir(home);
    // Empty counts as unset. Under CI onnxruntime would keep still by itself.
    const env = {
      ...{ HOME: home, XDG_CACHE_HOME: '', XDG_DATA_HOME: '', CI: '', ORT_DISABLE_TELEMETRY: '' },
      PORTCULLIS_SCAN_SECOND_TIER: 'on',
    };
    const { code } = await portcullis(['scan'], { input: JSON.stringify({ text: ATTACK }), env });
    expect(code).toBe(0);
    expect(await readdir(home, { recursive: true })).toEqual([]);
  });
});

describe('standard input', () => {
  const COMMANDS = [
    ['scan'],
    ['rules', 'test'],
    ['users', 'create', '--email', 'ada@example.com', '--password-stdin', '--data-dir', 'of-nobody'],
  ];
  const from = (path: string, args: readonly string[]) => {
    const stdin = openSync(path, 'r');
    try {
      const own = args.map((each) => (each === 'of-nobody' ? join(folder, each) : each));
      return spawnSync(process.execPath, [LAUNCHER, ...own], {
        stdio: [stdin, 'pipe', 'pipe'],
        encoding: 'utf8',
      });
    } finally {
      closeSync(stdin);
    }
  };

  it.each(COMMANDS)('that is a folder is no empty text for %s', (...args) => {
    const { status, stdout, stderr } = from(folder, args);
    expect(stderr).toContain('Standard input is a folder');
    expect(stdout).toBe('');
    expect(status).toBe(2);
  });

  // The first page of a process is never there: reading it is an error of input and output.
  const MEMORY = '/proc/self/mem';

  it.skipIf(!existsSync(MEMORY)).each(COMMANDS)(
    'that cannot be read is told in one line, and is no empty text for %s',
    (...args) => {
      const { status, stdout, stderr } = from(MEMORY, args);
      expect(stderr).toBe('portcullis: Standard input cannot be read to its end: EIO: i/o error, read.\n');
      expect(stdout).toBe('');
      expect(status).toBe(1);
    },
  );

  it('that breaks off leaves what came before answered, and is told in one line', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = z.object({ port: z.number() }).parse(server.address());
    const input = connect(port, '127.0.0.1');
    const [peer] = z.tuple([z.instanceof(Socket)]).parse(await once(server, 'connection'));
    const child = spawn(process.execPath, [LAUNCHER, 'scan'], { stdio: [input, 'pipe', 'pipe'] });
    input.destroy();
    const said = readAll(child.stderr);
    // Three times fifty are on their way before the first are answered; the last one of all is only half there.
    peer.write(Array.from({ length: 160 }, (_, id) => JSON.stringify({ id, text: 'hello' })).join('\n'));
    let answers = '';
    for await (const piece of child.stdout.setEncoding('utf8')) {
      if (answers === '') peer.resetAndDestroy();
      answers += piece;
    }
    expect(parseLines(answers).map(({ id }) => id)).toEqual(Array.from({ length: 159 }, (_, id) => id));
    expect(await said).toBe('portcullis: Standard input cannot be read to its end: read ECONNRESET.\n');
    expect(child.exitCode ?? (await once(child, 'exit'))[0]).toBe(1);
    server.close();
  });
});

describe('rules test', () => {
  it('shows what is found and what goes on, with the configuration or with a rule of its own', async () => {
    const [byConfig, own, wrong, badKey] = await Promise.all([
      portcullis(['rules', 'test'], { input: 'Card 4111 1111 1111 1111' }),
      portcullis(['rules', 'test', 'KD-123456', '--pattern', 'KD-\\d{6}', '--action', 'mask', '--json']),
      portcullis(['rules', 'test', 'x', '--pattern', '(a+']),
      portcullis(['keys', 'create', '--entities', '{"EMAIL_ADDRESS":{"output":"tokenize"}}']),
    ]);
    expect(byConfig.stdout.split('\n')).toEqual(
      expect.arrayContaining(['verdict   redacted', 'goes on   Card <CREDIT_CARD_1>']),
    );
    expect(JSON.parse(own.stdout)).toMatchObject({
      verdict: 'redacted',
      text: '<TRIED>',
      findings: [{ category: 'policy', action: 'mask', start: 0, end: 9 }],
    });
    expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining('not valid RE2 syntax') });
    expect(badKey).toMatchObject({ code: 2, stderr: expect.stringContaining('in requests only') });
  });
});

describe('keys', () => {
  it('makes, lists, rotates and revokes keys, and never shows a key or its hash again', async () => {
    const at = ['--data-dir', join(folder, 'keys'), '--json'];
    const created = await portcullis([
      ...['keys', 'create', '--name', 'team a', '--mode', 'advisory', '--sensitivity', 'high'],
      ...['--override', 'tighten', '--rate-limit', '60', '--expires', '30d'],
      ...at,
    ]);
    expect(created.code).toBe(0);
    const key = JSON.parse(created.stdout);
    expect(key.key).toMatch(/^pcl_[0-9A-Za-z]{46}$/);
    expect(key).toMatchObject({
      name: 'team a',
      state: 'valid',
      mode: 'advisory',
      sensitivity: 'high',
      override: 'tighten',
      rateLimitPerMinute: 60,
    });
    const rotated = JSON.parse(
      (await portcullis(['keys', 'rotate', key.id, '--overlap', '1h', ...at])).stdout,
    );
    expect(rotated).toMatchObject({ mode: 'advisory', override: 'tighten' });
    expect(rotated.key).not.toBe(key.key);
    expect((await portcullis(['keys', 'revoke', key.id, ...at])).code).toBe(0);
    const listed = await portcullis(['keys', 'list', ...at]);
    expect(
      JSON.parse(listed.stdout).map(({ id, state }: { id: string; state: string }) => [id, state]),
    ).toEqual(
      expect.arrayContaining([
        [key.id, 'revoked'],
        [rotated.id, 'valid'],
      ]),
    );
    expect(listed.stdout).not.toContain(key.key.slice(12));
    expect(listed.stdout).not.toMatch(/[0-9a-f]{64}/);
  });

  it('says that there is nothing in an empty store, to people alone', async () => {
    const dataDir = ['--data-dir', join(folder, 'empty-store')];
    expect((await portcullis(['migrate', ...dataDir])).code).toBe(0);
    for (const [args, says] of [
      [['keys', 'list'], 'There are no keys yet'],
      [['records'], 'No requests are recorded yet.'],
      [['records', '--outcome', 'blocked'], 'No such requests are recorded.'],
    ] as const) {
      expect(await portcullis([...args, ...dataDir])).toEqual({
        code: 0,
        stdout: '',
        stderr: expect.stringContaining(says),
      });
      expect((await portcullis([...args, '--json', ...dataDir])).stderr).toBe('');
    }
  });

  it('tells in a list what a key may do and until when, and after a rotation how long the old one holds', async () => {
    const at = ['--data-dir', join(folder, 'told')];
    const options = ['--mode', 'shadow', '--sensitivity', 'low', '--override', 'ignore', '--rate-limit', '5'];
    await portcullis(['keys', 'create', '--name', 'plain', ...at]);
    const made = await portcullis(['keys', 'create', '--name', 'bound', '--json', ...options, ...at]);
    const { id } = JSON.parse(made.stdout);
    const rotated = await portcullis(['keys', 'rotate', id, '--overlap', '2h', ...at]);
    const until = /stays valid until (\S+)\.$/m.exec(rotated.stderr)?.[1];
    expect(Date.parse(until ?? '') - Date.now()).toBeGreaterThan(3_600_000);
    const lines = (await portcullis(['keys', 'list', ...at])).stdout.split('\n');
    const rest = '  mode: shadow  sensitivity: low  override: ignore  a minute: 5';
    expect(lines.find((line) => line.startsWith(id))).toContain(`  expires: ${until}${rest}`);
    expect(lines.find((line) => line.includes('plain'))).toMatch(/last used: never$/);
  });

  it.each(['records', 'keys list', 'keys revoke key_1', 'keys rotate key_1'])(
    'finds no store for %s, and makes none',
    async (command) => {
      const args = command.split(' ');
      const none = join(folder, 'none');
      const { code, stderr } = await portcullis([...args, '--data-dir', none]);
      expect([code, stderr]).toEqual([1, expect.stringContaining(`There is no store in ${none}`)]);
      expect(existsSync(none)).toBe(false);
    },
  );

  it.each([
    { args: ['keys'], says: 'keys create' },
    { args: ['keys', 'revoke'], says: 'by its id' },
    { args: ['keys', 'revoke', 'key_nope'], says: 'key_nope' },
    { args: ['keys', 'create', '--mode', 'loud'], says: 'shadow, advisory, blocking' },
    { args: ['keys', 'create', '--rate-limit', '0'], says: 'whole number' },
    { args: ['keys', 'create', '--expires', 'soon'], says: '30d' },
    { args: ['keys', 'create', '--nmae', 'x'], says: '--nmae' },
    { args: ['keys', 'create', 'MyApp'], says: '--name' },
    { args: ['keys', 'list', 'extra'], says: 'extra' },
    { args: ['keys', 'rotate', 'key_nope', '--name', 'foo'], says: 'keys rotate takes no --name' },
    { args: ['keys', 'create', '--expires', '2027-02-31'], says: '2027-02-31' },
    { args: ['keys', 'create', '--expires', '2027-13-01'], says: 'is no date' },
    { args: ['keys', 'create', '--expires', 'soon'], says: 'a date such as' },
  ])('refuses $args with a reason', async ({ args, says }) => {
    const bad = join(folder, 'bad');
    if (!existsSync(bad)) await portcullis(['migrate', '--data-dir', bad]);
    const { code, stderr, stdout } = await portcullis([...args, '--data-dir', bad]);
    expect(code).toBe(2);
    expect(stderr).toContain(says);
    expect(stdout).toBe('');
  });
});

describe('config', () => {
  it('tells all problems of a file at once', async () => {
    const path = join(folder, 'bad.yaml');
    await writeFile(path, 'policy:\n  mode: loud\n  sensitivty: high\nscan:\n  timeoutMs: -1\n');
    const { code, stderr } = await portcullis(['config', 'check', path]);
    expect(code).toBe(1);
    for (const problem of ['policy.mode', 'sensitivty', 'scan.timeoutMs']) expect(stderr).toContain(problem);
  });

  it('accepts a good one, and prints a schema with the environment variables', async () => {
    const path = join(folder, 'good.yaml');
    await writeFile(path, 'policy:\n  mode: advisory\n');
    expect((await portcullis(['config', 'check', path])).code).toBe(0);
    const { stdout } = await portcullis(['config', 'schema']);
    expect(JSON.parse(stdout).properties.policy.properties.mode['x-env']).toBe('PORTCULLIS_POLICY_MODE');
  });
});

describe('envoy-config', () => {
  it.each([
    { name: 'plain http', upstream: 'http://127.0.0.1:9999', env: {} },
    { name: 'https with a path', upstream: 'https://llm.example.com/azure/v1', env: {} },
    {
      name: 'over Unix sockets',
      upstream: 'https://api.openai.com/v1',
      env: { PORTCULLIS_EXT_PROC_ADDRESS: 'unix:/run/portcullis.sock' },
    },
  ])('prints a configuration that Envoy accepts: $name', async ({ upstream, env }) => {
    const { code, stdout } = await portcullis(['envoy-config', '--upstream', upstream], { env });
    expect(code).toBe(0);
    const path = join(folder, 'envoy.yaml');
    await writeFile(path, stdout);
    const { path: envoy } = await findEnvoy({ env: process.env, log: () => undefined });
    const checked = await promisify(execFile)(envoy, ['--mode', 'validate', '-c', path]);
    expect(checked.stdout + checked.stderr).toContain('OK');
  });

  it('prints the same where the file is `-`', async () => {
    const args = ['envoy-config', '--upstream', 'https://api.openai.com/v1'];
    expect((await portcullis([...args, '--out', '-'])).stdout).toBe((await portcullis(args)).stdout);
  });

  it.each(['ftp://host', 'nonsense', 'https://user:password@host/'])(
    'refuses the upstream %s',
    async (upstream) => {
      const { code, stderr } = await portcullis(['envoy-config', '--upstream', upstream]);
      expect(code).toBe(1);
      expect(stderr).toContain('upstream');
      expect(stderr).not.toContain('password');
    },
  );
});

describe('doctor and the program itself', () => {
  it('finds nothing wrong with a fresh installation', async () => {
    const { code, stdout } = await portcullis(['doctor', '--json', '--data-dir', join(folder, 'doctor')], {
      // Whatever else runs on this machine may have the standard one.
      env: { PORTCULLIS_PROXY_ADDRESS: '127.0.0.1:0' },
    });
    const checks = JSON.parse(stdout);
    expect(checks.filter(({ state }: { state: string }) => state === 'fail')).toEqual([]);
    expect(code).toBe(0);
    const store = checks.find(({ name }: { name: string }) => name === 'store');
    expect(store).toMatchObject({
      state: 'warn',
      detail: expect.stringContaining('the first start makes it'),
    });
    // Whoever looks only must leave nothing that the next command takes for a store.
    expect(await readdir(folder)).not.toContain('doctor');
  });

  it('says what is wrong: a file in place of the store', async () => {
    await writeFile(
      join(folder, 'portcullis.db'),
      'this is no database, and long enough to be looked at '.repeat(40),
    );
    const { code, stdout } = await portcullis(['doctor', '--json', '--data-dir', folder]);
    expect(code).toBe(1);
    const store = JSON.parse(stdout).find(({ name }: { name: string }) => name === 'store');
    expect(store).toMatchObject({ state: 'fail', detail: expect.stringContaining('portcullis.db') });
  });

  it('says what is wrong: a model file that is not there, and a port that somebody else has', async () => {
    const server = createServer();
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const address = server.address();
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
    const { code, stdout } = await portcullis(['doctor', '--json', '--data-dir', join(folder, 'faults')], {
      env: {
        PORTCULLIS_SCAN_MODEL_FILE: join(folder, 'none.model'),
        PORTCULLIS_PROXY_ADDRESS: `127.0.0.1:${port}`,
      },
    });
    server.close();
    const detailOf = (wanted: string): string =>
      JSON.parse(stdout).find(
        ({ name, state }: Record<string, string>) => name === wanted && state === 'fail',
      )?.detail;
    expect(code).toBe(1);
    expect(detailOf('model')).toContain('none.model');
    expect(detailOf('ports')).toContain(`127.0.0.1:${port} is in use: choose another address`);
  });

  it.each([
    { args: [], code: 2, says: 'Usage' },
    { args: ['--help'], code: 0, says: 'start' },
    { args: ['start', '--help'], code: 0, says: '--upstream' },
    { args: ['--version'], code: 0, says: '0.' },
    {
      args: ['--help'],
      code: 0,
      says: 'Exit code: 0 done, 1 failed, 2 called wrongly, 3 scanned, but not every line.',
    },
    { args: ['scan', '--help'], code: 0, says: '"direction": "input" | "output"' },
    { args: ['strat'], code: 2, says: 'there is no command "strat"; did you mean "start"?' },
    { args: ['nothing-like-it'], code: 2, says: 'Usage' },
    { args: ['records', '--limt=3'], code: 2, says: 'no option --limt; did you mean --limit?' },
    { args: ['scan', 'file.jsonl'], code: 2, says: 'portcullis scan --help' },
    { args: ['eval', '/nowhere.jsonl'], code: 1, says: 'ENOENT' },
    { args: ['start', '--port', '99999'], code: 2, says: '--port' },
    { args: ['start', '--prot', '1'], code: 2, says: '--prot' },
    { args: ['serve', '--role', 'king'], code: 2, says: '--role' },
    { args: ['rules', 'test', 'x', '--action', 'block'], code: 2, says: '--pattern or --words' },
    {
      args: ['drain-envoy', '--admin', '127.0.0.1:2', '--grace-ms', '0'],
      code: 1,
      says: 'could not be drained: connect ECONNREFUSED 127.0.0.1:2',
    },
    {
      args: ['envoy-config', '--upstream', 'http://a', '--out', '/nowhere/envoy.yaml'],
      code: 2,
      says: '--out: /nowhere/envoy.yaml cannot be written',
    },
  ])('answers $args with exit code $code', async ({ args, code, says }) => {
    const finished = await portcullis(args);
    expect(finished.code).toBe(code);
    expect(finished.stdout + finished.stderr).toContain(says);
  });
});
