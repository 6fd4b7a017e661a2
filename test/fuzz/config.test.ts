import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readInteger, readOptions } from '../../src/cli/command.ts';
import { CONFIG_KEYS } from '../../src/config/keys.ts';
import { loadConfig } from '../../src/config/load.ts';
import { GatewayError } from '../../src/errors.ts';
import { corpus, mutated } from './corpus.ts';
import { options, testMs } from './options.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'portcullis-fuzz-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const refusal = (run: () => unknown): GatewayError | null => {
  try {
    run();
    return null;
  } catch (error) {
    if (error instanceof GatewayError) return error;
    throw error;
  }
};

it(
  'bytes of a configuration file give a configuration, or what is wrong with them',
  () => {
    const tokens = [
      ': ',
      '\n',
      '- ',
      '&a ',
      '*a',
      '<<: ',
      '!!js/function ',
      '!!binary ',
      '---\n',
      '"',
      '[',
      '{',
      '#',
      '|',
      '__proto__: ',
      '\0',
      '\t',
    ];
    const file = join(folder, 'portcullis.yaml');
    let accepted = 0;
    fc.assert(
      fc.property(mutated(corpus('config'), tokens), (bytes) => {
        writeFileSync(file, bytes);
        const error = refusal(() => loadConfig({ file, env: {} }));
        if (error === null) accepted += 1;
        else expect([error.code, error.message.length > 0]).toEqual(['CONFIG_INVALID', true]);
        expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
      }),
      options,
    );
    expect(accepted).toBeGreaterThan(0);
  },
  testMs(),
);

it(
  'values of environment variables give a configuration, or say what is wrong',
  () => {
    const value = fc.oneof(
      fc.constantFrom(
        '',
        ' ',
        'true',
        '1e9',
        '-1',
        '0x10',
        '127.0.0.1:0',
        '[',
        '{}',
        '{"__proto__":{"polluted":1}}',
        '["a"]',
        'unix:/x',
        '\u0000',
      ),
      fc.string({ unit: 'binary', maxLength: 30 }),
    );
    const variable = fc.constantFrom(
      ...CONFIG_KEYS.map(
        ({ path }) =>
          `PORTCULLIS_${path
            .join('_')
            .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
            .toUpperCase()}`,
      ),
    );
    fc.assert(
      fc.property(variable, value, (name, text) => {
        const error = refusal(() => loadConfig({ env: { [name]: text } }));
        if (error === null) return;
        expect(error.code).toBe('CONFIG_INVALID');
        expect(error.message).toContain('\n  - ');
      }),
      options,
    );
  },
  testMs(),
);

it(
  'arguments give options that the command has, or a word about what is wrong',
  () => {
    const word = fc.oneof(
      fc.constantFrom(
        '--config',
        '--port',
        '--config=x',
        '-p',
        '--',
        '-',
        '--no-x',
        '--__proto__',
        '--port=1',
      ),
      fc.string(),
    );
    const specs = { config: { type: 'string' }, port: { type: 'string' }, all: { type: 'boolean' } } as const;
    fc.assert(
      fc.property(fc.array(word, { maxLength: 6 }), (args) => {
        const error = refusal(() => {
          const { values } = readOptions(args, specs, 1);
          expect(Object.keys(specs)).toEqual(expect.arrayContaining(Object.keys(values)));
          const port = readInteger('port', values.port ?? '1', 0, 65_535);
          expect(Number.isInteger(port) && port >= 0 && port <= 65_535).toBe(true);
        });
        if (error !== null) expect(error.code).toBe('USAGE');
      }),
      options,
    );
  },
  testMs(),
);
