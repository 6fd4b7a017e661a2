import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { readConfigOrigin } from '../../../src/config/reload.ts';
import { createPolicy } from '../../../src/live/policy-in-force.ts';
import { createGauges } from '../../../src/telemetry/gauges.ts';
import { createLogger } from '../../../src/telemetry/logger.ts';
import { createMetrics } from '../../../src/telemetry/metrics.ts';
import { openTestStore, temporaryFolder } from '../records/open-store.ts';

const WARNING = 'nothing looks for these entities; what policy.entities says of them does nothing';

it('warns of entities that nothing looks for: at the start, and when what is set for such changes', async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'portcullis.yaml');
  writeFileSync(file, 'policy: { entities: { PERSON: { input: mask }, EMAIL_ADDRESS: { input: mask } } }\n');
  const sources = { file, env: {} };
  const { config, origin } = readConfigOrigin(sources);
  const { layer } = origin;
  const { store } = await openTestStore(join(folder, 'portcullis.db'));
  const lines: string[] = [];
  const metrics = createMetrics({ version: '0', processMetrics: false });
  onTestFinished(metrics.close);
  const source = createPolicy(config, origin, {
    ...{ metrics, gauges: createGauges(config, metrics), store },
    logger: createLogger('warn', { write: (line) => void lines.push(line) }),
    ...{ secondTier: null, threads: null },
    fingerprintOf: ({ text }) => text,
    clock: () => performance.now(),
  });
  onTestFinished(source.close);
  const told = () =>
    lines.map((line) => JSON.parse(line)).map(({ level, msg, entities }) => ({ level, msg, entities }));
  const warned = (...entities: string[]) => ({ level: 'warn', msg: WARNING, entities });
  await source.start();
  expect(told()).toEqual([warned('PERSON')]);
  // Not again for a change that has nothing to do with it.
  await source.setLayer({ ...layer, mode: 'shadow' });
  expect(told()).toHaveLength(1);
  await source.setLayer({});
  const own = { entities: { LOCATION: { output: 'hash' } } };
  await store.insertSettings({ createdAtMs: 0, author: 'ann@example.com', comment: '', own }, 0);
  await vi.waitFor(() => expect(told()).toEqual([warned('PERSON'), warned('LOCATION')]), 10_000);
});
