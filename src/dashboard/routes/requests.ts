import { z } from 'zod';
import { INJECTION_SUB_TYPES } from '../../detection/findings.ts';
import { type InjectionThresholds, thresholdsFor, withThresholds } from '../../policy/settings.ts';
import { auditedTarget, eraseRecords, settleErasure } from '../../records/erase.ts';
import type { RequestFilter, RequestSummary } from '../../records/ports.ts';
import { type RecordedFinding, type ScanRecord, wasRemoved, wouldRemove } from '../../records/store.ts';
import { timeMs } from '../api/common.ts';
import {
  Erased,
  EraseRequests,
  Facets,
  RequestDetail,
  RequestPage,
  RequestQuery,
  type RequestRow,
  RequestText,
} from '../api/requests.ts';
import type { Api, Call } from '../api-router.ts';
import type { DashboardDeps } from '../context.ts';
import { CSV_MARK, toCsvLine } from '../csv.ts';
import { currentPolicy } from '../current-policy.ts';
import { notFound } from '../failure.ts';
import { readKeptText } from '../kept-texts.ts';
import { streamPages } from '../paged-stream.ts';
import { ruleTitle } from '../rule-titles.ts';
import { type KeyNames, keyNames, namesFor, rowOfRecord, toRow } from './wire.ts';

type Query = z.output<typeof RequestQuery>;
const TAG = 'Requests';
const EXPORT_PAGE = 500;
const DAY_MS = 86_400_000;
/** Well within the time that a call may take; whoever has more calls again. */
const ERASE_MS = 15_000;
const SETTLE_TRIES = 5;

const toFilter = (query: Omit<Query, 'cursor' | 'limit'>, threatsOnly: boolean): RequestFilter => {
  const { outcome, category, keyId, errorCode, ...same } = query;
  const given = Object.entries({
    ...same,
    outcomes: outcome,
    categories: category,
    keyIds: keyId,
    errorCodes: errorCode,
    threatsOnly: threatsOnly ? true : undefined,
  }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given);
};

const toFinding = (
  finding: RecordedFinding,
  seq: number,
  rules: Parameters<typeof ruleTitle>[1],
  thresholds: InjectionThresholds,
) => ({
  seq,
  direction: finding.direction,
  category: finding.category,
  subType: finding.subType,
  confidence: finding.confidence,
  ruleId: finding.ruleId,
  ruleTitle: ruleTitle(finding, rules),
  view: finding.view,
  pointer: finding.pointer,
  role: finding.role,
  trust: finding.trust,
  start: finding.start,
  end: finding.end,
  loosest: finding.loosest,
  thresholds: thresholdsFor(finding.category, finding.trust, thresholds),
  excerpt: finding.excerpt,
  excerptSpan: finding.excerptSpan,
  exclusionId: finding.exclusionId,
});

/** Families that ran and found nothing: injections where anything was scanned, leaks where an answer was. */
const clearedBy = ({ findings, segmentCount, outputScanUs }: ScanRecord) => {
  if (segmentCount === 0) return [];
  const found = new Set(findings.map(({ subType }) => subType));
  const injections = INJECTION_SUB_TYPES.map(
    (subType) => ({ category: 'prompt_injection', subType }) as const,
  );
  const leaks = ['system_prompt_leak', 'exfiltration_link'].map(
    (subType) => ({ category: 'data_leak', subType }) as const,
  );
  return [...injections, ...(outputScanUs > 0 ? leaks : [])].filter(({ subType }) => !found.has(subType));
};

const CSV_COLUMNS = [
  'requestId',
  'receivedAtMs',
  'keyId',
  'keyName',
  'path',
  'model',
  'stream',
  'mode',
  'sensitivity',
  'outcome',
  'inputStatus',
  'outputStatus',
  'httpStatus',
  'errorCode',
  'wouldBlock',
  'wouldRemove',
  'removed',
  'loosest',
  'category',
  'subType',
  'confidence',
  'findingCount',
  'excerpt',
  'unjudgedCount',
  'scanUs',
  'addedUs',
  'feedback',
] as const satisfies readonly (keyof RequestRow)[];

const toCsvRow = (summary: RequestSummary, names: KeyNames): string => {
  const row = toRow(summary, names);
  const received = new Date(row.receivedAtMs).toISOString();
  return toCsvLine([received, ...CSV_COLUMNS.map((column) => row[column]), summary.traceId]);
};

/** A record as JSON: everything but texts and keyed hashes, which mean nothing outside. */
const toJsonLine = (
  { texts: _texts, contentHash: _hash, ...record }: ScanRecord,
  names: KeyNames,
): string => {
  const keyName = record.keyId === null ? null : (names.get(record.keyId) ?? null);
  const line = { ...record, keyName, wouldRemove: wouldRemove(record), removed: wasRemoved(record) };
  return `${JSON.stringify(line)}\n`;
};

const ExportQuery = RequestQuery.omit({ cursor: true, limit: true }).extend({
  format: z.enum(['csv', 'jsonl']).default('csv'),
  threatsOnly: z.boolean().default(false),
});

export const requestRoutes = (api: Api, deps: DashboardDeps): void => {
  const { store, now } = deps;

  const list =
    (threatsOnly: boolean) =>
    async ({ query: { cursor, limit, ...query } }: Call<Query, undefined>) => {
      const paging = { cursor: cursor ?? null, limit };
      const { items, nextCursor } = await store.search(toFilter(query, threatsOnly), paging);
      const names = await namesFor(store, items);
      return { items: items.map((item) => toRow(item, names)), nextCursor };
    };

  const find = async (id: string): Promise<ScanRecord> => {
    const record = await store.get(id);
    if (record === null) throw notFound('request');
    return record;
  };

  api.json(
    'GET /requests',
    { summary: 'Requests, the newest first', tag: TAG, query: RequestQuery, response: RequestPage },
    list(false),
  );
  api.json(
    'GET /threats',
    {
      summary: 'Requests with a finding that is a threat at some sensitivity',
      tag: TAG,
      query: RequestQuery,
      response: RequestPage,
    },
    list(true),
  );

  api.json(
    'GET /requests/facets',
    {
      summary: 'What the filters offer; without a time: the last day',
      tag: TAG,
      query: z.object({ fromMs: timeMs.optional(), toMs: timeMs.optional() }),
      response: Facets,
    },
    async ({ query }) => {
      const toMs = query.toMs ?? now();
      const facets = await store.facets(query.fromMs ?? Math.max(0, toMs - DAY_MS), toMs);
      const names = await keyNames(
        store,
        facets.key.map(({ value }) => value),
      );
      return {
        ...facets,
        key: facets.key.map(({ value, count }) => ({ value, count, name: names.get(value) ?? null })),
      };
    },
  );

  api.raw(
    'GET /requests/export',
    {
      summary: 'Requests as CSV, or whole records as JSON Lines',
      tag: TAG,
      query: ExportQuery,
      produces: ['text/csv', 'application/x-ndjson'],
    },
    async (call) => {
      const { format, threatsOnly, ...query } = call.query;
      const filter = toFilter(query, threatsOnly);
      await api.audit(call, 'requests.export', null, { format, filter });
      const head = format === 'csv' ? CSV_MARK + toCsvLine(['receivedAt', ...CSV_COLUMNS, 'traceId']) : '';
      const next = async (cursor: string | null) => {
        const paging = { cursor, limit: EXPORT_PAGE };
        if (format === 'csv') {
          const { items, nextCursor } = await store.search(filter, paging);
          const names = await namesFor(store, items);
          return { text: items.map((item) => toCsvRow(item, names)).join(''), nextCursor };
        }
        const { items, nextCursor } = await store.records(filter, paging);
        const names = await namesFor(store, items);
        return { text: items.map((item) => toJsonLine(item, names)).join(''), nextCursor };
      };
      const body = streamPages(head, api.whileAllowed(call, 'GET /requests/export', next));
      const type = format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson; charset=utf-8';
      return new Response(body, {
        headers: {
          'content-type': type,
          'content-disposition': `attachment; filename="portcullis-requests.${format}"`,
        },
      });
    },
  );

  api.json(
    'GET /requests/{id}',
    { summary: 'All that is known of one request', tag: TAG, response: RequestDetail },
    async ({ param }) => {
      const record = await find(param('id'));
      const [names, feedbackItems, text, { effective }] = await Promise.all([
        namesFor(store, [record]),
        store.feedbackOf(record.requestId),
        store.getText(record.requestId),
        currentPolicy(store, deps.locked()),
      ]);
      const inForce = withThresholds(deps.scanner.thresholds, effective.thresholds);
      const standing = feedbackItems.find(({ undoneAtMs }) => undoneAtMs === null)?.label ?? null;
      return {
        ...rowOfRecord(record, names, standing),
        envoyRequestId: record.envoyRequestId,
        traceId: record.traceId,
        findings: record.findings.map((finding, seq) => toFinding(finding, seq, effective.rules, inForce)),
        redactions: record.redactions,
        wouldRedact: record.wouldRedact,
        unjudged: Object.fromEntries(Object.entries(record.unjudged).map(([name, count]) => [name, count])),
        segmentCount: record.segmentCount,
        inputChars: record.inputChars,
        outputChars: record.outputChars,
        inputScanUs: record.inputScanUs,
        outputScanUs: record.outputScanUs,
        stages: Object.keys(record.stages).length === 0 ? null : record.stages,
        policyRevision: record.policyRevision,
        conversation: record.conversation,
        clearedBy: clearedBy(record),
        feedbackItems,
        hasText: text !== null,
      };
    },
  );

  api.json(
    'POST /requests/erase',
    {
      summary:
        'Delete all that is kept of some requests, as after a demand for data protection; this is audited',
      tag: TAG,
      body: EraseRequests,
      response: Erased,
    },
    async (call) => {
      const { dryRun, ...which } = call.body;
      if (dryRun) return { erased: 0, left: await store.countErasable(which), isSettled: false };
      const startedAtMs = now();
      const erased = await eraseRecords(store, which, {
        isEnough: () => now() - startedAtMs > ERASE_MS,
        onDone: (count) =>
          api.audit(call, 'records.erase', auditedTarget(which), { by: which.by, records: count }),
      });
      const left = await store.countErasable(which);
      return { erased, left, isSettled: left === 0 && (await settleErasure(store, SETTLE_TRIES)) };
    },
  );

  api.json(
    'GET /requests/{id}/text',
    {
      summary: 'The texts of one request, where they are kept; this is audited',
      tag: TAG,
      response: RequestText,
    },
    async (call) => {
      const id = call.param('id');
      const stored = await store.getText(id);
      if (stored === null) throw notFound('text');
      // Before it is shown: what cannot be written down is not shown.
      await api.audit(call, 'text.view', id);
      return { segments: await readKeptText(deps.readText, stored) };
    },
  );
};
