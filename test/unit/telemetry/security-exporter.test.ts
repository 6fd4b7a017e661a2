import { createSocket } from 'node:dgram';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { toSecurityEvent } from '../../../src/telemetry/security-event.ts';
import { createSecurityEventExporter } from '../../../src/telemetry/security-exporter.ts';
import { sampleFinding, sampleRecord } from '../dashboard/harness.ts';

const portOf = (address: AddressInfo | string | null): number =>
  typeof address === 'object' && address !== null ? address.port : 0;

const exportTo = (securityEvents: object) => {
  const dropped: [string, number][] = [];
  const exporter = createSecurityEventExporter(
    { securityEvents: { otlpHeaders: {}, syslogFormat: 'ocsf', ...securityEvents } },
    { version: '1', onDropped: (sink, count) => dropped.push([sink, count]), onError: () => undefined },
  );
  return { exporter, dropped };
};

const SECRET = 'card 4111 1111 1111 1111';
const blocked = sampleRecord({ findings: [sampleFinding({ excerpt: SECRET })] });

const REMOVED = { direction: 'input', entity: 'jailbreak', action: 'remove', count: 1 } as const;
const FAILED = { outcome: 'error', wouldBlock: false, loosest: null, findings: [] } as const;
const REFUSED = { outcome: 'refused', wouldBlock: false, loosest: null, findings: [] } as const;

describe('a security event', () => {
  it('is a detection finding of OCSF, without any text', () => {
    const event = toSecurityEvent(blocked, '1.2.3');
    expect(event).toMatchObject({
      class_uid: 2004,
      type_uid: 200_401,
      category_uid: 2,
      severity_id: 4,
      action_id: 2,
      disposition_id: 2,
      confidence_score: 97,
      is_alert: true,
      metadata: { uid: blocked.requestId, product: { name: 'Portcullis', version: '1.2.3' } },
      finding_info: { title: 'prompt_injection/instruction_override', analytic: { uid: 'PI-1001' } },
    });
    expect(JSON.stringify(event)).not.toContain('4111');
  });

  it.each([
    ['is only noted', { category: 'pii', subType: 'EMAIL_ADDRESS', ruleId: 'PII-1', loosest: null }, 2],
    ['an exclusion took out', { subType: 'jailbreak', ruleId: 'PI-2', exclusionId: 'exc_1' }, 1],
  ] as const)('names what decided, not a surer finding that %s', (_name, other, told) => {
    const findings = [sampleFinding(), sampleFinding({ confidence: 1, ...other })];
    const event = toSecurityEvent(sampleRecord({ findings }), '1');
    expect(event).toMatchObject({
      message: 'prompt_injection/instruction_override: blocked',
      confidence_score: 97,
      finding_info: { analytic: { uid: 'PI-1001' } },
    });
    expect(event).toHaveProperty('finding_info.types.length', told);
    expect(event).toHaveProperty('unmapped.rules.length', told);
  });

  it.each([
    ['pass', { outcome: 'pass', wouldBlock: false, loosest: null, findings: [] }, null],
    ['refused', { outcome: 'refused', wouldBlock: false, loosest: null, findings: [] }, null],
    ['redacted', { outcome: 'redacted', wouldBlock: false, loosest: null }, null],
    ['removed', { outcome: 'redacted', wouldBlock: false, loosest: 'low', redactions: [REMOVED] }, 4],
    [
      'shadow, removable',
      { outcome: 'pass', wouldBlock: false, wouldRedact: true, loosest: 'low', redactions: [REMOVED] },
      4,
    ],
    ['shadow', { outcome: 'pass', wouldBlock: true, loosest: 'medium' }, 3],
    ['flagged', { outcome: 'flagged', loosest: 'high' }, 2],
    ['hidden too deep', { ...REFUSED, errorCode: 'too_many_readings' }, 2],
    ['a part that may not pass', { ...REFUSED, errorCode: 'unreadable_part' }, 2],
    ['bad JSON', { ...REFUSED, errorCode: 'invalid_json' }, null],
    ['a scan that failed', { ...FAILED, errorCode: 'scan_unavailable' }, 4],
    ['Envoy, which missed our answer', { ...FAILED, errorCode: 'local_reply' }, 4],
    ['a provider that is down', { ...FAILED, errorCode: 'provider_unavailable' }, null],
    ['a provider that is silent', { ...FAILED, errorCode: 'provider_timeout' }, null],
    ['a caller who did not wait', { ...FAILED, errorCode: 'client_closed_request' }, null],
    [
      'a threat that went on to a provider that was down',
      { outcome: 'error', errorCode: 'provider_unavailable', wouldBlock: true, loosest: 'medium' },
      3,
    ],
    [
      'a text that was let pass unscanned, to a provider that was down',
      { ...FAILED, errorCode: 'provider_unavailable', failedOpen: true },
      4,
    ],
    ['failed open', { outcome: 'pass', wouldBlock: false, failedOpen: true, findings: [] }, 4],
  ] as const)('%s', (_name, over, severity) => {
    expect(toSecurityEvent(sampleRecord(over), '1')?.severity_id ?? null).toBe(severity);
  });
});

it.each([
  { failedOpen: true, action: 'Allowed' },
  { failedOpen: false, action: 'Denied' },
])('says of a scan that failed whether the text went on: $action', ({ failedOpen, action }) => {
  const record = sampleRecord({ outcome: 'error', wouldBlock: false, failedOpen, findings: [] });
  expect(toSecurityEvent(record, '1')).toMatchObject({ action, disposition: 'Error' });
});

describe('the export', () => {
  it('is none where nobody asked for one', () => {
    expect(exportTo({}).exporter).toBeNull();
  });

  it('appends JSON Lines to a file', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'portcullis-events-'));
    const file = join(directory, 'events.jsonl');
    const { exporter } = exportTo({ file });
    for (let count = 0; count < 250; count += 1) exporter?.write(blocked);
    await exporter?.close();
    const lines = (await readFile(file, 'utf8')).trim().split('\n');
    expect([lines.length, JSON.parse(lines[0] ?? '').class_uid]).toEqual([250, 2004]);
    await rm(directory, { recursive: true });
  });

  it('begins a line of its own behind one that was cut off, by a full disk for instance', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'portcullis-events-'));
    const file = join(directory, 'events.jsonl');
    await writeFile(file, '{"activity_id":1,"activ');
    const { exporter } = exportTo({ file });
    exporter?.write(blocked);
    await exporter?.close();
    const lines = (await readFile(file, 'utf8')).split('\n');
    expect([lines.length, JSON.parse(lines[1] ?? '').class_uid]).toEqual([3, 2004]);
    await rm(directory, { recursive: true });
  });

  it('speaks RFC 5424 over UDP', async () => {
    const socket = createSocket('udp4');
    await new Promise<void>((done) => socket.bind(0, '127.0.0.1', done));
    const got = new Promise<string>((done) => socket.once('message', (message) => done(message.toString())));
    const { exporter } = exportTo({ syslog: `udp://127.0.0.1:${socket.address().port}` });
    exporter?.write(blocked);
    expect(await got).toMatch(
      /^<107>1 2026-11-21T11:59:00\.000Z \S+ portcullis \d+ detection - \{"activity_id":1/,
    );
    await exporter?.close();
    socket.close();
  });

  it('counts octets over TCP', async () => {
    let text = '';
    const ended = Promise.withResolvers<void>();
    const server = createServer((socket) => {
      socket.on('data', (piece) => {
        text += piece.toString();
      });
      socket.on('end', () => ended.resolve());
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { exporter } = exportTo({ syslog: `tcp://127.0.0.1:${portOf(server.address())}` });
    exporter?.write(blocked);
    exporter?.write(blocked);
    await exporter?.close();
    await ended.promise;
    const length = Number(text.split(' ', 1)[0]);
    const second = text.slice(String(length).length + 1 + length);
    expect(second).toBe(`${length} ${second.slice(String(length).length + 1)}`);
    expect(second.slice(String(length).length + 1)).toHaveLength(length);
    server.close();
  });

  it('sends logs to a collector, again where it fails, and drops what it never takes', async () => {
    const bodies: string[] = [];
    let failures = 1;
    const server = createHttpServer((request, response) => {
      let body = '';
      request.on('data', (piece) => {
        body += piece;
      });
      request.on('end', () => {
        failures -= 1;
        if (failures < 0) bodies.push(`${request.headers['x-api-key']} ${request.url} ${body}`);
        response.writeHead(failures < 0 ? 200 : 503).end();
      });
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const url = `http://127.0.0.1:${portOf(server.address())}`;
    const { exporter, dropped } = exportTo({ otlp: url, otlpHeaders: { 'x-api-key': 'k' } });
    exporter?.write(blocked);
    await expect.poll(() => bodies.length, { timeout: 5000 }).toBe(1);
    expect(bodies[0]).toMatch(/^k \/v1\/logs \{"resourceLogs":/);
    await exporter?.close();
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
    const late = exportTo({ otlp: url });
    late.exporter?.write(blocked);
    await late.exporter?.close();
    expect([dropped, late.dropped]).toEqual([[], [['otlp', 1]]]);
  });

  it('keeps only so many, and says how many it drops', () => {
    const { exporter, dropped } = exportTo({ otlp: 'http://127.0.0.1:9' });
    for (let count = 0; count < 10_005; count += 1) exporter?.write(blocked);
    expect(dropped).toHaveLength(5);
  });
});
