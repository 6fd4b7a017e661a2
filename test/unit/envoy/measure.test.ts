import { readFileSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { logEnding, measure } from '../../../src/envoy/report/measure.ts';
import type { Event } from '../../../src/envoy/session/session-types.ts';
import { GatewayError } from '../../../src/errors.ts';
import type { Mode } from '../../../src/policy/settings.ts';
import { UnreadablePartError } from '../../../src/policy/unreadable-parts.ts';
import { createLogger } from '../../../src/telemetry/logger.ts';
import { createMetrics } from '../../../src/telemetry/metrics.ts';
import { play, script } from './arbitraries.ts';
import {
  ANSWER,
  admitted,
  BODY,
  type Failure,
  type Found,
  policyOf,
  requestHead,
  responseHead,
  resultOf,
  run,
} from './fixtures.ts';

const open: ReturnType<typeof createMetrics>[] = [];
afterAll(() => {
  for (const metrics of open) metrics.close();
});
const create = () => {
  const metrics = createMetrics({ version: '0', processMetrics: false });
  open.push(metrics);
  return metrics;
};

const events = (mode: Mode, input: Found | Failure, output: Found | Failure): Event[] => {
  const policy = policyOf(mode);
  return [
    { type: 'request-headers', head: requestHead({ path: '/v1/chat/completions?token=hidden' }) },
    { type: 'admission', admission: admitted(policy) },
    BODY,
    { type: 'request-scanned', result: resultOf(policy, 'input', input) },
    { type: 'response-headers', head: responseHead() },
    ANSWER,
    { type: 'response-scanned', result: resultOf(policy, 'output', output) },
  ];
};

const recordsOf = (all: readonly Event[]) => run(all).records;

/** The samples that are not zero, times left out. */
const counted = async (metrics: ReturnType<typeof createMetrics>): Promise<string[]> =>
  (await metrics.render()).text
    .split('\n')
    .filter((line) => /_total\{.* [1-9]/.test(line))
    .map((line) => line.replace('portcullis_', ''));

describe('what is counted', () => {
  it.each([
    {
      name: 'a clean exchange',
      all: events('blocking', 'nothing', 'nothing'),
      lines: [
        'requests_total{mode="blocking",outcome="pass",stream="false"} 1',
        'scans_total{direction="input",status="pass",mode="blocking"} 1',
        'scans_total{direction="output",status="pass",mode="blocking"} 1',
      ],
    },
    {
      name: 'a block',
      all: events('blocking', 'injection', 'nothing').slice(0, 4),
      lines: [
        'requests_total{mode="blocking",outcome="blocked",stream="false"} 1',
        'scans_total{direction="input",status="blocked",mode="blocking"} 1',
        'threats_total{mode="blocking",sensitivity="medium",loosest="low"} 1',
        'detections_total{category="prompt_injection",sub_type="instruction_override",direction="input",role="user",action="blocked"} 1',
      ],
    },
    {
      name: 'what shadow would have blocked',
      all: events('shadow', 'nothing', 'injection'),
      lines: [
        'requests_total{mode="shadow",outcome="pass",stream="false"} 1',
        'scans_total{direction="input",status="pass",mode="shadow"} 1',
        'scans_total{direction="output",status="pass",mode="shadow"} 1',
        'threats_total{mode="shadow",sensitivity="medium",loosest="low"} 1',
        'detections_total{category="prompt_injection",sub_type="instruction_override",direction="output",role="output",action="would_block"} 1',
      ],
    },
    {
      name: 'a redaction',
      all: events('blocking', 'email', 'nothing'),
      lines: [
        'requests_total{mode="blocking",outcome="redacted",stream="false"} 1',
        'scans_total{direction="input",status="redacted",mode="blocking"} 1',
        'scans_total{direction="output",status="pass",mode="blocking"} 1',
        'detections_total{category="pii",sub_type="EMAIL_ADDRESS",direction="input",role="user",action="redacted"} 1',
        'redactions_total{entity="EMAIL_ADDRESS",direction="input",action="tokenize"} 1',
      ],
    },
    {
      name: 'a text that was removed',
      all: events('blocking', 'removable', 'nothing'),
      lines: [
        'requests_total{mode="blocking",outcome="redacted",stream="false"} 1',
        'scans_total{direction="input",status="redacted",mode="blocking"} 1',
        'scans_total{direction="output",status="pass",mode="blocking"} 1',
        'threats_total{mode="blocking",sensitivity="medium",loosest="low"} 1',
        'detections_total{category="prompt_injection",sub_type="instruction_override",direction="input",role="user",action="removed"} 1',
      ],
    },
    {
      name: 'a text that shadow would have removed',
      all: events('shadow', 'removable', 'nothing'),
      lines: [
        'requests_total{mode="shadow",outcome="pass",stream="false"} 1',
        'scans_total{direction="input",status="pass",mode="shadow"} 1',
        'scans_total{direction="output",status="pass",mode="shadow"} 1',
        'threats_total{mode="shadow",sensitivity="medium",loosest="low"} 1',
        'detections_total{category="prompt_injection",sub_type="instruction_override",direction="input",role="user",action="would_remove"} 1',
      ],
    },
    {
      name: 'values that were put back',
      all: events('blocking', 'nothing', 'nothing').map((event) =>
        event.type === 'response-scanned' && event.result.type === 'scanned'
          ? {
              ...event,
              result: {
                ...event.result,
                inspection: {
                  ...event.result.inspection,
                  restored: new Map([
                    ['EMAIL_ADDRESS', 2],
                    ['a rule that nobody\nwrote', 1],
                  ]),
                },
              },
            }
          : event,
      ),
      lines: [
        'requests_total{mode="blocking",outcome="pass",stream="false"} 1',
        'scans_total{direction="input",status="pass",mode="blocking"} 1',
        'scans_total{direction="output",status="pass",mode="blocking"} 1',
        'restorations_total{entity="EMAIL_ADDRESS"} 2',
        'restorations_total{entity="other"} 1',
      ],
    },
    {
      name: 'what advisory would have redacted',
      all: events('advisory', 'email', 'nothing'),
      lines: [
        'requests_total{mode="advisory",outcome="flagged",stream="false"} 1',
        'scans_total{direction="input",status="flagged",mode="advisory"} 1',
        'scans_total{direction="output",status="pass",mode="advisory"} 1',
        'detections_total{category="pii",sub_type="EMAIL_ADDRESS",direction="input",role="user",action="flagged"} 1',
      ],
    },
    {
      name: 'what shadow would have redacted',
      all: events('shadow', 'nothing', 'email'),
      lines: [
        'requests_total{mode="shadow",outcome="pass",stream="false"} 1',
        'scans_total{direction="input",status="pass",mode="shadow"} 1',
        'scans_total{direction="output",status="pass",mode="shadow"} 1',
        'detections_total{category="pii",sub_type="EMAIL_ADDRESS",direction="output",role="output",action="would_redact"} 1',
      ],
    },
    {
      name: 'an answer that failed open',
      all: events('advisory', 'nothing', 'timeout'),
      lines: [
        'requests_total{mode="advisory",outcome="error",stream="false"} 1',
        'scans_total{direction="input",status="pass",mode="advisory"} 1',
        'scans_total{direction="output",status="error",mode="advisory"} 1',
        'unjudged_total{reason="timeout",effect="passed"} 1',
        'fail_open_total{direction="output",reason="timeout"} 1',
      ],
    },
    {
      name: 'a request that failed closed',
      all: events('blocking', 'crash', 'nothing').slice(0, 4),
      lines: [
        'requests_total{mode="blocking",outcome="error",stream="false"} 1',
        'scans_total{direction="input",status="error",mode="blocking"} 1',
        'unjudged_total{reason="scan_error",effect="refused"} 1',
        'fail_closed_total{direction="input",reason="scan_error"} 1',
        'refusals_total{code="scan_unavailable"} 1',
      ],
    },
    {
      name: 'a body that was refused: nothing failed',
      all: events('blocking', 'bad-json', 'nothing').slice(0, 4),
      lines: [
        'requests_total{mode="blocking",outcome="refused",stream="false"} 1',
        'scans_total{direction="input",status="error",mode="blocking"} 1',
        'unjudged_total{reason="invalid_body",effect="refused"} 1',
        'refusals_total{code="invalid_json"} 1',
      ],
    },
    {
      name: 'a body that nobody can read, in shadow: it went on',
      all: events('shadow', 'bad-json', 'nothing'),
      lines: [
        'requests_total{mode="shadow",outcome="pass",stream="false"} 1',
        'scans_total{direction="input",status="skipped",mode="shadow"} 1',
        'scans_total{direction="output",status="pass",mode="shadow"} 1',
        'unjudged_total{reason="invalid_body",effect="passed"} 1',
        'fail_open_total{direction="input",reason="undecodable"} 1',
      ],
    },
    {
      name: 'a refused key',
      all: [
        { type: 'request-headers', head: requestHead() },
        {
          type: 'admission',
          admission: {
            type: 'refused',
            error: new GatewayError('REVOKED_GATEWAY_KEY', 'x'),
            keyId: null,
            policy: null,
          },
        },
      ] satisfies Event[],
      lines: [
        'requests_total{mode="advisory",outcome="refused",stream="false"} 1',
        'auth_failures_total{code="revoked_gateway_key"} 1',
        'refusals_total{code="revoked_gateway_key"} 1',
      ],
    },
    {
      name: 'a caller that went away before there was an answer',
      all: [...events('blocking', 'nothing', 'nothing').slice(0, 4), { type: 'cancelled' } satisfies Event],
      lines: [
        'requests_total{mode="blocking",outcome="pass",stream="false"} 1',
        'scans_total{direction="input",status="pass",mode="blocking"} 1',
        'failures_total{code="client_closed_request"} 1',
      ],
    },
  ])('$name', async ({ all, lines }) => {
    const metrics = create();
    for (const ending of recordsOf(all)) measure(ending, 'advisory', metrics);
    expect((await counted(metrics)).sort()).toEqual([...lines].sort());
  });

  it('has no label that grows with the traffic', async () => {
    const series = async (metrics: ReturnType<typeof createMetrics>): Promise<Set<string>> =>
      new Set((await metrics.render()).text.split('\n').map((line) => line.replace(/ [^ ]*$/, '')));
    const metrics = create();
    const before = await series(metrics);
    fc.assert(
      fc.property(script, (each) => {
        for (const command of play(each).flatMap(({ commands }) => commands)) {
          if (command.type === 'record') measure(command.ending, 'blocking', metrics);
        }
      }),
      { numRuns: 500 },
    );
    const grown = [...(await series(metrics))].filter((line) => !before.has(line));
    // The codes that an exchange can end with all have their name.
    expect(await counted(metrics)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^failures_total/)]),
    );
    expect(
      (await counted(metrics)).filter((line) => line.startsWith('failures_total{code="other"}')),
    ).toEqual([]);
    // Open labels only; nothing of a path, a key or a text among them.
    for (const line of grown) expect(line).toMatch(/^portcullis_(?:detections|redactions)_total\{/);
    expect(grown.length).toBeLessThan(20);
  });
});

it('counts no failure where policy withholds an answer for a part that may not pass', async () => {
  const metrics = create();
  const error = new UnreadablePartError('audio', '/x', [{ reason: 'audio', pointer: '/x' }]);
  const all = [
    ...events('blocking', 'nothing', 'nothing').slice(0, -1),
    { type: 'response-scanned', result: { type: 'failed', error, scanMs: 1 } } as const,
  ];
  for (const ending of recordsOf(all)) measure(ending, 'blocking', metrics);
  const lines = await counted(metrics);
  expect(lines).toContain('unjudged_total{reason="audio",effect="refused"} 1');
  expect(lines.filter((line) => line.startsWith('fail_'))).toEqual([]);
});

it('times scans by what came of them, and nothing that was not scanned', async () => {
  const metrics = create();
  const timeout: Failure = 'timeout';
  const shed: Event[] = [
    { type: 'request-headers', head: requestHead() },
    { type: 'admission', admission: { ...admitted(policyOf('blocking')), isShed: true } },
  ];
  const all = [
    events('blocking', 'injection', 'nothing').slice(0, 4),
    events('blocking', 'nothing', 'email'),
    events('blocking', timeout, 'nothing').slice(0, 4),
    shed,
  ];
  for (const ending of all.flatMap(recordsOf)) measure(ending, 'blocking', metrics);
  const { text } = await metrics.render();
  const counts = text.match(/scan_result_duration_seconds_count\{.*\} [1-9]\d*/g);
  expect(counts?.map((line) => line.replace('scan_result_duration_seconds_count', ''))).toEqual([
    '{direction="input",result="pass"} 1',
    '{direction="input",result="blocked"} 1',
    '{direction="input",result="error"} 1',
    '{direction="output",result="redacted"} 1',
  ]);
});

describe('the log line', () => {
  const lineOf = (all: readonly Event[], traceId: string | null = null): string => {
    const stream = new PassThrough();
    const logger = createLogger('info', stream);
    for (const ending of recordsOf(all)) logEnding(ending, 12.6, logger, traceId);
    const line: unknown = stream.read();
    return Buffer.isBuffer(line) ? line.toString() : String(line);
  };

  it('tells ids, outcome, rules and times', () => {
    expect(JSON.parse(lineOf(events('advisory', 'injection', 'nothing')))).toMatchObject({
      request_id: 'req_01TEST',
      key_id: 'key_1',
      method: 'POST',
      path: '/v1/chat/completions',
      model: 'gpt-4o',
      mode: 'advisory',
      outcome: 'flagged',
      status: 200,
      code: null,
      input_status: 'flagged',
      output_status: 'pass',
      rules: ['PI-1001'],
      unjudged: [],
      scan_ms: 2.4,
      duration_ms: 13,
    });
  });

  it('has the fields that README.md names', () => {
    const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');
    const [, named = ''] = /\nFields of that line: ([^.]*)\.\n/.exec(readme) ?? [];
    const line: unknown = JSON.parse(lineOf(events('advisory', 'injection', 'nothing'), 'trace'));
    expect(named.split(/,\s+/).sort()).toEqual(
      Object.keys(Object(line))
        .map((field) => `\`${field}\``)
        .sort(),
    );
  });

  it.each(['injection', 'email', 'crash'] as const)('tells no text, key or query (%s)', (found) => {
    for (const all of [events('shadow', found, found), events('blocking', found, found).slice(0, 4)]) {
      expect(lineOf(all)).not.toMatch(/CALLER|be nice|pcl_|sk-provider|hidden|internals/);
    }
  });
});
