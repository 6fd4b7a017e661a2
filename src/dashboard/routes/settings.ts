import { stringify } from 'yaml';
import { z } from 'zod';
import type { PolicyDocument } from '../../config/policy-layer.ts';
import { Settings, SettingsChange, SettingsRevisionPage } from '../api/policy.ts';
import type { Api } from '../api-router.ts';
import type { DashboardDeps } from '../context.ts';
import { currentPolicy } from '../current-policy.ts';
import { notFound } from '../failure.ts';
import type { SettingsChanger } from '../settings-changes.ts';
import { CursorQuery, toPaging } from './paging.ts';

const TAG = 'Settings';
const MAX_BYTES = 4 * 1024 * 1024;

export const settingsRoutes = (api: Api, deps: DashboardDeps, change: SettingsChanger): void => {
  const { store } = deps;

  const shown = async () => {
    const file = deps.locked();
    const { revision, own, effective } = await currentPolicy(store, file);
    return {
      revision,
      own,
      file,
      effective: effective as PolicyDocument,
      locked: Object.keys(file),
      thresholds: deps.scanner.thresholds,
    };
  };

  api.json(
    'GET /settings',
    { summary: 'What is in force, and who says so', tag: TAG, response: Settings },
    shown,
  );

  api.json(
    'PUT /settings',
    {
      summary: 'Set all that the dashboard says anew: a new revision',
      tag: TAG,
      body: SettingsChange,
      maxBytes: MAX_BYTES,
      response: Settings,
    },
    async (call) => {
      await change(call, call.body.own, { ...call.body, action: 'settings.change' });
      return shown();
    },
  );

  api.json(
    'GET /settings/revisions',
    {
      summary: 'All revisions, the newest first',
      tag: TAG,
      query: CursorQuery,
      response: SettingsRevisionPage,
    },
    async ({ query }) => store.listSettings(toPaging(query)),
  );

  api.json(
    'POST /settings/revisions/{revision}/revert',
    {
      summary: 'Make an older revision the newest: a new one with its content',
      tag: TAG,
      body: z.object({ expectedRevision: z.int(), comment: z.string().trim().max(500).default('') }),
      response: Settings,
    },
    async (call) => {
      const wanted = Number(call.param('revision'));
      const old = Number.isSafeInteger(wanted) ? await store.getSettings(wanted) : null;
      // Before the first change there was nothing.
      if (old === null && wanted !== 0) throw notFound('revision');
      const { expectedRevision, comment } = call.body;
      await change(call, old?.own ?? {}, {
        expectedRevision,
        comment: comment === '' ? `back to revision ${wanted}` : comment,
        action: 'settings.revert',
      });
      return shown();
    },
  );

  api.raw(
    'GET /settings/export',
    {
      summary: 'The settings as the configuration file takes them',
      tag: TAG,
      produces: ['application/yaml'],
    },
    async () => {
      const file = deps.locked();
      const { revision, own } = await currentPolicy(store, file);
      const head = `# Portcullis, settings of the dashboard, revision ${revision}\n`;
      return new Response(`${head}${stringify({ policy: { ...own, ...file } })}`, {
        headers: {
          'content-type': 'application/yaml; charset=utf-8',
          'content-disposition': 'attachment; filename="portcullis-policy.yaml"',
        },
      });
    },
  );
};
