/** Pieces of PromQL that panels and alerts share. */

/** Of the gateway's own metrics, as a dashboard's variables narrow them; `.*` also where a target has no such label. */
const CHOSEN = 'namespace=~"$namespace",job=~"$job",instance=~"$instance"';

/** A metric of the gateway: `own('requests_total', 'mode="shadow"')`. */
export const own = (name: string, labels = ''): string =>
  `portcullis_${name}{${labels === '' ? '' : `${labels},`}${CHOSEN}}`;

/** A metric of the dashboard's process, which may be another target than the gateway: only the namespace is shared. */
export const ofDashboard = (name: string): string => `portcullis_dashboard_${name}{namespace=~"$namespace"}`;

/** Of what all gateways of a release show the same, one gateway's; of several releases together. */
export const ofReleases = (by: string, inner: string): string =>
  sumBy(by, `max by (namespace, job${by === '' ? '' : `, ${by}`}) (${inner})`);

/** What Node's client says of any process, of those that are gateways: `ofGateways((chosen) => `rate(x{${chosen}}[5m])`)`. */
export const ofGateways = (query: (chosen: string) => string): string =>
  `${query(CHOSEN)} and on (job, instance) ${own('build_info')}`;

/** The names that `envoy/configuration/bootstrap.ts` gives; an Envoy that others configure has others. */
const ENVOY_LABELS = {
  front: 'envoy_http_conn_manager_prefix="llm"',
  provider: 'envoy_cluster_name="provider"',
  processor: 'envoy_cluster_name="portcullis_ext_proc"',
} as const;

/** A metric of the Envoy in front; it is another target than the gateway, so that only the namespace is shared. */
export const envoy = (name: string, part: keyof typeof ENVOY_LABELS, labels = ''): string =>
  `envoy_${name}{${ENVOY_LABELS[part]}${labels === '' ? '' : `,${labels}`},namespace=~"$namespace"}`;

/** The same for an alert, which knows no variables. */
export const envoyOf = (name: string, part: keyof typeof ENVOY_LABELS, labels = ''): string =>
  `envoy_${name}{${ENVOY_LABELS[part]}${labels === '' ? '' : `,${labels}`}}`;

export const RATE = '$__rate_interval';
export const RANGE = '$__range';

export const rate = (metric: string, window = RATE): string => `rate(${metric}[${window}])`;

/** How much a counter has risen. One that is there from the start loses nothing; see `risen` for others. */
export const increase = (metric: string, window = RANGE): string => `increase(${metric}[${window}])`;

/**
 * The same for a counter whose series appear with the first count, such as one for each sub-type: `increase` cannot see
 * that first count, and attacks of a rare kind are often the only one of theirs.
 */
export const risen = (metric: string, window = RANGE): string => {
  const nothing = `0 * last_over_time(${metric}[${window}])`;
  return `((${increase(metric, window)} or ${nothing}) + ((min_over_time(${metric}[${window}]) unless ${metric} offset ${window}) or ${nothing}))`;
};

export const sumBy = (labels: string, inner: string): string =>
  labels === '' ? `sum(${inner})` : `sum by (${labels}) (${inner})`;

/** Zero where there are no such series yet. */
export const orZero = (inner: string): string => `(${inner} or vector(0))`;

export const quantile = (q: number, by: string, metric: string, window = RATE): string =>
  `histogram_quantile(${q}, ${sumBy(by === '' ? 'le' : `le, ${by}`, rate(metric, window))})`;

const LADDER = ['low', 'medium', 'high', 'paranoid'] as const;

const upTo = (index: number): string => LADDER.slice(0, index + 1).join('|');

/** Requests that were a threat at the sensitivity in force, blocked or not. */
export const threatsInForce = (by: string, labels: string, change: (metric: string) => string): string =>
  sumBy(
    by,
    LADDER.map((name, index) =>
      change(
        own(
          'threats_total',
          `${labels === '' ? '' : `${labels},`}sensitivity="${name}",loosest=~"${upTo(index)}"`,
        ),
      ),
    ).join(' or '),
  );

/** Requests that pass now and would be a threat if the sensitivity were the next stricter one. */
export const threatsOneUp = (by: string, change: (metric: string) => string): string =>
  sumBy(
    by,
    LADDER.slice(0, -1)
      .map((name, index) =>
        change(own('threats_total', `sensitivity="${name}",loosest="${LADDER[index + 1] ?? ''}"`)),
      )
      .join(' or '),
  );

/** Requests that would be a threat if this sensitivity were in force for all. */
export const threatsAt = (sensitivity: (typeof LADDER)[number]): string =>
  sumBy('', rate(own('threats_total', `loosest=~"${upTo(LADDER.indexOf(sensitivity))}"`)));
