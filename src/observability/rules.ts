import {
  AVAILABILITY_BUDGET,
  LATENCY_BUDGET,
  slowCount,
  slowRatio,
  unavailableCount,
  unavailableRatio,
} from './slo.ts';

/** `critical` wakes somebody, `warning` is for today, `info` for this week. */
type Severity = 'critical' | 'warning' | 'info';

export type AlertSpec = Readonly<{
  name: string;
  severity: Severity;
  /** How long it has to last. */
  lasts: string;
  /** What is compared; where `over` is absent, what fires as it stands. */
  expr: string;
  /** Fires above this. Operators may set another number, so it comes last in the expression. */
  over?: number;
  /** May use Prometheus' templates. */
  summary: string;
  description: string;
}>;

/** A series that is worked out beforehand. */
export type Recording = Readonly<{ record: string; expr: string }>;

type Rule = Readonly<
  | Recording
  | {
      alert: string;
      expr: string;
      for: string;
      labels: Readonly<{ severity: Severity }>;
      annotations: Readonly<Record<string, string>>;
    }
>;

type RuleFile = Readonly<{
  groups: readonly Readonly<{ name: string; rules: readonly Rule[] }>[];
}>;

/** Whose alert it is: a release has a namespace in a cluster, and a job in any case. */
export const PER = 'namespace, job';

const RUNBOOKS = 'helm/portcullis/RUNBOOKS.md';
const WINDOWS = ['5m', '30m', '1h', '2h', '6h', '1d', '3d'] as const;
type Window = (typeof WINDOWS)[number];

const plain = (name: string, labels = ''): string =>
  `portcullis_${name}${labels === '' ? '' : `{${labels}}`}`;

const SLOS = {
  unavailable: { ratio: unavailableRatio, count: unavailableCount, budget: AVAILABILITY_BUDGET },
  slow: { ratio: slowRatio, count: slowCount, budget: LATENCY_BUDGET },
} as const;
type Slo = keyof typeof SLOS;

const recordName = (slo: Slo, window: Window): string => `portcullis:${slo}:ratio_rate${window}`;

const recordings = (): Recording[] =>
  (Object.keys(SLOS) as Slo[]).flatMap((slo) =>
    WINDOWS.map((window) => ({
      record: recordName(slo, window),
      expr: SLOS[slo].ratio(PER, window, plain),
    })),
  );

/** Fewer requests than this are an accident, whatever share they are of little traffic. */
const FEW = 10;

/** A budget that burns so many times too fast over a long window, and still does over a short one. */
const burns = (slo: Slo, factor: number, long: Window, short: Window): string => {
  const limit = Number((factor * SLOS[slo].budget).toPrecision(3));
  const isMore = `${SLOS[slo].count(PER, long, plain)} > ${FEW}`;
  return `(${recordName(slo, long)} > ${limit} and ${recordName(slo, short)} > ${limit} and ${isMore})`;
};

/** Two per cent of the month's budget within an hour, or five within six. */
export const burnsFast = (slo: Slo): string =>
  `${burns(slo, 14.4, '1h', '5m')} or ${burns(slo, 6, '6h', '30m')}`;

/** Ten per cent within a day, or within three. */
export const burnsSlowly = (slo: Slo): string =>
  `${burns(slo, 3, '1d', '2h')} or ${burns(slo, 1, '3d', '6h')}`;

const toRule = ({ name, severity, lasts, expr, over, summary, description }: AlertSpec): Rule => ({
  alert: name,
  expr: over === undefined ? expr : `${expr} > ${over}`,
  for: lasts,
  labels: { severity },
  annotations: {
    summary,
    description,
    runbook_url: `${RUNBOOKS}#${name.toLowerCase()}`,
    ...(over === undefined ? {} : { threshold: String(over) }),
  },
});

/** @param usual What alerts compare with. */
export const ruleFileOf = (alerts: readonly AlertSpec[], usual: readonly Recording[]): RuleFile => ({
  groups: [
    { name: 'portcullis-slo', rules: recordings() },
    { name: 'portcullis-usual', rules: usual },
    { name: 'portcullis-alerts', rules: alerts.map(toRule) },
  ],
});
