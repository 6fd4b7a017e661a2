import { fileURLToPath } from 'node:url';
import { resolveConfig } from 'vite';
import { afterEach, expect, it, vi } from 'vitest';

const configFile = fileURLToPath(new URL('../../../src/dashboard/ui/vite.config.ts', import.meta.url));

afterEach(() => vi.unstubAllEnvs());

it.each(['test', 'development', 'production'])(
  'pages are built for production where NODE_ENV is %s',
  async (value) => {
    vi.stubEnv('NODE_ENV', value);
    expect(await resolveConfig({ configFile, logLevel: 'error' }, 'build')).toMatchObject({
      isProduction: true,
    });
  },
);
