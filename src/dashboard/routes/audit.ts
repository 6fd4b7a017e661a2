import { z } from 'zod';
import type { AuditFilter, StoredAudit } from '../../records/ports/audit.ts';
import { AuditPage } from '../api/integrations.ts';
import type { Api } from '../api-router.ts';
import type { DashboardDeps } from '../context.ts';
import { CSV_MARK, toCsvLine } from '../csv.ts';
import { streamPages } from '../paged-stream.ts';
import { withShownUrl } from '../webhooks/shown-url.ts';
import { CursorQuery, toPaging } from './paging.ts';

const TAG = 'People';
const EXPORT_PAGE = 500;
const CSV_COLUMNS = ['at', 'id', 'actor', 'action', 'target', 'details', 'address'];

const FilterQuery = z.object({
  actor: z.string().max(254).optional(),
  action: z.string().max(64).optional(),
});

const toFilter = ({ actor, action }: z.output<typeof FilterQuery>): AuditFilter => ({
  ...(actor === undefined ? {} : { actor }),
  ...(action === undefined ? {} : { action }),
});

const shown = (entry: StoredAudit): StoredAudit => ({
  ...entry,
  details: withShownUrl(entry.action, entry.details),
});

const toLine = (format: 'csv' | 'jsonl', { atMs, ...entry }: StoredAudit): string => {
  const at = new Date(atMs).toISOString();
  if (format === 'jsonl') return `${JSON.stringify({ at, ...entry })}\n`;
  const { id, actor, action, target, details, address } = entry;
  return toCsvLine([at, id, actor, action, target, JSON.stringify(details), address]);
};

export const auditRoutes = (api: Api, { store }: DashboardDeps): void => {
  api.json(
    'GET /audit',
    {
      summary: 'Who did what, the newest first; filters match pieces, whatever the case',
      tag: TAG,
      query: CursorQuery.extend(FilterQuery.shape),
      response: AuditPage,
    },
    async ({ query }) => {
      const { items, nextCursor } = await store.listAudit(toFilter(query), toPaging(query));
      return { items: items.map(shown), nextCursor };
    },
  );

  api.raw(
    'GET /audit/export',
    {
      summary: 'The audit log as CSV or JSON Lines, the newest first; its filters are those of the list',
      tag: TAG,
      query: FilterQuery.extend({ format: z.enum(['csv', 'jsonl']).default('csv') }),
      produces: ['text/csv', 'application/x-ndjson'],
    },
    async (call) => {
      const { format, ...query } = call.query;
      const filter = toFilter(query);
      await api.audit(call, 'audit.export', null, { format, filter });
      const next = async (cursor: string | null) => {
        const { items, nextCursor } = await store.listAudit(filter, { cursor, limit: EXPORT_PAGE });
        return { text: items.map((entry) => toLine(format, shown(entry))).join(''), nextCursor };
      };
      const head = format === 'csv' ? CSV_MARK + toCsvLine(CSV_COLUMNS) : '';
      const body = streamPages(head, api.whileAllowed(call, 'GET /audit/export', next));
      const type = format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson; charset=utf-8';
      return new Response(body, {
        headers: {
          'content-type': type,
          'content-disposition': `attachment; filename="portcullis-audit.${format}"`,
        },
      });
    },
  );
};
