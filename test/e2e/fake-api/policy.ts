// Settings, entities and rules, and texts that are tried on them.
import { z } from 'zod';
import * as policy from '../../../src/dashboard/api/policy.ts';
import * as data from '../data.ts';
import { items, type Route, refusal } from './route.ts';
import type { State } from './state.ts';

export const policyRoutes = (state: State): readonly Route[] => [
  [
    'GET',
    /^\/settings$/,
    () => ({ schema: policy.Settings, answer: data.settings(state.revision, state.own, state.file) }),
  ],
  [
    'PUT',
    /^\/settings$/,
    ({ body }) => {
      const { expectedRevision, own } = policy.SettingsChange.parse(body);
      if (state.conflicts > 0) {
        state.conflicts -= 1;
        state.revision += 1;
        state.own = { ...data.settings(state.revision, state.own).own, onInputScanError: 'block' };
      }
      if (expectedRevision !== state.revision)
        return refusal(409, 'conflict', 'stale_revision', 'The settings were changed by somebody else.');
      state.revision += 1;
      state.own = own;
      return { schema: policy.Settings, answer: data.settings(state.revision, own, state.file) };
    },
  ],
  ['GET', /^\/settings\/impact$/, () => ({ schema: policy.Impact, answer: data.impact })],
  [
    'GET',
    /^\/settings\/revisions$/,
    () => ({
      schema: z.object({ items: z.array(policy.SettingsRevision), nextCursor: z.null() }),
      answer: { items: data.revisions(state.nowMs, state.words), nextCursor: null },
    }),
  ],
  [
    'POST',
    /^\/settings\/revisions\/(\d+)\/revert$/,
    ({ body }) => {
      z.object({ expectedRevision: z.int(), comment: z.string().max(500) }).parse(body);
      return { schema: policy.Settings, answer: data.settings(state.revision + 1) };
    },
  ],
  ['GET', /^\/pii-rules$/, () => ({ schema: items(policy.EntityRule), answer: { items: data.entityRules } })],
  [
    'POST',
    /^\/pii-rules\/test$/,
    ({ body }) => {
      const { text } = policy.EntityTrial.parse(body);
      return {
        schema: policy.EntityTrialResult,
        answer: {
          findings: [
            {
              entity: 'CREDIT_CARD',
              start: 0,
              end: Math.min(4, text.length),
              confidence: 1,
              action: 'tokenize',
            },
          ],
          changedText: `<CREDIT_CARD_1>${text.slice(4)}`,
        },
      };
    },
  ],
  [
    'POST',
    /^\/rules\/test$/,
    ({ body }) => {
      const { rule, text } = policy.RuleTrial.parse(body);
      const problems = rule['pattern'] === 'Blue(' ? ['pattern: missing closing )'] : [];
      const matches = problems.length > 0 ? [] : [{ start: 0, end: Math.min(3, text.length) }];
      return { schema: policy.RuleTrialResult, answer: { problems, matches, us: 12 } };
    },
  ],
  [
    'POST',
    /^\/playground$/,
    ({ body }) => {
      const { text } = policy.PlaygroundRequest.parse(body);
      return { schema: policy.Playground, answer: data.playground(text ?? state.words.excerpt) };
    },
  ],
];
