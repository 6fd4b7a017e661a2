import '@mantine/charts/styles.css';
import { AreaChart, BarChart, LineChart } from '@mantine/charts';

type Row = Readonly<Record<string, string | number | null>>;
type Series = readonly Readonly<{ name: string; label: string; color: string }>[];
type ChartProps = Readonly<{
  data: readonly Row[];
  series: Series;
  summary: string;
  format: (value: number) => string;
  formatAxis: (value: number) => string;
  kind: 'area' | 'bar' | 'line';
}>;

/** A line needs two points in a row: what stands alone would not be seen at all. */
const hasLonePoint = (data: readonly Row[], names: readonly string[]): boolean => {
  const isThere = (row: Row | undefined, name: string): boolean => typeof row?.[name] === 'number';
  return names.some((name) =>
    data.some(
      (row, at) => isThere(row, name) && !isThere(data[at - 1], name) && !isThere(data[at + 1], name),
    ),
  );
};

/** A chart with its summary in words. What it shows stands in a table, too: see `ChartCard`. */
export const Chart = ({ data, series, summary, format, formatAxis, kind }: ChartProps) => {
  const common = {
    h: 220,
    data: data.map((row) => ({ ...row })),
    dataKey: 'time',
    series: series.map((each) => ({ ...each })),
    withLegend: false,
    valueFormatter: format,
    gridAxis: 'x' as const,
    tickLine: 'none' as const,
    xAxisProps: { minTickGap: 48, tickMargin: 8 },
    // As wide as `112.5 ms` needs, with what stands around it.
    yAxisProps: { width: 76, tickFormatter: formatAxis },
    strokeDasharray: '3 4',
  };
  return (
    // Charts follow their card a moment later; until then they must not stick out of it, and the page be as wide as they are.
    <div role="img" aria-label={summary} style={{ overflowX: 'clip' }}>
      {kind === 'area' ? (
        <AreaChart
          {...common}
          type="stacked"
          curveType="monotone"
          withDots={false}
          strokeWidth={1.5}
          fillOpacity={0.35}
          withGradient={false}
          areaChartProps={{ accessibilityLayer: false }}
          areaProps={{ isAnimationActive: false }}
        />
      ) : null}
      {kind === 'bar' ? (
        <BarChart
          {...common}
          type="stacked"
          barChartProps={{ accessibilityLayer: false, barCategoryGap: '18%' }}
          barProps={{ isAnimationActive: false }}
        />
      ) : null}
      {kind === 'line' ? (
        <LineChart
          {...common}
          curveType="monotone"
          withDots={hasLonePoint(
            data,
            series.map(({ name }) => name),
          )}
          dotProps={{ r: 2.5 }}
          strokeWidth={2}
          connectNulls={false}
          lineChartProps={{ accessibilityLayer: false }}
          lineProps={{ isAnimationActive: false }}
        />
      ) : null}
    </div>
  );
};
