import type { DashboardSpec } from './dashboard.ts';
import {
  increase,
  ofReleases,
  orZero,
  own,
  RANGE,
  rate,
  risen,
  sumBy,
  threatsAt,
  threatsInForce,
  threatsOneUp,
} from './promql.ts';

const REQUESTS = sumBy('', increase(own('requests_total', 'outcome!="refused"')));
const BLOCKED = sumBy('', increase(own('requests_total', 'outcome="blocked"')));
const THREATS = threatsInForce('', '', increase);
/** Replicas that share a store count the same feedback: the most of them, not the sum. */
const feedback = (label: string): string =>
  orZero(ofReleases('', increase(own('feedback_total', `label="${label}"`))));
const top = (labels: string, metric: string): string => `topk(20, ${sumBy(labels, risen(metric))} > 0)`;

/** What is blocked and by what, what a stricter setting would block, and how often that is wrong. */
export const SECURITY: DashboardSpec = {
  uid: 'portcullis-security',
  title: 'Portcullis / Security',
  description:
    'What is blocked and by what, what one sensitivity up would block, false positives, values replaced.',
  rows: [
    {
      title: 'In the time shown',
      panels: [
        {
          kind: 'stat',
          title: 'Requests',
          description:
            'Requests that were let in by their credentials and judged or passed through. If it is far from what your applications send, look at "Coverage and failures": traffic may be going around.',
          unit: 'short',
          width: 4,
          query: REQUESTS,
        },
        {
          kind: 'stat',
          title: 'Blocked',
          description:
            'Requests and answers that callers did not get. Look at the sub-types below, then at single requests in the dashboard of the gateway.',
          unit: 'short',
          width: 4,
          query: BLOCKED,
        },
        {
          kind: 'stat',
          title: 'Share blocked',
          description:
            'Of all requests let in. Ordinary traffic stays under 1 %. A jump is an attack, or an application whose prompts look like one: see which role and sub-type.',
          unit: 'percentunit',
          width: 4,
          levels: { warn: 0.05, act: 0.2 },
          query: `${BLOCKED} / ${REQUESTS}`,
        },
        {
          kind: 'stat',
          title: 'Would be blocked',
          description:
            'Requests in shadow or advisory mode that blocking mode would have stopped. Go through them in the dashboard before you switch a key to blocking.',
          unit: 'short',
          width: 4,
          query: orZero(threatsInForce('', 'mode!="blocking"', increase)),
        },
        {
          kind: 'stat',
          title: 'One sensitivity up',
          description:
            'Requests that passed and that the next stricter sensitivity would count as a threat. If nearly all of them are real, go one up; the policy page previews it on past traffic.',
          unit: 'short',
          width: 4,
          query: orZero(threatsOneUp('', increase)),
        },
        {
          kind: 'stat',
          title: 'False positives told',
          description:
            'Share of the threats found that somebody marked "not an attack". Over 5 %: look at the false-positive queue and add an exclusion, or go one sensitivity down.',
          unit: 'percentunit',
          width: 4,
          levels: { warn: 0.02, act: 0.05 },
          query: `${feedback('not_attack')} / clamp_min(${THREATS}, 1)`,
        },
      ],
    },
    {
      title: 'What is blocked, and by what',
      panels: [
        {
          kind: 'lines',
          title: 'Requests by how they ended',
          description:
            'Refused is for credentials, headers or bodies, blocked for what was found, error for want of a scan. Errors belong to "Coverage and failures".',
          unit: 'reqps',
          width: 12,
          stacked: true,
          queries: [[sumBy('outcome', rate(own('requests_total'))), '{{outcome}}']],
        },
        {
          kind: 'lines',
          title: 'Detections by category and action',
          description:
            'One count for each kind of thing found in a text. "would_block" is what shadow mode lets pass, "would_remove" what blocking would let go on without that text; "flagged" is advisory; "removed" went on without that text.',
          unit: 'ops',
          width: 12,
          stacked: true,
          queries: [[sumBy('category, action', rate(own('detections_total'))), '{{category}} {{action}}']],
        },
        {
          kind: 'table',
          title: 'Detections by sub-type',
          description:
            'The most frequent kinds, with what was done. A kind that is new here, or that one application makes alone, is worth a look at its requests.',
          unit: 'short',
          width: 12,
          columns: ['category', 'sub_type', 'action'],
          query: top('category, sub_type, action', own('detections_total')),
        },
        {
          kind: 'table',
          title: 'Detections by place',
          description:
            'Whose text it was in. "tool" is indirect injection: find out which document or tool brought it. "system" is your own prompt, and mostly a false positive.',
          unit: 'short',
          width: 12,
          columns: ['direction', 'role', 'category'],
          query: top('direction, role, category', own('detections_total')),
        },
      ],
    },
    {
      title: 'Sensitivity and roll-out',
      panels: [
        {
          kind: 'lines',
          title: 'What each sensitivity would count as a threat',
          description:
            'All traffic, judged as if this sensitivity were in force everywhere. The gap between two lines is the price of going one up: check in the dashboard how much of it is real.',
          unit: 'reqps',
          width: 12,
          queries: [
            [threatsAt('low'), 'low'],
            [threatsAt('medium'), 'medium'],
            [threatsAt('high'), 'high'],
            [threatsAt('paranoid'), 'paranoid'],
          ],
        },
        {
          kind: 'lines',
          title: 'What one up would add',
          description:
            'By the sensitivity that is in force now. Preview the change on stored traffic (policy page) before you make it.',
          unit: 'reqps',
          width: 6,
          queries: [[threatsOneUp('sensitivity', rate), 'now {{sensitivity}}']],
        },
        {
          kind: 'lines',
          title: 'Threats by mode',
          description:
            'Threats at the sensitivity in force. Those in shadow and advisory went on to the provider: that is the risk of not switching to blocking.',
          unit: 'reqps',
          width: 6,
          stacked: true,
          queries: [[threatsInForce('mode', '', rate), '{{mode}}']],
        },
      ],
    },
    {
      title: 'False positives',
      panels: [
        {
          kind: 'lines',
          title: 'Feedback',
          description:
            'What people said in the dashboard, an hour at a time. Missed attacks deserve a rule or a stricter sensitivity; "not an attack" an exclusion.',
          unit: 'short',
          width: 12,
          queries: [[ofReleases('label', increase(own('feedback_total'), '1h')), '{{label}}']],
        },
        {
          kind: 'table',
          title: 'Exclusions at work',
          description:
            'Requests in which an exclusion set something aside. One that is hit far more often than before may be too wide: somebody may have found it.',
          unit: 'short',
          width: 12,
          columns: ['label'],
          query: top('label', own('exclusion_hits_total')),
        },
      ],
    },
    {
      title: 'Personal data and secrets',
      panels: [
        {
          kind: 'lines',
          title: 'Values replaced and put back',
          description:
            'Values that became a placeholder on their way to the provider, or were masked in answers, and those put back. Fewer restored than tokenized is normal: answers rarely repeat all.',
          unit: 'ops',
          width: 12,
          queries: [
            [sumBy('direction', rate(own('redactions_total'))), 'replaced, {{direction}}'],
            [sumBy('', rate(own('restorations_total'))), 'put back'],
          ],
        },
        {
          kind: 'table',
          title: 'Values replaced',
          description:
            'Which entities, where, and how. Secrets here mean that somebody pastes keys into prompts: revoke them and talk to the team.',
          unit: 'short',
          width: 6,
          columns: ['entity', 'direction', 'action'],
          query: top('entity, direction, action', own('redactions_total')),
        },
        {
          kind: 'table',
          title: 'Values put back',
          description:
            'Which entities came back in answers in place of their placeholders. None at all while values are tokenized: the model drops or changes placeholders.',
          unit: 'short',
          width: 6,
          columns: ['entity'],
          query: top('entity', own('restorations_total')),
        },
        {
          kind: 'stat',
          title: 'Values that would be replaced',
          description:
            'Kinds of values found in shadow mode that blocking mode would have replaced: what leaves for the provider today.',
          unit: 'short',
          width: 6,
          query: orZero(sumBy('', risen(own('detections_total', 'action="would_redact"'), RANGE))),
        },
      ],
    },
  ],
};
