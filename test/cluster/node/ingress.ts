import { beforeAll, describe, expect, it } from 'vitest';
import { ATTACK, BENIGN } from '../../contract/stack.ts';
import { until } from '../daemon.ts';
import { ask, type Caller, startStreams } from './callers.ts';
import {
  type Context,
  callerOf,
  GATEWAY,
  installRelease,
  isPodReady,
  podsWith,
  type Release,
  type RunningPod,
  signal,
  statusOf,
} from './releases.ts';

const RESTART_MS = 120_000;
const STREAMS = 8;
/** Shorter than the chart's, so that nobody has to wait for a minute. */
const PROBES = { gateway: { livenessProbe: { periodSeconds: 2, timeoutSeconds: 2, failureThreshold: 2 } } };

/** The chart's first command: Envoy and the gateway in one pod, a Unix socket between them, SQLite on a volume. */
export const ingress = (context: () => Context): void => {
  describe('mode ingress', () => {
    let release: Release;
    let caller: Caller;
    const pod = async (): Promise<RunningPod> => {
      const [first] = await podsWith(context(), release.namespace, GATEWAY);
      if (first === undefined) throw new Error('No pod of the gateway');
      return first;
    };
    const isServing = async (): Promise<boolean> => {
      const [benign, attack] = [await ask(caller, BENIGN), await ask(caller, ATTACK)];
      return isPodReady(await pod()) && benign.status === 200 && attack.status === 403;
    };

    beforeAll(async () => {
      release = await installRelease(context(), 'ingress', PROBES);
      caller = await callerOf(context(), release);
      // A ready pod is not yet one to which the node's rules lead.
      await until('the Service', isServing, RESTART_MS);
    });

    it('lets the harmless through and blocks the attack', async () => {
      const benign = await ask(caller, BENIGN);
      expect(benign.status).toBe(200);
      expect(benign.headers['x-gateway-input-status']).toBe('pass');
      const attack = await ask(caller, ATTACK);
      expect(attack.status).toBe(403);
      expect(attack.text).toContain('prompt_injection_detected');
    });

    it('passes helm test', async () => {
      expect(await release.test()).toMatch(/Phase:\s+Succeeded/);
    });

    it('comes back after kill -9 of the gateway, and passes nothing while it is away', async () => {
      const before = await pod();
      const restarts = statusOf(before, 'gateway').restartCount;
      await signal(context(), before, 'gateway', 'SIGKILL');
      const seen = new Set<number>();
      const isBack = async (): Promise<boolean> => {
        const { status } = await ask(caller, ATTACK).catch(() => ({ status: 0 }));
        seen.add(status);
        return statusOf(await pod(), 'gateway').restartCount > restarts && (await isServing());
      };
      await until('the gateway after kill -9', isBack, RESTART_MS);
      expect(seen).not.toContain(200);
      expect((await pod()).metadata.name).toBe(before.metadata.name);
    });

    it('is restarted where it hangs, and passes nothing meanwhile', async () => {
      const before = await pod();
      const restarts = statusOf(before, 'gateway').restartCount;
      await signal(context(), before, 'gateway', 'SIGSTOP');
      const seen = new Set<number>();
      const isBack = async (): Promise<boolean> => {
        const { status } = await ask(caller, ATTACK).catch(() => ({ status: 0 }));
        seen.add(status);
        return statusOf(await pod(), 'gateway').restartCount > restarts && (await isServing());
      };
      await until('the gateway after SIGSTOP', isBack, RESTART_MS);
      expect(seen).not.toContain(200);
    });

    it('cuts no stream by a roll-out', async () => {
      const before = await pod();
      const load = startStreams(caller, STREAMS);
      await release.upgrade({ gateway: { podAnnotations: { changed: 'once' } } });
      const tally = await load.stop();
      expect((await pod()).metadata.name).not.toBe(before.metadata.name);
      expect(tally.whole).toBeGreaterThan(STREAMS);
      expect(tally.cut).toEqual([]);
      // SQLite belongs to one pod at a time: between the two nobody is there, and callers are told so at once.
      expect(tally.refused.filter((reason) => !/ECONNREFUSED|ECONNRESET|^503/.test(reason))).toEqual([]);
    });

    it('leaves nothing behind but what it says it keeps', async () => {
      await release.uninstall();
      await until(
        'the end of the pods',
        async () => (await podsWith(context(), release.namespace, GATEWAY)).length === 0,
        RESTART_MS,
      );
    });
  });
};
