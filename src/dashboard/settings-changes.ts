import { isDeepStrictEqual } from 'node:util';
import { effectivePolicyDocument, type PolicyDocument } from '../config/policy-layer.ts';
import { scannedPathIssues } from '../config/scanned-path.ts';
import { unknownEntities } from '../config/unknown-entities.ts';
import type { Api, Call } from './api-router.ts';
import type { DashboardDeps } from './context.ts';
import { ApiFailure } from './failure.ts';

export type SettingsChanger = (
  call: Call<unknown, unknown>,
  next: PolicyDocument,
  options: Readonly<{ expectedRevision: number; comment: string; action: string }>,
) => Promise<number>;

const stale = (): ApiFailure =>
  new ApiFailure('conflict', 'stale_revision', 'Somebody else changed the settings; look at them first.');

const changedNames = (before: PolicyDocument, after: PolicyDocument): readonly string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => !isDeepStrictEqual(before[name], after[name]),
  );

/** The only way to a new revision: checked as the file would be, never over what the file says, and written down. */
export const createSettingsChanger =
  (api: Api, deps: DashboardDeps): SettingsChanger =>
  async (call, next, { expectedRevision, comment, action }) => {
    const { store, now, webhooks } = deps;
    const locked = deps.locked();
    const newest = await store.currentSettings();
    if ((newest?.revision ?? 0) !== expectedRevision) throw stale();
    const names = changedNames(newest?.own ?? {}, next);
    const forbidden = names.find((name) => Object.hasOwn(locked, name));
    if (forbidden !== undefined) {
      throw new ApiFailure(
        'conflict',
        'locked',
        `policy.${forbidden} is set by the configuration file or the environment.`,
        { param: forbidden },
      );
    }
    const checks = [effectivePolicyDocument(next, {}), effectivePolicyDocument(next, locked)];
    const before = newest?.own ?? {};
    const unknown = [...unknownEntities(next, before), ...scannedPathIssues(next, before)].map(
      ({ path, message }) => ({ path: path.join('.'), message }),
    );
    const issues = [...checks.flatMap((check) => (check.ok ? [] : [check.issues])), unknown][0] ?? [];
    if (issues.length > 0) {
      throw new ApiFailure('invalid_request_error', 'invalid_settings', 'The settings are not valid.', {
        issues,
        ...(issues[0] === undefined ? {} : { param: issues[0].path }),
      });
    }
    const author = call.user.email;
    const revision = await store.insertSettings(
      { createdAtMs: now(), author, comment, own: next },
      expectedRevision,
    );
    if (revision === null) throw stale();
    await api.audit(call, action, String(revision), { names, comment });
    await webhooks.publish('settings.changed', { revision, author, names, comment }, `settings ${revision}`);
    return revision;
  };
