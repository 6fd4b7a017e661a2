import { stringify } from 'yaml';
import { ALERTS } from './alerts.ts';
import { BLOCKED_SHARE_OF_A_DAY } from './blocked-share.ts';
import { COVERAGE } from './coverage-dashboard.ts';
import { dashboardOf } from './dashboard.ts';
import { LATENCY } from './latency-dashboard.ts';
import { ruleFileOf } from './rules.ts';
import { SECURITY } from './security-dashboard.ts';

const CHART = 'helm/portcullis';
const HEADER = '# Made by src/observability (npm run observability); a test says where they differ.\n';

/** Every file that is made from here, by its place in the repository. */
export const generatedFiles = (): ReadonlyMap<string, string> =>
  new Map([
    ...[SECURITY, COVERAGE, LATENCY].map(
      (spec) =>
        [`${CHART}/dashboards/${spec.uid}.json`, `${JSON.stringify(dashboardOf(spec), null, 2)}\n`] as const,
    ),
    [
      `${CHART}/rules/portcullis.yaml`,
      HEADER +
        stringify(ruleFileOf(ALERTS, [BLOCKED_SHARE_OF_A_DAY]), {
          lineWidth: 0,
          aliasDuplicateObjects: false,
        }),
    ] as const,
  ]);
