import { z } from 'zod';
import type { PolicyDocument } from '../../config/policy-layer.ts';
import { effectivePolicyDocument } from '../../config/policy-layer.ts';
import type { Config } from '../../config/schema.ts';
import { ENTITY_NAMES } from '../../detection/entities/names.ts';
import { effectivePolicy } from '../../policy/effective.ts';
import { SECRET_KINDS } from '../../policy/entity-names.ts';
import {
  EntityRule,
  EntityRulesChange,
  EntityTrial,
  EntityTrialResult,
  OperatorRules,
  OperatorRulesChange,
  RuleTrial,
  RuleTrialResult,
} from '../api/policy.ts';
import { regionOf, titleOf } from '../api/titles.ts';
import type { Api } from '../api-router.ts';
import type { DashboardDeps } from '../context.ts';
import { currentPolicy } from '../current-policy.ts';
import { ApiFailure } from '../failure.ts';
import type { SettingsChanger } from '../settings-changes.ts';

const TAG = 'Rules';
const MAX_BYTES = 4 * 1024 * 1024;

const ENTITIES = [
  ...ENTITY_NAMES.map(
    (name) => ({ entity: name, kind: name, category: 'pii', region: regionOf(name) }) as const,
  ),
  ...SECRET_KINDS.map(
    (kind) => ({ entity: kind.toUpperCase(), kind, category: 'secret', region: null }) as const,
  ),
];

type Direction = 'input' | 'output';

const isMapping = (value: unknown): value is PolicyDocument => typeof value === 'object' && value !== null;

const says = (document: PolicyDocument, entity: string, direction: Direction): boolean => {
  const entities = document['entities'];
  const entry = isMapping(entities) && Object.hasOwn(entities, entity) ? entities[entity] : undefined;
  return isMapping(entry) && entry[direction] !== undefined;
};

const refuse = (issues: readonly Readonly<{ path: string; message: string }>[]): never => {
  throw new ApiFailure('invalid_request_error', 'invalid_settings', 'The settings are not valid.', {
    issues,
  });
};

/** The policy in force with some of its names replaced; for trials. */
const withTried = (effective: Config['policy'], tried: PolicyDocument): Config['policy'] => {
  const read = effectivePolicyDocument({ ...effective, ...tried }, {});
  return read.ok ? read.policy : refuse(read.issues);
};

export const policyRoutes = (api: Api, deps: DashboardDeps, change: SettingsChanger): void => {
  const { store, scanner } = deps;

  const listEntities = async () => {
    const locked = deps.locked();
    const { revision, own, effective } = await currentPolicy(store, locked);
    const policy = effectivePolicy(
      { ...effective, injectionThresholds: scanner.thresholds, revision: '' },
      { mode: null, sensitivity: null, override: 'ignore' },
      { mode: null, sensitivity: null },
    );
    const from = (entity: string, direction: Direction): 'file' | 'dashboard' | 'default' => {
      if (says(locked, entity, direction)) return 'file';
      const isOwn = !Object.hasOwn(locked, 'entities') && says(own, entity, direction);
      return isOwn ? 'dashboard' : 'default';
    };
    return {
      revision,
      isLocked: Object.hasOwn(locked, 'entities'),
      items: ENTITIES.map(({ entity, kind, category, region }) => ({
        entity,
        category,
        region,
        title: titleOf(entity),
        input: policy.entityAction(kind, 'input'),
        output: policy.entityAction(kind, 'output'),
        inputFrom: from(entity, 'input'),
        outputFrom: from(entity, 'output'),
      })),
    } as const;
  };

  const Entities = z.object({ revision: z.int(), isLocked: z.boolean(), items: z.array(EntityRule) });

  api.json(
    'GET /pii-rules',
    { summary: 'What is done about every entity and kind of secret', tag: TAG, response: Entities },
    listEntities,
  );

  api.json(
    'PUT /pii-rules',
    {
      summary: 'Set what is done about entities: a new revision',
      tag: TAG,
      body: EntityRulesChange,
      maxBytes: MAX_BYTES,
      response: Entities,
    },
    async (call) => {
      const { expectedRevision, comment, ...given } = call.body;
      const changes = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
      const { own } = await currentPolicy(store, deps.locked());
      await change(call, { ...own, ...changes }, { expectedRevision, comment, action: 'pii-rules.change' });
      return listEntities();
    },
  );

  api.json(
    'POST /pii-rules/test',
    {
      summary: 'Try entity settings on a text; nothing is stored',
      tag: TAG,
      body: EntityTrial,
      anyText: true,
      response: EntityTrialResult,
    },
    async ({ body }) => {
      const { effective } = await currentPolicy(store, deps.locked());
      const policy = withTried(effective, body.entities === null ? {} : { entities: body.entities });
      const { text, direction } = body;
      const trial = scanner.trial(
        { text, direction, role: direction === 'output' ? 'output' : 'user' },
        policy,
      );
      return {
        findings: trial.findings.map(({ subType, start, end, confidence, action }) => ({
          entity: subType,
          start,
          end,
          confidence,
          action,
        })),
        // What is blocked goes nowhere.
        changedText: trial.text ?? '',
      };
    },
  );

  const listRules = async () => {
    const locked = deps.locked();
    const { revision, effective } = await currentPolicy(store, locked);
    return {
      revision,
      isLocked: Object.hasOwn(locked, 'rules'),
      rules: effective.rules.map((rule) => ({ ...rule })),
    };
  };

  api.json(
    'GET /rules',
    { summary: 'The operator’s own rules', tag: TAG, response: OperatorRules },
    listRules,
  );

  api.json(
    'PUT /rules',
    {
      summary: 'Set all own rules anew: a new revision',
      tag: TAG,
      body: OperatorRulesChange,
      maxBytes: MAX_BYTES,
      response: OperatorRules,
    },
    async (call) => {
      const { expectedRevision, comment, rules } = call.body;
      const { own } = await currentPolicy(store, deps.locked());
      await change(call, { ...own, rules }, { expectedRevision, comment, action: 'rules.change' });
      return listRules();
    },
  );

  api.json(
    'POST /rules/test',
    {
      summary: 'Try one own rule on a text; nothing is stored',
      tag: TAG,
      body: RuleTrial,
      anyText: true,
      response: RuleTrialResult,
    },
    async ({ body }) => {
      const rule = { id: 'tried', ...body.rule };
      const read = effectivePolicyDocument({ rules: [rule] }, {});
      if (!read.ok) {
        const problems = read.issues.map(
          ({ path, message }) => `${path.replace(/^rules\.0\.?/, '')}: ${message}`,
        );
        return { problems: problems.map((problem) => problem.replace(/^: /, '')), matches: [], us: 0 };
      }
      const startMs = performance.now();
      const { direction } = read.policy.rules[0] ?? { direction: 'input' };
      const where = direction === 'output' ? 'output' : 'input';
      const role = read.policy.rules[0]?.roles?.[0] ?? 'user';
      const trial = scanner.trial(
        { text: body.text, direction: where, role: where === 'output' ? 'output' : role },
        read.policy,
      );
      return {
        problems: [],
        matches: trial.findings
          .filter(({ category }) => category === 'policy')
          .map(({ start, end }) => ({ start, end })),
        us: Math.round((performance.now() - startMs) * 1000),
      };
    },
  );
};
