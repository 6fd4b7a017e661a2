import { z } from 'zod';
import type { StoredFeedback } from '../../records/ports/feedback.ts';
import type { RecordedFinding, RecordedText, ScanRecord } from '../../records/store.ts';
import { FeedbackPage, NewFeedback, Suggestions } from '../api/loop.ts';
import { FeedbackItem } from '../api/requests.ts';
import type { Api } from '../api-router.ts';
import { newId } from '../auth/tokens.ts';
import type { DashboardDeps } from '../context.ts';
import { ApiFailure, notFound } from '../failure.ts';
import { keptTextOrNone } from '../kept-texts.ts';
import { streamPages } from '../paged-stream.ts';
import { suggestScopes } from '../suggestions.ts';
import { CursorQuery, toPaging } from './paging.ts';
import { namesFor, rowOfRecord } from './wire.ts';

const TAG = 'Feedback';

const Status = z.enum(['open', 'excluded', 'dismissed']);
const Label = z.enum(['not_attack', 'missed_attack']);

/** Of `portcullis train`; where its reader knows no such author, it is a user. */
const DIRECTION_OF: Readonly<Record<string, string>> = {
  tool: 'tool',
  system: 'system',
  developer: 'system',
  assistant: 'assistant',
  output: 'assistant',
  definition: 'tool_definition',
};

type Place = Pick<RecordedFinding, 'pointer' | 'direction'>;
const isAt = (text: RecordedText, { pointer, direction }: Place): boolean =>
  text.pointer === pointer && text.direction === direction;

/** The texts that the label is about: those with findings of injections, or all that users and tools wrote. */
const labelledTexts = (texts: readonly RecordedText[], record: ScanRecord, label: string) => {
  const found = record.findings.filter(({ category }) => category === 'prompt_injection');
  const marked = texts.filter((text) => found.some((finding) => isAt(text, finding)));
  if (label === 'not_attack' || marked.length > 0) return marked;
  const written = texts.filter(({ role }) => role === 'user' || role === 'tool');
  return written.slice(-1);
};

type LabelledRow = Readonly<{ text: string | null }> & Readonly<Record<string, unknown>>;

export const feedbackRoutes = (api: Api, deps: DashboardDeps): void => {
  const { store, now } = deps;

  const findFeedback = async (id: string): Promise<StoredFeedback> => {
    const item = await store.getFeedback(id);
    if (item === null) throw notFound('feedback');
    return item;
  };

  api.json(
    'POST /requests/{id}/feedback',
    {
      summary: 'Say that a request was no attack, or that one was missed; nothing else changes',
      tag: TAG,
      body: NewFeedback,
      status: 201,
      response: FeedbackItem,
    },
    async (call) => {
      const requestId = call.param('id');
      if ((await store.get(requestId)) === null) throw notFound('request');
      const item: StoredFeedback = {
        ...call.body,
        id: newId('fbk'),
        requestId,
        author: call.user.email,
        createdAtMs: now(),
        undoneAtMs: null,
        status: 'open',
      };
      const done = await store.insertFeedback(item);
      if (done === 'gone') throw notFound('request');
      if (done === 'labelled') {
        throw new ApiFailure('conflict', 'already_labelled', 'This request has this label already.');
      }
      await api.audit(call, 'feedback.add', requestId, { label: item.label, feedbackId: item.id });
      await deps.webhooks.publish('feedback.added', { id: item.id, requestId, label: item.label }, item.id);
      return item;
    },
  );

  api.json(
    'GET /feedback',
    {
      summary: 'The queue, the newest first',
      tag: TAG,
      query: CursorQuery.extend({ status: Status.optional(), label: Label.optional() }),
      response: FeedbackPage,
    },
    async ({ query }) => {
      const { status, label } = query;
      const filter = {
        ...(status === undefined ? {} : { status }),
        ...(label === undefined ? {} : { label }),
      };
      const page = await store.listFeedback(filter, toPaging(query));
      const told = await Promise.all(
        page.items.map(async (item) => ({ item, record: await store.get(item.requestId) })),
      );
      const names = await namesFor(
        store,
        told.flatMap(({ record }) => record ?? []),
      );
      const items = told.map(({ item, record }) => ({
        ...item,
        request: record === null ? null : rowOfRecord(record, names, item.label),
      }));
      return { items, nextCursor: page.nextCursor };
    },
  );

  api.empty('DELETE /feedback/{id}', { summary: 'Take a label back', tag: TAG }, async (call) => {
    const item = await findFeedback(call.param('id'));
    if (!(await store.undoFeedback(item.id, now()))) throw notFound('feedback');
    await api.audit(call, 'feedback.undo', item.requestId, { feedbackId: item.id });
  });

  api.json(
    'PATCH /feedback/{id}',
    {
      summary: 'Put an item aside, or back into the queue',
      tag: TAG,
      body: z.object({ status: z.enum(['open', 'dismissed']) }),
      response: FeedbackItem,
    },
    async (call) => {
      const item = await findFeedback(call.param('id'));
      const { status } = call.body;
      if (!(await store.setFeedbackStatus(item.id, status))) throw notFound('feedback');
      await api.audit(call, 'feedback.status', item.requestId, { feedbackId: item.id, status });
      return { ...item, status };
    },
  );

  api.json(
    'GET /feedback/{id}/suggestions',
    {
      summary: 'Exclusions that would answer an item, from the narrowest to the widest',
      tag: TAG,
      response: Suggestions,
    },
    async ({ param }) => {
      const item = await findFeedback(param('id'));
      const record = await store.get(item.requestId);
      if (record === null) return { suggestions: [] };
      return { suggestions: suggestScopes(record, await namesFor(store, [record])) };
    },
  );

  /** One for each labelled text; one without text where it is not kept. */
  const rowsOf = async (item: StoredFeedback): Promise<readonly LabelledRow[]> => {
    const [record, stored] = await Promise.all([store.get(item.requestId), store.getText(item.requestId)]);
    const isAttack = item.label === 'missed_attack';
    const about = {
      label: isAttack ? 1 : 0,
      request_id: item.requestId,
      feedback: item.label,
      labelled_at_ms: item.createdAtMs,
    };
    if (record === null) return [{ ...about, text: null }];
    const kept = stored === null ? [] : await keptTextOrNone(deps.readText, stored);
    const texts = labelledTexts(kept, record, item.label);
    if (texts.length === 0) {
      const fingerprints = new Set(record.findings.map(({ fingerprint }) => fingerprint));
      // That of texts that nothing tells.
      fingerprints.delete('');
      return [{ ...about, text: null, fingerprints: [...fingerprints] }];
    }
    const [top] = record.findings.filter(({ category }) => category === 'prompt_injection');
    return texts.map(({ text, role }) => ({
      ...about,
      text,
      sub_type: isAttack ? (top?.subType ?? null) : null,
      direction: DIRECTION_OF[role] ?? 'user',
      source: 'feedback',
      family: item.requestId,
    }));
  };

  api.raw(
    'GET /feedback/export',
    {
      summary:
        'Labelled texts as JSON Lines for `portcullis train`, where full text is kept; else ids and fingerprints with text null',
      tag: TAG,
      query: z.object({ withText: z.boolean().default(false) }),
      produces: ['application/x-ndjson'],
    },
    async (call) => {
      const { withText } = call.query;
      await api.audit(call, 'feedback.export', null, { withText });
      const next = async (cursor: string | null) => {
        const page = await store.listFeedback({}, { cursor, limit: 50 });
        const standing = page.items.filter(({ undoneAtMs }) => undoneAtMs === null);
        const rows = (await Promise.all(standing.map(rowsOf))).flat();
        const told = withText ? rows.filter(({ text }) => text !== null) : rows;
        return { text: told.map((row) => `${JSON.stringify(row)}\n`).join(''), nextCursor: page.nextCursor };
      };
      const body = streamPages('', api.whileAllowed(call, 'GET /feedback/export', next));
      return new Response(body, {
        headers: {
          'content-type': 'application/x-ndjson; charset=utf-8',
          'content-disposition': 'attachment; filename="portcullis-feedback.jsonl"',
        },
      });
    },
  );
};
