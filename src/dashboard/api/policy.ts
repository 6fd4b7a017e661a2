import { z } from 'zod';
import { LINE_ROLES } from '../../scan-lines/line.ts';
import { Category, Direction, page, Sensitivity, timeMs } from './common.ts';

/**
 * GET /settings. The document is the `policy:` section of the configuration file. `file` is what file and environment
 * say (those keys are locked here), `own` what the dashboard says, `effective` what is in force: defaults < dashboard <
 * file and environment.
 */
export const Settings = z.object({
  revision: z.int(),
  own: z.record(z.string(), z.unknown()),
  file: z.record(z.string(), z.unknown()),
  effective: z.record(z.string(), z.unknown()),
  /** Names under `policy` that the file or the environment sets. */
  locked: z.array(z.string()),
  /** Of the model in force, by trust class. */
  thresholds: z.record(z.string(), z.record(Sensitivity, z.number())),
});
/** PUT /settings: the whole of `own` anew. 409 `stale_revision` where somebody was faster, 422 with issues. */
export const SettingsChange = z.object({
  expectedRevision: z.int(),
  own: z.record(z.string(), z.unknown()),
  comment: z.string().trim().max(500).default(''),
});
/** GET /settings/revisions?cursor; POST /settings/revisions/{revision}/revert; GET /settings/export → YAML */
export const SettingsRevision = z.object({
  revision: z.int(),
  createdAtMs: timeMs,
  author: z.string(),
  comment: z.string(),
  own: z.record(z.string(), z.unknown()),
});
export const SettingsRevisionPage = page(SettingsRevision);
/** GET /settings/impact: what each sensitivity would have blocked in the last 7 days. */
export const Impact = z.object({
  days: z.int(),
  requests: z.int(),
  bySensitivity: z.record(Sensitivity, z.object({ blocked: z.int(), notAttack: z.int() })),
});

/** GET /pii-rules: every entity and kind of secret with what is done, and where that is from. */
export const EntityRule = z.object({
  entity: z.string(),
  category: Category,
  title: z.string(),
  region: z.string().nullable(),
  input: z.string(),
  output: z.string(),
  inputFrom: z.enum(['default', 'dashboard', 'file']),
  outputFrom: z.enum(['default', 'dashboard', 'file']),
});
/** POST /pii-rules/test: finds and replaces as the given settings would; nothing is stored. */
export const EntityTrial = z.object({
  text: z.string().max(20_000),
  direction: Direction.default('input'),
  /** In place of the settings in force; null: those. */
  entities: z.record(z.string(), z.unknown()).nullable().default(null),
});
export const EntityTrialResult = z.object({
  findings: z.array(
    z.object({
      entity: z.string(),
      start: z.int(),
      end: z.int(),
      confidence: z.number(),
      action: z.string(),
    }),
  ),
  changedText: z.string(),
});
/** POST /rules/test: one operator's rule against a text; problems where it would not be accepted. */
export const RuleTrial = z.object({ rule: z.record(z.string(), z.unknown()), text: z.string().max(20_000) });
export const RuleTrialResult = z.object({
  problems: z.array(z.string()),
  matches: z.array(z.object({ start: z.int(), end: z.int() })),
  us: z.int(),
});

/** POST /playground (analyst and up): a text, or a whole chat request. Nothing is stored. */
export const PlaygroundRequest = z.object({
  text: z.string().max(200_000).optional(),
  role: z.enum(LINE_ROLES).default('user'),
  direction: Direction.default('input'),
  body: z.string().max(1_000_000).optional(),
});
export const Playground = z.object({
  segments: z.array(
    z.object({
      pointer: z.string(),
      role: z.string(),
      trust: z.string(),
      /** Its beginning, where it is long. */
      text: z.string(),
      chars: z.int(),
      /** The text in every view in which it was judged besides the text itself. */
      views: z.array(z.object({ name: z.string(), text: z.string() })),
      /** The model's probability, where it judged. */
      score: z.number().nullable(),
    }),
  ),
  findings: z.array(
    z.object({
      segment: z.int(),
      category: Category,
      subType: z.string(),
      confidence: z.number(),
      ruleId: z.string(),
      ruleTitle: z.string(),
      view: z.string(),
      start: z.int(),
      end: z.int(),
      loosest: Sensitivity.nullable(),
    }),
  ),
  verdict: z.record(Sensitivity, z.string()),
  unjudged: z.record(z.string(), z.int()),
  stages: z.record(z.string(), z.int()),
  scanUs: z.int(),
});
/** PUT /pii-rules: `policy.entities` anew (and, where given, the defaults and the allow lists); the rest stays. */
export const EntityRulesChange = z.object({
  expectedRevision: z.int(),
  entities: z.record(z.string(), z.unknown()),
  entityDefaults: z.string().optional(),
  allow: z.record(z.string(), z.unknown()).optional(),
  comment: z.string().trim().max(500).default(''),
});
/** GET /rules: the operator's rules in force, in the order of the file. */
export const OperatorRules = z.object({
  revision: z.int(),
  isLocked: z.boolean(),
  rules: z.array(z.record(z.string(), z.unknown())),
});
/** PUT /rules: all of them anew. */
export const OperatorRulesChange = z.object({
  expectedRevision: z.int(),
  rules: z.array(z.record(z.string(), z.unknown())).max(200),
  comment: z.string().trim().max(500).default(''),
});
