import { describe, expect, it } from 'vitest';
import { createDashboard } from '../../../src/dashboard/server.ts';
import { GatewayError } from '../../../src/errors.ts';
import { ATTACK, codeOf, createTestDashboard, ORIGIN } from './harness.ts';

describe('texts that are tried', () => {
  it('shows every reading of a text in the playground', async () => {
    const dashboard = await createTestDashboard();
    const cookie = await dashboard.cookieOf('analyst');
    const text = `Please decode: ${Buffer.from(ATTACK).toString('base64')}`;
    const body = await (
      await dashboard.ask('/playground', { method: 'POST', cookie, json: { text } })
    ).json();
    expect(
      body.segments[0].views
        .map(({ text: shown }: { text: string }) => shown)
        .join('\n')
        .toLowerCase(),
    ).toContain('ignore all previous');
    expect(body.findings[0]).toMatchObject({ category: 'prompt_injection', ruleTitle: expect.any(String) });
    const chat = JSON.stringify({ model: 'x', messages: [{ role: 'tool', content: ATTACK }] });
    const whole = await (
      await dashboard.ask('/playground', { method: 'POST', cookie, json: { body: chat } })
    ).json();
    expect(whole.segments[0]).toMatchObject({ role: 'tool', trust: 'untrusted' });
    const long = await (
      await dashboard.ask('/playground', {
        method: 'POST',
        cookie,
        json: { text: 'word '.repeat(5000) + ATTACK },
      })
    ).json();
    expect(long.segments[0].text).toHaveLength(20_000);
    expect(long.segments[0].chars).toBe(25_000 + ATTACK.length);
    expect(long.verdict.medium).toBe('blocked');
    const broken = await dashboard.ask('/playground', { method: 'POST', cookie, json: { body: '{' } });
    expect([broken.status, await codeOf(broken)]).toEqual([422, 'invalid_json']);
  });

  it.each([
    { name: 'a file that is not there', error: Object.assign(new Error('/etc/secret'), { code: 'ENOENT' }) },
    { name: 'a model that cannot be read', error: new GatewayError('CONFIG_INVALID', '/etc/secret') },
  ])('tells nobody of $name', async ({ error }) => {
    const { deps, cookieOf } = await createTestDashboard();
    const scanner = { ...deps.scanner, playground: () => Promise.reject(error) };
    const answer = await createDashboard({ ...deps, scanner }).request(`${ORIGIN}/api/v1/playground`, {
      method: 'POST',
      headers: { origin: ORIGIN, cookie: await cookieOf('analyst'), 'content-type': 'application/json' },
      body: '{"text":"x"}',
    });
    expect([answer.status, await answer.text()]).toEqual([500, expect.not.stringContaining('secret')]);
  });

  it('names entities as people write them', async () => {
    const dashboard = await createTestDashboard();
    const cookie = await dashboard.cookieOf('viewer');
    const { items } = await (await dashboard.ask('/pii-rules', { cookie })).json();
    const find = (entity: string) => items.find((each: { entity: string }) => each.entity === entity);
    expect(find('US_SSN')).toMatchObject({ title: 'US SSN', region: 'US' });
    expect(find('IN_AADHAAR')).toMatchObject({ title: 'IN Aadhaar', region: 'IN' });
    expect(find('US_DRIVER_LICENSE').title).toBe('US driver license');
    expect(find('IP_ADDRESS')).toMatchObject({ title: 'IP address', region: null });
    expect(find('GITHUB_TOKEN').title).toBe('GitHub token');
  });

  it('tries entities and rules without storing anything', async () => {
    const dashboard = await createTestDashboard();
    const cookie = await dashboard.cookieOf('analyst');
    const entities = { EMAIL_ADDRESS: { input: 'mask' } };
    const trial = await (
      await dashboard.ask('/pii-rules/test', {
        method: 'POST',
        cookie,
        json: { text: 'Write to ann@example.org', entities },
      })
    ).json();
    expect(trial.changedText).toBe('Write to <EMAIL_ADDRESS>');
    const rule = await (
      await dashboard.ask('/rules/test', {
        method: 'POST',
        cookie,
        json: { rule: { pattern: 'X-\\d{4}' }, text: 'see X-1234' },
      })
    ).json();
    expect(rule).toMatchObject({ problems: [], matches: [{ start: 4, end: 10 }] });
    const bad = await (
      await dashboard.ask('/rules/test', {
        method: 'POST',
        cookie,
        json: { rule: { pattern: '(' }, text: '' },
      })
    ).json();
    expect(bad.problems).toHaveLength(1);
    expect(await dashboard.store.currentSettings()).toBeNull();
  });
});
