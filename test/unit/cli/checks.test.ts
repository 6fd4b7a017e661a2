import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { checkClock, installedAtMs } from '../../../src/cli/check-clock.ts';
import { checkEntities } from '../../../src/cli/check-entities.ts';
import { checkEnvoy } from '../../../src/cli/check-envoy.ts';
import { checkModel, checkSecondTier } from '../../../src/cli/check-models.ts';
import { checkPorts } from '../../../src/cli/check-ports.ts';
import { type Config, ConfigSchema } from '../../../src/config/schema.ts';
import { createKey } from '../../../src/keys/service.ts';
import { loadModel, SHIPPED_MODEL, whyWeightsMayNotFit } from '../../../src/models/load.ts';
import { readSecondTierHeader, SHIPPED_SECOND_TIER } from '../../../src/models/second-tier.ts';
import { openDatabase } from '../../../src/records/open.ts';
import { temporaryFolder } from '../records/open-store.ts';

describe('doctor looks at the model', () => {
  const shipped = readFileSync(SHIPPED_MODEL);
  const written = (bytes: Buffer): string => {
    const file = join(temporaryFolder(), 'own.model');
    writeFileSync(file, bytes);
    return file;
  };
  const ofFormat = (format: number): Buffer => {
    const text = shipped
      .subarray(0, 200)
      .toString('latin1')
      .replace(/"format":\d+/, `"format":${format}`);
    return Buffer.concat([Buffer.from(text, 'latin1'), shipped.subarray(200)]);
  };

  it('that ships, and one of this version', () => {
    expect(checkModel({ modelFile: undefined })).toMatchObject({
      state: 'ok',
      detail: expect.stringContaining('ships with it'),
    });
    expect(checkModel({ modelFile: written(shipped) }).state).toBe('ok');
  });

  it.each([
    { name: 'is missing', file: () => join(temporaryFolder(), 'none.model'), says: /cannot be read.*ENOENT/ },
    { name: 'is a folder', file: () => temporaryFolder(), says: /cannot be read.*EISDIR/ },
    { name: 'is cut', file: () => written(shipped.subarray(0, 100_000)), says: /cut off/ },
    { name: 'is no model', file: () => written(Buffer.from('weights')), says: /not a model file/ },
    { name: 'is of another version', file: () => written(ofFormat(2)), says: /header cannot be read/ },
  ])('and says what to do about one that $name', ({ file, says }) => {
    const modelFile = file();
    const { state, detail } = checkModel({ modelFile });
    expect(state).toBe('fail');
    expect(detail).toContain(modelFile);
    expect(detail).toMatch(says);
    expect(detail).toContain('train it with this version, or leave scan.modelFile out');
  });
});

/** The model that ships under another version. */
const ownModel = (version: string | null): string => {
  const shipped = readFileSync(SHIPPED_MODEL);
  const head = shipped.subarray(0, 200).toString('latin1');
  const changed = version === null ? head : head.replace(/(?<="version":")\w{12}/, version);
  const file = join(temporaryFolder(), 'own.model');
  writeFileSync(file, Buffer.concat([Buffer.from(changed, 'latin1'), shipped.subarray(200)]));
  return file;
};

describe('doctor looks at the second tier', () => {
  it.each([
    { secondTier: 'on', state: 'fail' },
    { secondTier: 'auto', state: 'warn' },
    { secondTier: 'off', state: 'ok' },
  ] as const)('that is not there: with $secondTier that is $state', async ({ secondTier, state }) => {
    const found = await checkSecondTier({ secondTier }, pathToFileURL(`${temporaryFolder()}/`));
    expect(found.state).toBe(state);
    if (state === 'ok') return;
    expect(found.detail).toContain('second-tier.json is missing');
    expect(found.detail).toContain('install Portcullis again');
  });

  it('whose network is none', async () => {
    const folder = temporaryFolder();
    const from = new URL('../../../src/models/second-tier/', import.meta.url);
    for (const name of ['second-tier.json', 'second-tier.vocab.txt'])
      copyFileSync(new URL(name, from), join(folder, name));
    writeFileSync(join(folder, 'second-tier.onnx'), 'no network');
    const found = await checkSecondTier({ secondTier: 'auto' }, pathToFileURL(`${folder}/`));
    expect(found).toMatchObject({ state: 'warn', detail: expect.stringContaining('cannot be run here') });
  });

  it.each([
    {
      name: 'an own model',
      version: 'f'.repeat(12),
      state: 'warn',
      detail:
        /first tier in use is f{12}, and the second tier \w{12} was weighed with the first tier \w{12} \(the model that ships\).*scan\.secondTier to off/,
    },
    { name: 'a copy of the one that ships', version: null, state: 'ok', detail: /second-tier/ },
  ])('that was weighed by the model that ships, beside $name', async ({ version, state, detail }) => {
    const modelFile = ownModel(version);
    const found = await checkSecondTier({ secondTier: 'auto', modelFile });
    expect(found).toMatchObject({ state, detail: expect.stringMatching(detail) });
  });
});

describe('a second tier that says by which first tier it was weighed', () => {
  const ships = loadModel(SHIPPED_MODEL).header.version;
  it.each([
    { firstTier: ships, modelFile: undefined, says: null },
    { firstTier: undefined, modelFile: undefined, says: null },
    {
      firstTier: 'e'.repeat(12),
      modelFile: undefined,
      says: `the first tier in use is ${ships} (the model that ships), and the second tier abc was weighed with the first tier eeeeeeeeeeee:`,
    },
    { firstTier: 'e'.repeat(12), modelFile: 'e'.repeat(12), says: null },
    {
      firstTier: 'e'.repeat(12),
      modelFile: 'd'.repeat(12),
      says: 'the first tier in use is dddddddddddd, and the second tier abc was weighed with the first tier eeeeeeeeeeee:',
    },
    {
      firstTier: ships,
      modelFile: 'd'.repeat(12),
      says: `weighed with the first tier ${ships} (the model that ships):`,
    },
  ])('$firstTier, beside $modelFile', ({ firstTier, modelFile, says }) => {
    const file = modelFile === undefined ? undefined : ownModel(modelFile);
    const doubt = whyWeightsMayNotFit(file, { version: 'abc', firstTier });
    if (says === null) expect(doubt).toBeNull();
    else expect(doubt).toContain(says);
  });

  it('is told of by doctor', async () => {
    const folder = temporaryFolder();
    for (const name of ['second-tier.onnx', 'second-tier.vocab.txt'])
      copyFileSync(new URL(name, SHIPPED_SECOND_TIER), join(folder, name));
    const header = { ...readSecondTierHeader(SHIPPED_SECOND_TIER), firstTier: 'e'.repeat(12) };
    writeFileSync(join(folder, 'second-tier.json'), JSON.stringify(header));
    const found = await checkSecondTier({ secondTier: 'auto' }, pathToFileURL(`${folder}/`));
    expect(found).toMatchObject({ state: 'warn', detail: expect.stringContaining('eeeeeeeeeeee') });
  });
});

/** Answers at a free port of this machine. */
const listener = async (answer: RequestListener): Promise<string> => {
  const server = createServer(answer);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
};

const json =
  (value: unknown): RequestListener =>
  (_, response) =>
    void response.setHeader('content-type', 'application/json').end(JSON.stringify(value));

/** Nothing of what a test does not name stands at a port that something may have. */
const withPorts = (changes: Readonly<Record<string, Readonly<Record<string, string>>>>): Config =>
  ConfigSchema.parse({
    proxy: { address: '127.0.0.1:0', adminAddress: '127.0.0.1:0', ...changes['proxy'] },
    extProc: { address: 'unix:/tmp/none.sock', ...changes['extProc'] },
    metrics: { address: '127.0.0.1:0', ...changes['metrics'] },
    dashboard: { address: '127.0.0.1:0', ...changes['dashboard'] },
  });

describe('doctor looks at ports', () => {
  it('which are free', async () => {
    expect(await checkPorts(withPorts({}))).toEqual({ state: 'ok', detail: 'all free' });
  });

  it.each([
    { name: 'Prometheus', answer: json({ status: 'success' }) },
    {
      name: 'a server of pages',
      answer: ((_, response) => void response.end('<p>hello</p>')) as RequestListener,
    },
  ])('of which $name has one, and names the setting that says otherwise', async ({ answer }) => {
    const address = await listener(answer);
    for (const config of [withPorts({ metrics: { address } }), withPorts({ dashboard: { address } })]) {
      const { state, detail } = await checkPorts(config);
      expect(state).toBe('fail');
      expect(detail).toMatch(/is in use: choose another address with (?:metrics|dashboard)\.address/);
    }
  });

  it('that the gateway that runs has itself, or its dashboard', async () => {
    const gateway = await listener(json({ live: true }));
    const dashboard = await listener(json({ info: { title: 'Portcullis dashboard' } }));
    const proxy = { address: await listener(json({})) };
    for (const config of [
      withPorts({ proxy, metrics: { address: gateway } }),
      withPorts({ proxy, dashboard: { address: dashboard } }),
    ])
      expect((await checkPorts(config)).state).toBe('ok');
  });

  it('at addresses that this machine does not have', async () => {
    const config = withPorts({ metrics: { address: '192.0.2.1:9090' } });
    expect(await checkPorts(config)).toEqual({
      state: 'fail',
      detail: 'metrics.address: cannot listen on 192.0.2.1:9090 (EADDRNOTAVAIL).',
    });
  });
});

describe('doctor looks for Envoy', () => {
  it('and only warns where there is none', async () => {
    const empty = temporaryFolder();
    expect(await checkEnvoy({ PATH: empty, PORTCULLIS_CACHE_DIR: empty })).toEqual({
      state: 'warn',
      detail:
        'none on this machine: "start" installs 1.40.0 once (40 MB); where Envoy runs elsewhere ("serve") none is needed',
    });
  });

  it('and fails where the chosen one does not fit', async () => {
    const chosen = join(temporaryFolder(), 'envoy');
    await expect(checkEnvoy({ ENVOY_BIN: chosen })).rejects.toMatchObject({ code: 'ENVOY_UNAVAILABLE' });
  });
});

describe('doctor looks at the clock', () => {
  const installed = Date.UTC(2027, 5, 15);
  it.each([
    { name: 'right', atMs: installed + 3_600_000, state: 'ok', says: '2027-06-15' },
    {
      name: 'some hours behind the machine that packed it',
      atMs: installed - 3_600_000,
      state: 'ok',
      says: '2027',
    },
    { name: 'that of 1970', atMs: 5000, state: 'fail', says: 'before any version' },
    {
      name: 'months behind',
      atMs: Date.UTC(2027, 0, 1),
      state: 'fail',
      says: 'before this version was installed (2027-06-15)',
    },
    { name: 'far ahead', atMs: Date.UTC(2099, 0, 1), state: 'fail', says: 'decades after' },
  ] as const)('that is $name', ({ atMs, state, says }) => {
    const found = checkClock(atMs, installed);
    expect(found.state).toBe(state);
    expect(found.detail).toContain(says);
    expect(found.detail.includes('by NTP')).toBe(state === 'fail');
  });

  it('beside the files as they lie here', () => {
    expect(checkClock(Math.max(installedAtMs(), Date.UTC(2026, 11, 1)), installedAtMs()).state).toBe('ok');
  });
});

describe('doctor looks at entities', () => {
  const withEntities = (entities: object) => {
    const policy = { entities };
    return { config: ConfigSchema.parse({ dataDir: temporaryFolder(), policy }), layer: policy };
  };
  const SOUGHT = { EMAIL_ADDRESS: { input: 'mask' }, LOCATION: { input: 'off' } };

  it('that are looked for', async () => {
    const { config, layer } = withEntities(SOUGHT);
    expect((await checkEntities(config, layer)).state).toBe('ok');
  });

  it('that nothing looks for, without a store as with one', async () => {
    const { config, layer } = withEntities({ ...SOUGHT, PERSON: { input: 'mask' } });
    const expected = {
      state: 'warn',
      detail: 'nothing looks for what these are set for, so they do nothing: policy.entities.PERSON',
    };
    expect(await checkEntities(config, layer)).toEqual(expected);
    await (await openDatabase(config)).close();
    expect(await checkEntities(config, layer)).toEqual(expected);
  });

  it('in what the dashboard set, unless the file says otherwise, and of keys that are in use', async () => {
    const { config, layer } = withEntities({});
    const store = await openDatabase(config);
    const own = { entities: { PERSON: { input: 'mask' } } };
    await store.insertSettings({ createdAtMs: 0, author: 'ann@example.com', comment: '', own }, 0);
    expect((await checkEntities(config, layer)).state).toBe('ok');
    expect((await checkEntities(config, {})).detail).toContain(': policy.entities.PERSON');
    const make = (name: string) =>
      createKey(store, { origin: 'cli', name, entities: { NRP: { output: 'block' } } }, 0);
    const { key } = await make('web');
    expect((await checkEntities(config, layer)).detail).toContain(`: NRP of the key ${key.id} (web)`);
    for (let at = 0; at < 9; at += 1) await make(`more ${at}`);
    expect((await checkEntities(config, layer)).detail).toMatch(/ and 2 more$/);
    for (const { id } of await store.listKeys()) await store.revokeKey(id, 1);
    expect((await checkEntities(config, layer)).state).toBe('ok');
    await store.close();
  });
});
