import {
  BigValueColorMode,
  BigValueGraphMode,
  GraphThresholdsStyleConfigBuilder,
  GraphThresholdsStyleMode,
  LegendDisplayMode,
  LegendPlacement,
  ReduceDataOptionsBuilder,
  SortOrder,
  StackingConfigBuilder,
  StackingMode,
  TooltipDisplayMode,
  VizLegendOptionsBuilder,
  VizTooltipOptionsBuilder,
} from '@grafana/grafana-foundation-sdk/common';
import {
  type Panel as GrafanaPanel,
  ThresholdsConfigBuilder,
  ThresholdsMode,
} from '@grafana/grafana-foundation-sdk/dashboard';
import { DataqueryBuilder, PromQueryFormat } from '@grafana/grafana-foundation-sdk/prometheus';
import { PanelBuilder as StatBuilder } from '@grafana/grafana-foundation-sdk/stat';
import { PanelBuilder as TableBuilder } from '@grafana/grafana-foundation-sdk/table';
import { PanelBuilder as TimeSeriesBuilder } from '@grafana/grafana-foundation-sdk/timeseries';

export const DATASOURCE = { type: 'prometheus', uid: `\${datasource}` } as const;

/** Where a value begins to be a reason to look, and to act. */
type Levels = Readonly<{ warn?: number; act?: number; lowIsBad?: true }>;

type Common = Readonly<{
  title: string;
  /** What it shows, and what to do about it. */
  description: string;
  /** One of Grafana's units, such as `s`, `reqps`, `percentunit`, `short`. */
  unit: string;
  width: number;
  levels?: Levels;
}>;

export type Query = readonly [expr: string, legend: string];

export type PanelSpec = Common &
  (
    | Readonly<{ kind: 'stat'; query: string }>
    | Readonly<{ kind: 'lines'; queries: readonly Query[]; stacked?: true; max?: number }>
    /** One row for each series; columns are its labels and its value. */
    | Readonly<{ kind: 'table'; query: string; columns: readonly string[] }>
  );

export const HEIGHTS: Readonly<Record<PanelSpec['kind'], number>> = { stat: 4, lines: 8, table: 9 };

const GREEN = 'green';
const ORANGE = 'orange';
const RED = 'red';

const thresholdsOf = ({ warn, act, lowIsBad }: Levels) => {
  const steps = lowIsBad
    ? [
        { value: null, color: RED },
        ...(act === undefined ? [] : [{ value: act, color: ORANGE }]),
        ...(warn === undefined ? [] : [{ value: warn, color: GREEN }]),
      ]
    : [
        { value: null, color: GREEN },
        ...(warn === undefined ? [] : [{ value: warn, color: ORANGE }]),
        ...(act === undefined ? [] : [{ value: act, color: RED }]),
      ];
  return new ThresholdsConfigBuilder().mode(ThresholdsMode.Absolute).steps(steps);
};

const queryOf = (expr: string, legend: string, index: number): DataqueryBuilder =>
  new DataqueryBuilder()
    .expr(expr)
    .legendFormat(legend)
    .refId(String.fromCharCode('A'.charCodeAt(0) + index))
    .datasource(DATASOURCE);

const stat = (spec: Extract<PanelSpec, { kind: 'stat' }>): StatBuilder =>
  new StatBuilder()
    // A share of nothing is no number: it is left out, so that the panel says that there is none.
    .withTarget(queryOf(`(${spec.query}) > -Inf`, spec.title, 0).instant())
    .colorMode(spec.levels === undefined ? BigValueColorMode.None : BigValueColorMode.Value)
    .graphMode(BigValueGraphMode.None)
    .reduceOptions(new ReduceDataOptionsBuilder().calcs(['lastNotNull']));

const lines = (spec: Extract<PanelSpec, { kind: 'lines' }>): TimeSeriesBuilder => {
  const builder = new TimeSeriesBuilder()
    .targets(spec.queries.map(([expr, legend], index) => queryOf(expr, legend, index).range()))
    .legend(
      new VizLegendOptionsBuilder()
        .displayMode(LegendDisplayMode.Table)
        .placement(LegendPlacement.Bottom)
        .showLegend(true)
        .calcs(['lastNotNull', 'max']),
    )
    .tooltip(new VizTooltipOptionsBuilder().mode(TooltipDisplayMode.Multi).sort(SortOrder.Descending))
    .min(0)
    .fillOpacity(spec.stacked === true ? 40 : 10)
    .lineWidth(1);
  if (spec.levels !== undefined) {
    builder.thresholdsStyle(new GraphThresholdsStyleConfigBuilder().mode(GraphThresholdsStyleMode.Dashed));
  }
  if (spec.max !== undefined) builder.max(spec.max);
  if (spec.stacked === true)
    builder.stacking(new StackingConfigBuilder().mode(StackingMode.Normal).group('A'));
  return builder;
};

const table = (spec: Extract<PanelSpec, { kind: 'table' }>): TableBuilder =>
  new TableBuilder()
    .withTarget(queryOf(spec.query, '', 0).instant().format(PromQueryFormat.Table))
    .withTransformation({
      id: 'organize',
      options: {
        excludeByName: { Time: true },
        indexByName: Object.fromEntries([...spec.columns, 'Value'].map((name, index) => [name, index])),
        renameByName: { Value: spec.title },
      },
    })
    .withTransformation({ id: 'sortBy', options: { sort: [{ field: spec.title, desc: true }] } });

const bareBuilder = (spec: PanelSpec): StatBuilder | TimeSeriesBuilder | TableBuilder => {
  switch (spec.kind) {
    case 'stat':
      return stat(spec);
    case 'lines':
      return lines(spec);
    case 'table':
      return table(spec);
  }
};

/** @returns The panel as Grafana reads it, at a place of its dashboard. */
export const panelOf = (
  spec: PanelSpec,
  place: Readonly<{ id: number; x: number; y: number }>,
): GrafanaPanel => {
  const builder = bareBuilder(spec)
    .id(place.id)
    .title(spec.title)
    .description(spec.description)
    .datasource(DATASOURCE)
    .unit(spec.unit)
    .gridPos({ x: place.x, y: place.y, w: spec.width, h: HEIGHTS[spec.kind] });
  if (spec.levels !== undefined) builder.thresholds(thresholdsOf(spec.levels));
  // Nothing found is an answer, too, and no fault of the panel.
  if (spec.kind !== 'lines') builder.noValue('none');
  // Prometheus extrapolates, so that whole numbers come out as fractions.
  if (spec.unit === 'short') builder.decimals(0);
  return builder.build();
};
